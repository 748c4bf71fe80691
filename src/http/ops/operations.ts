import type { FastifyInstance, FastifyRequest } from 'fastify'
import { asking, IGNORES_QUERY } from '../kernel/body/route-input.ts'
import { Refusal } from '../kernel/problem/refusal.ts'
import { UNCACHED, UNCACHED_JSON } from '../kernel/reply/headers.ts'
import { sendUncached } from '../kernel/reply/send-body.ts'
import type { Services } from '../kernel/service/services.ts'
import { bearsToken, HEALTHY, READINESS_PARAMETERS, readinessOf } from './readiness.ts'

/** Probes come often, and must be answered when a flood has used up the limit of a proxy's address. */
const UNLIMITED = { config: { limit: 'none', input: IGNORES_QUERY } } as const

/**
 * Health, readiness and metrics. On the public port only a caller with the operator's token sees more than the bare
 * states. A loopback address does not prove the operator: a proxy on this machine forwards everybody's requests from it.
 */
export function operationsRoutes(app: FastifyInstance, services: Services, metricsText: () => Promise<string>): void {
  const { opsToken = null } = services.settings
  /** Undefined when the request has no token, or none is configured. */
  const isOperator = ({ headers: { authorization } }: FastifyRequest): boolean | undefined =>
    opsToken === null || authorization === undefined ? undefined : bearsToken(authorization, opsToken)

  app.get('/healthz', UNLIMITED, (_request, reply) => reply.headers(UNCACHED_JSON).send(HEALTHY))

  app.get(
    '/readyz',
    asking('none', () => READINESS_PARAMETERS),
    async (request, reply) => {
      const operator = isOperator(request)
      if (operator === false) throw new Refusal('ops_token_wrong')
      const { ready, states, details } = await readinessOf(services, request.url)
      if (!ready) reply.problem = 'not_ready' // probes come often: the log says once what is wrong
      return sendUncached(reply, operator ? { ...states, ...details } : states, ready ? 200 : 503)
    },
  )

  app.get('/metrics', UNLIMITED, async (request, reply) => {
    if (opsToken === null) throw new Refusal('metrics_off')
    if (!isOperator(request)) throw new Refusal('ops_token_wrong')
    return reply
      .headers({ 'content-type': services.metrics.registry.contentType, 'cache-control': UNCACHED })
      .send(await metricsText())
  })
}
