import Type from 'typebox'
import { oneOf, type Parameter, type Parameters } from '../../answer/question/parameters.ts'
import { DETAILS, lookupParameters } from '../../answer/question/question.ts'
import { dealParameters } from '../../answer/question/read-deal.ts'
import { exactObject } from '../../base/exact.ts'
import { buildCountries } from '../../law/dataset/countries.ts'
import type { DealField } from '../../law/terms/law-vocabulary.ts'
import { quote } from '../kernel/problem/problem.ts'
import { PROBLEM, type Reference } from '../kernel/problem/problem-keyword.ts'
import { MAX_ID, MAX_ITEMS } from './limits.ts'

/** The fields of a batch are parameters of the lookup: declared there once, checked here and described to callers. */

/** For items that name none of their own. Whether the countries exist and fit together is told of each item. */
const DEAL_PARAMETERS = dealParameters(buildCountries(null)) satisfies Record<DealField, Parameter<unknown>>

/** What all items have in common, besides their deal. */
const batchParameters = (regimes: readonly string[]) => {
  const { lang, as_of, regime } = lookupParameters(regimes)
  const detail = oneOf(DETAILS, 'short', 'detail_unknown', 'full: all fields of a lookup for each item')
  return { lang, as_of, detail, regime }
}

const { q, contract_date, direction, regime, facts } = lookupParameters([])
/** The parameters of one item; their values are understood with those of the batch. */
export const ITEM_PARAMETERS = { q, contract_date, direction, regime, facts, ...DEAL_PARAMETERS }

/** A field that is understood when the body is read: whatever is wrong with it is one problem. */
function valueField(parameter: Parameter<unknown>): Type.TUnsafe<string> {
  return Type.Unsafe<string>({ ...describedField(parameter), [PROBLEM]: parameter.problems[0] })
}

/** A field that is understood with its question. Here it is told only what is no text, or too long to be looked at. */
export const questionField = (
  parameter: Parameter<unknown>,
  noText: Reference | undefined = parameter.problems[0],
  described: object = describedField(parameter),
): Type.TUnsafe<string> =>
  Type.Refine(
    Type.Unsafe<string>({
      ...described,
      [PROBLEM]: { type: noText ?? null, maxLength: longText(parameter), '~refine': parameter.tooLong, else: null },
    }),
    // `maxLength` counts characters, while the readers of parameters count UTF-16 units.
    (text: unknown) => typeof text !== 'string' || text.length <= parameter.maxCharacters,
  ) as Type.TUnsafe<string>

/** Null where callers are shown a bound that the reader of the question counts in another way. */
const longText = ({ schema: { maxLength }, maxCharacters, tooLong }: Parameter<unknown>): string | null =>
  maxLength !== undefined && maxLength < maxCharacters ? null : tooLong

/** Which regimes there are depends on the law, so that the description lists none. */
export function describedField({ schema, description, maxCharacters, mayBeNumber }: Parameter<unknown>) {
  const { enum: words = [], ...rest } = schema
  if (words.length > 0) return { ...rest, enum: words, description }
  const bounded = rest.format ? rest : { maxLength: maxCharacters, ...rest }
  return mayBeNumber ? { ...bounded, type: ['string', 'number'], description } : { ...bounded, description }
}

const optional = <Declared extends Parameters>(
  declared: Declared,
  field: (parameter: Parameter<unknown>) => Type.TUnsafe<string>,
) =>
  Object.fromEntries(Object.entries(declared).map(([name, parameter]) => [name, Type.Optional(field(parameter))])) as {
    [Name in keyof Declared]: Type.TOptional<Type.TUnsafe<string>>
  }

/** The id of an item. What cannot be stored as it was sent is none. */
export const itemId = (description: string, example: string, problem: Reference, isGood = (_id: string) => true) =>
  Type.Refine(
    Type.String({ minLength: 1, maxLength: MAX_ID, description, examples: [example], [PROBLEM]: problem }),
    (id) => id.isWellFormed() && isGood(id),
  )

/** The fields of an item, in the order that callers are told. */
const ITEM_FIELDS = ['id', ...Object.keys(ITEM_PARAMETERS)].join(', ')
const ITEM_INVALID = quote('item_invalid', { itemFields: ITEM_FIELDS })
const inItem = (parameter: Parameter<unknown>) => questionField(parameter, ITEM_INVALID)
const { q: _q, ...ofItem } = optional(ITEM_PARAMETERS, inItem)

const BATCH_FIELDS = [...Object.keys(batchParameters([])), ...Object.keys(DEAL_PARAMETERS), 'facts', 'items'].join(', ')
export const BATCH_INVALID = quote('batch_invalid', { fields: BATCH_FIELDS })
const FIELD_UNKNOWN = quote('batch_field_unknown', { fields: BATCH_FIELDS, itemFields: ITEM_FIELDS })

export const BatchItemSchema = exactObject(
  {
    id: itemId('the caller’s own, each once', '1', quote('item_id_invalid', { max: MAX_ID })),
    q: inItem(ITEM_PARAMETERS.q),
    ...ofItem,
  },
  { [PROBLEM]: { type: ITEM_INVALID, additionalProperties: FIELD_UNKNOWN } },
)

/** A batch about the regimes of a law. */
export const batchSchema = (regimes: readonly string[]) =>
  exactObject(
    {
      ...optional(batchParameters(regimes), valueField),
      ...optional({ ...DEAL_PARAMETERS, facts }, questionField),
      items: Type.Array(BatchItemSchema, {
        minItems: 1,
        maxItems: MAX_ITEMS,
        [PROBLEM]: {
          maxItems: quote('items_too_many', { max: MAX_ITEMS }),
          else: quote('items_invalid', { max: MAX_ITEMS }),
        },
      }),
    },
    { [PROBLEM]: { type: BATCH_INVALID, additionalProperties: FIELD_UNKNOWN } },
  )

export const BatchRequestSchema = batchSchema([])
