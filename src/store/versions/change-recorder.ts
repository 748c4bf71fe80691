import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { Change } from '../../changes/change.ts'
import { chunks } from '../sql/chunks.ts'
import type { Tables } from '../sql/schema.ts'
import type { Transact } from '../sql/transact.ts'

/** What one transaction records. `version` is the dataset that showed the changes, null when only the calendar did. */
interface NewChanges {
  readonly version: string | null
  readonly changes: readonly Change[]
  readonly at: Date
}

/**
 * Records changes in one transaction, one writer at a time among all processes. `decide` runs inside the transaction,
 * under the lock, and gives what to record, or null for nothing. The result is what was not recorded before.
 */
export type RecordChanges = (
  decide: (trx: Transaction<Tables>) => Promise<NewChanges | null>,
) => Promise<readonly Change[]>

/** Called in the transaction that records the changes, with those that are new: both are stored, or neither. */
export type Enqueue = (trx: Transaction<Tables>, newChanges: readonly Change[], at: Date) => Promise<void>

/** Rows in one statement: both databases accept far more parameters than these have. */
const CHUNK = 200

export const changeRecorder =
  (transact: Transact, enqueue: Enqueue): RecordChanges =>
  (decide) =>
    transact(
      // A write of the one row of `change_feed`. It serializes the writers, so that numbers are given in the order of commits
      // and a reader of the feed never skips one.
      (trx) =>
        trx
          .updateTable('change_feed')
          .set((row) => ({ seq: row.ref('seq') }))
          .returning('seq')
          .executeTakeFirstOrThrow(),
      async (trx, { seq }) => {
        const decided = await decide(trx)
        if (decided === null) return []
        const added = await insertNew(trx, Number(seq), decided)
        if (added.length > 0) await enqueue(trx, added, decided.at)
        return added
      },
    )

/** Inserts the changes that are not stored yet, numbered from `lastSeq` on, and returns them. */
async function insertNew(
  trx: Transaction<Tables>,
  lastSeq: number,
  { version, changes, at }: NewChanges,
): Promise<readonly Change[]> {
  const added: Change[] = []
  for (const chunk of chunks(changes, CHUNK)) {
    const known = await recordedAmong(
      trx,
      chunk.map(({ id }) => id),
    )
    const rows = chunk.filter(({ id }) => !known.has(id) && known.add(id))
    if (rows.length === 0) continue
    const start = lastSeq + added.length + 1
    await trx
      .insertInto('changes')
      .values(rows.map((change, offset) => rowOf(change, start + offset, version, at)))
      .execute()
    added.push(...rows)
    await nextTurn() // SQLite blocks the process, so other requests run between the chunks
  }
  if (added.length > 0)
    await trx
      .updateTable('change_feed')
      .set({ seq: lastSeq + added.length })
      .execute()
  return added
}

/** Those of the ids that were recorded. */
export async function recordedAmong(db: Kysely<Tables>, ids: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (const some of chunks(ids)) {
    const rows = await db.selectFrom('changes').select('id').where('id', 'in', some).execute()
    for (const { id } of rows) found.add(id)
  }
  return found
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
