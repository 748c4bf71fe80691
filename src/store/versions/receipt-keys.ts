import type { Kysely } from 'kysely'
import type { Tables } from '../sql/schema.ts'
import { guardedAll } from '../sql/store-error.ts'

/** The public halves of the keys that sign receipts. */
export const receiptKeysIn = (db: Kysely<Tables>) =>
  guardedAll('receiptKeys', {
    /** Every key that ever signed here, the newest first; `jwk` is JSON. */
    async list() {
      const rows = await db
        .selectFrom('receipt_keys')
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('kid')
        .execute()
      return rows.map(({ kid, jwk, created_at }) => ({ kid, jwk, createdAt: created_at }))
    },

    /** Publishes a key to all instances; one that is known stays as it is. */
    async publish({ kid, jwk }: { readonly kid: string; readonly jwk: string }, at: Date): Promise<void> {
      await db
        .insertInto('receipt_keys')
        .values({ kid, jwk, created_at: at.toISOString() })
        .onConflict((row) => row.column('kid').doNothing())
        .execute()
    },

    /** Takes a key back, so that what it signed is no longer believed; false when there is none. */
    async withdraw(kid: string): Promise<boolean> {
      const deleted = await db.deleteFrom('receipt_keys').where('kid', '=', kid).executeTakeFirst()
      return deleted.numDeletedRows > 0n
    },
  })
