import { markOnRequest } from '../../changes/audience.ts'
import { type Change, inOrder } from '../../changes/change.ts'
import { historyOf, windDownHistory } from '../../changes/history.ts'
import type { Dataset } from '../../law/build/dataset.ts'
import type { RecordedChange } from '../../store/changes.ts'
import { StoreError } from '../../store/store-error.ts'
import type { Services } from '../services.ts'
import { type Feed, mergeFeed } from './feed.ts'

export interface CurrentFeed {
  readonly feed: Feed
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
  let history: { version: string; changes: readonly Change[] } | null = null

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
      services.log.warn({ reason: error.message }, 'store failed')
      return false
    }
  }

  /** Worked out when the feed is first asked for, which most services never are. */
  function historyFor(dataset: Dataset): readonly Change[] {
    if (history?.version !== dataset.version) history = { version: dataset.version, changes: historyOf(dataset) }
    return history.changes
  }

  return async (dataset) => {
    const complete = await readNew()
    const day = services.today()
    const revision = JSON.stringify([dataset.version, day, recorded.at(-1)?.seq ?? 0])
    if (merged?.revision !== revision) {
      const past = [...historyFor(dataset), ...windDownHistory(dataset, day)].toSorted(inOrder)
      merged = { revision, feed: mergeFeed(markOnRequest(past, dataset), markOnRequest(recorded, dataset)) }
    }
    return { feed: merged.feed, complete, revision }
  }
}
