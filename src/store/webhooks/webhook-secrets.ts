import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { KEY_RETENTION_MS } from '../sql/idempotency-keys.ts'
import type { Tables } from '../sql/schema.ts'
import type { SecretBox } from '../sql/secret-box.ts'
import type { Transact } from '../sql/transact.ts'

/** How many rows were sealed anew, and how many no key opens. */
export interface Resealed {
  readonly sealed: number
  readonly unreadable: number
}

const SECRET_BYTES = 32
const OLD_SECRET_SIGNS_MS = 24 * 3_600_000

/** 24 to 64 random bytes in base64 with a prefix, as Standard Webhooks asks. */
export const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

/** Ids of keys are random, so that a plain hash reveals neither them nor the Idempotency-Key. */
export const hashOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/** Locks a webhook, as workers do before they touch its deliveries. */
export const lockWebhook =
  (id: string, keyId?: string) =>
  (trx: Transaction<Tables>): Promise<Row | undefined> =>
    trx
      .updateTable('webhook_endpoints')
      .set((of) => ({ id: of.ref('id') }))
      .where('id', '=', id)
      .$if(keyId !== undefined, (query) => query.where('key_id', '=', keyId!))
      .returningAll()
      .executeTakeFirst()

/** The secrets that sign the messages of webhooks. */
export const webhookSecretsIn = (db: Kysely<Tables>, box: SecretBox, transact: Transact) => ({
  /** The secrets that sign at that moment, the newest first; null when no key opens them. */
  async secrets(id: string, at: Date): Promise<string[] | null> {
    const row = await db.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).executeTakeFirst()
    return row ? signingSecrets(row, at, box) : []
  },

  /**
   * Makes a new secret; the one before signs too for a day. Repeated within that day with the same Idempotency-Key, because
   * its answer was lost, it gives the same secret. Null when there is no such webhook.
   */
  rotate(id: string, at: Date, idempotencyKey: string | null = null): Promise<string | null> {
    const secret = newSecret()
    const rotation = idempotencyKey === null ? null : hashOf(id, idempotencyKey)
    return transact(lockWebhook(id), async (trx, row) => {
      if (!row) return null
      const isRepeated =
        rotation !== null && row.rotation_hash === rotation && at.toISOString() < (row.old_secret_until ?? '')
      const known = isRepeated ? box.open(row.secret, id) : null
      if (known !== null) return known
      await trx
        .updateTable('webhook_endpoints')
        .set({
          old_secret: row.secret,
          old_secret_until: new Date(at.getTime() + OLD_SECRET_SIGNS_MS).toISOString(),
          secret: box.seal(secret, id),
          rotation_hash: rotation,
        })
        .where('id', '=', id)
        .execute()
      return secret
    })
  },

  /** Stores anew what is not sealed under the newest key. Returns how many webhooks were, and how many have secrets that no key opens. */
  resealSecrets: () => resealColumns(db, box, 'webhook_endpoints', ['secret', 'old_secret']),

  /** Deletes secrets that no longer sign, and idempotency keys that are a day old. */
  async forgetOldSecrets(at: Date): Promise<void> {
    await db
      .updateTable('webhook_endpoints')
      .set({ old_secret: null, old_secret_until: null, rotation_hash: null })
      .where('old_secret_until', '<=', at.toISOString())
      .execute()
    await db
      .updateTable('webhook_endpoints')
      .set({ request_hash: null, request_content: null })
      .where('request_hash', 'is not', null)
      .where('created_at', '<=', new Date(at.getTime() - KEY_RETENTION_MS).toISOString())
      .execute()
  },
})

/** Stores anew what is not sealed under the newest key; the first column is the one that counts. */
export async function resealColumns(
  db: Kysely<Tables>,
  box: SecretBox,
  table: 'webhook_endpoints' | 'mail_recipients',
  columns: readonly string[],
): Promise<Resealed> {
  type Sealed = Readonly<Record<string, string | null>> & { readonly id: string }
  const { rows } = await sql<Sealed>`
    select id, ${sql.join(columns.map((name) => sql.ref(name)))} from ${sql.table(table)}`.execute(db)
  let [sealed, unreadable] = [0, 0]
  for (const row of rows) {
    for (const column of columns) {
      const stored = row[column] ?? null
      const text = stored === null ? null : box.open(stored, row.id)
      if (stored !== null && text === null && column === columns[0]) unreadable++
      if (stored === null || text === null || box.isCurrent(stored)) continue
      // Unless it was replaced meanwhile, or another process was faster.
      const { numAffectedRows } =
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${box.seal(text, row.id)}
        where id = ${row.id} and ${sql.ref(column)} = ${stored}`.execute(db)
      if (column === columns[0]) sealed += Number(numAffectedRows)
    }
  }
  return { sealed, unreadable }
}

type Row = Selectable<Tables['webhook_endpoints']>

/** The secrets that sign at that moment; null when no key opens the newest. An older one that cannot be opened is left out. */
export function signingSecrets(
  row: Pick<Row, 'id' | 'secret' | 'old_secret' | 'old_secret_until'>,
  at: Date,
  box: SecretBox,
): string[] | null {
  const { id, secret, old_secret, old_secret_until } = row
  const own = box.open(secret, id)
  if (own === null) return null
  const both = old_secret !== null && old_secret_until !== null && at.toISOString() < old_secret_until
  const old = both ? box.open(old_secret, id) : null
  return old === null ? [own] : [own, old]
}
