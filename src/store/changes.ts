import type { Kysely, Transaction } from 'kysely'
import type { Change, ChangeType } from '../changes/change.ts'
import type { Tables } from './schema.ts'
import { guarded } from './store-error.ts'

export interface RecordedChange extends Change {
  /** Its place in the feed: a change committed later always has a higher number. */
  readonly seq: number
  /** ISO, UTC, milliseconds. */
  readonly recordedAt: string
}

/** Called in the transaction that records the changes, with those that are new: both are stored, or neither. */
export type Enqueue = (trx: Transaction<Tables>, newChanges: readonly Change[], at: Date) => Promise<void>

/** How a database waits for its turn to write. SQLite's own waiting would keep the whole process from answering. */
export interface Turns {
  attempt<T>(work: () => Promise<T>): Promise<T>
  lock<T>(work: () => Promise<T>): Promise<T>
}

export interface Changes {
  /** Stores what is not stored yet, in one transaction, and gives what was new. */
  record(version: string | null, changes: readonly Change[], at: Date): Promise<readonly Change[]>
  /** The same for the wind-downs of the days up to `day`; a day that was recorded is not recorded again. */
  recordDay(day: string, changes: readonly Change[], at: Date): Promise<readonly Change[]>
  /** The last day whose wind-downs were recorded. */
  lastDay(): Promise<string | null>
  /** What follows a place in the feed, in its order. */
  after(seq: number, limit: number): Promise<readonly RecordedChange[]>
}

/** Rows in one statement: both databases take far more parameters than these have. */
const BATCH = 200

export function changesIn(
  db: Kysely<Tables>,
  enqueue: Enqueue,
  turns: Turns = { attempt: (work) => work(), lock: (work) => work() },
): Changes & { inTransaction: Recording } {
  const inTransaction: Recording = (decide) => turns.attempt(() => transaction(decide))

  const transaction: Recording = (decide) =>
    db.transaction().execute(async (trx) => {
      // First of all a write: it lets writers through one by one, so that the feed grows at its end only.
      const { seq } = await turns.lock(() =>
        trx
          .updateTable('change_feed')
          .set((row) => ({ seq: row.ref('seq') }))
          .returning('seq')
          .executeTakeFirstOrThrow(),
      )
      const decided = await decide(trx)
      if (decided === null) return []
      const { version, changes, at } = decided
      const fresh = await insert(trx, Number(seq), version, changes, at)
      if (fresh.length > 0) await enqueue(trx, fresh, at)
      return fresh
    })

  const recordDay = (day: string, changes: readonly Change[], at: Date) =>
    inTransaction(async (trx) => {
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('change_days')
        .values({ day, recorded_at: at.toISOString() })
        .onConflict((known) => known.doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n ? { version: null, changes, at } : null
    })

  async function lastDay(): Promise<string | null> {
    const row = await db
      .selectFrom('change_days')
      .select((of) => of.fn.max('day').as('day'))
      .executeTakeFirst()
    return row?.day ?? null
  }

  async function after(seq: number, limit: number): Promise<readonly RecordedChange[]> {
    const rows = await db.selectFrom('changes').selectAll().where('seq', '>', seq).orderBy('seq').limit(limit).execute()
    return rows.map(changeOf)
  }

  return {
    inTransaction,
    record: (version, changes, at) =>
      guarded('changes.record', () => inTransaction(async () => ({ version, changes, at }))),
    recordDay: (day, changes, at) => guarded('changes.recordDay', () => recordDay(day, changes, at)),
    lastDay: () => guarded('changes.lastDay', lastDay),
    after: (seq, limit) => guarded('changes.after', () => after(seq, limit)),
  }
}

/** Runs alone among all that record; what `decide` gives is recorded, null records nothing. */
export type Recording = (
  decide: (
    trx: Transaction<Tables>,
  ) => Promise<{ version: string | null; changes: readonly Change[]; at: Date } | null>,
) => Promise<readonly Change[]>

async function insert(
  trx: Transaction<Tables>,
  last: number,
  version: string | null,
  changes: readonly Change[],
  at: Date,
): Promise<readonly Change[]> {
  const fresh: Change[] = []
  for (let from = 0; from < changes.length; from += BATCH) {
    const batch = changes.slice(from, from + BATCH)
    const ids = batch.map(({ id }) => id)
    const known = await trx.selectFrom('changes').select('id').where('id', 'in', ids).execute()
    const seen = new Set(known.map(({ id }) => id))
    const rows = batch.filter(({ id }) => !seen.has(id) && seen.add(id))
    if (rows.length === 0) continue
    const start = last + fresh.length + 1
    await trx
      .insertInto('changes')
      .values(rows.map((change, offset) => rowOf(change, start + offset, version, at)))
      .execute()
    fresh.push(...rows)
  }
  if (fresh.length > 0)
    await trx
      .updateTable('change_feed')
      .set({ seq: last + fresh.length })
      .execute()
  return fresh
}

const rowOf = (change: Change, seq: number, version: string | null, at: Date): Tables['changes'] => ({
  id: change.id,
  seq,
  version,
  type: change.type,
  day: change.day,
  regime: change.regime,
  annex: change.annex,
  article: change.article,
  cn_codes: JSON.stringify(change.cn_codes),
  act: change.act,
  text_pl: change.text.pl,
  text_en: change.text.en,
  recorded_at: at.toISOString(),
})

const changeOf = (row: Tables['changes']): RecordedChange => ({
  id: row.id,
  type: row.type as ChangeType,
  day: row.day,
  regime: row.regime,
  annex: row.annex,
  article: row.article,
  cn_codes: JSON.parse(row.cn_codes),
  act: row.act,
  text: { pl: row.text_pl, en: row.text_en },
  seq: row.seq,
  recordedAt: row.recorded_at,
})
