import type { Transaction } from 'kysely'
import type { Language } from '../../base/language.ts'
import { dayCounts, type OwnBound } from '../limits/day-counts.ts'
import type { Tables } from '../sql/schema.ts'
import type { SecretBox } from '../sql/secret-box.ts'
import type { Transact } from '../sql/transact.ts'
import { addressHash, mailboxIdOf, newId, type Watch } from './alert-queries.ts'
import { mailboxOf } from './mailbox.ts'
import type { Refusals } from './refusals.ts'

/** Mails on one day that ask for confirmation: to one mailbox; asked for from one network, and there to one domain. */
const MAILS_PER_MAILBOX = 5
const MAILS_PER_NETWORK = 50
const MAILS_PER_DOMAIN = 20

export interface AskedAlert extends Watch {
  readonly email: string
  readonly language: Language
  /** Who asks: the id of an API key, or the widest network around a client address. */
  readonly network: string
  /** How many a day takes of all callers together; 0 for any number. */
  readonly leadsPerDay: number
  readonly at: Date
}

/**
 * Stores a request, and a mail that asks the owner of the address. `limited`: the network, or all networks together
 * (`leadsPerDay`), asked too often. To a mailbox that was asked too often, or whose owner refused to be asked,
 * nothing is sent, and the caller is not told.
 */
export function alertRequests(box: SecretBox, refused: Refusals, transact: Transact, salt: () => Promise<string>) {
  /** Finds or makes the recipient, and locks it. */
  const recipientOf = (trx: Transaction<Tables>, salted: string, email: string, at: Date) => {
    const id = newId('ar')
    return trx
      .insertInto('mail_recipients')
      .values({
        id,
        address: box.seal(email, id),
        address_hash: addressHash(salted, email),
        mailbox_id: mailboxIdOf(salted, email),
        created_at: at.toISOString(),
        attempts: 0,
      })
      .onConflict((known) => known.column('address_hash').doUpdateSet((row) => ({ id: row.ref('mail_recipients.id') })))
      .returning('id')
      .executeTakeFirstOrThrow()
  }

  return async (asked: AskedAlert): Promise<'asked' | 'limited'> => {
    const { email, language, codes, regime, listId, network, leadsPerDay, at } = asked
    const key = await salt()
    const { mailbox, domain } = mailboxOf(email)
    // By network, so that no stranger can keep all others from having mail sent to a provider that many use.
    const toDomain: OwnBound = { of: ['mails', network, domain], max: MAILS_PER_DOMAIN }
    const shared = { what: 'mails', network, perDay: leadsPerDay, perNetwork: MAILS_PER_NETWORK }
    const callers = dayCounts(key, at, [toDomain], shared)
    const toMailbox = dayCounts(key, at, [{ of: ['mailbox', mailbox], max: MAILS_PER_MAILBOX }])
    return transact(callers.take, async (trx, spent) => {
      if (spent !== null) return 'limited'
      // Counted above even if nothing is sent: otherwise callers could tell by their limit what was asked for an address.
      const isMailed = (await toMailbox.take(trx)) === null && !(await refused.has(trx, mailboxIdOf(key, email)))
      // A key holder sees that its list waits for a confirmation, whether a mail was sent or not.
      if (!isMailed && listId === null) return 'asked'
      const recipient = await recipientOf(trx, key, email, at)
      const moment = at.toISOString()
      const watch = { lang: language, codes: JSON.stringify(codes), regime, list_id: listId }
      const state = isMailed ? 'asked' : 'mailed'
      const places = { told_seq: 0, due_seq: 0 }
      await trx
        .insertInto('alerts')
        .values({ id: newId('al'), recipient_id: recipient.id, ...watch, state, created_at: moment, ...places })
        .execute()
      if (isMailed)
        await trx.updateTable('mail_recipients').set({ next_at: moment }).where('id', '=', recipient.id).execute()
      return 'asked'
    })
  }
}
