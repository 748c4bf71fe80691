import { createServer, type RequestListener, type Server } from 'node:http'
import { problemOf } from '../kernel/problem/problem.ts'
import type { ProblemCode } from '../kernel/problem/problems.ts'
import { Refusal } from '../kernel/problem/refusal.ts'
import { SECURITY, UNCACHED } from '../kernel/reply/headers.ts'
import { forbidden } from '../kernel/request/allowed-hosts.ts'
import { pathOf } from '../kernel/request/url.ts'
import type { Services } from '../kernel/service/services.ts'
import { HEALTHY, readinessOf } from './readiness.ts'

interface Answer {
  readonly status: number
  readonly type: string
  readonly body: string
}

const json = (status: number, body: string): Answer => ({ status, type: 'application/json; charset=utf-8', body })

/** A page in the operator's browser must not read what it shows. */
const HEADERS = { ...SECURITY, 'cross-origin-resource-policy': 'same-origin', 'cache-control': UNCACHED } as const

/** Far more than probes and scrapers have; each is a file that the process may open. */
const MAX_CONNECTIONS = 32

/**
 * A server for the operator on a port of its own. Whoever reaches it sees everything, so it must not be public, nor be
 * reached by a page that somebody else lets point to it.
 */
export function createOpsServer(services: Services, metricsText: () => Promise<string>): Server {
  const answers: Readonly<Record<string, (url: string) => Answer | Promise<Answer>>> = {
    '/healthz': () => json(200, HEALTHY),
    '/readyz': async (url) => {
      const { ready, states, details } = await readinessOf(services, url)
      return json(ready ? 200 : 503, JSON.stringify({ ...states, ...details }))
    },
    '/metrics': async () => ({
      status: 200,
      type: services.metrics.registry.contentType,
      body: await metricsText(),
    }),
  }
  const refuse = (code: ProblemCode, path: string): Answer => {
    const problem = problemOf(code, 'en', path)
    return { status: problem.status, type: 'application/problem+json; charset=utf-8', body: JSON.stringify(problem) }
  }
  const listener: RequestListener = async (request, response) => {
    const url = request.url ?? '/'
    const path = pathOf(url)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const answer = Object.hasOwn(answers, path) ? answers[path] : undefined
    const stranger = forbidden(request.headers, services.settings)
    const { status, type, body } = stranger
      ? refuse(stranger, path)
      : !answer
        ? refuse('not_found', path)
        : !isRead
          ? refuse('method_not_allowed', path)
          : await Promise.resolve(answer(url)).catch((err: unknown) => {
              if (err instanceof Refusal) return refuse(err.problem, path)
              services.log.error({ route: path, err }, 'answer failed')
              return refuse('internal', path)
            })
    response
      .writeHead(status, {
        ...HEADERS,
        'content-type': type,
        'content-length': Buffer.byteLength(body),
        ...(status === 405 && { allow: 'GET, HEAD' }),
      })
      .end(body)
  }
  const server = createServer(listener)
  server.maxConnections = MAX_CONNECTIONS
  return server
}
