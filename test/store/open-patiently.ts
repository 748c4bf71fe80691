import { openStore, type Place, type Store } from '../../src/store/store.ts'

/**
 * A database that a busy machine answers late from must not count as away: the store would then count by itself, and a
 * bucket would give its limit twice.
 */
export const PATIENT = { timeoutMs: 120_000, countingTimeoutMs: 120_000 }

/** Opens a store that waits as long as it must for a connection, a lock or an answer. */
export const openPatiently = (place: Place, options: Parameters<typeof openStore>[1] = {}): Promise<Store> =>
  openStore(place, { ...PATIENT, ...options })
