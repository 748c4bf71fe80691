import { LRUCache } from 'lru-cache'
import type { LawAtHand } from '../../receipts/verify.ts'
import { fairTurns } from '../kernel/gate/fair-turns.ts'

/** So long a law that is no longer served stays open after it was asked: a few receipts of one version are often verified in a row. */
const KEPT_MS = 60_000
/** Each holds some 40 MB. */
const KEPT = 2

/** Requests that wait for their turn, each of which holds its receipt of up to 4 MiB. */
const MAX_WAITING = 8

/** Laws that are no longer served. One at a time is opened, callers take turns, and those asked last stay open for a while. */
export function recordedLaws(ending: AbortSignal) {
  const open = new LRUCache<string, LawAtHand>({ max: KEPT, ttl: KEPT_MS, ttlAutopurge: true, updateAgeOnGet: true })
  let isBusy = false
  const turns = fairTurns(() => !isBusy, { maxWaiting: MAX_WAITING, ending })

  return {
    get: (version: string): LawAtHand | undefined => open.get(version),
    /** Null when `load` is. Rejects with `TurnRefused` when too many wait, or this caller has waited for too long. */
    async open(caller: string, version: string, load: () => Promise<LawAtHand | null>): Promise<LawAtHand | null> {
      await turns.add(caller)()
      // Whoever had the turn before may have asked for the same.
      const known = open.get(version)
      if (known) return known
      isBusy = true
      try {
        const law = await load()
        if (law) open.set(version, law)
        return law
      } finally {
        isBusy = false
        turns.wake()
      }
    },
  }
}
