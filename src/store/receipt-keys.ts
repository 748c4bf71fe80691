import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'
import { guardedAll } from './store-error.ts'

/** The public half of a key that signs receipts. */
interface ReceiptKey {
  readonly kid: string
  /** JSON of a JWK. */
  readonly jwk: string
}

export interface ReceiptKeys {
  /** Every key that ever signed here, the newest first. */
  list(): Promise<readonly (ReceiptKey & { readonly createdAt: string })[]>
  /** Publishes a key to all instances; one that is known stays as it is. */
  publish(key: ReceiptKey, at: Date): Promise<void>
  /** Takes a key back, so that what it signed is no longer believed; false when there is none. */
  withdraw(kid: string): Promise<boolean>
}

export function receiptKeysIn(db: Kysely<Tables>): ReceiptKeys {
  return guardedAll<ReceiptKeys>('receiptKeys', {
    async list() {
      const rows = await db
        .selectFrom('receipt_keys')
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('kid')
        .execute()
      return rows.map(({ kid, jwk, created_at }) => ({ kid, jwk, createdAt: created_at }))
    },
    async publish({ kid, jwk }, at) {
      await db
        .insertInto('receipt_keys')
        .values({ kid, jwk, created_at: at.toISOString() })
        .onConflict((row) => row.column('kid').doNothing())
        .execute()
    },
    async withdraw(kid) {
      const deleted = await db.deleteFrom('receipt_keys').where('kid', '=', kid).executeTakeFirst()
      return deleted.numDeletedRows > 0n
    },
  })
}
