import type { Transaction } from 'kysely'
import type { Language } from '../../terms/language.ts'
import { hashed } from '../idempotency-keys.ts'
import type { Tables } from '../schema.ts'
import type { SecretBox } from '../secret-box.ts'
import type { Transact } from '../transact.ts'
import { addressHash, before, DAY_MS, forgetIfEmpty, newId, type Watch } from './rows.ts'

/** Mails that ask for confirmation: to one address, and asked for by one caller, in 24 hours. */
const MAILS_PER_ADDRESS = 5
const MAILS_PER_CALLER = 50

export interface AskedAlert extends Watch {
  readonly email: string
  readonly language: Language
  /** Who asks: the id of an API key, or the bucket of a client address. */
  readonly caller: string
  readonly at: Date
}

/**
 * Stores a request, and a mail that asks the owner of the address. `limited`: the caller, or all callers together
 * (`perDay`), asked too often. To an address that was asked too often nothing is sent, and that is not told.
 */
export function alertRequests(box: SecretBox, transact: Transact, salt: () => Promise<string>) {
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

  return async (asked: AskedAlert, perDay = 0): Promise<'asked' | 'limited'> => {
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
}
