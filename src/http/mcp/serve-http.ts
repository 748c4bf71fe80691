import type { IncomingHttpHeaders } from 'node:http'
import {
  createMcpHandler,
  INVALID_REQUEST,
  isLegacyRequest,
  PARSE_ERROR,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { shortName } from '../kernel/problem/problem.ts'
import { buildServer } from './server.ts'
import type { ToolContext } from './tool.ts'

/** An answer to an MCP message over HTTP; the text is empty for a notification. */
export interface McpReply {
  readonly status: number
  readonly type: string | null
  readonly text: string
}

/**
 * Answers one message with one JSON body: nothing is kept afterwards, so that the next may go to another process. Clients of
 * 2026-07-28 and older ones are served alike.
 */
export async function answerMessage(
  message: unknown,
  headers: IncomingHttpHeaders,
  context: ToolContext,
): Promise<McpReply> {
  // Batches ended with the revision 2025-06-18. A single request could ask for any amount of work with them.
  if (Array.isArray(message))
    return errorReply(INVALID_REQUEST, 'Send one JSON-RPC message in a request, not an array.')
  if (!isShortId((message as { id?: unknown } | null)?.id))
    return errorReply(INVALID_REQUEST, `The id of a message is a number or a text of at most ${MAX_ID} characters.`)
  const request = new Request('http://localhost/mcp', { method: 'POST', headers: passedOn(headers) })
  const response = (await isLegacyRequest(request, message))
    ? await answerLegacy(message, request, context)
    : await createMcpHandler(() => buildServer(context), {
        legacy: 'reject',
        // A subscription would be a stream without end about lists that do not change.
        maxSubscriptions: 0,
      }).fetch(request, { parsedBody: message })
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    text: boundedError(await response.text()),
  }
}

const MAX_ID = 200
/** Errors of the SDK repeat what they do not know: the name of a tool, the address of a resource, a version. */
const MAX_ERROR = 1_000

const isShortId = (id: unknown): boolean => typeof id !== 'string' || id.length <= MAX_ID

/** An error in few words, however long the text was that it repeats. */
function boundedError(text: string): string {
  // Ids are short, so that the error begins near the beginning; results are not looked at.
  if (text.length <= MAX_ERROR || !text.slice(0, 2 * MAX_ID * ESCAPED).includes('"error":{')) return text
  const answer = JSON.parse(text) as { id?: unknown; error?: { code: number; message: string } }
  if (!answer.error) return text
  const { code, message } = answer.error
  return JSON.stringify({ jsonrpc: '2.0', id: answer.id ?? null, error: { code, message: shortName(message) } })
}

/** Characters that a character of an id may take in JSON. */
const ESCAPED = 6

/** Clients of 2025 and before, without a session; the SDK's own fallback would answer with an event stream. */
async function answerLegacy(message: unknown, request: Request, context: ToolContext): Promise<Response> {
  const server = buildServer(context)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody: message })
  } finally {
    await server.close()
  }
}

/** The headers that the protocol reads. */
function passedOn(headers: IncomingHttpHeaders): Headers {
  const passed = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string' && /^(?:accept|content-type|mcp-.*)$/.test(name)) passed.set(name, value)
  }
  return passed
}

/** A body that is not JSON. */
export const unreadable = (): McpReply => errorReply(PARSE_ERROR, 'Parse error: the body is not JSON in UTF-8.')

const errorReply = (code: number, message: string): McpReply => ({
  status: 400,
  type: 'application/json',
  text: JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }),
})
