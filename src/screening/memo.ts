import { LRUCache } from 'lru-cache'
import { DEAL_FIELDS } from '../terms/law-vocabulary.ts'
import type { ItemQuestion, ItemState } from './item.ts'

/** Most lists of a trade ask about the same goods. Beyond this many, questions that were not asked lately are worked out again. */
const MAX_QUESTIONS = 50_000

/** Answers identical questions once, as long as the law and the day stay the same. */
export function memoizeStates(work: (item: ItemQuestion) => ItemState): {
  known(item: ItemQuestion): ItemState | undefined
  of(item: ItemQuestion): ItemState
} {
  const states = new LRUCache<string, ItemState>({ max: MAX_QUESTIONS })
  // Thousands of questions share a few hundred states, which are kept once.
  const shared = new Map<string, ItemState>()
  // Only `q` may have spaces, and it stands last.
  const keyOf = (item: ItemQuestion) => `${DEAL_FIELDS.map((field) => item[field] ?? '').join(' ')} ${item.q}`
  return {
    known: (item) => states.get(keyOf(item)),
    of(item) {
      const found = work(item)
      const text = `${found.state} ${found.acts}`
      const state = shared.get(text) ?? found
      shared.set(text, state)
      states.set(keyOf(item), state)
      return state
    },
  }
}
