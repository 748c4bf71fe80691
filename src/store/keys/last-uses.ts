import type { Kysely } from 'kysely'
import { type Day, isDay } from '../../base/day.ts'
import { boundedMap } from '../sql/bounded-map.ts'
import type { Tables } from '../sql/schema.ts'

const MAX_KNOWN = 10_000

/** Notes on which day (UTC) a key was last used. A process writes once a day for each key, and no request waits for it. */
export function lastUses(db: Kysely<Tables>) {
  const noted = boundedMap<Day>(MAX_KNOWN)
  return {
    note(id: string, lastUsed: Day | null, now: Date): void {
      const today = now.toISOString().slice(0, 10)
      if (!isDay(today) || (lastUsed !== null && lastUsed >= today) || noted.get(id) === today) return
      noted.set(id, today)
      void db
        .updateTable('api_keys')
        .set({ last_used: today })
        .where('id', '=', id)
        .where(({ or, eb }) => or([eb('last_used', 'is', null), eb('last_used', '<', today)]))
        .execute()
        // The database is away or full, and says so elsewhere; the next process or day notes it.
        .catch(() => {})
    },
  }
}
