import type { FastifyInstance } from 'fastify'
import { UNCACHED } from '../headers.ts'
import type { Services } from '../services.ts'

/** Probes come often, and must be answered when a flood uses up the limits of a proxy's address. */
const UNLIMITED = { config: { limit: 'none' } } as const

/** For those who run it: alive, ready, measured. */
export function operationsRoutes(app: FastifyInstance, services: Services, metricsText: () => Promise<string>): void {
  const json = { 'content-type': 'application/json; charset=utf-8', 'cache-control': UNCACHED }

  app.get('/healthz', UNLIMITED, (_request, reply) => reply.headers(json).send(JSON.stringify({ status: 'ok' })))

  app.get('/readyz', UNLIMITED, async (_request, reply) => {
    const dataset = services.answerer()?.dataset
    const store = await services
      .store()
      ?.ping()
      .then(
        () => true,
        () => false,
      )
    const ready = dataset !== undefined && store === true
    const state = (good: boolean) => (good ? 'ready' : 'not_ready')
    return reply
      .code(ready ? 200 : 503)
      .headers(json)
      .send(
        JSON.stringify({
          status: state(ready),
          dataset: state(dataset !== undefined),
          store: state(store === true),
          version: dataset?.version ?? null,
          refused: services.refusedLaw(),
        }),
      )
  })

  app.get('/metrics', UNLIMITED, async (_request, reply) =>
    reply
      .headers({ 'content-type': services.metrics.registry.contentType, 'cache-control': UNCACHED })
      .send(await metricsText()),
  )
}
