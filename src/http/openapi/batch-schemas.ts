import Type from 'typebox'
import { CnResponseSchema } from '../../answer/response.ts'
import { CnShortSchema } from '../../answer/short-response.ts'
import { LANGUAGES } from '../../terms/language.ts'
import { DIRECTIONS } from '../../terms/law.ts'
import { DETAILS, ID_AT_MOST, ITEMS_AT_MOST } from '../request/batch.ts'
import { ProblemSchema } from './problem.ts'

const exact = { additionalProperties: false } as const

const BatchItemSchema = Type.Object(
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

export const BatchRequestSchema = Type.Object(
  {
    lang: Type.Optional(Type.Enum(LANGUAGES, { default: 'pl' })),
    as_of: Type.Optional(
      Type.String({ format: 'date', description: 'the day asked about; today in Brussels by default' }),
    ),
    detail: Type.Optional(Type.Enum(DETAILS, { default: 'short' })),
    items: Type.Array(BatchItemSchema, { minItems: 1, maxItems: ITEMS_AT_MOST }),
  },
  exact,
)

const ok = { id: Type.String(), status: Type.Literal('ok') }
const { disclaimer, scope, meta } = CnResponseSchema.properties

export const ShortAnswerSchema = Type.Object({ ...ok, ...CnShortSchema.properties }, exact)
export const FullAnswerSchema = Type.Object({ ...ok, ...CnResponseSchema.properties }, exact)
export const FailedItemSchema = Type.Object(
  { id: Type.String(), status: Type.Literal('error'), problem: ProblemSchema },
  exact,
)

export const BatchResponseSchema = Type.Object(
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
    items: Type.Array(Type.Union([ShortAnswerSchema, FullAnswerSchema, FailedItemSchema]), {
      description: 'in the order asked; a line that cannot be answered says why and spoils no other',
    }),
  },
  exact,
)
