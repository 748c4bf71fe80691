import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '../request/language.ts'
import { pathOf, queryOf } from '../request/url.ts'
import { UNCACHED } from './headers.ts'
import { PASSING, type ProblemCode, type ProblemDetails, problemOf } from './problems.ts'

/** After how long a problem that passes is worth another try. */
export const RETRY_SECONDS = 5

/** Sends a problem in the caller's language. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  code: ProblemCode,
  details: ProblemDetails = {},
  lang: string | undefined = langOf(request.url),
): FastifyReply {
  const path = pathOf(request.url)
  const language = languageOf(lang, request.headers['accept-language'])
  const problem = problemOf(code, language, path, details)
  reply.problem = code
  if (PASSING.has(code)) reply.header('retry-after', RETRY_SECONDS)
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer realm="cn-sanctions"')
  return reply
    .code(problem.status)
    .headers({ 'content-type': 'application/problem+json; charset=utf-8', 'content-language': language })
    .headers({ 'cache-control': UNCACHED, vary: 'Accept-Language' })
    .send(JSON.stringify(problem))
}

/** The parameter `lang`, found without parsing the query, since the query may be what is wrong. */
const langOf = (url: string): string | undefined => /(?:^|&)lang=([a-z]{2})(?:&|$)/.exec(queryOf(url))?.[1]

/** Whether the caller is a browser that shows pages rather than a program; below `/api/` there are only programs. */
export const wantsPage = ({ headers, method, url }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  /\btext\/html\b/.test(headers.accept ?? '') &&
  !pathOf(url).startsWith('/api/')
