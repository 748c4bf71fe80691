import Type from 'typebox'
import type { Answerer } from '../../answer/answer.ts'
import { exactObject } from '../../terms/exact.ts'
import { plain, problems, TAG_HEADER } from './parts.ts'

const State = Type.Enum(['ready', 'not_ready'])

const HealthSchema = exactObject({ status: Type.Literal('ok') })
const ReadySchema = exactObject({
  status: State,
  dataset: State,
  store: State,
  version: Type.Optional(Type.Union([Type.String(), Type.Null()], { description: 'for the operator' })),
  refused: Type.Optional(
    Type.Union(
      [
        exactObject({ at: Type.String({ format: 'date-time' }), mistakes: Type.Integer(), first: Type.String() }),
        Type.Null(),
      ],
      { description: 'for the operator: a new law with mistakes, while the one before is served' },
    ),
  ),
  store_error: Type.Optional(
    Type.Union([Type.String(), Type.Null()], { description: 'for the operator: why the store is not ready' }),
  ),
})

export function operationsPaths(answerer: Answerer, build: string): object {
  return {
    '/healthz': {
      get: operation('isAlive', 'Alive', { 200: plain('The process answers', HealthSchema, { status: 'ok' }) }),
    },
    '/readyz': {
      get: operation(
        'isReady',
        'Ready to answer; the details are for who bears the token of the operator',
        {
          200: plain('Law and store are ready', ReadySchema, ready('ready', 'ready', answerer.dataset.version)),
          503: plain('Law or store is not ready', ReadySchema, ready('ready', 'not_ready', answerer.dataset.version)),
          ...problems(['ops_token_wrong'], {}),
        },
        [{}, { operator: [] }],
      ),
    },
    '/metrics': {
      get: operation(
        'measure',
        'Prometheus metrics, where the operator serves them',
        {
          200: {
            description: 'Text exposition format',
            content: {
              'text/plain': {
                schema: { type: 'string' },
                example: `cn_dataset_info{version="${answerer.dataset.version}"} 1`,
              },
            },
          },
          ...problems(['ops_token_wrong', 'metrics_off'], {}),
        },
        [{ operator: [] }],
      ),
    },
    '/openapi.json': {
      get: operation('describe', 'This document', {
        200: {
          description: 'OpenAPI 3.1',
          headers: TAG_HEADER,
          content: {
            'application/json': {
              schema: { type: 'object', additionalProperties: true },
              example: { openapi: '3.1.0', info: { title: build } },
            },
          },
        },
        304: { description: 'Unchanged', headers: TAG_HEADER },
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

const ready = (status: string, store: string, version: string) => ({
  status: store === 'ready' ? status : 'not_ready',
  dataset: 'ready',
  store,
  version,
  refused: null,
  store_error: store === 'ready' ? null : 'store.ping: ECONNREFUSED',
})
