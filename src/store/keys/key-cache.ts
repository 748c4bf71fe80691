import { boundedMap } from '../sql/bounded-map.ts'

/** A revocation takes effect in every instance within this time. */
const FRESH_MS = 5_000
/** While the database is away, a key that was good this recently stays good, so that key holders survive a short outage. */
const STALE_MS = 60_000
const MAX_KNOWN = 10_000
/** Unknown keys have a map of their own, so that made-up keys cannot push out known ones. */
const MAX_UNKNOWN = 1_000

interface Entry<Key> {
  readonly key: Key
  readonly readAt: number
  refreshAt: number
}

/** Caches what `load` found by hash, and that it found nothing. Times are milliseconds, given by the caller. */
export function keyCache<Key>(load: (hash: string) => Promise<Key | null>) {
  const known = boundedMap<Entry<Key>>(MAX_KNOWN)
  const unknown = boundedMap<number>(MAX_UNKNOWN)
  const loading = new Map<string, Promise<Key | null>>()

  async function refresh(hash: string, now: number): Promise<Key | null> {
    const key = await load(hash)
    known.delete(hash)
    unknown.delete(hash)
    if (key) known.set(hash, { key, readAt: now, refreshAt: now + FRESH_MS })
    else unknown.set(hash, now)
    return key
  }

  /** Concurrent requests with the same key share one query. */
  function refreshOnce(hash: string, now: number): Promise<Key | null> {
    const result = loading.get(hash) ?? refresh(hash, now).finally(() => loading.delete(hash))
    loading.set(hash, result)
    return result
  }

  /** What the cache knows without asking; undefined when that is nothing, or too old. */
  function fresh(hash: string, now: number): Key | null | undefined {
    const entry = known.get(hash)
    // If the clock was set back, an entry counts as old, never as fresh.
    if (entry && now >= entry.readAt && now < entry.refreshAt) return entry.key
    const missedAt = unknown.get(hash)
    return missedAt !== undefined && now >= missedAt && now < missedAt + FRESH_MS ? null : undefined
  }

  return {
    fresh,
    async get(hash: string, now: number): Promise<Key | null> {
      const cached = fresh(hash, now)
      if (cached !== undefined) return cached
      const entry = known.get(hash)
      try {
        return await refreshOnce(hash, now)
      } catch (error) {
        if (!entry || now < entry.readAt || now >= entry.readAt + STALE_MS) throw error
        // Not every request waits for a database that is away.
        entry.refreshAt = Math.min(now + FRESH_MS, entry.readAt + STALE_MS)
        return entry.key
      }
    },
    clear(): void {
      known.clear()
      unknown.clear()
    },
  }
}
