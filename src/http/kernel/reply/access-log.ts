import type { FastifyReply, FastifyRequest } from 'fastify'
import { holderOf } from '../limits/access.ts'
import { PASSING } from '../problem/problems.ts'
import { traceIdIn } from '../request/trace-id.ts'
import type { Services } from '../service/services.ts'

export const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'unknown'

const CHANGES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** What a key holder changed: who did what, as for commands. The name of a list is content, so it is left out. */
function logChange({ log, now }: Services, request: FastifyRequest, status: number): void {
  const who = holderOf(request)
  if (who === null || status >= 300 || !CHANGES.has(request.method)) return
  const { id: object = null } = request.params as { readonly id?: string }
  const what = `${request.method} ${routeOf(request)}`
  log.info({ reqId: request.id, audit: { at: now().toISOString(), who, from: 'api', what, object } }, 'audit')
}

/** Counts every answer, and logs it when something went wrong or at level debug; never what was asked, nor by whom. */
export function logAnswer(services: Services, request: FastifyRequest, reply: FastifyReply): void {
  const { metrics, log } = services
  const { method, id: reqId } = request
  const { statusCode: status, problem, elapsedTime } = reply
  const route = routeOf(request)
  logChange(services, request, status)
  metrics.answered(method, route, status, elapsedTime / 1000)
  const traceId = traceIdIn(request.headers.traceparent)
  const fields = { reqId, method, route, status, ...(traceId && { traceId }), ms: Math.round(elapsedTime) }
  if (problem !== null && PASSING.has(problem)) log.debug(fields, 'answered')
  else if (status >= 500) log.warn(fields, 'answered')
  // Requests over a limit come without end: a line for each would let anybody fill the disk.
  else if (status >= 400 && status !== 429) log.info(fields, 'answered')
  else log.debug(fields, 'answered')
}
