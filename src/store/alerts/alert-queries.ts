import { timingSafeEqual } from 'node:crypto'
import type { Expression, ExpressionBuilder, Kysely, Selectable, SqlBool, Transaction } from 'kysely'
import type { Digits } from '../../base/cn-code.ts'
import { randomBase62 } from '../keys/api-key.ts'
import { fold } from '../leads/leads.ts'
import { hashed } from '../sql/idempotency-keys.ts'
import { isDigitsList, readJson } from '../sql/json-column.ts'
import type { Tables } from '../sql/schema.ts'
import type { Transact } from '../sql/transact.ts'
import { mailboxOf } from './mailbox.ts'

/** What somebody is told of: changes of the law for some codes (none: for all goods), or changes of a list. */
export interface Watch {
  readonly codes: readonly Digits[]
  /** Null: the regimes that a lookup checks without being told to. */
  readonly regime: string | null
  readonly listId: string | null
}

/** An alert as it is stored, with the name of its list, if it is about one that exists. */
export type NamedAlert = Awaited<ReturnType<typeof withNames>>[number]

/** A link that asks for confirmation is valid so long. */
export const CONFIRM_WITHIN_MS = 2 * 86_400_000

export const before = (at: Date, ms: number): string => new Date(at.getTime() - ms).toISOString()

export const newId = (kind: 'al' | 'ar' | 'rq' | 'mail'): string => `${kind}_${randomBase62(16)}`

export const addressHash = (salt: string, email: string): string => hashed(salt, 'address', fold(email))

/** By this a link in a mail names a mailbox; it says nothing to whoever sees it. */
export const mailboxIdOf = (salt: string, email: string): string =>
  `mb_${hashed(salt, 'mailbox', mailboxOf(email).mailbox)}`

/** What a link in a mail does: it confirms an alert, ends alerts, or says that the mailbox must never be asked again. */
export type LinkPurpose = 'confirm' | 'end' | 'never'

/** What a link in a mail carries besides an id: whoever knows the id alone can do nothing with it. */
export const tokenOf = (salt: string, purpose: LinkPurpose, id: string): string =>
  hashed(salt, `alert ${purpose}`, id).slice(0, 32)

export function isToken(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

type Trx = Transaction<Tables>

export async function withNames(db: Kysely<Tables>, rows: readonly Selectable<Tables['alerts']>[]) {
  const ids = rows.flatMap(({ list_id }) => list_id ?? [])
  const lists =
    ids.length === 0 ? [] : await db.selectFrom('lists').select(['id', 'name']).where('id', 'in', ids).execute()
  const names = new Map(lists.map(({ id, name }) => [id, name]))
  return rows.map((row) => ({
    id: row.id,
    language: row.lang,
    codes: readJson('alerts.codes', row.codes, isDigitsList),
    regime: row.regime,
    listId: row.list_id,
    listName: names.get(row.list_id ?? '') ?? null,
    state: row.state,
    createdAt: row.created_at,
  }))
}

/** Locks a recipient, so that its alerts and its mail change in one transaction at a time. */
export const lockRecipient =
  (which: (is: ExpressionBuilder<Tables, 'mail_recipients'>) => Expression<SqlBool>) => (trx: Trx) =>
    trx
      .updateTable('mail_recipients')
      .set((of) => ({ id: of.ref('id') }))
      .where(which)
      .returningAll()
      .executeTakeFirst()

export const alertsOf = (db: Kysely<Tables>, recipientId: string) =>
  db.selectFrom('alerts').selectAll().where('recipient_id', '=', recipientId).orderBy('id').execute()

/** The number of the last change of a list, or in the feed. */
export async function lastSeq(trx: Trx, listId: string | null): Promise<number> {
  const feed = trx.selectFrom('change_feed').select('seq')
  const list = trx.selectFrom('lists').select('change_seq as seq').where('id', '=', listId)
  return Number((await (listId === null ? feed : list).executeTakeFirst())?.seq ?? 0)
}

/** Deletes the address of a locked recipient once it has no alert left. */
export async function forgetIfEmpty(trx: Trx, recipientId: string): Promise<void> {
  if ((await alertsOf(trx, recipientId)).length > 0) return
  await trx.deleteFrom('mail_recipients').where('id', '=', recipientId).execute()
}

export async function forgetRecipient(trx: Trx, recipientId: string): Promise<void> {
  await trx.deleteFrom('alerts').where('recipient_id', '=', recipientId).execute()
  await trx.deleteFrom('mail_recipients').where('id', '=', recipientId).execute()
}

/** Makes a mail to these recipients due: at once, or when the day since the last one has passed. */
export const wakeRecipients = (trx: Trx, ids: readonly string[], moment: string) =>
  trx
    .updateTable('mail_recipients')
    .set((of) => ({
      next_at: of
        .case()
        .when('next_at', '<=', moment)
        .then(of.ref('next_at'))
        .when('not_before', '>', moment)
        .then(of.ref('not_before'))
        .else(moment)
        .end(),
    }))
    .where('id', 'in', ids)
    .execute()

/** Ends alerts of one recipient, and forgets its address with the last one. */
export const removeAlerts = (transact: Transact, ids: readonly string[], recipient: string) =>
  transact(
    lockRecipient((is) => is('id', '=', recipient)),
    async (trx) => {
      await trx.deleteFrom('alerts').where('id', 'in', ids).execute()
      await forgetIfEmpty(trx, recipient)
    },
  )
