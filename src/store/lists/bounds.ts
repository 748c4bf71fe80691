/** What a key holder may store. Problems quote these figures, so this file loads nothing of the store. */
export const LISTS_AT_MOST = 50
export const LIST_ITEMS_AT_MOST = 20_000
