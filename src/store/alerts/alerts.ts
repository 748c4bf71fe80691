import type { Kysely, Transaction } from 'kysely'
import type { Language } from '../../terms/language.ts'
import { chunks } from '../chunks.ts'
import { hashed, saltOf } from '../idempotency-keys.ts'
import type { Tables } from '../schema.ts'
import type { SecretBox } from '../secret-box.ts'
import { guardedAll } from '../store-error.ts'
import type { Transact } from '../transact.ts'
import { resealColumns } from '../webhook-secrets.ts'
import {
  addressHash,
  alertsOf,
  CONFIRM_WITHIN_MS,
  forgetIfEmpty,
  forgetRecipient,
  isToken,
  lastSeq,
  lockRecipient,
  type NamedAlert,
  newId,
  tokenOf,
  type Watch,
  wakeRecipients,
  withNames,
} from './rows.ts'

/** Mails that ask for confirmation: to one address, and asked for by one caller, in 24 hours. */
const MAILS_PER_ADDRESS = 5
const MAILS_PER_CALLER = 50
/** Confirmed alerts of one address. */
const MAX_ALERTS = 50

export interface AskedAlert extends Watch {
  readonly email: string
  readonly language: Language
  /** Who asks: the id of an API key, or the bucket of a client address. */
  readonly caller: string
  readonly at: Date
}

export interface ListNotice {
  /** Null when no key opens it. */
  readonly email: string | null
  readonly confirmed: boolean
}

const DAY_MS = 86_400_000
const before = (at: Date, ms: number): string => new Date(at.getTime() - ms).toISOString()

/** The side of the alerts that people see. No answer depends on whether an address is known. */
export function alertsIn(db: Kysely<Tables>, box: SecretBox, transact: Transact, afterDeletion: () => Promise<void>) {
  const salt = saltOf(db)

  /** Finds or makes the recipient, and locks it: two requests at once cannot exceed what one address is sent. */
  const recipientOf = (email: string, hash: string, at: Date) => (trx: Transaction<Tables>) => {
    const id = newId('ar')
    return trx
      .insertInto('mail_recipients')
      .values({
        id,
        address: box.seal(email, id),
        address_hash: hash,
        created_at: at.toISOString(),
        attempts: 0,
      })
      .onConflict((known) => known.column('address_hash').doUpdateSet((row) => ({ id: row.ref('mail_recipients.id') })))
      .returning('id')
      .executeTakeFirstOrThrow()
  }

  async function requestsSince(trx: Transaction<Tables>, since: string, of: Partial<Tables['alert_requests']> = {}) {
    const { count } = await trx
      .selectFrom('alert_requests')
      .select((row) => row.fn.countAll().as('count'))
      .where('at', '>', since)
      .where((is) => is.and(of))
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  async function ask(asked: AskedAlert, perDay = 0): Promise<'asked' | 'limited'> {
    const { email, language, codes, regime, listId, caller, at } = asked
    const own = {
      address_hash: addressHash(await salt(), email),
      caller_hash: hashed(await salt(), 'alert caller', caller),
    }
    const { address_hash, caller_hash } = own
    const moment = at.toISOString()
    const since = before(at, DAY_MS)
    return transact(recipientOf(email, address_hash, at), async (trx, recipient) => {
      const isLimited =
        (await requestsSince(trx, since, { caller_hash })) >= MAILS_PER_CALLER ||
        (perDay > 0 && (await requestsSince(trx, since)) >= perDay)
      const isMailed = !isLimited && (await requestsSince(trx, since, { address_hash })) < MAILS_PER_ADDRESS
      // Counted even if nothing is sent: otherwise a caller could tell by its own limit what was asked for an address.
      if (!isLimited)
        await trx
          .insertInto('alert_requests')
          .values({ id: newId('rq'), ...own, at: moment })
          .execute()
      // A key holder sees that its list waits for a confirmation, whether a mail was sent or not.
      if (isMailed || (!isLimited && listId !== null)) {
        const watch = { lang: language, codes: JSON.stringify(codes), regime, list_id: listId }
        const state = isMailed ? 'asked' : 'mailed'
        const places = { told_seq: 0, due_seq: 0 }
        await trx
          .insertInto('alerts')
          .values({ id: newId('al'), recipient_id: recipient.id, ...watch, state, created_at: moment, ...places })
          .execute()
        if (isMailed)
          await trx.updateTable('mail_recipients').set({ next_at: moment }).where('id', '=', recipient.id).execute()
      } else await forgetIfEmpty(trx, recipient.id)
      return isLimited ? 'limited' : 'asked'
    })
  }

  /** Locks the recipient of an alert; without one, nothing. */
  const lockOwner = (id: string) =>
    lockRecipient((is) =>
      id.startsWith('ar_')
        ? is('id', '=', id)
        : is('id', 'in', is.selectFrom('alerts').select('recipient_id').where('id', '=', id)),
    )

  const removeAlerts = (ids: readonly string[], recipient: string) =>
    transact(
      lockRecipient((is) => is('id', '=', recipient)),
      async (trx) => {
        await trx.deleteFrom('alerts').where('id', 'in', ids).execute()
        await forgetIfEmpty(trx, recipient)
      },
    )

  return guardedAll('alerts', {
    /**
     * Stores a request, and a mail that asks the owner of the address. `limited`: the caller, or all callers together
     * (`perDay`), asked too often. To an address that was asked too often nothing is sent, and that is not told.
     */
    ask,

    /** What a link is about; null when it is not valid, or no longer. */
    async find(purpose: 'confirm' | 'end', id: string, token: string, at: Date): Promise<readonly NamedAlert[] | null> {
      if (!isToken(token, tokenOf(await salt(), purpose, id))) return null
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

    async confirm(id: string, token: string, at: Date): Promise<'confirmed' | 'unknown' | 'full'> {
      if (!isToken(token, tokenOf(await salt(), 'confirm', id))) return 'unknown'
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

    /** Ends one alert (`al_`) or all of a recipient (`ar_`), and deletes the address with the last one. False: not known. */
    async end(id: string, token: string): Promise<boolean> {
      if (!isToken(token, tokenOf(await salt(), 'end', id))) return false
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
      return ended
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
      for (const { id, recipient } of others) await removeAlerts([id], recipient)
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

    /** Everything that is kept of an address, for its owner. */
    async exportOf(email: string) {
      const row = await db
        .selectFrom('mail_recipients')
        .selectAll()
        .where('address_hash', '=', addressHash(await salt(), email))
        .executeTakeFirst()
      if (!row) return null
      const alerts = await withNames(db, await alertsOf(db, row.id))
      return { email: box.open(row.address, row.id), createdAt: row.created_at, alerts }
    },

    /** Deletes an address and its alerts. Returns how many alerts. */
    async forget(email: string): Promise<number> {
      const hash = addressHash(await salt(), email)
      const gone = await transact(
        lockRecipient((is) => is('address_hash', '=', hash)),
        async (trx, recipient) => {
          await trx.deleteFrom('alert_requests').where('address_hash', '=', hash).execute()
          if (!recipient) return 0
          const { length } = await alertsOf(trx, recipient.id)
          await forgetRecipient(trx, recipient.id)
          return length
        },
      )
      await afterDeletion()
      return gone
    },

    /** Deletes what was not confirmed in time, alerts of lists that are gone, and requests that are a day old. */
    async forgetOld(at: Date): Promise<number> {
      await db.deleteFrom('alert_requests').where('at', '<=', before(at, DAY_MS)).execute()
      // Times that a clock which was ahead has set: nothing is ever due later than in a day.
      const ahead = new Date(at.getTime() + DAY_MS + 3_600_000).toISOString()
      await db
        .updateTable('mail_recipients')
        .set({ next_at: at.toISOString(), not_before: null })
        .where('next_at', '>', ahead)
        .execute()
      const lists = db.selectFrom('lists').select('id')
      const old = await db
        .selectFrom('alerts')
        .select(['id', 'recipient_id'])
        .where((is) =>
          is.or([
            is.and([is('state', '!=', 'confirmed'), is('created_at', '<=', before(at, CONFIRM_WITHIN_MS))]),
            is.and([is('list_id', 'is not', null), is('list_id', 'not in', lists)]),
          ]),
        )
        .execute()
      for (const [recipient, rows] of Map.groupBy(old, ({ recipient_id }) => recipient_id))
        await removeAlerts(
          rows.map(({ id }) => id),
          recipient,
        )
      if (old.length > 0) await afterDeletion()
      return old.length
    },

    /** Stores addresses anew that are not sealed under the newest key. */
    reseal: () => resealColumns(db, box, 'mail_recipients', ['address']),
  })
}
