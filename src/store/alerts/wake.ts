import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { Digits } from '../../base/cn-code.ts'
import { audienceOf, isOfRegime } from '../../changes/audience.ts'
import type { Change } from '../../changes/change.ts'
import { chunks } from '../sql/chunks.ts'
import { isDigitsList, readJson } from '../sql/json-column.ts'
import type { Tables } from '../sql/schema.ts'
import { wakeRecipients } from './alert-queries.ts'

const PAGE = 2_000

/** A new version of the data is nothing that people are told of: they are told what it changes. */
export const isNewsForPeople = ({ type }: Pick<Change, 'type'>): boolean => type !== 'dataset.published'

/**
 * The part of the outbox that is for people: in the transaction that records changes, marks whom they concern. What a mail
 * tells is read from the feed when it is written, from where the last one ended, so that one mail holds all changes of a day.
 */
export async function markRecipientsDue(trx: Transaction<Tables>, changes: readonly Change[], at: Date): Promise<void> {
  const told = changes.filter(isNewsForPeople)
  if (told.length === 0) return
  const { seq } = await trx.selectFrom('change_feed').select('seq').executeTakeFirstOrThrow()
  const audiences = new Map<string | null, (codes: readonly Digits[]) => boolean>()
  const concerns = (regime: string | null, codes: readonly Digits[]): boolean => {
    const own = audiences.get(regime) ?? audienceOfSome(told.filter((change) => isOfRegime(change, regime)))
    audiences.set(regime, own)
    return own(codes)
  }
  for (let last = ''; ; ) {
    const rows = await trx
      .selectFrom('alerts')
      .select(['id', 'recipient_id', 'codes', 'regime'])
      .where('state', '=', 'confirmed')
      .where('list_id', 'is', null)
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE)
      .execute()
    const concerned = rows.filter(({ codes, regime }) =>
      concerns(regime, readJson('alerts.codes', codes, isDigitsList)),
    )
    await wake(trx, concerned, Number(seq), at)
    if (rows.length < PAGE) return
    last = rows.at(-1)!.id
    await nextTurn() // SQLite blocks the process, so other requests run between the pages
  }
}

/** Marks whoever is told of a list that it has changed. */
export async function markListRecipientsDue(
  trx: Transaction<Tables>,
  listId: string,
  seq: number,
  at: Date,
): Promise<void> {
  const rows = await trx
    .selectFrom('alerts')
    .select(['id', 'recipient_id'])
    .where('list_id', '=', listId)
    .where('state', '=', 'confirmed')
    .execute()
  await wake(trx, rows, seq, at)
}

/** Recipients are locked before their alerts and in the order of their ids, as everywhere, so that none deadlocks. */
async function wake(
  trx: Transaction<Tables>,
  rows: readonly { readonly id: string; readonly recipient_id: string }[],
  seq: number,
  at: Date,
): Promise<void> {
  const recipients = [...new Set(rows.map(({ recipient_id }) => recipient_id))].toSorted()
  for (const ids of chunks(recipients)) await wakeRecipients(trx, ids, at.toISOString())
  for (const some of chunks(rows)) {
    const ids = some.map(({ id }) => id)
    await trx.updateTable('alerts').set({ due_seq: seq }).where('id', 'in', ids).execute()
    await nextTurn()
  }
}

/** No changes concern nobody, while a change without codes concerns everybody. */
const audienceOfSome = (changes: readonly Change[]) => (changes.length === 0 ? () => false : audienceOf(changes))
