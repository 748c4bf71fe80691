import type { Kysely } from 'kysely'
import type { Day } from '../../base/day.ts'
import type { Change, ChangeType } from '../../changes/change.ts'
import { isStringList, readJson } from '../sql/json-column.ts'
import type { Tables } from '../sql/schema.ts'
import { guardedAll } from '../sql/store-error.ts'
import type { RecordChanges } from './change-recorder.ts'

export interface RecordedChange extends Change {
  /** The place in the feed: a change committed later always has a higher number. */
  readonly seq: number
  /** ISO, UTC, milliseconds. */
  readonly recordedAt: string
}

export const changesIn = (db: Kysely<Tables>, record: RecordChanges) =>
  guardedAll('changes', {
    /** Records the wind-downs of the days up to `day`, unless that day was recorded before. Returns what was new. */
    recordDay: (day: Day, changes: readonly Change[], at: Date) =>
      record(async (trx) => {
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto('change_days')
          .values({ day, recorded_at: at.toISOString() })
          .onConflict((known) => known.doNothing())
          .executeTakeFirst()
        return numInsertedOrUpdatedRows === 1n ? { version: null, changes, at } : null
      }),

    /** The last day whose wind-downs were recorded. */
    async lastDay(): Promise<Day | null> {
      const row = await db
        .selectFrom('change_days')
        .select((of) => of.fn.max('day').as('day'))
        .executeTakeFirst()
      return row?.day ?? null
    },

    /** The changes that follow a place in the feed, in its order. */
    async after(seq: number, limit: number): Promise<readonly RecordedChange[]> {
      const rows = await db
        .selectFrom('changes')
        .selectAll()
        .where('seq', '>', seq)
        .orderBy('seq')
        .limit(limit)
        .execute()
      return rows.map(changeOf)
    },
  })

const changeOf = (row: Tables['changes']): RecordedChange => ({
  id: row.id,
  type: row.type as ChangeType,
  day: row.day,
  regime: row.regime,
  annex: row.annex,
  article: row.article,
  cn_codes: readJson('changes.cn_codes', row.cn_codes, isStringList),
  act: row.act,
  text: { pl: row.text_pl, en: row.text_en },
  seq: row.seq,
  recordedAt: row.recorded_at,
})
