import { readQuery } from '../../answer/question/question.ts'
import { forEachSliced, type TimeSliced } from '../../base/time-slices.ts'
import { ITEM_WORK, NAME_PART, WORK_PER_POINT } from './costs.ts'
import type { Batch } from './read-batch.ts'

/** Questions read between two pauses: the longest that can be asked take 0.2 ms each. */
const SLICE = 10

interface Asked {
  readonly items: readonly Pick<Batch['items'][number], 'q'>[]
  /** Short unless given. */
  readonly detail?: Batch['detail']
}

/** How many points of the limit a batch costs, by the work that its items may cause. */
export function* costOf({ items, detail = 'short' }: Asked): TimeSliced<number> {
  let work = 0
  const add = ({ q = '' }: { readonly q?: string }) => {
    const kind = kindOf(q)
    work += ITEM_WORK[detail][kind] * (kind === 'name' ? Math.ceil(q.length / NAME_PART) : 1)
  }
  yield* forEachSliced(items, add, SLICE)
  return Math.max(1, Math.ceil(work / WORK_PER_POINT))
}

function kindOf(q: string): keyof typeof ITEM_WORK.short {
  const read = readQuery(q)
  // A question that cannot be read costs nothing more than its problem.
  if (typeof read === 'string') return 'code'
  if (read.as === 'name') return 'name'
  if (read.digits.length === 2) return 'chapter'
  return read.digits.length === 4 ? 'heading' : 'code'
}
