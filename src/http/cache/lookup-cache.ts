import type { RequestListener } from 'node:http'
import type { Services } from '../services.ts'
import { type AnswerCache, answerCache } from './answer-cache.ts'
import { withFastPath } from './fast-path.ts'

export interface LookupCache {
  /** For the route that works out answers. */
  readonly answers: AnswerCache
  /** Puts the fast path ahead of the request listener of the routes. */
  inFrontOf(routes: RequestListener): RequestListener
}

/** Wires the cache of answers to the route of lookups at `routePath`. */
export function lookupCache(services: Services, routePath: string): LookupCache {
  const answers = answerCache()
  return { answers, inFrontOf: (routes) => withFastPath(routes, answers, routePath, services) }
}
