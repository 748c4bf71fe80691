import { createHmac, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from './schema.ts'

/**
 * Idempotency keys of leads. A key belongs to its caller, so that no caller can take a key that another will use, nor learn
 * what another sent with one (https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/):
 * - the same key with the same content is one lead, whoever sends it: a phone may change its address between attempts;
 * - the same key with other content is a conflict for the caller that used it, and a lead of its own for all others.
 * Only hashes are stored, keyed with a salt of this database: keys and addresses of callers cannot be read from it.
 */

/** How long a key is recognised, at least. */
export const KEY_RETENTION_MS = 24 * 3_600_000

const SALT = 'lead_requests'

export type Content = Pick<Tables['leads'], 'email' | 'source' | 'utm'>

/** An HMAC with the salt of this database; the first part says what for, so that no two uses meet. */
export const hashed = (salt: string, ...parts: readonly (string | null)[]): string =>
  createHmac('sha256', salt).update(JSON.stringify(parts)).digest('base64url')

export const contentHash = (salt: string, key: string, { email, source, utm }: Content): string =>
  hashed(salt, 'content', key, email, source, utm)

/** Creates the salt of this database; called once, by the migration. */
export async function newSalt(db: Kysely<unknown>): Promise<void> {
  const salt = randomBytes(32).toString('base64url')
  await sql`insert into store_values (name, value) values (${SALT}, ${salt})`.execute(db)
}

/** Reads the salt, once for each process. */
export function saltOf(db: Kysely<Tables>): () => Promise<string> {
  let salt: string | undefined
  return async () => {
    salt ??= (await db.selectFrom('store_values').select('value').where('name', '=', SALT).executeTakeFirstOrThrow())
      .value
    return salt
  }
}
