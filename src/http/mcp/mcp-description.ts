import Type from 'typebox'
import { ACCESS, ARRIVAL, answer, json, jsonBody, LIMIT_HEADERS, problems } from '../kernel/describe/parts.ts'
import { MCP_PATH } from './mcp.ts'

const Anything = Type.Object({}, { additionalProperties: true })

const Id = Type.Union([Type.String(), Type.Integer(), Type.Null()])

const MessageSchema = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(Id),
    method: Type.String({ examples: ['tools/call'] }),
    params: Type.Optional(Anything),
  },
  { description: 'one JSON-RPC message of the protocol' },
)

const ReplySchema = Type.Object({
  jsonrpc: Type.Literal('2.0'),
  id: Id,
  result: Type.Optional(Anything),
  error: Type.Optional(Type.Object({ code: Type.Integer(), message: Type.String() }, { additionalProperties: true })),
})

const CALL = { name: 'check_code', arguments: { q: '7304 11 00', lang: 'en' } }

const refused = (code: number, message: string) =>
  json(ReplySchema, { example: { jsonrpc: '2.0', id: null, error: { code, message } } })

/** The protocol describes itself, so that only its envelope stands here. */
export function mcpPaths(): object {
  const byStatus = problems([...ACCESS, 'host_forbidden', 'origin_forbidden', 'mcp_too_large', ...ARRIVAL, 'busy'])
  const wrong = byStatus['400'] as { readonly description: string; readonly content: object }
  return {
    [MCP_PATH]: {
      post: {
        operationId: 'mcp',
        tags: ['mcp'],
        summary: 'Model Context Protocol for assistants: codes, products, deals, lists, the tariff, changes, receipts',
        description:
          'Streamable HTTP without sessions, revision 2026-07-28 and older ones; every message is answered with one JSON body. A message counts as a lookup, a call of a tool as two or more; check_list counts as a batch besides. Mistakes in the arguments of a tool are told in its result (`isError`), in the language asked for.',
        requestBody: jsonBody(MessageSchema, {
          examples: { call: { value: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: CALL } } },
        }),
        responses: {
          200: answer('The reply to a request', ReplySchema, LIMIT_HEADERS, {
            reply: {
              value: {
                jsonrpc: '2.0',
                id: 1,
                result: { content: [{ type: 'text', text: '…' }], structuredContent: { verdict: 'restricted' } },
              },
            },
          }),
          202: { description: 'A notification was taken', headers: LIMIT_HEADERS },
          ...byStatus,
          400: {
            ...wrong,
            description: `Not a message of the protocol, ${wrong.description}`,
            content: { ...wrong.content, ...refused(-32700, 'Parse error: the body is not JSON in UTF-8.') },
          },
          406: {
            description: 'A client of an older revision must accept both application/json and text/event-stream',
            headers: LIMIT_HEADERS,
            content: refused(-32000, 'Not Acceptable: Client must accept both application/json and text/event-stream'),
          },
        },
      },
    },
  }
}
