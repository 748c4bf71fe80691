import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { hashed } from '../sql/idempotency-keys.ts'
import type { Tables } from '../sql/schema.ts'
import type { SecretBox } from '../sql/secret-box.ts'
import { StoreError } from '../sql/store-error.ts'

const PEPPER = 'refused_mailboxes'

/**
 * Mailboxes whose owners said that they must never be asked again. They are kept as HMACs under a key of their own, which is
 * sealed by `SECRETS_KEY`: whoever has the database alone cannot tell by trying addresses who they are.
 */
export function refusals(box: SecretBox) {
  const stored = (db: Kysely<Tables>) =>
    db.selectFrom('store_values').select('value').where('name', '=', PEPPER).executeTakeFirst()

  /** Without the right key nobody may be asked, since nobody knows who has refused. */
  function hashOf(mailboxId: string, sealed: string): string {
    const pepper = box.open(sealed, PEPPER)
    if (pepper === null) throw new StoreError('alerts.refusals', 'SECRETS_KEY is missing or wrong')
    return hashed(pepper, 'refused', mailboxId)
  }

  return {
    async has(db: Kysely<Tables>, mailboxId: string): Promise<boolean> {
      const pepper = await stored(db)
      if (!pepper) return false
      const hash = hashOf(mailboxId, pepper.value)
      const found = db.selectFrom('refused_mailboxes').select('hash').where('hash', '=', hash)
      return (await found.executeTakeFirst()) !== undefined
    },

    async add(db: Kysely<Tables>, mailboxId: string, at: Date): Promise<void> {
      const value = box.seal(randomBytes(32).toString('base64url'), PEPPER)
      await db
        .insertInto('store_values')
        .values({ name: PEPPER, value })
        .onConflict((known) => known.column('name').doNothing())
        .execute()
      await db
        .insertInto('refused_mailboxes')
        .values({ hash: hashOf(mailboxId, (await stored(db))!.value), created_at: at.toISOString() })
        .onConflict((known) => known.column('hash').doNothing())
        .execute()
    },

    /** Lifts the refusal of one mailbox; null lifts all, also when the key to them is lost. Returns how many there were. */
    async lift(db: Kysely<Tables>, mailboxId: string | null): Promise<number> {
      const pepper = await stored(db)
      if (!pepper) return 0
      const hash = mailboxId === null ? null : hashOf(mailboxId, pepper.value)
      const { numDeletedRows } = await db
        .deleteFrom('refused_mailboxes')
        .$if(hash !== null, (query) => query.where('hash', '=', hash))
        .executeTakeFirst()
      if (hash === null) await db.deleteFrom('store_values').where('name', '=', PEPPER).execute()
      return Number(numDeletedRows)
    },

    /** Stores the key anew if it is not sealed under the newest one; false when none opens it. */
    async reseal(db: Kysely<Tables>): Promise<boolean> {
      const value = (await stored(db))?.value
      if (value === undefined) return true
      const pepper = box.open(value, PEPPER)
      if (pepper === null) return false
      if (box.isCurrent(value)) return true
      // Unless another process was faster.
      await db
        .updateTable('store_values')
        .set({ value: box.seal(pepper, PEPPER) })
        .where('name', '=', PEPPER)
        .where('value', '=', value)
        .execute()
      return true
    },
  }
}

export type Refusals = ReturnType<typeof refusals>
