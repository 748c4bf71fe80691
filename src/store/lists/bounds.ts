/** What a key holder may store. Problems quote these figures, so this file loads nothing of the store. */
export const LISTS_AT_MOST = 50
export const LIST_ITEMS_AT_MOST = 20_000
/** New names of a key in a day, and names in all its lists, unless the operator sets another limit. */
export const NAMES_BY_DEFAULT = 100_000
