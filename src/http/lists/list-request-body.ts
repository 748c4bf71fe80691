import Type from 'typebox'
import { exactObject } from '../../base/exact.ts'
import { LANGUAGES } from '../../base/language.ts'
import { ITEMS_PER_NAME, MAX_LIST_ITEMS } from '../../store/lists/list-limits.ts'
import { LeadSchema } from '../contact/lead-body.ts'
import { groupedText, quote } from '../kernel/problem/problem.ts'
import { PROBLEM } from '../kernel/problem/problem-keyword.ts'
import { ItemId, ListItemSchema, UNKNOWN } from './list-body.ts'

const NOTIFY = Type.Optional(
  Type.Union([LeadSchema.properties.email, Type.Null()], {
    description: 'is told by e-mail once it confirms; null ends that',
  }),
)

/** A list, or what it would become, has more items than a list may have. */
export const TOO_MANY = quote('list_items_too_many', {
  max: groupedText(MAX_LIST_ITEMS),
  perName: ITEMS_PER_NAME,
})

const LIST = {
  maxItems: MAX_LIST_ITEMS,
  [PROBLEM]: { maxItems: TOO_MANY, else: quote('list_items_invalid', { max: groupedText(MAX_LIST_ITEMS) }) },
}

export const ListRequestSchema = exactObject(
  {
    lang: Type.Optional(
      Type.Enum(LANGUAGES, { description: 'language of sentences; pl unless given', [PROBLEM]: 'lang_unknown' }),
    ),
    notify: NOTIFY,
    items: Type.Array(ListItemSchema, { minItems: 1, ...LIST }),
  },
  { [PROBLEM]: { type: 'list_invalid', ...UNKNOWN } },
)

export const ListPatchSchema = exactObject(
  {
    set: Type.Optional(
      Type.Array(ListItemSchema, { ...LIST, description: 'written over items of the same id, or added' }),
    ),
    notify: NOTIFY,
    remove: Type.Optional(Type.Array(ItemId, { ...LIST, description: 'ids of items; unknown ones do no harm' })),
  },
  { [PROBLEM]: { type: 'list_invalid', ...UNKNOWN } },
)
