import { setImmediate as nextTurn } from 'node:timers/promises'
import { derivedOnce } from '../../base/derived-once.ts'
import { runInTurns } from '../../base/time-slices.ts'
import { markOnRequest } from '../../changes/audience.ts'
import { historyInSlices, windDownHistory } from '../../changes/history.ts'
import type { Dataset } from '../../law/dataset/dataset.ts'
import { StoreError } from '../../store/sql/store-error.ts'
import type { Store } from '../../store/store.ts'
import type { RecordedChange } from '../../store/versions/changes.ts'
import { perService } from '../kernel/service/per-service.ts'
import type { Services } from '../kernel/service/services.ts'
import { logStoreFailure } from '../kernel/service/store-failures.ts'
import { type ChangesInLaw, changesInLaw, type Feed, mergeFeed } from './feed.ts'

export interface CurrentFeed {
  readonly feed: Feed
  readonly law: ChangesInLaw
  /** False while the store is away: the newest recorded changes may be missing. */
  readonly complete: boolean
  /** Differs whenever the feed does, for caches of what is made from it. */
  readonly revision: string
}

const READ_AT_ONCE = 1_000
/**
 * The feed as of now. Recorded changes are cached: they never change, and only new ones are read from the store. An act
 * brings some hundred, of a kilobyte each.
 */
export const feedOf = perService(feedFor)

function feedFor(services: Pick<Services, 'store' | 'today' | 'log'>): (dataset: Dataset) => Promise<CurrentFeed> {
  let recorded: readonly RecordedChange[] = []
  let merged: { revision: string; feed: Feed } | null = null

  /** Reads the changes that were recorded since the last call; false when the store is away. */
  async function readNew(): Promise<boolean> {
    const store = services.store()
    if (!store) return false
    try {
      const read = await readAfter(store.changes, lastOf(recorded))
      // Two requests may read the same rows at the same time.
      const last = lastOf(recorded)
      const fresh = read.filter(({ seq }) => seq > last)
      if (fresh.length > 0) recorded = [...recorded, ...fresh]
      return true
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      logStoreFailure(services, error)
      return false
    }
  }

  return async (dataset) => {
    const { changes, law } = historyOf(dataset)
    const [complete, known] = [await readNew(), await changes]
    const day = services.today()
    const revision = JSON.stringify([dataset.version, day, lastOf(recorded)])
    if (merged?.revision !== revision) {
      const past = markOnRequest([...known, ...windDownHistory(dataset, day)], dataset)
      merged = { revision, feed: mergeFeed(past, markOnRequest(recorded, dataset)) }
    }
    return { feed: merged.feed, law, complete, revision }
  }
}

/** Worked out when the feed is first asked for, which most services never are, and between other requests. */
const historyOf = derivedOnce((dataset: Dataset) => ({
  changes: runInTurns(historyInSlices(dataset), nextTurn),
  law: changesInLaw(dataset),
}))

const lastOf = (recorded: readonly RecordedChange[]): number => recorded.at(-1)?.seq ?? 0

async function readAfter(changes: Store['changes'], from: number): Promise<readonly RecordedChange[]> {
  const read: RecordedChange[] = []
  for (;;) {
    const more = await changes.after(read.at(-1)?.seq ?? from, READ_AT_ONCE)
    read.push(...more)
    if (more.length < READ_AT_ONCE) return read
    await nextTurn()
  }
}
