import { createHash, randomBytes } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { Digits } from '../terms/cn-code.ts'
import type { Day } from '../terms/day.ts'
import type { Language } from '../terms/language.ts'
import { randomBase62 } from './api-key.ts'
import { DATABASE_WAITS, type WriteLock } from './change-recorder.ts'
import { KEY_RETENTION_MS } from './idempotency-keys.ts'
import { isDigitsList, isStringList, readJson } from './json-column.ts'
import { isOver } from './keys.ts'
import type { Tables } from './schema.ts'
import { type SecretBox, secretBox } from './secret-box.ts'
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

/** What the holder of a key may change. */
export interface WebhookChange extends Partial<Pick<Webhook, 'codes' | 'events' | 'language'>> {
  readonly state?: 'active' | 'paused'
}

/** What a key holder is told when it adds a webhook. `full`: the key has as many as it may. `conflict`: the same Idempotency-Key came with other content. */
type Added = { readonly webhook: Webhook; readonly secret: string } | 'full' | 'conflict' | 'key_ended'

export interface Webhooks {
  /**
   * Adds a webhook for the holder of a key, which may have `most` of them. A repeated request with the same
   * Idempotency-Key gets the webhook that the first one made, for a day.
   */
  addOwn(webhook: NewWebhook, most: number, idempotencyKey: string | null): Promise<Added>
  /** Changes a webhook of that key. Null when the key has no such webhook. */
  change(id: string, keyId: string, change: WebhookChange, at: Date): Promise<Webhook | null>
  /** Stores anew what is not sealed under the newest key. Returns how many webhooks were, and how many have secrets that no key opens. */
  resealSecrets(): Promise<{ readonly sealed: number; readonly unreadable: number }>
  /** This is the one time the secret is shown. */
  add(webhook: NewWebhook): Promise<{ id: string; secret: string }>
  /** The webhooks of one key, or all, oldest first. */
  list(asked?: { keyId?: string; limit?: number; after?: PageEnd }): Promise<Webhook[]>
  find(id: string): Promise<Webhook | null>
  /** The secrets that sign at that moment, the newest first; null when no key opens them. */
  secrets(id: string, at: Date): Promise<string[] | null>
  /** Makes a new secret; the one before signs too for a day. Null when there is no such webhook. */
  rotate(id: string, at: Date): Promise<string | null>
  /** False when there is no such webhook. */
  setState(id: string, state: 'active' | 'paused', at: Date): Promise<boolean>
  /** Removes the webhook and all its deliveries. False when there is no such webhook. */
  remove(id: string): Promise<boolean>
  /** Deletes secrets that no longer sign, and idempotency keys that are a day old. */
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

export function webhooksIn(
  db: Kysely<Tables>,
  box: SecretBox = secretBox(),
  { retryWhileBusy, failIfBusy }: WriteLock = DATABASE_WAITS,
): Webhooks {
  async function add(webhook: NewWebhook) {
    const { row, secret } = newRow(webhook)
    await db.insertInto('webhook_endpoints').values(row).execute()
    return { id: row.id, secret }
  }

  function newRow({ keyId, url, codes, events, language, at }: NewWebhook) {
    const id = `we_${randomBase62(8)}`
    const secret = newSecret()
    const row: Row = {
      id,
      key_id: keyId,
      url,
      host: new URL(url).hostname,
      codes: JSON.stringify(codes),
      events: JSON.stringify(events),
      lang: language,
      secret: box.seal(secret, id),
      old_secret: null,
      old_secret_until: null,
      state: 'active',
      reason: null,
      created_at: at.toISOString(),
      next_at: null,
      lease: null,
      leased_until: null,
      request_hash: null,
      request_content: null,
    }
    return { row, secret }
  }

  function addOwn(webhook: NewWebhook, most: number, idempotencyKey: string | null): Promise<Added> {
    const { keyId, at } = webhook
    const { row, secret } = newRow(webhook)
    const request =
      idempotencyKey === null
        ? { request_hash: null, request_content: null }
        : { request_hash: hashOf(keyId, idempotencyKey), request_content: hashOf(contentOf(row)) }
    return retryWhileBusy(() =>
      db.transaction().execute(async (trx): Promise<Added> => {
        // The first statement locks the key, so that two requests at once cannot exceed its number of webhooks.
        const lockKey = trx
          .updateTable('api_keys')
          .set((of) => ({ name: of.ref('name') }))
          .where('id', '=', keyId)
          .returning(['revoked_at', 'expires'])
        const key = await failIfBusy(() => lockKey.executeTakeFirst())
        if (endOfKey(key, at) !== null) return 'key_ended'
        const own = await trx.selectFrom('webhook_endpoints').selectAll().where('key_id', '=', keyId).execute()
        const earlier = own.find(({ request_hash }) => request_hash !== null && request_hash === request.request_hash)
        if (earlier) {
          const known = box.open(earlier.secret, earlier.id)
          if (earlier.request_content !== request.request_content || known === null) return 'conflict'
          return { webhook: webhookOf(earlier), secret: known }
        }
        if (own.length >= most) return 'full'
        const stored = { ...row, ...request }
        await trx.insertInto('webhook_endpoints').values(stored).execute()
        return { webhook: webhookOf(stored), secret }
      }),
    )
  }

  async function change(id: string, keyId: string, change: WebhookChange, at: Date): Promise<Webhook | null> {
    const { codes, events, language, state } = change
    const row = await db
      .updateTable('webhook_endpoints')
      .set((of) => ({
        id: of.ref('id'), // an update needs at least one column
        ...(codes && { codes: JSON.stringify(codes) }),
        ...(events && { events: JSON.stringify(events) }),
        ...(language && { lang: language }),
        ...(state && stateColumns(state, at)),
      }))
      .where('id', '=', id)
      .where('key_id', '=', keyId)
      .returningAll()
      .executeTakeFirst()
    return row ? webhookOf(row) : null
  }

  async function resealSecrets() {
    const rows = await db.selectFrom('webhook_endpoints').select(['id', 'secret', 'old_secret']).execute()
    let [sealed, unreadable] = [0, 0]
    for (const { id, secret, old_secret } of rows) {
      const known = box.open(secret, id)
      if (known === null) unreadable++
      for (const column of ['secret', 'old_secret'] as const) {
        const stored = column === 'secret' ? secret : old_secret
        const text = stored === null ? null : box.open(stored, id)
        if (stored === null || text === null || box.isCurrent(stored)) continue
        const { numUpdatedRows } = await db
          .updateTable('webhook_endpoints')
          .set({ [column]: box.seal(text, id) })
          .where('id', '=', id)
          // Unless it was rotated meanwhile, or another process was faster.
          .where(column, '=', stored)
          .executeTakeFirst()
        if (column === 'secret') sealed += Number(numUpdatedRows)
      }
    }
    return { sealed, unreadable }
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

  async function secrets(id: string, at: Date): Promise<string[] | null> {
    const row = await db.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).executeTakeFirst()
    return row ? signingSecrets(row, at, box) : []
  }

  async function rotate(id: string, at: Date): Promise<string | null> {
    const secret = newSecret()
    const { numUpdatedRows } = await db
      .updateTable('webhook_endpoints')
      .set((of) => ({
        old_secret: of.ref('secret'),
        old_secret_until: new Date(at.getTime() + OLD_SECRET_SIGNS_MS).toISOString(),
        secret: box.seal(secret, id),
      }))
      .where('id', '=', id)
      .executeTakeFirst()
    return numUpdatedRows === 1n ? secret : null
  }

  async function setState(id: string, state: 'active' | 'paused', at: Date): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('webhook_endpoints')
      .set(stateColumns(state, at))
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
    await db
      .updateTable('webhook_endpoints')
      .set({ request_hash: null, request_content: null })
      .where('request_hash', 'is not', null)
      .where('created_at', '<=', new Date(at.getTime() - KEY_RETENTION_MS).toISOString())
      .execute()
  }

  return {
    addOwn: (webhook, most, key) => guarded('webhooks.addOwn', () => addOwn(webhook, most, key)),
    change: (id, keyId, asked, at) => guarded('webhooks.change', () => change(id, keyId, asked, at)),
    resealSecrets: () => guarded('webhooks.resealSecrets', resealSecrets),
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

/** Deliveries may have been enqueued while it was paused, so the webhook is due at once when it resumes. */
const stateColumns = (state: 'active' | 'paused', at: Date) => ({
  state,
  reason: null,
  ...(state === 'active' && { next_at: at.toISOString() }),
})

const contentOf = ({ url, codes, events, lang }: Row): string => JSON.stringify([url, codes, events, lang])

/** Ids of keys are random, so that a plain hash reveals neither them nor the Idempotency-Key. */
const hashOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/** Why nothing is sent for a key any more, or null while the key is valid. */
export function endOfKey(
  key: { readonly revoked_at: string | null; readonly expires: Day | null } | undefined,
  at: Date,
): string | null {
  if (!key) return 'key unknown'
  if (key.revoked_at !== null) return 'key revoked'
  return key.expires !== null && isOver(key.expires, at) ? 'key expired' : null
}
