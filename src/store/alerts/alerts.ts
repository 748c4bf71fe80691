import type { Kysely } from 'kysely'
import { chunks } from '../sql/chunks.ts'
import { saltOf } from '../sql/idempotency-keys.ts'
import type { Tables } from '../sql/schema.ts'
import type { SecretBox } from '../sql/secret-box.ts'
import { guardedAll } from '../sql/store-error.ts'
import type { Transact } from '../sql/transact.ts'
import {
  addressHash,
  alertsOf,
  before,
  CONFIRM_WITHIN_MS,
  forgetIfEmpty,
  forgetRecipient,
  isToken,
  type LinkPurpose,
  lastSeq,
  lockRecipient,
  type NamedAlert,
  removeAlerts,
  tokenOf,
  type Watch,
  wakeRecipients,
  withNames,
} from './alert-queries.ts'
import { type AskedAlert, alertRequests } from './alert-requests.ts'
import { gdprRequests } from './gdpr.ts'
import { refusals } from './refusals.ts'

/** The token of a link is not the one that was sent: the link was cut, or it was guessed. */
type Incomplete = 'incomplete'

/** Confirmed alerts of one address. */
const MAX_ALERTS = 50

export interface ListNotice {
  /** Null when no key opens it. */
  readonly email: string | null
  readonly confirmed: boolean
}

/** The side of the alerts that people see. No answer depends on whether an address is known. */
export function alertsIn(db: Kysely<Tables>, box: SecretBox, transact: Transact, afterDeletion: () => Promise<void>) {
  const salt = saltOf(db)
  const refused = refusals(box)
  const ask = alertRequests(box, refused, transact, salt)

  /** Locks the recipient of an alert; without one, nothing. */
  const lockOwner = (id: string) =>
    lockRecipient((is) =>
      id.startsWith('ar_')
        ? is('id', '=', id)
        : is('id', 'in', is.selectFrom('alerts').select('recipient_id').where('id', '=', id)),
    )

  return guardedAll('alerts', {
    ask,

    /** The alerts that a link is about; null when there are none, or no longer. */
    async find(
      purpose: LinkPurpose,
      id: string,
      token: string,
      at: Date,
    ): Promise<readonly NamedAlert[] | null | Incomplete> {
      if (!isToken(token, tokenOf(await salt(), purpose, id))) return 'incomplete'
      if (purpose === 'never') return []
      const rows = await db
        .selectFrom('alerts')
        .selectAll()
        .where(id.startsWith('ar_') ? 'recipient_id' : 'id', '=', id)
        .execute()
      const valid = rows.filter(
        ({ state, created_at }) =>
          purpose === 'end' || state === 'confirmed' || created_at > before(at, CONFIRM_WITHIN_MS),
      )
      return valid.length > 0 ? withNames(db, valid) : null
    },

    async confirm(id: string, token: string, at: Date): Promise<'confirmed' | 'unknown' | 'full' | Incomplete> {
      if (!isToken(token, tokenOf(await salt(), 'confirm', id))) return 'incomplete'
      return transact(lockOwner(id), async (trx, recipient) => {
        const all = recipient ? await alertsOf(trx, recipient.id) : []
        const own = all.find((alert) => alert.id === id)
        if (!own || (own.state !== 'confirmed' && own.created_at <= before(at, CONFIRM_WITHIN_MS))) return 'unknown'
        if (own.state === 'confirmed') return 'confirmed'
        const confirmed = all.filter(({ state }) => state === 'confirmed')
        const same = confirmed.find(
          ({ codes, regime, list_id }) => codes === own.codes && regime === own.regime && list_id === own.list_id,
        )
        if (!same && confirmed.length >= MAX_ALERTS) return 'full'
        // Changes are told from here on. The one that is replaced may have changes to tell: its place is taken over.
        const now = await lastSeq(trx, own.list_id)
        const { told_seq, due_seq } = same ?? { told_seq: now, due_seq: now }
        if (same) await trx.deleteFrom('alerts').where('id', '=', same.id).execute()
        await trx.updateTable('alerts').set({ state: 'confirmed', told_seq, due_seq }).where('id', '=', id).execute()
        if (due_seq > told_seq) await wakeRecipients(trx, [recipient!.id], at.toISOString())
        return 'confirmed'
      })
    },

    /**
     * Ends one alert (`al_`) or all of a recipient (`ar_`), and deletes the address with the last one. `ended` also when that was
     * done before: a mail program may post again.
     */
    async end(id: string, token: string): Promise<'ended' | Incomplete> {
      if (!isToken(token, tokenOf(await salt(), 'end', id))) return 'incomplete'
      const ended = await transact(lockOwner(id), async (trx, recipient) => {
        if (!recipient) return false
        if (id.startsWith('ar_')) await forgetRecipient(trx, recipient.id)
        else {
          await trx.deleteFrom('alerts').where('id', '=', id).execute()
          await forgetIfEmpty(trx, recipient.id)
        }
        return true
      })
      if (ended) await afterDeletion()
      return 'ended'
    },

    /** A mailbox is never asked again, under none of its addresses, and what it was asked is deleted; what it confirmed stays. */
    async neverAsk(id: string, token: string, at: Date): Promise<'refused' | Incomplete> {
      if (!isToken(token, tokenOf(await salt(), 'never', id))) return 'incomplete'
      await transact(
        (trx) => refused.add(trx, id, at),
        async (trx) => {
          const of = trx.selectFrom('mail_recipients').select('id').where('mailbox_id', '=', id)
          // Locked in the order of their ids, as everywhere, so that no two transactions wait for each other.
          for (const recipient of await of.orderBy('id').execute()) {
            await lockRecipient((is) => is('id', '=', recipient.id))(trx)
            await trx
              .deleteFrom('alerts')
              .where('recipient_id', '=', recipient.id)
              .where('state', '!=', 'confirmed')
              .execute()
            await forgetIfEmpty(trx, recipient.id)
          }
        },
      )
      await afterDeletion()
      return 'refused'
    },

    /** Whom a list tells of its changes; null ends it. Nothing happens when that address was asked before. */
    async notifyOfList(listId: string, asked: Omit<AskedAlert, keyof Watch> | null): Promise<'asked' | 'limited'> {
      const rows = await db
        .selectFrom('alerts as a')
        .innerJoin('mail_recipients as r', 'r.id', 'a.recipient_id')
        .select(['a.id', 'r.id as recipient', 'r.address_hash'])
        .where('a.list_id', '=', listId)
        .execute()
      const hash = asked && addressHash(await salt(), asked.email)
      const others = rows.filter(({ address_hash }) => address_hash !== hash)
      for (const { id, recipient } of others) await removeAlerts(transact, [id], recipient)
      if (others.length > 0) await afterDeletion()
      if (!asked || rows.length > others.length) return 'asked'
      return ask({ ...asked, codes: [], regime: null, listId })
    },

    async noticesOf(listIds: readonly string[]): Promise<ReadonlyMap<string, ListNotice>> {
      const notices = new Map<string, ListNotice>()
      for (const ids of chunks(listIds)) {
        const rows = await db
          .selectFrom('alerts as a')
          .innerJoin('mail_recipients as r', 'r.id', 'a.recipient_id')
          .select(['a.list_id', 'a.state', 'r.id', 'r.address'])
          .where('a.list_id', 'in', ids)
          .execute()
        for (const { list_id, state, id, address } of rows)
          notices.set(list_id!, { email: box.open(address, id), confirmed: state === 'confirmed' })
      }
      return notices
    },

    ...gdprRequests(db, { box, refused, transact, salt, afterDeletion }),
  })
}
