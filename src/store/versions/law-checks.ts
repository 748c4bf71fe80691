import type { Kysely } from 'kysely'
import { isDay } from '../../base/day.ts'
import type { LawCheck, ListedAct } from '../../law/unread-acts.ts'
import { isObject, readJson } from '../sql/json-column.ts'
import type { Tables } from '../sql/schema.ts'
import { guardedAll } from '../sql/store-error.ts'

/** What `law fetch --publish` learned, for every service on this store. */
export function lawChecksIn(db: Kysely<Tables>) {
  /** The last check of each regime that was ever asked about. */
  async function list(): Promise<readonly LawCheck[]> {
    const rows = await db.selectFrom('law_checks').selectAll().orderBy('regime').execute()
    return rows.map(({ regime, checked_at, acts }) => ({
      regime,
      checkedAt: checked_at,
      acts: readJson('law_checks.acts', acts, isActList),
    }))
  }

  return guardedAll('lawChecks', {
    list,

    /**
     * Takes the place of the check before. Acts that were listed once stay: one incomplete answer of the source must not
     * take a warning away.
     */
    async note(checks: readonly LawCheck[]): Promise<void> {
      const before = new Map((await list()).map(({ regime, acts }) => [regime, acts]))
      const rows = checks.map(({ regime, checkedAt, acts }) => {
        const missing = (before.get(regime) ?? []).filter((act) => !acts.some(({ celex }) => celex === act.celex))
        return { regime, checked_at: checkedAt, acts: JSON.stringify([...acts, ...missing]) }
      })
      if (rows.length === 0) return
      await db
        .insertInto('law_checks')
        .values(rows)
        .onConflict((known) =>
          known.column('regime').doUpdateSet((row) => ({
            checked_at: row.ref('excluded.checked_at'),
            acts: row.ref('excluded.acts'),
          })),
        )
        .execute()
    },
  })
}

const isActList = (value: unknown): value is readonly ListedAct[] =>
  Array.isArray(value) &&
  value.every((act) => isObject(act) && typeof act.celex === 'string' && (act.date === null || isDay(String(act.date))))
