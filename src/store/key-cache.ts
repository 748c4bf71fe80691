import { generations } from './bounded-map.ts'
import type { ApiKey } from './keys.ts'

/** A revocation is seen by every instance within this time. */
const FRESH_MS = 5_000
/** While the database is away, a key that was good this recently stays good: key holders outlive a short outage. */
const STALE_MS = 60_000
const KNOWN_AT_MOST = 10_000
/** Apart from the known ones, so that made-up keys cannot push those out. */
const UNKNOWN_AT_MOST = 1_000

interface Known {
  readonly key: ApiKey
  readonly readAt: number
  askAgainAt: number
}

/** Remembers what `load` found by hash. Times are milliseconds, given by the caller. */
export function keyCache(load: (hash: string) => Promise<ApiKey | null>) {
  const known = generations<Known>(KNOWN_AT_MOST)
  const unknown = generations<number>(UNKNOWN_AT_MOST)
  const asked = new Map<string, Promise<ApiKey | null>>()

  async function ask(hash: string, now: number): Promise<ApiKey | null> {
    const key = await load(hash)
    known.delete(hash)
    unknown.delete(hash)
    if (key) known.set(hash, { key, readAt: now, askAgainAt: now + FRESH_MS })
    else unknown.set(hash, now)
    return key
  }

  /** Requests that come together with the same key share one question. */
  function askOnce(hash: string, now: number): Promise<ApiKey | null> {
    const answer = asked.get(hash) ?? ask(hash, now).finally(() => asked.delete(hash))
    asked.set(hash, answer)
    return answer
  }

  return {
    async get(hash: string, now: number): Promise<ApiKey | null> {
      const entry = known.get(hash)
      // A clock set back makes an entry old, never young.
      if (entry && now >= entry.readAt && now < entry.askAgainAt) return entry.key
      const missedAt = unknown.get(hash)
      if (missedAt !== undefined && now >= missedAt && now < missedAt + FRESH_MS) return null
      try {
        return await askOnce(hash, now)
      } catch (error) {
        if (!entry || now < entry.readAt || now >= entry.readAt + STALE_MS) throw error
        // Not every request waits for a database that is away.
        entry.askAgainAt = Math.min(now + FRESH_MS, entry.readAt + STALE_MS)
        return entry.key
      }
    },
    /** Forgets all: a key was revoked here. */
    clear(): void {
      known.clear()
      unknown.clear()
    },
    size: (): number => known.size() + unknown.size(),
  }
}
