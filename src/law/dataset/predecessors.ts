import { type Digits, onOnePath } from '../../base/cn-code.ts'
import { addDays } from '../../base/day.ts'
import { printLimits } from '../terms/limit.ts'
import { type Entry, listsWhole } from './dataset.ts'

/** What an entry needs so that the rows before it can be found. */
type Linked = Pick<Entry, 'regime' | 'annex' | 'article' | 'role' | 'code' | 'limits' | 'validity'> & {
  before: readonly Entry[]
}

export const NO_PREDECESSORS: readonly Entry[] = Object.freeze([])

/**
 * Gives every entry the ended rows of its annex and provision that were listed until the day before it began. An act that widens
 * or narrows a row, or gives it other words, ends one row and begins another; goods that both list are listed without a gap.
 */
export function linkPredecessors(entries: readonly Linked[]): void {
  // Another limit means other goods: a price cap of today is no older than its figure.
  const keyOf = ({ regime, annex, article, role, limits }: Linked, day: string) =>
    [regime.data.code, annex, article, role, printLimits(limits), day].join('|')
  const gone = new Map<string, Linked[]>()
  for (const entry of entries) {
    if (entry.annex === null || entry.validity.to === null) continue
    const key = keyOf(entry, entry.validity.to)
    const known = gone.get(key)
    if (known) known.push(entry)
    else gone.set(key, [entry])
  }
  for (const entry of entries) {
    const { from, basis } = entry.validity
    if (entry.annex === null || from === null || basis !== 'exact') continue
    const before = (gone.get(keyOf(entry, addDays(from, -1))) ?? []).filter((one) => onOnePath(one.code, entry.code))
    if (before.length > 0) entry.before = Object.freeze(before) as readonly Entry[]
  }
}

/** The entry with which these goods came into the list, if all of them have been listed since without a gap; else the entry itself. */
export function firstListing(entry: Entry, goods: Digits): Entry {
  if (entry.before.length === 0 || !covers(entry, goods)) return entry
  const previous = entry.before.find((one) => covers(one, goods))
  return previous ? firstListing(previous, goods) : entry
}

const covers = (entry: Entry, goods: Digits): boolean =>
  goods.startsWith(entry.code) && !entry.except.some((one) => goods.startsWith(one)) && listsWhole(entry, goods)
