import { readQuery } from '../../answer/question.ts'
import { type Batch, ITEMS_AT_MOST } from './batch.ts'

/** A name is searched for, and a whole chapter is walked through: either takes about ten times the work of a code. */
const HEAVY = 10

/** What one point of the limit buys: a full list of codes. */
const PER_POINT = ITEMS_AT_MOST

/** How many points of the limit a list costs, by the work that its lines may cause. */
export function costOf({ items }: Pick<Batch, 'items'>): number {
  const work = items.reduce((sum, { q = '' }) => sum + (isHeavy(q) ? HEAVY : 1), 0)
  return Math.max(1, Math.ceil(work / PER_POINT))
}

function isHeavy(q: string): boolean {
  const read = readQuery(q)
  // What cannot be read is refused at once.
  if (typeof read === 'string') return false
  return read.as === 'name' || read.digits.length === 2
}
