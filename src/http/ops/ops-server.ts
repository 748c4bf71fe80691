import { createServer, type RequestListener, type Server } from 'node:http'
import { pathOf } from '../request/url.ts'
import { EVERY_ANSWER, UNCACHED } from '../response/headers.ts'
import { problemOf } from '../response/problems.ts'
import type { Services } from '../services.ts'
import { HEALTHY, readinessOf } from './readiness.ts'

interface Answer {
  readonly status: number
  readonly type: string
  readonly body: string
}

const json = (status: number, body: string): Answer => ({ status, type: 'application/json; charset=utf-8', body })

/** A server for the operator on a port of its own. Whoever reaches it sees everything, so it must not be public. */
export function createOpsServer(services: Services, metricsText: () => Promise<string>): Server {
  const answers: Readonly<Record<string, () => Answer | Promise<Answer>>> = {
    '/healthz': () => json(200, HEALTHY),
    '/readyz': async () => {
      const { ready, states, details } = await readinessOf(services)
      return json(ready ? 200 : 503, JSON.stringify({ ...states, ...details }))
    },
    '/metrics': async () => ({
      status: 200,
      type: services.metrics.registry.contentType,
      body: await metricsText(),
    }),
  }
  const refuse = (code: 'not_found' | 'method_not_allowed' | 'internal', path: string): Answer => {
    const problem = problemOf(code, 'en', path)
    return { status: problem.status, type: 'application/problem+json; charset=utf-8', body: JSON.stringify(problem) }
  }
  const listener: RequestListener = async (request, response) => {
    const path = pathOf(request.url ?? '/')
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const answer = Object.hasOwn(answers, path) ? answers[path] : undefined
    const { status, type, body } = !answer
      ? refuse('not_found', path)
      : !isRead
        ? refuse('method_not_allowed', path)
        : await Promise.resolve(answer()).catch((err: unknown) => {
            services.log.error({ route: path, err }, 'answer failed')
            return refuse('internal', path)
          })
    response
      .writeHead(status, {
        ...EVERY_ANSWER,
        'content-type': type,
        'content-length': Buffer.byteLength(body),
        'cache-control': UNCACHED,
        ...(status === 405 && { allow: 'GET, HEAD' }),
      })
      .end(body)
  }
  return createServer(listener)
}
