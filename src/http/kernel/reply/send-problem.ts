import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ProblemDetails, problemOf } from '../problem/problem.ts'
import { PASSING, type ProblemCode } from '../problem/problems.ts'
import { languageOf } from '../request/language.ts'
import { pathOf } from '../request/url.ts'
import { UNCACHED } from './headers.ts'

/** After how long a problem that passes is worth another try. */
export const RETRY_SECONDS = 5

/** Sends a problem in the language that was asked for; that of a body goes first. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  code: ProblemCode,
  details: ProblemDetails = {},
): FastifyReply {
  const path = pathOf(request.url)
  const language = languageOf(request.url, (request.body as { readonly lang?: unknown } | null | undefined)?.lang)
  const problem = problemOf(code, language, path, details)
  reply.problem = code
  if (PASSING.has(code)) reply.header('retry-after', RETRY_SECONDS)
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer realm="cn-sanctions"')
  return reply
    .code(problem.status)
    .headers({ 'content-type': 'application/problem+json; charset=utf-8', 'content-language': language })
    .headers({ 'cache-control': UNCACHED })
    .send(JSON.stringify(problem))
}

/** Whether the caller is a browser that shows pages rather than a program; below `/api/` there are only programs. */
export const wantsPage = ({ headers, method, url }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  /\btext\/html\b/.test(headers.accept ?? '') &&
  !pathOf(url).startsWith('/api/')
