import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '../request/language.ts'
import { pathOf, queryOf } from '../request/url.ts'
import { UNCACHED } from './headers.ts'
import { type ProblemCode, type ProblemError, problemOf } from './problems.ts'

/** A problem in the caller's language. Built as text here: Fastify's serialiser has nothing to add. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  code: ProblemCode,
  errors: (language: 'pl' | 'en') => readonly ProblemError[] = () => [],
  lang: string | undefined = langOf(request.url),
): FastifyReply {
  const path = pathOf(request.url)
  const language = languageOf(lang, request.headers['accept-language'])
  const problem = problemOf(code, language, path, errors(language))
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer realm="cn-sanctions"')
  return reply
    .code(problem.status)
    .headers({ 'content-type': 'application/problem+json; charset=utf-8', 'content-language': language })
    .headers({ 'cache-control': UNCACHED, vary: 'Accept-Language' })
    .send(JSON.stringify(problem))
}

/** `lang` as a problem needs it: best effort, since the rest of the query may be the very thing that is wrong. */
const langOf = (url: string): string | undefined => /(?:^|&)lang=([a-z]{2})(?:&|$)/.exec(queryOf(url))?.[1]

/** A browser that shows pages, rather than a program that reads problems; below `/api/` there are only programs. */
export const wantsPage = ({ headers, method, url }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  /\btext\/html\b/.test(headers.accept ?? '') &&
  !pathOf(url).startsWith('/api/')
