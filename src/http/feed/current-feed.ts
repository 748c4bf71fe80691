import { setImmediate as nextTurn } from 'node:timers/promises'
import { markOnRequest } from '../../changes/audience.ts'
import type { Change } from '../../changes/change.ts'
import { historyInSlices, windDownHistory } from '../../changes/history.ts'
import type { Dataset } from '../../law/build/dataset.ts'
import type { RecordedChange } from '../../store/changes.ts'
import { StoreError } from '../../store/store-error.ts'
import { runInTurns } from '../../terms/time-slices.ts'
import { logStoreFailure } from '../response/store-failures.ts'
import type { Services } from '../services.ts'
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

/** The feed as of now. Recorded changes are cached: they never change, and only new ones are read from the store. */
export function feedOf(
  services: Pick<Services, 'store' | 'today' | 'log'>,
): (dataset: Dataset) => Promise<CurrentFeed> {
  let recorded: readonly RecordedChange[] = []
  let merged: { revision: string; feed: Feed } | null = null
  let history: { version: string; changes: Promise<readonly Change[]>; law: ChangesInLaw } | null = null

  /** Reads the changes that were recorded since the last call; false when the store is away. */
  async function readNew(): Promise<boolean> {
    const store = services.store()
    if (!store) return false
    try {
      for (;;) {
        const known = recorded.at(-1)?.seq ?? 0
        const more = await store.changes.after(known, READ_AT_ONCE)
        if (more.length === 0) return true
        // Two requests may read the same rows at the same time.
        const last = recorded.at(-1)?.seq ?? 0
        recorded = [...recorded, ...more.filter(({ seq }) => seq > last)]
        if (more.length < READ_AT_ONCE) return true
      }
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      logStoreFailure(services, error)
      return false
    }
  }

  /** Worked out when the feed is first asked for, which most services never are, and between other requests. */
  function historyFor(dataset: Dataset) {
    if (history?.version !== dataset.version) {
      const changes = runInTurns(historyInSlices(dataset), nextTurn)
      history = { version: dataset.version, changes, law: changesInLaw(dataset) }
    }
    return history
  }

  return async (dataset) => {
    const { changes, law } = historyFor(dataset)
    const [complete, known] = [await readNew(), await changes]
    const day = services.today()
    const revision = JSON.stringify([dataset.version, day, recorded.at(-1)?.seq ?? 0])
    if (merged?.revision !== revision) {
      const past = [...known, ...windDownHistory(dataset, day)]
      merged = { revision, feed: mergeFeed(markOnRequest(past, dataset), markOnRequest(recorded, dataset)) }
    }
    return { feed: merged.feed, law, complete, revision }
  }
}
