import type { Kysely, Selectable, Transaction } from 'kysely'
import { saltOf } from '../sql/idempotency-keys.ts'
import { isObject, readJson } from '../sql/json-column.ts'
import { acquireLeases, endOf, isFree, NO_LEASE, releaseLease, type Term } from '../sql/row-leases.ts'
import type { Kind, Tables } from '../sql/schema.ts'
import type { SecretBox } from '../sql/secret-box.ts'
import { guardedAll } from '../sql/store-error.ts'
import type { Transact } from '../sql/transact.ts'
import {
  alertsOf,
  CONFIRM_WITHIN_MS,
  forgetRecipient,
  lastSeq,
  lockRecipient,
  mailboxIdOf,
  type NamedAlert,
  newId,
  tokenOf,
  withNames,
} from './alert-queries.ts'

/** The right of one worker to write to an address until the lease expires. */
export interface MailLease {
  readonly token: string
  readonly recipientId: string
  /** Null when the keys of this process do not open it. */
  readonly address: string | null
}

/** Changes of one alert that a mail tells: behind `from`, up to `upto`. */
interface Part {
  readonly alert: string
  readonly from: number
  readonly upto: number
}

/** What a mail is, stored before it is sent: sent again, it is the same mail under the same Message-ID. */
interface Mail {
  readonly id: string
  readonly at: string
  /** It was begun before, and may have arrived: nothing but a reply that it was taken ends it. */
  readonly again?: true
  /** Asks for the confirmation of this alert. */
  readonly confirm?: string
  /** Tells of changes. */
  readonly parts?: readonly Part[]
}

export interface ToldPart extends Omit<Part, 'alert'> {
  readonly alert: NamedAlert
  /** What the link carries that ends this alert alone. */
  readonly endToken: string
}

/** A mail to send, with what it needs. Changes are told in the language of the alert that was asked for last. */
export interface DueMail {
  readonly id: string
  readonly at: Date
  readonly attempts: number
  readonly content:
    | { readonly confirm: ToldPart; readonly confirmToken: string; readonly never: Record<'id' | 'token', string> }
    | { readonly parts: readonly ToldPart[]; readonly endToken: string; readonly recipientId: string }
}

/**
 * The result of one attempt. `nothing`: there was nothing to tell, and no mail was sent. `failed`: the server has not taken
 * it. `unclear`: nobody knows whether it has. `ended`: the address was refused for days, so that it is deleted.
 */
export type MailOutcome =
  | { readonly is: 'sent' | 'nothing' | 'ended' }
  | { readonly is: 'failed' | 'unclear'; readonly dueAt: Date }

type Row = Selectable<Tables['alerts']>
type Recipient = Selectable<Tables['mail_recipients']>
type Trx = Transaction<Tables>

/** The worker's side of the alerts. */
export function mailLeasesIn(db: Kysely<Tables>, kind: Kind, box: SecretBox, transact: Transact) {
  const salt = saltOf(db)

  return guardedAll('mails', {
    async claim({ at, leaseMs, maxLeases }: Term & { maxLeases: number }): Promise<MailLease[]> {
      const picked = await db
        .selectFrom('mail_recipients')
        .select('id')
        .where('next_at', '<=', at.toISOString())
        .where(isFree(at))
        .orderBy('next_at')
        .orderBy('id')
        .limit(maxLeases)
        .execute()
      const ids = picked.map(({ id }) => id)
      const { token, rows } = await acquireLeases(db, kind, 'mail_recipients', ids, { at, leaseMs })
      return rows.map(({ id, address }) => ({ token, recipientId: id, address: box.open(address, id) }))
    },

    /** The mail to send next, renewing the lease; null when none is due, which ends the lease. */
    async next({ token, recipientId }: MailLease, at: Date, leaseMs: number): Promise<DueMail | null> {
      const key = await salt()
      return transact(
        lockRecipient((is) => is('id', '=', recipientId)),
        async (trx, row) => {
          if (row?.lease !== token) return null
          const alerts = await alertsOf(trx, recipientId)
          const mail = begun(row, alerts) ?? (await newMail(trx, row, alerts, at))
          const set = mail
            ? { mail: JSON.stringify(mail), leased_until: endOf({ at, leaseMs }) }
            : { mail: null, ...NO_LEASE, next_at: nextTime(row, alerts, at) }
          await update(trx, recipientId, set)
          return mail && describe(trx, key, { ...row, address: box.open(row.address, row.id) ?? '' }, alerts, mail)
        },
      )
    },

    /** Stores the result. After `failed` and `unclear` the lease has ended. `everyMs`: no other mail of changes before that. */
    record: (
      { token, recipientId }: MailLease,
      mailId: string,
      outcome: MailOutcome,
      at: Date,
      everyMs: number,
    ): Promise<void> =>
      transact(
        lockRecipient((is) => is('id', '=', recipientId)),
        async (trx, row) => {
          // The recipient was deleted, or another worker whose lease came after this one has recorded this mail.
          const mail = row?.mail ? mailIn(row.mail) : null
          if (!row || mail?.id !== mailId) return
          if (outcome.is === 'sent' || outcome.is === 'nothing') {
            await markTold(trx, mail)
            const notBefore =
              mail.parts && outcome.is === 'sent' ? new Date(at.getTime() + everyMs).toISOString() : row.not_before
            const after = { ...row, not_before: notBefore }
            const next_at = nextTime(after, await alertsOf(trx, recipientId), at)
            await update(trx, recipientId, { not_before: notBefore, mail: null, attempts: 0, next_at })
          } else if (row.lease !== token) return
          else if (!('dueAt' in outcome)) await forgetRecipient(trx, recipientId)
          else
            await update(trx, recipientId, {
              // What the server has certainly not taken is written anew, with what has changed since.
              ...(outcome.is === 'failed' && !mail.again && { mail: null }),
              attempts: row.attempts + 1,
              next_at: outcome.dueAt.toISOString(),
              ...NO_LEASE,
            })
        },
      ),

    /** Ends a lease whose mail was not sent. */
    async release({ token, recipientId }: MailLease, at: Date): Promise<void> {
      await releaseLease(db, 'mail_recipients', recipientId, token, at)
    },

    /** How many recipients a mail is due for. */
    async backlog(at: Date): Promise<number> {
      const { waiting } = await db
        .selectFrom('mail_recipients')
        .select((of) => of.fn.countAll().as('waiting'))
        .where('next_at', '<=', at.toISOString())
        .executeTakeFirstOrThrow()
      return Number(waiting)
    },
  })
}

const update = (trx: Trx, id: string, set: Partial<Recipient>) =>
  trx.updateTable('mail_recipients').set(set).where('id', '=', id).execute()

const isMail = (value: unknown): value is Mail =>
  isObject(value) && 'id' in value && 'at' in value && ('confirm' in value || Array.isArray(value.parts))

const mailIn = (text: string): Mail => readJson('mail_recipients.mail', text, isMail)

/** The mail that was begun, unless all that it is about was ended meanwhile. */
function begun({ mail }: Recipient, alerts: readonly Row[]): Mail | null {
  if (mail === null) return null
  const known = mailIn(mail)
  const about = known.parts?.map(({ alert }) => alert) ?? [known.confirm]
  return alerts.some(({ id }) => about.includes(id)) ? { ...known, again: true } : null
}

const isAsked = ({ state, created_at }: Row, at: Date): boolean =>
  state === 'asked' && created_at > new Date(at.getTime() - CONFIRM_WITHIN_MS).toISOString()
const isDue = ({ state, due_seq, told_seq }: Row): boolean => state === 'confirmed' && due_seq > told_seq

async function newMail(trx: Trx, row: Recipient, alerts: readonly Row[], at: Date): Promise<Mail | null> {
  const head = { id: newId('mail'), at: at.toISOString() }
  const asked = alerts.find((alert) => isAsked(alert, at))
  if (asked) return { ...head, confirm: asked.id }
  const due = row.not_before !== null && row.not_before > head.at ? [] : alerts.filter(isDue)
  if (due.length === 0) return null
  const parts: Part[] = []
  // The place of a change that is due is in the feed, unless its list was deleted.
  for (const { id, list_id, told_seq, due_seq } of due)
    parts.push({ alert: id, from: told_seq, upto: Math.max(due_seq, await lastSeq(trx, list_id)) })
  return { ...head, parts }
}

/** When the recipient is to be looked at again. */
function nextTime({ not_before }: Pick<Recipient, 'not_before'>, alerts: readonly Row[], at: Date): string | null {
  const now = at.toISOString()
  if (alerts.some((alert) => isAsked(alert, at))) return now
  if (!alerts.some(isDue)) return null
  return not_before !== null && not_before > now ? not_before : now
}

async function markTold(trx: Trx, { confirm, parts = [] }: Mail): Promise<void> {
  if (confirm !== undefined)
    await trx
      .updateTable('alerts')
      .set({ state: 'mailed' })
      .where('id', '=', confirm)
      .where('state', '=', 'asked')
      .execute()
  for (const { alert, upto } of parts)
    await trx.updateTable('alerts').set({ told_seq: upto }).where('id', '=', alert).execute()
}

async function describe(trx: Trx, salt: string, row: Recipient, alerts: readonly Row[], mail: Mail): Promise<DueMail> {
  const named = await withNames(trx, alerts)
  const told = ({ alert: id, from, upto }: Part): ToldPart[] =>
    named.filter((alert) => alert.id === id).map((alert) => ({ alert, from, upto, endToken: tokenOf(salt, 'end', id) }))
  const head = { id: mail.id, at: new Date(mail.at), attempts: row.attempts }
  if (mail.confirm !== undefined) {
    const [confirm] = told({ alert: mail.confirm, from: 0, upto: 0 })
    const confirmToken = tokenOf(salt, 'confirm', mail.confirm)
    const id = mailboxIdOf(salt, row.address)
    return { ...head, content: { confirm: confirm!, confirmToken, never: { id, token: tokenOf(salt, 'never', id) } } }
  }
  const parts = (mail.parts ?? []).flatMap(told)
  return { ...head, content: { parts, endToken: tokenOf(salt, 'end', row.id), recipientId: row.id } }
}
