import type { Kysely } from 'kysely'
import type { Tables } from '../schema.ts'
import type { SecretBox } from '../secret-box.ts'
import type { Transact } from '../transact.ts'
import { resealColumns } from '../webhook-secrets.ts'
import {
  addressHash,
  alertsOf,
  before,
  CONFIRM_WITHIN_MS,
  DAY_MS,
  forgetRecipient,
  lockRecipient,
  removeAlerts,
  withNames,
} from './rows.ts'

/** What is kept of addresses: for their owners to see and to delete, and for how long. */
export function keptAddresses(
  db: Kysely<Tables>,
  box: SecretBox,
  transact: Transact,
  salt: () => Promise<string>,
  afterDeletion: () => Promise<void>,
) {
  return {
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
          if (!recipient) return 0
          const { length } = await alertsOf(trx, recipient.id)
          await forgetRecipient(trx, recipient.id)
          return length
        },
      )
      await afterDeletion()
      return gone
    },

    /** Deletes what was not confirmed in time, and alerts of lists that are gone. */
    async forgetOld(at: Date): Promise<number> {
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
          transact,
          rows.map(({ id }) => id),
          recipient,
        )
      if (old.length > 0) await afterDeletion()
      return old.length
    },

    /** Stores addresses anew that are not sealed under the newest key. */
    reseal: () => resealColumns(db, box, 'mail_recipients', ['address']),
  }
}
