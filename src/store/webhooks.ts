import type { Kysely, Selectable } from 'kysely'
import type { Digits } from '../terms/cn-code.ts'
import type { Language } from '../terms/language.ts'
import { randomBase62 } from './api-key.ts'
import { DATABASE_WAITS, type WriteLock } from './change-recorder.ts'
import { makeDue } from './deliveries.ts'
import { isDigitsList, isStringList, readJson } from './json-column.ts'
import { endOfKey } from './keys.ts'
import type { PageEnd, Tables } from './schema.ts'
import { type SecretBox, secretBox } from './secret-box.ts'
import { guardedAll } from './store-error.ts'
import { hashOf, newSecret, type WebhookSecrets, webhookSecretsIn } from './webhook-secrets.ts'

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
  /** Why it is paused or off. */
  readonly reason: string | null
  /** Null when it is not known. */
  readonly stateSince: string | null
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

export interface Webhooks extends WebhookSecrets {
  /**
   * Adds a webhook for the holder of a key, which may have `most` of them. A repeated request with the same
   * Idempotency-Key gets the webhook that the first one made, for a day.
   */
  addOwn(webhook: NewWebhook, most: number, idempotencyKey: string | null): Promise<Added>
  /** Changes a webhook of that key. Null when the key has no such webhook. Resumed, it is sent at once what has waited. */
  change(id: string, keyId: string, change: WebhookChange, at: Date): Promise<Webhook | null>
  /** This is the one time the secret is shown. */
  add(webhook: NewWebhook): Promise<{ id: string; secret: string }>
  /** The webhooks of one key, or all, oldest first. */
  list(asked?: { keyId?: string; limit?: number; after?: PageEnd }): Promise<Webhook[]>
  find(id: string): Promise<Webhook | null>
  /** For the operator. False when there is no such webhook. */
  setState(id: string, state: 'active' | 'paused', at: Date): Promise<boolean>
  /** Removes the webhook and all its deliveries. False when there is no such webhook. */
  remove(id: string): Promise<boolean>
}

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
      state_since: at.toISOString(),
      created_at: at.toISOString(),
      next_at: null,
      lease: null,
      leased_until: null,
      request_hash: null,
      request_content: null,
      rotation_hash: null,
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

  function change(
    { id, keyId, by }: { id: string; keyId?: string; by: string },
    { codes, events, language, state }: WebhookChange,
    at: Date,
  ): Promise<Webhook | null> {
    return retryWhileBusy(() =>
      db.transaction().execute(async (trx) => {
        // The first statement locks the webhook, as workers do before they touch its deliveries.
        const lock = trx
          .updateTable('webhook_endpoints')
          .set((of) => ({ id: of.ref('id') }))
          .where('id', '=', id)
          .$if(keyId !== undefined, (query) => query.where('key_id', '=', keyId!))
          .returning('state')
        const before = await failIfBusy(() => lock.executeTakeFirst())
        if (!before) return null
        const next = state === before.state ? undefined : state
        const row = await trx
          .updateTable('webhook_endpoints')
          .set((of) => ({
            id: of.ref('id'), // an update needs at least one column
            ...(codes && { codes: JSON.stringify(codes) }),
            ...(events && { events: JSON.stringify(events) }),
            ...(language && { lang: language }),
            ...(next === 'paused' && { state: next, reason: `paused by ${by}`, state_since: at.toISOString() }),
            ...(next === 'active' && {
              state: next,
              reason: null,
              state_since: at.toISOString(),
              next_at: at.toISOString(),
            }),
          }))
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow()
        if (next === 'active') await makeDue(trx, id, at)
        return webhookOf(row)
      }),
    )
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

  async function remove(id: string): Promise<boolean> {
    const gone = await db.deleteFrom('webhook_endpoints').where('id', '=', id).executeTakeFirst()
    // If the process ends between the two statements, the deliveries left are never sent and are deleted when they are old.
    await db.deleteFrom('webhook_deliveries').where('endpoint_id', '=', id).execute()
    return gone.numDeletedRows === 1n
  }

  const own = guardedAll<Omit<Webhooks, keyof WebhookSecrets>>('webhooks', {
    addOwn,
    change: (id, keyId, asked, at) => change({ id, keyId, by: 'the key holder' }, asked, at),
    add,
    list,
    find,
    setState: async (id, state, at) => (await change({ id, by: 'the operator' }, { state }, at)) !== null,
    remove,
  })
  return { ...own, ...webhookSecretsIn(db, box, { retryWhileBusy, failIfBusy }) }
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
  stateSince: row.state_since,
  createdAt: row.created_at,
  oldSecretUntil: row.old_secret_until,
})

const contentOf = ({ url, codes, events, lang }: Row): string => JSON.stringify([url, codes, events, lang])
