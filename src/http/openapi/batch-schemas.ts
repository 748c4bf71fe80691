import Type from 'typebox'
import { BatchHeadSchema, CheckedFullSchema, CheckedShortSchema } from '../../answer/batch-response.ts'
import { DETAILS } from '../../answer/question.ts'
import { LANGUAGES } from '../../terms/language.ts'
import { DIRECTIONS } from '../../terms/law.ts'
import { ID_AT_MOST, ITEMS_AT_MOST } from '../request/batch.ts'
import { ProblemSchema } from './problem.ts'

const exact = { additionalProperties: false } as const

const RegimeCode = Type.Optional(Type.String({ description: 'only this regime', examples: ['EU-RU-833-2014'] }))

const Place = (description: string, example: string) => Type.Optional(Type.String({ description, examples: [example] }))

const deal = {
  origin: Place('country where the goods originate: ISO 3166-1 alpha-2, EU, or a territory such as UA-43', 'PL'),
  dispatch: Place('country that the goods are sent from; the origin unless given', 'TR'),
  destination: Place('country that the goods go to', 'KZ'),
  via: Place('countries that the goods cross, separated by commas', 'RU'),
  value: Type.Optional(
    Type.Union([Type.String(), Type.Number()], {
      description: 'what one item is worth in EUR: a decimal with a point, above 0',
      examples: ['299.99'],
    }),
  ),
}

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
    direction: Type.Optional(
      Type.Enum(DIRECTIONS, { description: 'only what concerns this direction; export includes transit bans' }),
    ),
    regime: RegimeCode,
    ...deal,
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
    regime: RegimeCode,
    ...deal,
    items: Type.Array(BatchItemSchema, { minItems: 1, maxItems: ITEMS_AT_MOST }),
  },
  exact,
)

export const FailedItemSchema = Type.Object(
  { id: Type.String(), status: Type.Literal('error'), problem: ProblemSchema },
  exact,
)

export const BatchResponseSchema = Type.Object(
  {
    ...BatchHeadSchema.properties,
    items: Type.Array(Type.Union([CheckedShortSchema, CheckedFullSchema, FailedItemSchema]), {
      description: 'in the order asked; a line that cannot be answered says why and spoils no other',
    }),
  },
  exact,
)
