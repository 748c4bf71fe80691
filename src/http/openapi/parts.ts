import { PROBLEMS, type ProblemCode, problemOf } from '../response/problems.ts'
import { ProblemSchema } from './problem.ts'

/** What the descriptions of routes are put together from. */

export const HEADERS = {
  RateLimitLimit: { description: 'requests allowed a minute; points for lists', schema: { type: 'integer' } },
  RateLimitRemaining: { description: 'requests left in this minute; points for lists', schema: { type: 'integer' } },
  RateLimitReset: { description: 'seconds until the minute ends', schema: { type: 'integer' } },
  RateLimitPolicy: { description: 'limit and window', schema: { type: 'string', examples: ['300;w=60'] } },
  RetryAfter: { description: 'seconds to wait', schema: { type: 'integer' } },
  ETag: { description: 'strong; follows from the dataset and the question', schema: { type: 'string' } },
}

export const LIMIT_HEADERS = {
  'RateLimit-Limit': { $ref: '#/components/headers/RateLimitLimit' },
  'RateLimit-Remaining': { $ref: '#/components/headers/RateLimitRemaining' },
  'RateLimit-Reset': { $ref: '#/components/headers/RateLimitReset' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
}

export const TAG_HEADER = { ETag: { $ref: '#/components/headers/ETag' } }

/** What any limited route can answer besides its own. */
export const ACCESS: readonly ProblemCode[] = [
  'key_ambiguous',
  'key_malformed',
  'key_unknown',
  'key_revoked',
  'key_expired',
  'rate_limited',
  'store_unavailable',
  'internal',
]

export const query = (name: string, description: string, schema: object, required = false) => ({
  name,
  in: 'query',
  required,
  description,
  schema,
})

export const answer = (description: string, schema: object, headers: object, examples?: object) => ({
  description,
  headers,
  content: { 'application/json': { schema, ...(examples && { examples }) } },
})

export const tagged = (description: string, schema: object, examples?: object) =>
  answer(description, schema, { ...LIMIT_HEADERS, ...TAG_HEADER }, examples)

export const plain = (description: string, schema: object, example: object) => ({
  description,
  content: { 'application/json': { schema, example } },
})

/** Problems by status, each code with its own example. */
export function problems(
  path: string,
  codes: readonly ProblemCode[],
  headers: object = LIMIT_HEADERS,
): Record<string, object> {
  const responses: Record<string, object> = {}
  for (const [status, group] of Map.groupBy(codes, (code) => PROBLEMS[code].status)) {
    const limited =
      status === 429 ? { ...headers, 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : headers
    responses[status] = {
      description: group.map((code) => PROBLEMS[code].title.en).join(' · '),
      headers: limited,
      content: {
        'application/problem+json': {
          schema: ProblemSchema,
          examples: Object.fromEntries(group.map((code) => [code, { value: problemOf(code, 'en', path) }])),
        },
      },
    }
  }
  return responses
}
