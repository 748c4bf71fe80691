import Type from 'typebox'
import { BatchHeadSchema, CheckedFullSchema, CheckedShortSchema } from '../../answer/batch-response.ts'
import type { Parameter, Parameters } from '../../answer/parameters.ts'
import { batchParameters, DEAL_PARAMETERS, ITEM_PARAMETERS, ITEMS_AT_MOST } from '../input/batch-fields.ts'
import { ID_AT_MOST } from '../input/body-fields.ts'
import { ProblemSchema } from './problem.ts'

const exact = { additionalProperties: false } as const

/** Parameters of the lookup as fields. Which regimes there are depends on the law, so none are listed here. */
const fieldsOf = <Declared extends Parameters>(declared: Declared) =>
  Object.fromEntries(
    Object.entries(declared).map(([name, parameter]) => [name, Type.Optional(fieldOf(parameter))]),
  ) as { [Name in keyof Declared]: Type.TOptional<Type.TUnsafe<string>> }

function fieldOf({ schema, description, charactersAtMost, mayBeNumber }: Parameter<unknown>): Type.TUnsafe<string> {
  const { enum: words = [], ...rest } = schema
  if (words.length > 0) return Type.Unsafe<string>({ ...rest, enum: words, description })
  const bounded = rest.format ? rest : { maxLength: charactersAtMost, ...rest }
  if (mayBeNumber) return Type.Unsafe<string>({ ...bounded, type: ['string', 'number'], description })
  return Type.Unsafe<string>({ ...bounded, description })
}

const { q: _q, ...ofItem } = fieldsOf(ITEM_PARAMETERS)

const BatchItemSchema = Type.Object(
  {
    id: Type.String({
      minLength: 1,
      maxLength: ID_AT_MOST,
      description: 'the caller’s own, each once',
      examples: ['1'],
    }),
    q: fieldOf(ITEM_PARAMETERS.q),
    ...ofItem,
  },
  exact,
)

export const BatchRequestSchema = Type.Object(
  {
    ...fieldsOf(batchParameters([])),
    ...fieldsOf(DEAL_PARAMETERS),
    items: Type.Array(BatchItemSchema, { minItems: 1, maxItems: ITEMS_AT_MOST }),
  },
  exact,
)

export const FailedItemSchema = Type.Object(
  {
    id: Type.Union([Type.String(), Type.Null()], {
      description: 'as given, a number as text, at most 64 characters of it; null where an item has none',
    }),
    status: Type.Literal('error'),
    problem: ProblemSchema,
  },
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
