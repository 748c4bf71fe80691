import { setImmediate as nextTurn } from 'node:timers/promises'
import { markOnRequest } from '../../changes/audience.ts'
import { type Change, inOrder } from '../../changes/change.ts'
import type { Dataset } from '../../law/build/dataset.ts'
import type { Changes, RecordedChange } from '../../store/changes.ts'
import { StoreError } from '../../store/store-error.ts'
import { type Asked, type ChangesInLaw, type Feed, type Page, pageOf } from './feed.ts'

/** Recorded changes that are not kept in memory. Reading them throws a StoreError while the store is away. */
export interface Older {
  /** The place in the feed of the last of them. */
  readonly until: number
  /** The history that the law shows, without anything that was ever recorded. */
  history(): Promise<readonly Change[]>
  /** Changes behind a place, whole transactions of them. `whole`: from the first change of its transaction on. */
  after(seq: number, whole: boolean, most: number): Promise<readonly RecordedChange[]>
  /** Changes that one request looks at, before it hands out what it has found and where to go on. */
  readonly mostAtOnce: number
}

const READ_AT_ONCE = 1_000
const READ_AT_MOST = 5_000

export function olderIn(
  store: () => { readonly changes: Pick<Changes, 'after' | 'recordedAmong'> } | null,
  until: number,
  past: readonly Change[],
  dataset: Pick<Dataset, 'regimes'>,
  readAtMost = READ_AT_MOST,
): Older {
  let unrecorded: Promise<readonly Change[]> | null = null
  const changes = () => {
    const open = store()
    if (!open) throw new StoreError('changes.after', 'the store is not open')
    return open.changes
  }

  async function withoutRecorded(): Promise<readonly Change[]> {
    const known = await changes().recordedAmong(past.map(({ id }) => id))
    return past.filter(({ id }) => !known.has(id)).toSorted(inOrder)
  }

  /** The place before the first change that was recorded together with the one at `seq`. */
  async function beforeTransactionOf(seq: number): Promise<number> {
    let moment: string | null = null
    for (let place = seq; place > 0; ) {
      const from = Math.max(0, place - READ_AT_ONCE)
      const rows = (await changes().after(from, place - from)).toReversed()
      moment ??= rows[0]?.recordedAt ?? null
      const other = rows.find(({ recordedAt }) => recordedAt !== moment)
      if (other) return other.seq
      place = from
      await nextTurn()
    }
    return 0
  }

  async function after(seq: number, whole: boolean, most: number): Promise<readonly RecordedChange[]> {
    const read: RecordedChange[] = []
    let place = whole ? await beforeTransactionOf(seq) : seq
    while (place < until) {
      const more = await changes().after(place, Math.min(READ_AT_ONCE, most, until - place))
      if (more.length === 0) break
      read.push(...more)
      place = more.at(-1)!.seq
      // A transaction that is cut off is left to the next page, unless there is nothing else.
      const end =
        read.length < most ? -1 : read.findLastIndex(({ recordedAt }) => recordedAt !== more.at(-1)!.recordedAt)
      if (place < until && end >= 0 && read[end]!.seq > seq) return markOnRequest(read.slice(0, end + 1), dataset)
      await nextTurn()
    }
    return markOnRequest(read, dataset)
  }

  return {
    until,
    history: () => {
      unrecorded ??= withoutRecorded()
      unrecorded.catch(() => {
        unrecorded = null // asked again with the next question
      })
      return unrecorded
    },
    after,
    mostAtOnce: readAtMost,
  }
}

interface Readable {
  readonly feed: Feed
  readonly older: Older | null
  readonly law: ChangesInLaw
}

/** A page of the feed, of changes in memory or in the store. It may hold fewer than asked for and yet say that there are more. */
export async function readPage({ feed, older, law }: Readable, asked: Asked): Promise<Page> {
  const { cursor, codes } = asked
  if (older === null || (cursor && 'seq' in cursor && cursor.seq >= older.until)) return pageOf(feed, asked, law)
  const isRecorded = cursor !== null && 'seq' in cursor
  const history = isRecorded ? [] : await older.history()
  if (!isRecorded) {
    const page = pageOf({ history, recorded: [] }, asked, law)
    if (page.more) return page
  }
  const read = (most: number) => older.after(isRecorded ? cursor.seq : 0, codes.length > 0, most)
  // Most pages are full with the first changes behind the cursor.
  const nearest = await read(Math.min(asked.limit + 1, older.mostAtOnce))
  const full = pageOf({ history, recorded: nearest }, asked, law)
  if (full.more) return full
  const recorded = await read(older.mostAtOnce)
  const last = recorded.at(-1)?.seq ?? older.until
  if (last >= older.until) return pageOf({ history, recorded: [...recorded, ...feed.recorded] }, asked, law)
  return { ...pageOf({ history, recorded }, asked, law), more: true }
}
