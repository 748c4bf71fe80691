import { randomBytes } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { Digits } from '../terms/cn-code.ts'
import type { Day } from '../terms/day.ts'
import type { Language } from '../terms/language.ts'
import { randomBase62 } from './api-key.ts'
import { isDigitsList, isStringList, readJson } from './json-column.ts'
import { isOver } from './keys.ts'
import type { Tables } from './schema.ts'
import { guarded } from './store-error.ts'

/** A URL that the holder of a key is notified at. The secret is not part of it: it leaves the store only to sign. */
export interface Webhook {
  /** `we_` and eight characters, by which people name the webhook. */
  readonly id: string
  readonly keyId: string
  readonly url: string
  /** The CN codes it watches; empty means all goods. */
  readonly codes: readonly Digits[]
  /** The event types it is sent; empty means all of them. */
  readonly events: readonly string[]
  readonly language: Language
  /** `off` when the receiver answered 410 or the key has ended. */
  readonly state: 'active' | 'paused' | 'off'
  readonly reason: string | null
  readonly createdAt: string
  /** Until this moment the secret before the last rotation signs too. */
  readonly oldSecretUntil: string | null
}

interface NewWebhook extends Pick<Webhook, 'keyId' | 'url' | 'codes' | 'events' | 'language'> {
  readonly at: Date
}

export interface Webhooks {
  /** This is the one time the secret is shown. */
  add(webhook: NewWebhook): Promise<{ id: string; secret: string }>
  /** The webhooks of one key, or all, oldest first. */
  list(asked?: { keyId?: string; limit?: number; after?: PageEnd }): Promise<Webhook[]>
  find(id: string): Promise<Webhook | null>
  /** The secrets that sign at that moment, the newest first. */
  secrets(id: string, at: Date): Promise<string[]>
  /** Makes a new secret; the one before signs too for a day. Null when there is no such webhook. */
  rotate(id: string, at: Date): Promise<string | null>
  /** False when there is no such webhook. */
  setState(id: string, state: 'active' | 'paused', at: Date): Promise<boolean>
  /** Removes the webhook and all its deliveries. False when there is no such webhook. */
  remove(id: string): Promise<boolean>
  /** Deletes secrets that no longer sign. */
  forgetOldSecrets(at: Date): Promise<void>
}

/** The last row of a page of results, where the next page continues (keyset pagination). */
export interface PageEnd {
  readonly createdAt: string
  readonly id: string
}

const SECRET_BYTES = 32
const OLD_SECRET_SIGNS_MS = 24 * 3_600_000

/** 24 to 64 random bytes in base64 with a prefix, as Standard Webhooks asks. */
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

  async function list({ keyId, limit, after }: { keyId?: string; limit?: number; after?: PageEnd } = {}) {
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
        old_secret_until: new Date(at.getTime() + OLD_SECRET_SIGNS_MS).toISOString(),
        secret,
      }))
      .where('id', '=', id)
      .executeTakeFirst()
    return numUpdatedRows === 1n ? secret : null
  }

  async function setState(id: string, state: 'active' | 'paused', at: Date): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('webhook_endpoints')
      // Deliveries may have been enqueued while it was paused, so the webhook is due at once when it resumes.
      .set({ state, reason: null, ...(state === 'active' && { next_at: at.toISOString() }) })
      .where('id', '=', id)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  async function remove(id: string): Promise<boolean> {
    const gone = await db.deleteFrom('webhook_endpoints').where('id', '=', id).executeTakeFirst()
    // If the process ends between the two statements, the deliveries left are never sent and are deleted when they are old.
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
  codes: readJson('webhook_endpoints.codes', row.codes, isDigitsList),
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

/** Why nothing is sent for a key any more, or null while the key is valid. */
export function endOfKey(
  key: { readonly revoked_at: string | null; readonly expires: Day | null } | undefined,
  at: Date,
): string | null {
  if (!key) return 'key unknown'
  if (key.revoked_at !== null) return 'key revoked'
  return key.expires !== null && isOver(key.expires, at) ? 'key expired' : null
}
