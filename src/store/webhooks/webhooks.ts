import type { Kysely, Selectable } from 'kysely'
import { randomBase62 } from '../keys/api-key.ts'
import { endOfKey, lockKey } from '../keys/keys.ts'
import { afterCursor } from '../sql/chunks.ts'
import { isDigitsList, isStringList, readJson } from '../sql/json-column.ts'
import type { Keyset, Tables } from '../sql/schema.ts'
import type { SecretBox } from '../sql/secret-box.ts'
import { guardedAll } from '../sql/store-error.ts'
import type { Transact } from '../sql/transact.ts'
import { makeDue } from './deliveries.ts'
import { hashOf, lockWebhook, newSecret, webhookSecretsIn } from './webhook-secrets.ts'

/** A URL that the holder of a key is notified at. The secret is not part of it: it leaves the store only to sign. */
export type Webhook = ReturnType<typeof webhookOf>

/** @public The compiler names it in the types of other modules. */
export interface NewWebhook extends Pick<Webhook, 'keyId' | 'url' | 'codes' | 'events' | 'language'> {
  readonly at: Date
}

/** What the holder of a key may change. */
export interface WebhookChange extends Partial<Pick<Webhook, 'codes' | 'events' | 'language'>> {
  readonly state?: 'active' | 'paused'
}

/** What a key holder is told when it adds a webhook. `full`: the key has as many as it may. `conflict`: the same Idempotency-Key came with other content. */
type Added = { readonly webhook: Webhook; readonly secret: string } | 'full' | 'conflict' | 'key_ended'

export function webhooksIn(db: Kysely<Tables>, box: SecretBox, transact: Transact) {
  function newRow({ keyId, url, codes, events, language, at }: NewWebhook) {
    const id = `we_${randomBase62(8)}`
    const secret = newSecret()
    const row = {
      id,
      key_id: keyId,
      url,
      host: new URL(url).hostname,
      codes: JSON.stringify(codes),
      events: JSON.stringify(events),
      lang: language,
      secret: box.seal(secret, id),
      state: 'active',
      state_since: at.toISOString(),
      created_at: at.toISOString(),
    } as const
    return { row, secret }
  }

  function change(
    { id, keyId, by }: { id: string; keyId?: string; by: string },
    { codes, events, language, state }: WebhookChange,
    at: Date,
  ): Promise<Webhook | null> {
    return transact(lockWebhook(id, keyId), async (trx, before) => {
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
    })
  }

  return guardedAll('webhooks', {
    ...webhookSecretsIn(db, box, transact),

    /**
     * Adds a webhook for the holder of a key, which may have `most` of them. A repeated request with the same
     * Idempotency-Key gets the webhook that the first one made, for a day.
     */
    addOwn(webhook: NewWebhook, most: number, idempotencyKey: string | null): Promise<Added> {
      const { keyId, at } = webhook
      const { row, secret } = newRow(webhook)
      const request =
        idempotencyKey === null
          ? null
          : { request_hash: hashOf(keyId, idempotencyKey), request_content: hashOf(contentOf(row)) }
      // The key is locked, so that two requests at once cannot exceed its number of webhooks.
      return transact(lockKey(keyId), async (trx, key): Promise<Added> => {
        if (endOfKey(key, at) !== null) return 'key_ended'
        const own = await trx.selectFrom('webhook_endpoints').selectAll().where('key_id', '=', keyId).execute()
        const earlier = own.find(({ request_hash }) => request_hash === request?.request_hash)
        if (earlier) {
          const known = box.open(earlier.secret, earlier.id)
          if (earlier.request_content !== request?.request_content || known === null) return 'conflict'
          return { webhook: webhookOf(earlier), secret: known }
        }
        if (own.length >= most) return 'full'
        const stored = await trx
          .insertInto('webhook_endpoints')
          .values({ ...row, ...request })
          .returningAll()
          .executeTakeFirstOrThrow()
        return { webhook: webhookOf(stored), secret }
      })
    },

    /** Changes a webhook of that key. Null when the key has no such webhook. Resumed, it is sent at once what has waited. */
    change: (id: string, keyId: string, asked: WebhookChange, at: Date) =>
      change({ id, keyId, by: 'the key holder' }, asked, at),

    /** This is the one time the secret is shown. */
    async add(webhook: NewWebhook) {
      const { row, secret } = newRow(webhook)
      await db.insertInto('webhook_endpoints').values(row).execute()
      return { id: row.id, secret }
    },

    /** The webhooks of one key, or all, oldest first. */
    async list({ keyId, limit, after }: { keyId?: string; limit?: number; after?: Keyset } = {}) {
      const rows = await db
        .selectFrom('webhook_endpoints')
        .selectAll()
        .$if(keyId !== undefined, (query) => query.where('key_id', '=', keyId!))
        .where(afterCursor(after))
        .orderBy('created_at')
        .orderBy('id')
        .$if(limit !== undefined, (query) => query.limit(limit!))
        .execute()
      return rows.map(webhookOf)
    },

    async find(id: string): Promise<Webhook | null> {
      const row = await db.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).executeTakeFirst()
      return row ? webhookOf(row) : null
    },

    /** For the operator. False when there is no such webhook. */
    setState: async (id: string, state: 'active' | 'paused', at: Date) =>
      (await change({ id, by: 'the operator' }, { state }, at)) !== null,

    /** Removes the webhook and all its deliveries. False when there is no such webhook. */
    async remove(id: string): Promise<boolean> {
      const gone = await db.deleteFrom('webhook_endpoints').where('id', '=', id).executeTakeFirst()
      // If the process ends between the two statements, the deliveries left are never sent and are deleted when they are old.
      await db.deleteFrom('webhook_deliveries').where('endpoint_id', '=', id).execute()
      return gone.numDeletedRows === 1n
    },
  })
}

type Row = Selectable<Tables['webhook_endpoints']>

const webhookOf = (row: Row) => ({
  /** `we_` and eight characters, by which people name the webhook. */
  id: row.id,
  keyId: row.key_id,
  url: row.url,
  codes: readJson('webhook_endpoints.codes', row.codes, isDigitsList),
  events: readJson('webhook_endpoints.events', row.events, isStringList),
  language: row.lang,
  /** `off` when the receiver answered 410 or the key has ended. */
  state: row.state,
  reason: row.reason,
  stateSince: row.state_since,
  createdAt: row.created_at,
  /** Until this moment the secret before the last rotation signs too. */
  oldSecretUntil: row.old_secret_until,
})

const contentOf = ({ url, codes, events, lang }: Pick<Row, 'url' | 'codes' | 'events' | 'lang'>): string =>
  JSON.stringify([url, codes, events, lang])
