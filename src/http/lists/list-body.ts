import Type from 'typebox'
import type { Parameter } from '../../answer/question/parameters.ts'
import { exactObject } from '../../base/exact.ts'
import type { ItemField } from '../../law/terms/law-vocabulary.ts'
import { quote } from '../kernel/problem/problem.ts'
import { PROBLEM } from '../kernel/problem/problem-keyword.ts'
import { describedField, ITEM_PARAMETERS, itemId, questionField } from '../lookup/batch-body.ts'
import { MAX_ID } from '../lookup/limits.ts'

export const ItemId = itemId(
  'your own, each once',
  'A-1',
  quote('list_item_id_invalid', { max: MAX_ID }),
  (id) => !/\p{Cc}/u.test(id),
)

const questionText = (parameter: Parameter<unknown>, described: object) =>
  questionField(parameter, 'list_item_invalid', { type: 'string', ...described })

export const Q = questionText(ITEM_PARAMETERS.q, {
  description: 'a code or a name, as in the lookup',
  examples: ['7304 11 00'],
})

/** What is asked besides the goods, as a lookup takes it; null is left out, so that what was read can be sent back. */
const given = <Value, Others extends Type.TSchema[]>(parameter: Parameter<Value>, ...others: [...Others]) => {
  const { type: _, description, ...bounds } = describedField(parameter)
  const text = questionText(parameter, bounds) as Type.TUnsafe<TextOf<Value>>
  return Type.Optional(Type.Union([text, ...others], { description }))
}

/** The words that a parameter chooses from; the texts of any other parameter are open. */
type TextOf<Value> = [WordOf<Value>] extends [never] ? string : WordOf<Value>
type WordOf<Value> = Value extends `${infer Word}` ? Word : never

const { origin, dispatch, destination, via, value, direction, regime, contract_date, facts } = ITEM_PARAMETERS
const FIELDS_GIVEN = {
  origin: given(origin, Type.Null()),
  dispatch: given(dispatch, Type.Null()),
  destination: given(destination, Type.Null()),
  via: given(via, Type.Null()),
  value: given(value, Type.Number(), Type.Null()),
  direction: given(direction, Type.Null()),
  regime: given(regime, Type.Null()),
  contract_date: given(contract_date, Type.Null()),
  facts: given(facts, Type.Null()),
} satisfies Record<ItemField, Type.TSchema>

const ITEM_NAMES = ['id', 'q', ...Object.keys(FIELDS_GIVEN)].join(', ')
export const UNKNOWN = { additionalProperties: quote('list_field_unknown', { itemFields: ITEM_NAMES }) }

export const ListItemSchema = exactObject(
  { id: ItemId, q: Q, ...FIELDS_GIVEN },
  { [PROBLEM]: { type: 'list_item_invalid', ...UNKNOWN } },
)
