import Type from 'typebox'
import type { Answerer } from '../../answer/answer.ts'
import { exactObject, orNull } from '../../base/exact.ts'
import { json, parameterProblems, parametersIn, problems, TAG_HEADER, UNCHANGED } from '../kernel/describe/parts.ts'
import { READINESS_PARAMETERS } from './readiness.ts'

const State = Type.Enum(['ready', 'not_ready'])

const HealthSchema = exactObject({ status: Type.Literal('ok') })
const ReadySchema = exactObject({
  status: Type.Enum(['ready', 'not_ready', 'stopping']),
  dataset: State,
  store: Type.Optional(State),
  receipts: Type.Optional(State),
  version: Type.Optional(orNull(Type.String(), { description: 'for the operator' })),
  refused: Type.Optional(
    orNull(exactObject({ at: Type.String({ format: 'date-time' }), mistakes: Type.Integer(), first: Type.String() }), {
      description: 'for the operator: a new law with mistakes, while the one before is served',
    }),
  ),
  store_error: Type.Optional(orNull(Type.String(), { description: 'for the operator: why the store is not ready' })),
})

const TOKEN = [{ operator: [] }]

export function operationsPaths({ dataset: { version } }: Answerer, build: string) {
  return {
    '/healthz': {
      get: operation('getHealth', 'Alive', {
        200: { description: 'The process answers', content: json(HealthSchema, { example: { status: 'ok' } }) },
      }),
    },
    '/readyz': {
      get: {
        ...operation(
          'getReadiness',
          'Ready to answer; the details are for who bears the token of the operator',
          {
            200: readiness('Law, store and receipts are ready', 'ready', version, null),
            503: readiness(
              'One of them is not, or the process stops',
              'not_ready',
              version,
              'store.ping: ECONNREFUSED',
            ),
            ...problems([...parameterProblems(READINESS_PARAMETERS), 'ops_token_wrong'], {}),
          },
          [{}, ...TOKEN],
        ),
        parameters: parametersIn(READINESS_PARAMETERS),
      },
    },
    '/metrics': {
      get: operation(
        'getMetrics',
        'Prometheus metrics, where the operator serves them',
        {
          200: {
            description: 'Text exposition format',
            content: {
              'text/plain': { schema: { type: 'string' }, example: `cn_dataset_info{version="${version}"} 1` },
            },
          },
          ...problems(['ops_token_wrong', 'metrics_off'], {}),
        },
        TOKEN,
      ),
    },
    '/openapi.json': {
      get: operation('describe', 'This document', {
        200: {
          description: 'OpenAPI 3.1',
          headers: TAG_HEADER,
          content: json(
            { type: 'object', additionalProperties: true },
            { example: { openapi: '3.1.0', info: { title: build } } },
          ),
        },
        ...UNCHANGED,
        ...problems(['not_ready'], {}),
        ...problems(['rate_limited']),
      }),
    },
  }
}

const operation = (operationId: string, summary: string, responses: object, security: readonly object[] = []) => ({
  operationId,
  tags: ['operations'],
  summary,
  security,
  responses,
})

const readiness = (description: string, status: string, version: string, store_error: string | null) => ({
  description,
  content: json(ReadySchema, {
    example: { status, dataset: 'ready', store: status, receipts: status, version, refused: null, store_error },
  }),
})
