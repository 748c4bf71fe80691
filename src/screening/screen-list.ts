import { LRUCache } from 'lru-cache'
import type { Answerer } from '../answer/answer.ts'
import { readQuery } from '../answer/question/question.ts'
import { isSameState, readState } from '../answer/shape/state.ts'
import { ITEM_FIELDS } from '../law/terms/law-vocabulary.ts'
import { fieldsOf, type ScreenedItem } from '../store/lists/list-queries.ts'
import type { ListLease, Screening, Screenings, Target } from '../store/lists/screenings.ts'
import { actsBehind } from './acts-behind.ts'
import { assessItem, type ItemQuestion, type ItemState, stateOf } from './item.ts'

/** The longest that requests wait for the screening, apart from a single answer. */
const SLICE_MS = 2

/** The law and the day that lists are screened with, and the answers found so far. */
export interface Round {
  readonly target: Target
  readonly answerer: Answerer
  readonly memo: ReturnType<typeof memoizeStates>
  /** Memoized words of changes: many lists have the same goods. */
  readonly details: LRUCache<string, ChangeDetails>
}

interface ChangeDetails {
  readonly sentence: string
  readonly acts: readonly string[]
}

const MAX_DETAILS = 5_000

export const roundOf = (answerer: Answerer, target: Target): Round => ({
  target,
  answerer,
  memo: memoizeStates((item) => stateOf(item, answerer, target.day)),
  details: new LRUCache({ max: MAX_DETAILS }),
})

/** Most lists of a trade ask about the same goods. Beyond this many, questions that were not asked lately are worked out again. */
const MAX_QUESTIONS = 50_000

/** Answers identical questions once, as long as the law and the day stay the same. */
export function memoizeStates(work: (item: ItemQuestion) => ItemState) {
  const states = new LRUCache<string, ItemState>({ max: MAX_QUESTIONS })
  // Thousands of questions share a few hundred states, which are kept once.
  const shared = new Map<string, ItemState>()
  // Only `q` may have spaces, and it stands last.
  const keyOf = (item: ItemQuestion) => `${ITEM_FIELDS.map((field) => item[field] ?? '').join(' ')} ${item.q}`
  return {
    known: (item: ItemQuestion) => states.get(keyOf(item)),
    of(item: ItemQuestion): ItemState {
      const found = work(item)
      const text = `${found.state} ${found.acts}`
      const state = shared.get(text) ?? found
      shared.set(text, state)
      states.set(keyOf(item), state)
      return state
    },
  }
}

/** What other work a screening makes way for. */
interface Circumstances {
  /** Lets requests be answered. */
  readonly turn: () => Promise<unknown>
  /** Called for every item; what it returns is awaited. */
  readonly keepLease: () => Promise<void> | undefined
  readonly isStopping: () => boolean
}

/**
 * Screens one list, a slice at a time, and yields after every page, so that other lists have their turn; null when it is to
 * stop. It only reads: `finish` stores what was found, in one transaction.
 */
export async function* screenList(
  screenings: Pick<Screenings, 'items'>,
  lease: ListLease,
  { target, answerer, memo, details }: Round,
  { turn, keepLease, isStopping }: Circumstances,
): AsyncGenerator<undefined, Screening | null> {
  const items: ScreenedItem[] = []
  const changes: Screening['changes'][number][] = []
  const pause = pacer(turn)
  for await (const page of screenings.items(lease)) {
    for (const item of page) {
      const renewing = keepLease()
      if (renewing) await renewing
      if (isStopping()) return null
      const found = memo.known(item) ?? (await answered(item))
      await pause()
      if (found.state === item.state && found.acts === (item.acts ?? '')) continue
      items.push({ ...item, ...found })
      // A state in a format of another release cannot be compared, so the item begins anew.
      if (item.state === null || isSameState(found.state, item.state) || readState(item.state) === null) continue
      const asked = { itemId: item.id, q: item.q, ...fieldsOf(item) }
      changes.push({ ...asked, before: item.state, after: found.state, ...detailsOf(item, found) })
      await pause()
    }
    yield
  }
  return { target, items, changes }

  /** What a change says besides the two states. */
  function detailsOf(item: ScreenedItem, found: ItemState): ChangeDetails {
    const { list } = lease
    const before = { acts: item.acts ?? '', day: list.screened?.day ?? null }
    const key = JSON.stringify([item.q, fieldsOf(item), list.language, before, item.state])
    const known = details.get(key) ?? {
      sentence: assessItem(item, answerer, target.day, list.language).assessment.sentence,
      acts: actsBehind(item, before, { acts: found.acts, day: target.day }, answerer),
    }
    details.set(key, known)
    return known
  }

  async function answered(item: ScreenedItem) {
    const read = readQuery(item.q)
    if (typeof read === 'object' && read.as === 'name') await answerer.indexNames(target.day, turn)
    return memo.of(item)
  }
}

/** Lets other work run once a slice of time is used up. */
function pacer(turn: () => Promise<unknown>): () => Promise<unknown> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < SLICE_MS) return undefined
    return turn().then(() => {
      since = performance.now()
    })
  }
}
