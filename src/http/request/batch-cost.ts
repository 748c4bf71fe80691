import { readQuery } from '../../answer/question.ts'
import { forEachSliced, type TimeSliced } from '../../terms/time-slices.ts'
import { type Batch, ITEMS_AT_MOST } from './batch.ts'

/** Searching for a name, or walking a whole chapter, takes about ten times the work of a code. */
const HEAVY_WORK = 10

/** One point of the limit pays for a full batch of codes. */
const WORK_PER_POINT = ITEMS_AT_MOST

/** Questions read between two pauses: the longest that can be asked take 0.2 ms each. */
const SLICE = 10

/** How many points of the limit a batch costs, by the work that its items may cause. */
export function* costOf({
  items,
}: {
  readonly items: readonly Pick<Batch['items'][number], 'q'>[]
}): TimeSliced<number> {
  let work = 0
  const add = ({ q = '' }: { readonly q?: string }) => {
    work += isHeavy(q) ? HEAVY_WORK : 1
  }
  yield* forEachSliced(items, add, SLICE)
  return Math.max(1, Math.ceil(work / WORK_PER_POINT))
}

/** The ids of the items that cost as much as a name. */
export function* heavyIds(
  items: readonly { readonly id: string; readonly q: string }[],
): TimeSliced<ReadonlySet<string>> {
  const ids = new Set<string>()
  const add = ({ id, q }: { readonly id: string; readonly q: string }) => {
    if (isHeavy(q)) ids.add(id)
  }
  yield* forEachSliced(items, add, SLICE)
  return ids
}

function isHeavy(q: string): boolean {
  const read = readQuery(q)
  // A question that cannot be read costs nothing more than its problem.
  if (typeof read === 'string') return false
  return read.as === 'name' || read.digits.length === 2
}
