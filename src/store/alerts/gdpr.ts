import type { Kysely } from 'kysely'
import type { Tables } from '../sql/schema.ts'
import type { SecretBox } from '../sql/secret-box.ts'
import type { Transact } from '../sql/transact.ts'
import { type Resealed, resealColumns } from '../webhooks/webhook-secrets.ts'
import {
  addressHash,
  alertsOf,
  before,
  CONFIRM_WITHIN_MS,
  forgetRecipient,
  lockRecipient,
  mailboxIdOf,
  removeAlerts,
  withNames,
} from './alert-queries.ts'
import type { Refusals } from './refusals.ts'

interface Kept {
  readonly box: SecretBox
  readonly refused: Refusals
  readonly transact: Transact
  readonly salt: () => Promise<string>
  readonly afterDeletion: () => Promise<void>
}

/** What is kept of addresses: for their owners to see and to delete, and for how long. */
export function gdprRequests(db: Kysely<Tables>, { box, refused, transact, salt, afterDeletion }: Kept) {
  return {
    /** Everything that is kept of an address, for its owner. */
    async exportOf(email: string) {
      const row = await db
        .selectFrom('mail_recipients')
        .selectAll()
        .where('address_hash', '=', addressHash(await salt(), email))
        .executeTakeFirst()
      const neverAsk = await refused.has(db, mailboxIdOf(await salt(), email))
      if (!row) return neverAsk ? { email, createdAt: null, neverAsk, alerts: [] } : null
      const alerts = await withNames(db, await alertsOf(db, row.id))
      return { email: box.open(row.address, row.id), createdAt: row.created_at, neverAsk, alerts }
    },

    /** Lets a mailbox be asked again whose owner had refused that; null: all, for when `SECRETS_KEY` is lost. Returns how many. */
    allow: async (email: string | null): Promise<number> =>
      refused.lift(db, email === null ? null : mailboxIdOf(await salt(), email)),

    /** Deletes an address and its alerts. Returns how many alerts. That its owner must never be asked again stays known. */
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
    async reseal(): Promise<Resealed> {
      const { sealed, unreadable } = await resealColumns(db, box, 'mail_recipients', ['address'])
      return { sealed, unreadable: unreadable + ((await refused.reseal(db)) ? 0 : 1) }
    },
  }
}
