/** What a key holder may store. Problems quote these figures, so this file loads nothing of the store. */
export const MAX_LISTS = 50
export const MAX_LIST_ITEMS = 20_000
/** A name or a whole chapter takes as much work as many codes, with every screening, and counts as so many items. */
export const ITEMS_PER_NAME = 10
