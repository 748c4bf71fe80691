/** What a key holder may store. Problems quote these figures, so this file loads nothing of the store. */
export const MAX_LISTS = 50
export const MAX_LIST_ITEMS = 20_000
/** New names of a key in a day, and names in all its lists, unless the operator sets another limit. */
export const NAMES_BY_DEFAULT = 100_000
