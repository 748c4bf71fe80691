import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bearsToken, HEALTHY, readinessOf } from '../ops/readiness.ts'
import { UNCACHED } from '../response/headers.ts'
import { sendProblem } from '../response/send-problem.ts'
import type { Services } from '../services.ts'

/** Probes come often, and must be answered when a flood uses up the limits of a proxy's address. */
const UNLIMITED = { config: { limit: 'none' } } as const
const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': UNCACHED }

/**
 * For those who run it: alive, ready, measured. On the port everybody reaches, only whoever bears the operator's token
 * sees more than that it lives and is ready. Loopback is no sign of the operator: a proxy on this machine comes from
 * there with everybody's requests.
 */
export function operationsRoutes(app: FastifyInstance, services: Services, metricsText: () => Promise<string>): void {
  const { opsToken = null } = services.settings
  /** Absent: the request shows no token, or none is expected. */
  const isOperator = ({ headers: { authorization } }: FastifyRequest): boolean | undefined =>
    opsToken === null || authorization === undefined ? undefined : bearsToken(authorization, opsToken)

  app.get('/healthz', UNLIMITED, (_request, reply) => reply.headers(JSON_HEADERS).send(HEALTHY))

  app.get('/readyz', UNLIMITED, async (request, reply) => {
    const operator = isOperator(request)
    if (operator === false) return sendProblem(request, reply, 'ops_token_wrong')
    const { ready, states, details } = await readinessOf(services)
    return reply
      .code(ready ? 200 : 503)
      .headers(JSON_HEADERS)
      .send(JSON.stringify(operator ? { ...states, ...details } : states))
  })

  app.get('/metrics', UNLIMITED, async (request, reply) => {
    if (opsToken === null) return sendProblem(request, reply, 'metrics_off')
    if (!isOperator(request)) return sendProblem(request, reply, 'ops_token_wrong')
    return reply
      .headers({ 'content-type': services.metrics.registry.contentType, 'cache-control': UNCACHED })
      .send(await metricsText())
  })
}
