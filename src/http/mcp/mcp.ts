import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { runToEnd } from '../../base/time-slices.ts'
import type { feedOf } from '../changes/current-feed.ts'
import type { Bounds } from '../kernel/body/json-bounds.ts'
import type { BodyInput } from '../kernel/body/route-input.ts'
import type { Admission } from '../kernel/gate/admission.ts'
import { admit, chargeMore } from '../kernel/limits/access.ts'
import type { Refused } from '../kernel/problem/problem.ts'
import { groupedText, type ProblemValues, quote, sizeText } from '../kernel/problem/problem.ts'
import type { ProblemCode } from '../kernel/problem/problems.ts'
import { accepted, problemOfError, Refusal } from '../kernel/problem/refusal.ts'
import { UNCACHED } from '../kernel/reply/headers.ts'
import { forbidden } from '../kernel/request/allowed-hosts.ts'
import type { Services } from '../kernel/service/services.ts'
import { costOf } from '../lookup/batch-cost.ts'
import { BATCH_LIMITED, POINTS, toolPoints } from '../lookup/costs.ts'
import type { Batch } from '../lookup/read-batch.ts'
import { RECEIPT_PATH } from '../receipts/endpoints.ts'
import { signedAnswer } from '../receipts/signed-answer.ts'
import type { Verifier } from '../receipts/verify-receipt.ts'
import type { ArgumentProblem } from './arguments.ts'
import { LIST_CALL, MESSAGE, RECEIPT_CALL } from './limits.ts'
import type { McpReply } from './serve-http.ts'
import type { ToolContext } from './tool.ts'

export const MCP_PATH = '/mcp'

/**
 * 50 questions of 200 letters with their ids and deals fit into a check_list, even when every letter is escaped. No other
 * message but a receipt is nearly as long, and the SDK takes a while to look through what it does not know.
 */
const BODY: BodyInput = {
  type: 'application/json',
  ...LIST_CALL,
  textBytes: RECEIPT_CALL.textBytes,
  narrower: (message) => CALLS.get(toolIn(message as JsonRpc | null)) ?? MESSAGE,
}

const TOO_LARGE = quote('mcp_too_large', {
  size: sizeText(MESSAGE.bytes),
  parts: MESSAGE.parts,
  listSize: sizeText(LIST_CALL.bytes),
  listParts: groupedText(LIST_CALL.parts),
  receiptSize: sizeText(RECEIPT_CALL.textBytes),
})

const CALLS: ReadonlyMap<unknown, Bounds> = new Map([
  ['check_list', LIST_CALL],
  ['verify_receipt', RECEIPT_CALL],
])

type JsonRpc = Readonly<{ method?: unknown; params?: Readonly<{ name?: unknown }> | null }>

/** The tool that a message calls, if it calls one. */
const toolIn = (message: JsonRpc | null): unknown =>
  message?.method === 'tools/call' ? (message.params?.name ?? null) : undefined

/**
 * The Model Context Protocol, for assistants. Every message counts as a lookup, a list besides as a batch. The SDK is loaded
 * with the first message.
 */
export function mcpRoute(
  app: FastifyInstance,
  services: Services,
  admission: Admission,
  feed: ReturnType<typeof feedOf>,
  verifier: Verifier,
): void {
  const load = () => import('./serve-http.ts')
  app.post(
    MCP_PATH,
    {
      config: {
        limit: 'lookups',
        input: { query: 'ignored', body: BODY },
        bodyProblems: { body_too_large: TOO_LARGE },
      },
      // Before the body is read.
      onRequest: (request, _reply, done) => {
        const problem = forbidden(request.headers, services.settings)
        done(problem ? new Refusal(problem) : undefined)
      },
      // The protocol has an answer of its own for a body that is not JSON. All else is for the handler of all routes.
      errorHandler: async (error: FastifyError, _request, reply) =>
        problemOfError(error) === 'body_invalid' ? send(reply, (await load()).unreadable()) : reply.send(error),
    },
    async (request, reply) => {
      // Both are read in the same turn, so that they belong to the same law.
      const answerer = services.answerer()
      const lawSha256 = services.lawSha256()
      if (!answerer || lawSha256 === null) throw new Refusal('not_ready')
      const begun = accepted(await admission.begin(reply, pointsOf(request.body as JsonRpc | null)))
      /** The message is answered; only the call in it is refused. */
      const refused = (code: ProblemCode, values?: ProblemValues): ArgumentProblem => {
        const seconds = reply.getHeader('retry-after')
        reply.removeHeader('retry-after')
        const advice = { pl: `Retry-After: ${seconds} s.`, en: `Retry-After: ${seconds} s.` }
        return { code, ...(values && { values }), argument: null, ...(seconds !== undefined && { advice }) }
      }
      const orRefused = <T extends object>(result: T | Refused) =>
        'problem' in result ? { problem: refused(result.problem, result.values) } : result
      const context: ToolContext = {
        answerer,
        today: services.today(),
        build: services.build,
        feed,
        async admitList(items) {
          const code = (await admit(request, reply, 'batches', services)) ?? (await chargeItems(reply, items, services))
          return code && refused(code, BATCH_LIMITED.values)
        },
        receipts: {
          sign: async (question) => orRefused(await signedAnswer(question, { answerer, lawSha256 }, services, begun)),
          verify: async (text) => orRefused(await verifier.verify(text, reply, begun.nextTurn)),
          address: `${services.settings.publicUrl ?? ''}${RECEIPT_PATH}`,
        },
        nextTurn: async () => begun.nextTurn(),
        onError: (err) => services.log.error({ reqId: request.id, route: MCP_PATH, err }, 'answer failed'),
      }
      const { answerMessage } = await load()
      const answer = await answerMessage(request.body, request.headers, context)
      begun.hold(answer.text.length)
      return send(reply, answer)
    },
  )
}

/** A call costs more than the messages around it; a list counts as a batch besides. */
function pointsOf(message: JsonRpc | null): number {
  const tool = toolIn(message)
  return tool === undefined ? POINTS.lookup : toolPoints(tool)
}

/** The rest of what a list costs, beyond the point that it was counted with. */
function chargeItems(reply: FastifyReply, items: Batch['items'], services: Services): Promise<ProblemCode | null> {
  const counted = reply.counted!
  const points = Math.min(runToEnd(costOf({ items })), counted.perMinute)
  return chargeMore(reply, counted, points - 1, services, BATCH_LIMITED.code)
}

function send(reply: FastifyReply, { status, type, text }: McpReply): FastifyReply {
  reply.code(status).header('cache-control', UNCACHED)
  return type === null ? reply.send() : reply.header('content-type', type).send(text)
}
