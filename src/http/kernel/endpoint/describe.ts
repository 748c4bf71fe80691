import type { Answerer } from '../../../answer/answer.ts'
import {
  ACCESS,
  ARRIVAL,
  bodyProblems,
  idempotencyKey,
  jsonBody,
  parameterProblems,
  parametersIn,
  problems,
} from '../describe/parts.ts'
import type { ProblemCode } from '../problem/problems.ts'
import type { Body, Endpoint } from './endpoint.ts'

/** Endpoints as the paths of an API description, in their order. */
export function describePaths(endpoints: readonly Endpoint[], answerer: Answerer): Record<string, object> {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    paths[endpoint.path] ??= {}
    paths[endpoint.path]![endpoint.method.toLowerCase()] = operationOf(endpoint, answerer)
  }
  return paths
}

function operationOf(endpoint: Endpoint, answerer: Answerer): object {
  const { operationId, tag, summary, description, security, limit, body, idempotency, answers } = endpoint
  const of = <T extends object>(said: T | ((answerer: Answerer) => T)): T =>
    typeof said === 'function' ? (said as (answerer: Answerer) => T)(answerer) : said
  const query = endpoint.query?.parameters(answerer.dataset)
  const parameters = [
    ...of(endpoint.parameters ?? []),
    ...(idempotency === undefined ? [] : [idempotencyKey(idempotency)]),
    ...(query ? parametersIn(query) : []),
  ]
  const codes: readonly ProblemCode[] = [
    ...(endpoint.query?.problems ?? (query ? parameterProblems(query) : [])),
    ...(idempotency === undefined ? [] : (['idempotency_key_invalid'] as const)),
    ...(body ? problemsOfBody(body) : []),
    ...endpoint.problems,
  ]
  // Pages and unlimited endpoints do not read the API key.
  const isOpen = limit === 'pages' || limit === 'none'
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(security ? { security } : isOpen && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: jsonBody(body.schema, body.said) }),
    responses: {
      ...of(answers),
      ...(isOpen ? problems(codes, {}) : problems([...ACCESS, ...codes])),
      ...(limit === 'pages' && problems(['rate_limited'])),
    },
  }
}

function problemsOfBody({ schema, whole = schema, problems: own = {} }: Body<unknown>): ProblemCode[] {
  const general = ['body_invalid', 'body_too_large'] as const
  const codeOf = (code: (typeof general)[number]): ProblemCode => {
    const problem = own[code] ?? code
    return typeof problem === 'string' ? problem : problem.code
  }
  return [...bodyProblems(whole), ...general.map(codeOf), ...ARRIVAL]
}
