import { setImmediate as nextTurn } from 'node:timers/promises'
import { markOnRequest } from '../../changes/audience.ts'
import type { Change } from '../../changes/change.ts'
import { historyInSlices, windDownHistory } from '../../changes/history.ts'
import type { Dataset } from '../../law/build/dataset.ts'
import type { Changes, RecordedChange } from '../../store/changes.ts'
import { StoreError } from '../../store/store-error.ts'
import { runInTurns } from '../../terms/time-slices.ts'
import { logStoreFailure } from '../response/store-failures.ts'
import type { Services } from '../services.ts'
import { type ChangesInLaw, changesInLaw, type Feed, mergeFeed } from './feed.ts'
import { type Older, olderIn } from './older-changes.ts'

export interface CurrentFeed {
  /** The whole feed, or where more was recorded than is kept in memory, the history and the newest recorded changes. */
  readonly feed: Feed
  /** What was recorded before those; null when there is nothing. */
  readonly older: Older | null
  readonly law: ChangesInLaw
  /** False while the store is away: the newest recorded changes may be missing. */
  readonly complete: boolean
  /** Differs whenever the feed does, for caches of what is made from it. */
  readonly revision: string
}

const READ_AT_ONCE = 1_000
/** Recorded changes that are kept in memory, at the pace of 2026 those of several years. Twice as many before some are dropped. */
const KEPT = 20_000

/** The newest recorded changes, all behind one place in the feed. */
interface Newest {
  readonly from: number
  readonly changes: readonly RecordedChange[]
}

/**
 * The feed as of now. The newest recorded changes are cached: they never change, and only new ones are read from the store.
 * Older ones stay there, so that memory does not grow with the years.
 */
export function feedOf(
  services: Pick<Services, 'store' | 'today' | 'log'>,
  kept = KEPT,
): (dataset: Dataset) => Promise<CurrentFeed> {
  let newest: Newest | null = null
  let merged: { revision: string; feed: Feed; older: Older | null } | null = null

  /** Reads the changes that were recorded since the last call; false when the store is away. */
  async function readNew(): Promise<boolean> {
    const store = services.store()
    if (!store) return false
    try {
      const from = newest ? lastOf(newest) : Math.max(0, (await store.changes.lastSeq()) - kept)
      const read = await readAfter(store.changes, from)
      // Two requests may read the same rows at the same time.
      const before: Newest = newest ?? { from, changes: [] }
      const last = lastOf(before)
      const fresh = read.filter(({ seq }) => seq > last)
      if (newest === null || fresh.length > 0) {
        newest = trimmed({ from: before.from, changes: [...before.changes, ...fresh] }, newest === null, kept)
      }
      return true
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      logStoreFailure(services, error)
      return false
    }
  }

  return async (dataset) => {
    const { changes, law } = historyFor(dataset)
    const [complete, known] = [await readNew(), await changes]
    const day = services.today()
    const recorded = newest?.changes ?? []
    const revision = JSON.stringify([dataset.version, day, newest ? lastOf(newest) : 0])
    if (merged?.revision !== revision) {
      const past = markOnRequest([...known, ...windDownHistory(dataset, day)], dataset)
      merged = {
        revision,
        feed: mergeFeed(past, markOnRequest(recorded, dataset)),
        older: newest && newest.from > 0 ? olderIn(services.store, newest.from, past, dataset) : null,
      }
    }
    const { feed, older } = merged
    return { feed, older, law, complete, revision }
  }
}

interface History {
  readonly changes: Promise<readonly Change[]>
  readonly law: ChangesInLaw
}

const histories = new WeakMap<Dataset, History>()

/** Worked out when the feed is first asked for, which most services never are, and between other requests. */
function historyFor(dataset: Dataset): History {
  const known = histories.get(dataset)
  if (known) return known
  const history = { changes: runInTurns(historyInSlices(dataset), nextTurn), law: changesInLaw(dataset) }
  histories.set(dataset, history)
  return history
}

const lastOf = ({ from, changes }: Newest): number => changes.at(-1)?.seq ?? from

async function readAfter(changes: Changes, from: number): Promise<readonly RecordedChange[]> {
  const read: RecordedChange[] = []
  for (;;) {
    const more = await changes.after(read.at(-1)?.seq ?? from, READ_AT_ONCE)
    read.push(...more)
    if (more.length < READ_AT_ONCE) return read
    await nextTurn()
  }
}

/**
 * Drops the oldest when there are too many. What remains begins with the first change of a transaction, since what was
 * recorded together is told together. `isFirst`: the first one may stand in the middle of its transaction.
 */
function trimmed(all: Newest, isFirst: boolean, kept: number): Newest {
  const { from, changes } = all
  const tooMany = changes.length > 2 * kept
  if (!tooMany && !(isFirst && from > 0)) return all
  const least = tooMany ? changes.length - kept : 1
  const moment = changes[least - 1]?.recordedAt
  const start = changes.findIndex(({ recordedAt }, at) => at >= least && recordedAt !== moment)
  return start < 0 ? all : { from: changes[start]!.seq - 1, changes: changes.slice(start) }
}
