import type { Parameter, Parameters } from '../../answer/parameters.ts'
import { PASSING, PROBLEMS, type ProblemCode } from '../response/problems.ts'
import { ProblemSchema } from './problem.ts'

/** Parts of the descriptions of routes. */

export const HEADERS = {
  Limit: { description: 'requests allowed a minute; points for lists', schema: { type: 'integer' } },
  Remaining: { description: 'requests left in this minute; points for lists', schema: { type: 'integer' } },
  Reset: { description: 'seconds until the minute ends', schema: { type: 'integer' } },
  Policy: { description: 'limit and window', schema: { type: 'string', examples: ['300;w=60'] } },
  RetryAfter: { description: 'seconds to wait', schema: { type: 'integer' } },
  ETag: { description: 'strong; a hash of the bytes', schema: { type: 'string' } },
  Id: { description: 'name it when you report a problem', schema: { type: 'string' } },
}

export const REQUEST_ID_HEADER = { 'X-Request-Id': { $ref: '#/components/headers/Id' } }

export const LIMIT_HEADERS = {
  'RateLimit-Limit': { $ref: '#/components/headers/Limit' },
  'RateLimit-Remaining': { $ref: '#/components/headers/Remaining' },
  'RateLimit-Reset': { $ref: '#/components/headers/Reset' },
  'RateLimit-Policy': { $ref: '#/components/headers/Policy' },
}

export const TAG_HEADER = { ETag: { $ref: '#/components/headers/ETag' } }

/** The problems that every limited route can have. */
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

/** The problems that every body can have besides its size, before it is read. */
export const ARRIVAL: readonly ProblemCode[] = [
  'body_too_slow',
  'media_type_unsupported',
  'content_encoding_unsupported',
  'busy',
]

/** The query parameters of a route. */
export const parametersIn = (declared: Parameters) =>
  Object.entries(declared).map(([name, { description, schema, absent }]) => ({
    name,
    in: 'query',
    required: 'problem' in absent,
    description,
    schema,
  }))

/** The problems that the parameters of a route can have. */
export const parameterProblems = (declared: Readonly<Record<string, Parameter<unknown, ProblemCode>>>) => {
  const own = new Set(Object.values(declared).flatMap(({ problems }) => problems))
  const repeated: readonly ProblemCode[] = own.size > 0 ? ['parameter_repeated'] : []
  return [...own, 'parameter_unknown', ...repeated, 'url_invalid', 'parameters_too_many'] satisfies ProblemCode[]
}

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

/** The responses for problems by status, with the codes that each may have. */
export function problems(codes: readonly ProblemCode[], headers: object = LIMIT_HEADERS): Record<string, object> {
  const responses: Record<string, object> = {}
  for (const [status, group] of Map.groupBy(codes, (code) => PROBLEMS[code].status)) {
    // Promised only where every problem of that status has it.
    const passes = status === 429 || group.every((code) => PASSING.has(code))
    const limited = passes ? { ...headers, 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {}
    responses[status] = {
      description: [...new Set(group)].toSorted().join(', '),
      headers: limited,
      content: { 'application/problem+json': { schema: ProblemSchema } },
    }
  }
  return responses
}
