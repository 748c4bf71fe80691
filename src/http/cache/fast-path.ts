import type { RequestListener, ServerResponse } from 'node:http'
import type { LimitState } from '../../store/limits/limits.ts'
import { countCachedLookup, limitHeadersOf } from '../request/access.ts'
import { nextRequestId } from '../request/request-id.ts'
import { logAnswer } from '../response/access-log.ts'
import { endWhenTaken } from '../response/end-when-taken.ts'
import { freshnessOf } from '../response/freshness.ts'
import { EVERY_ANSWER } from '../response/headers.ts'
import { type Representation, representationFor } from '../response/response-body.ts'
import { CACHED_JSON, cacheControlFor } from '../response/send-body.ts'
import type { Services } from '../services.ts'
import type { AnswerCache } from './answer-cache.ts'

/**
 * Answers cached lookups ahead of `routes`, see README.md beside this file. A request goes to the routes unless
 * everything is at hand without waiting: the answer in the form asked for, and a limit that allows it. A request that
 * goes to the routes was not counted here.
 */
export function withFastPath(
  routes: RequestListener,
  cache: AnswerCache,
  routePath: string,
  services: Services,
): RequestListener {
  const freshness = freshnessOf(services)
  return (request, response) => {
    const { method = '', url = '', headers } = request
    if (method !== 'GET' && method !== 'HEAD') return routes(request, response)
    const version = services.answerer()?.dataset.version
    const answer = version === undefined ? undefined : cache.get(url, version, services.today())
    if (!answer) return routes(request, response)
    const representation = representationFor(answer, headers)
    if (representation instanceof Promise) return routes(request, response)
    const startedAt = performance.now()
    const answerWithin = (limit: LimitState | undefined) => {
      if (!limit?.allowed) return routes(request, response)
      const reqId = nextRequestId()
      response.on('finish', () => {
        const { statusCode: status } = response
        logAnswer(services, { reqId, method, route: routePath, status }, performance.now() - startedAt)
      })
      write(response, representation, [
        ...limitHeadersOf(limit),
        'x-request-id',
        reqId,
        'cache-control',
        freshness(cacheControlFor(headers)),
      ])
    }
    const limit = countCachedLookup(request, services)
    if (limit instanceof Promise) void limit.then(answerWithin)
    else answerWithin(limit)
  }
}

const { 'content-type': TYPE = '', vary: VARY = '' } = CACHED_JSON

/** The headers of every cached answer as the flat list of names and values that Node writes without copying. */
const ALWAYS = Object.entries({ ...EVERY_ANSWER, vary: VARY }).flat()

/** Node leaves the body out when the request is a HEAD. */
function write(response: ServerResponse, { etag, coding, bytes }: Representation, own: readonly string[]): void {
  const headers = [...ALWAYS, ...own, ...(etag === null ? [] : ['etag', etag])]
  if (bytes === null) return void response.writeHead(304, headers).end()
  headers.push('content-type', TYPE, 'content-length', `${bytes.length}`)
  if (coding !== null) headers.push('content-encoding', coding)
  endWhenTaken(response.writeHead(200, headers), bytes)
}
