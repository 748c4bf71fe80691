import Type from 'typebox'
import type { Answerer } from '../../answer/answer.ts'
import { CnResponseSchema } from '../../answer/response.ts'
import { CnShortSchema } from '../../answer/short-response.ts'
import { exact } from '../../terms/exact.ts'
import { DIRECTIONS } from '../../terms/law.ts'
import { DETAILS, ID_AT_MOST, ITEMS_AT_MOST, readBatch } from '../request/batch.ts'
import { type Checking, checkLine, headOf } from '../routes/batch-answer.ts'
import { ACCESS, answer, LIMIT_HEADERS, problems } from './parts.ts'
import { ProblemSchema } from './problem.ts'

const CheckItemSchema = Type.Object(
  {
    id: Type.String({
      minLength: 1,
      maxLength: ID_AT_MOST,
      description: 'the caller’s own, each once',
      examples: ['1'],
    }),
    q: Type.String({ description: 'a code or a name, as in the lookup', examples: ['7304 11 00'] }),
    contract_date: Type.Optional(Type.String({ format: 'date', description: 'day of the contract, for wind-downs' })),
    direction: Type.Optional(Type.Enum(DIRECTIONS, { description: 'only what concerns this direction' })),
  },
  exact,
)

export const CheckRequestSchema = Type.Object(
  {
    lang: Type.Optional(Type.Enum(['pl', 'en'], { default: 'pl' })),
    as_of: Type.Optional(
      Type.String({ format: 'date', description: 'the day asked about; today in Brussels by default' }),
    ),
    detail: Type.Optional(Type.Enum(DETAILS, { default: 'short' })),
    items: Type.Array(CheckItemSchema, { minItems: 1, maxItems: ITEMS_AT_MOST }),
  },
  exact,
)

const ok = { id: Type.String(), status: Type.Literal('ok') }
const { disclaimer, scope, meta } = CnResponseSchema.properties

export const CheckedShortSchema = Type.Object({ ...ok, ...CnShortSchema.properties }, exact)
export const CheckedFullSchema = Type.Object({ ...ok, ...CnResponseSchema.properties }, exact)
export const CheckFailedSchema = Type.Object(
  { id: Type.String(), status: Type.Literal('error'), problem: ProblemSchema },
  exact,
)

export const CheckResponseSchema = Type.Object(
  {
    dataset: meta.properties.dataset,
    as_of: scope.properties.as_of,
    disclaimer,
    scope,
    meta: Type.Object(
      {
        source: meta.properties.source,
        items: Type.Integer({ description: 'lines answered' }),
        limit: Type.Integer({ description: 'matches shown of one line; `meta.total` of the line counts all' }),
      },
      exact,
    ),
    items: Type.Array(Type.Union([CheckedShortSchema, CheckedFullSchema, CheckFailedSchema]), {
      description: 'in the order asked; a line that cannot be answered says why and spoils no other',
    }),
  },
  exact,
)

export function checkPaths(answerer: Answerer, build: string, day: string): object {
  return {
    '/api/v1/check': {
      post: {
        operationId: 'check',
        tags: ['lookup'],
        summary: 'Check a list of codes and names, at most 500 at once',
        description:
          'Lists have a limit of their own, in points: a list costs one point for every 500 codes, or 50 names or whole chapters, begun, so a list of up to 500 codes costs one and 500 names cost ten; the RateLimit headers count points. A list that costs more than the limit is taken when nothing else was sent in its minute. At most two lists of one caller are checked at the same time. A line that cannot be answered has `status: error` and its own problem, and spoils no other. `detail: full` gives every line all fields of the lookup, `short` (the default) a line for each match; either way at most 20 of them, and `meta.total` of a line counts them all.',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: CheckRequestSchema,
              examples: {
                list: {
                  summary: 'two codes and a name',
                  value: {
                    lang: 'en',
                    items: [
                      { id: '1', q: '7304 11 00', contract_date: '2022-01-31' },
                      { id: '2', q: 'laptop', direction: 'export' },
                      { id: 'last', q: '8471.30.00' },
                    ],
                  },
                },
              },
            },
          },
        },
        responses: {
          200: answer('The answers, in the order asked', CheckResponseSchema, LIMIT_HEADERS, {
            short: { summary: 'one line answered, one that cannot be', value: checkedExample(answerer, build, day) },
          }),
          ...problems('/api/v1/check', [
            'batch_invalid',
            'batch_field_unknown',
            'lang_unknown',
            'as_of_invalid',
            'detail_unknown',
            'items_invalid',
            'items_too_many',
            'item_invalid',
            'item_id_invalid',
            'item_id_repeated',
            ...ACCESS,
            'batch_limited',
            'batches_busy',
            'batch_too_large',
            'media_type_unsupported',
            'not_ready',
          ]),
        },
      },
    },
  }
}

function checkedExample(answerer: Answerer, build: string, asOf: string): object {
  const items = [
    { id: '1', q: '7401 00 00' },
    { id: '2', q: '7' },
  ]
  const read = readBatch({ lang: 'en', items })
  if ('wrong' in read) return {}
  const scope = answerer.scope(asOf, 'en')
  const checking: Checking = { answerer, batch: read.batch, asOf, language: 'en', scope, onFault: () => {} }
  return { ...headOf(checking, build), items: items.map((_, at) => checkLine(checking, at)) }
}
