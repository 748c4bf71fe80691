import { randomBytes } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { Digits } from '../terms/cn-code.ts'
import type { Language } from '../terms/language.ts'
import { randomBase62 } from './api-key.ts'
import { isStringList, readJson } from './json-column.ts'
import { isOver } from './keys.ts'
import type { Tables } from './schema.ts'
import { guarded } from './store-error.ts'

/** Where the holder of a key is told of changes. Its secret never leaves the store but to sign. */
export interface Webhook {
  /** `we_` and eight characters, for people to point at. */
  readonly id: string
  readonly keyId: string
  readonly url: string
  /** What it watches; empty: all goods. */
  readonly codes: readonly Digits[]
  /** What it wants to hear of; empty: everything. */
  readonly events: readonly string[]
  readonly language: Language
  /** `off`: its receiver answered 410, or its key has ended. */
  readonly state: 'active' | 'paused' | 'off'
  readonly reason: string | null
  readonly createdAt: string
  /** Until then two secrets sign. */
  readonly oldSecretUntil: string | null
}

interface NewWebhook extends Pick<Webhook, 'keyId' | 'url' | 'codes' | 'events' | 'language'> {
  readonly at: Date
}

export interface Webhooks {
  /** The secret is seen here and never again. */
  add(webhook: NewWebhook): Promise<{ id: string; secret: string }>
  /** Oldest first; of one key, or all. */
  list(asked?: { keyId?: string; limit?: number; after?: Place }): Promise<Webhook[]>
  find(id: string): Promise<Webhook | null>
  /** Secrets that sign at that moment, the new one first. */
  secrets(id: string, at: Date): Promise<string[]>
  /** A new secret; the one before goes on signing for a day. Null: no such webhook. */
  rotate(id: string, at: Date): Promise<string | null>
  /** False when there is no such webhook. */
  setState(id: string, state: 'active' | 'paused', at: Date): Promise<boolean>
  /** With all that was or is to be sent to it; false when there was none. */
  remove(id: string): Promise<boolean>
  /** Erases secrets that no longer sign. */
  forgetOldSecrets(at: Date): Promise<void>
}

/** Where a page ended: the moment and the id of its last row. */
export interface Place {
  readonly createdAt: string
  readonly id: string
}

const SECRET_BYTES = 32
const BOTH_SIGN_MS = 24 * 3_600_000

/** Standard Webhooks: 24 to 64 random bytes, base64, marked so that it is known for what it is. */
const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

export function webhooksIn(db: Kysely<Tables>): Webhooks {
  async function add({ keyId, url, codes, events, language, at }: NewWebhook) {
    const id = `we_${randomBase62(8)}`
    const secret = newSecret()
    await db
      .insertInto('webhook_endpoints')
      .values({
        id,
        key_id: keyId,
        url,
        host: new URL(url).hostname,
        codes: JSON.stringify(codes),
        events: JSON.stringify(events),
        lang: language,
        secret,
        old_secret: null,
        old_secret_until: null,
        state: 'active',
        reason: null,
        created_at: at.toISOString(),
        next_at: null,
        lease: null,
        leased_until: null,
      })
      .execute()
    return { id, secret }
  }

  async function list({ keyId, limit, after }: { keyId?: string; limit?: number; after?: Place } = {}) {
    const rows = await db
      .selectFrom('webhook_endpoints')
      .selectAll()
      .$if(keyId !== undefined, (query) => query.where('key_id', '=', keyId!))
      .$if(after !== undefined, (query) =>
        query.where((is) => is(is.refTuple('created_at', 'id'), '>', is.tuple(after!.createdAt, after!.id))),
      )
      .orderBy('created_at')
      .orderBy('id')
      .$if(limit !== undefined, (query) => query.limit(limit!))
      .execute()
    return rows.map(webhookOf)
  }

  async function find(id: string): Promise<Webhook | null> {
    const row = await db.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).executeTakeFirst()
    return row ? webhookOf(row) : null
  }

  async function secrets(id: string, at: Date): Promise<string[]> {
    const row = await db.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).executeTakeFirst()
    return row ? signingSecrets(row, at) : []
  }

  async function rotate(id: string, at: Date): Promise<string | null> {
    const secret = newSecret()
    const { numUpdatedRows } = await db
      .updateTable('webhook_endpoints')
      .set((of) => ({
        old_secret: of.ref('secret'),
        old_secret_until: new Date(at.getTime() + BOTH_SIGN_MS).toISOString(),
        secret,
      }))
      .where('id', '=', id)
      .executeTakeFirst()
    return numUpdatedRows === 1n ? secret : null
  }

  async function setState(id: string, state: 'active' | 'paused', at: Date): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('webhook_endpoints')
      // Looked at once more when it resumes: something may have waited meanwhile.
      .set({ state, reason: null, ...(state === 'active' && { next_at: at.toISOString() }) })
      .where('id', '=', id)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  async function remove(id: string): Promise<boolean> {
    const gone = await db.deleteFrom('webhook_endpoints').where('id', '=', id).executeTakeFirst()
    // Killed in between, what is left belongs to nobody, is sent to nobody and goes with the old deliveries.
    await db.deleteFrom('webhook_deliveries').where('endpoint_id', '=', id).execute()
    return gone.numDeletedRows === 1n
  }

  async function forgetOldSecrets(at: Date): Promise<void> {
    await db
      .updateTable('webhook_endpoints')
      .set({ old_secret: null, old_secret_until: null })
      .where('old_secret_until', '<=', at.toISOString())
      .execute()
  }

  return {
    add: (webhook) => guarded('webhooks.add', () => add(webhook)),
    list: (asked) => guarded('webhooks.list', () => list(asked)),
    find: (id) => guarded('webhooks.find', () => find(id)),
    secrets: (id, at) => guarded('webhooks.secrets', () => secrets(id, at)),
    rotate: (id, at) => guarded('webhooks.rotate', () => rotate(id, at)),
    setState: (id, state, at) => guarded('webhooks.setState', () => setState(id, state, at)),
    remove: (id) => guarded('webhooks.remove', () => remove(id)),
    forgetOldSecrets: (at) => guarded('webhooks.forgetOldSecrets', () => forgetOldSecrets(at)),
  }
}

type Row = Selectable<Tables['webhook_endpoints']>

const webhookOf = (row: Row): Webhook => ({
  id: row.id,
  keyId: row.key_id,
  url: row.url,
  codes: readJson('webhook_endpoints.codes', row.codes, isStringList),
  events: readJson('webhook_endpoints.events', row.events, isStringList),
  language: row.lang,
  state: row.state,
  reason: row.reason,
  createdAt: row.created_at,
  oldSecretUntil: row.old_secret_until,
})

export function signingSecrets(row: Pick<Row, 'secret' | 'old_secret' | 'old_secret_until'>, at: Date): string[] {
  const { secret, old_secret, old_secret_until } = row
  const both = old_secret !== null && old_secret_until !== null && at.toISOString() < old_secret_until
  return both ? [secret, old_secret] : [secret]
}

/** Why nothing more is sent for a key, or null while it is good. */
export function endOfKey(
  key: { readonly revoked_at: string | null; readonly expires: string | null } | undefined,
  at: Date,
): string | null {
  if (!key) return 'key unknown'
  if (key.revoked_at !== null) return 'key revoked'
  return key.expires !== null && isOver(key.expires, at) ? 'key expired' : null
}
