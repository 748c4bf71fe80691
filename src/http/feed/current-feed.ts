import { type Change, inOrder } from '../../changes/change.ts'
import { historyOf, windDownHistory } from '../../changes/history.ts'
import type { Dataset } from '../../law/build/dataset.ts'
import type { RecordedChange } from '../../store/changes.ts'
import { StoreError } from '../../store/store-error.ts'
import type { Services } from '../services.ts'
import { brusselsDay } from '../today.ts'
import { type Feed, mergeFeed } from './feed.ts'

export interface CurrentFeed {
  readonly feed: Feed
  /** False while the store is away: what was recorded lately may be missing. */
  readonly complete: boolean
  /** Names what the feed follows from. */
  readonly identity: string
}

const READ_AT_ONCE = 1_000

/** The feed as it stands now. What was recorded is read once and kept: it never changes, there is only more of it. */
export function feedOf(services: Services): (dataset: Dataset) => Promise<CurrentFeed> {
  const today = brusselsDay(services.now)
  let recorded: readonly RecordedChange[] = []
  let merged: { identity: string; feed: Feed } | null = null
  let history: { version: string; changes: readonly Change[] } | null = null

  /** Whether the store could tell all. */
  async function readOn(): Promise<boolean> {
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

  /** Worked out when first asked for: most services are never asked. */
  function historyFor(dataset: Dataset): readonly Change[] {
    if (history?.version !== dataset.version) history = { version: dataset.version, changes: historyOf(dataset) }
    return history.changes
  }

  return async (dataset) => {
    const complete = await readOn()
    const day = today()
    const identity = JSON.stringify([dataset.version, services.build, day, recorded.at(-1)?.seq ?? 0])
    if (merged?.identity !== identity) {
      const past = [...historyFor(dataset), ...windDownHistory(dataset, day)].toSorted(inOrder)
      merged = { identity, feed: mergeFeed(past, recorded) }
    }
    return { feed: merged.feed, complete, identity }
  }
}
