import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Digits } from '../../base/cn-code.ts'
import type { Language } from '../../base/language.ts'
import { endOfKey } from '../keys/keys.ts'
import { isDigitsList, isEventChangeList, isListEvent, readJson } from '../sql/json-column.ts'
import { acquireLeases, endOf, isFree, NO_LEASE, releaseLease, renewLease } from '../sql/row-leases.ts'
import type { Kind, Tables } from '../sql/schema.ts'
import type { SecretBox } from '../sql/secret-box.ts'
import { guardedAll } from '../sql/store-error.ts'
import { PENDING } from './deliveries.ts'
import { signingSecrets } from './webhook-secrets.ts'

/** By what concurrent requests are limited: the server they go to, and the key that the webhook belongs to. */
export interface Receiver {
  readonly host: string
  readonly keyId: string
}

/**
 * The right of one worker to send to a webhook until the lease expires. It is claimed, renewed after each message, and
 * released when nothing more is due. One worker and one message at a time keep the order of messages.
 */
export interface Lease extends Receiver {
  readonly token: string
  readonly webhookId: string
  readonly url: string
  readonly language: Language
  readonly codes: readonly Digits[]
  /** Null when the keys of this process do not open them. */
  readonly secrets: readonly string[] | null
  /** The delivery to send first. */
  readonly first: Due
}

/** A delivery that is due. */
export interface Due {
  /** The `webhook-id`. */
  readonly id: string
  readonly eventSeq: number
  /** How many attempts were made before. */
  readonly attempts: number
}

/** The result of one attempt to deliver. `again`: it failed and is retried. `dead`: given up. `gone`: 410, so the webhook is off and the message waits. */
export interface Attempt {
  readonly outcome: 'delivered' | 'again' | 'dead' | 'gone'
  /** When it is retried, if the outcome is `again`. */
  readonly dueAt?: Date
  readonly status: number | null
  readonly error: string | null
  readonly ms: number
}

export type StoredEvent = ReturnType<typeof eventOf>

/** @public The compiler names it in the types of other modules. */
export interface Claim {
  readonly at: Date
  readonly leaseMs: number
  readonly maxLeases: number
  readonly maxPerHost: number
  /** The receivers of requests in flight. */
  readonly inFlight: readonly Receiver[]
}

/** A delivery that failed blocks the later ones of its webhook for this many attempts; then they overtake it. */
const BLOCKING_ATTEMPTS = 3

/** A literal, as `PENDING` is: the queue of webhooks is a partial index. */
const ACTIVE = sql.lit('active' as const)

/** The worker's side of the outbox. */
export const leasesIn = (db: Kysely<Tables>, kind: Kind, box: SecretBox) =>
  guardedAll('leases', {
    /**
     * Claims leases on webhooks with deliveries that are due, longest waiting first. An expired lease can be claimed again. A
     * key gets one more as long as it has fewer than are left (dynamic thresholds: https://doi.org/10.1109/90.664262), so that
     * receivers which hang leave something for the keys of others, however many they are.
     */
    async claim({ at, leaseMs, maxLeases, maxPerHost, inFlight }: Claim): Promise<Lease[]> {
      const now = at.toISOString()
      const hosts = countBy(inFlight, ({ host }) => host)
      const keys = countBy(inFlight, ({ keyId }) => keyId)
      const atLeast = (least: number, counts: ReadonlyMap<string, number>) =>
        [...counts].flatMap(([name, count]) => (count >= least ? name : []))
      const fullHosts = atLeast(maxPerHost, hosts)
      const fullKeys = atLeast(maxLeases, keys)
      const candidates = await db
        .selectFrom('webhook_endpoints as e')
        .leftJoin('api_keys as k', 'k.id', 'e.key_id')
        .select(['e.id', 'e.host', 'e.key_id', 'k.id as key', 'k.revoked_at', 'k.expires'])
        .where('e.state', '=', ACTIVE)
        .where('e.next_at', '<=', now)
        .where(isFree(at, 'e.leased_until'))
        .$if(fullHosts.length > 0, (query) => query.where('e.host', 'not in', fullHosts))
        .$if(fullKeys.length > 0, (query) => query.where('e.key_id', 'not in', fullKeys))
        .orderBy('e.next_at')
        .orderBy('e.id')
        .limit(maxLeases * 4)
        .execute()
      const picked: string[] = []
      for (const { id, host, key_id, key, revoked_at, expires } of candidates) {
        const end = endOfKey(key === null ? undefined : { revoked_at, expires }, at)
        if (end !== null) await db.transaction().execute((trx) => endWithKey(trx, id, end, now))
        else if ((hosts.get(host) ?? 0) < maxPerHost && (keys.get(key_id) ?? 0) < maxLeases - picked.length) {
          hosts.set(host, (hosts.get(host) ?? 0) + 1)
          keys.set(key_id, (keys.get(key_id) ?? 0) + 1)
          picked.push(id)
        }
      }
      const { token, rows } = await acquireLeases(
        db,
        kind,
        'webhook_endpoints',
        picked,
        { at, leaseMs },
        sql`state = 'active'`,
      )
      const leases: Lease[] = []
      for (const row of rows) {
        const next = await nextDue(db, row.id, now)
        if ('due' in next)
          leases.push({
            token,
            webhookId: row.id,
            url: row.url,
            host: row.host,
            keyId: row.key_id,
            language: row.lang,
            codes: readJson('webhook_endpoints.codes', row.codes, isDigitsList),
            secrets: signingSecrets(row, at, box),
            first: next.due,
          })
        // That nothing is due is checked once more under the row lock, since a delivery may have been enqueued meanwhile.
        else
          await db.transaction().execute(async (trx) => {
            if (await renewLease(trx, 'webhook_endpoints', row.id, token, now)) await nextOrRelease(trx, row.id, now)
          })
      }
      return leases
    },

    async event(seq: number): Promise<StoredEvent | null> {
      const row = await db.selectFrom('webhook_events').selectAll().where('seq', '=', seq).executeTakeFirst()
      return row ? eventOf(row) : null
    },

    /** Stores the result of an attempt and renews the lease. Returns the next delivery, or null when the lease was released. */
    async record(lease: Lease, due: Due, attempt: Attempt, at: Date, leaseMs: number): Promise<Due | null> {
      const now = at.toISOString()
      return db.transaction().execute(async (trx) => {
        // The first statement locks the webhook, so that a transaction which enqueues for it waits until this one is committed.
        const until = endOf({ at, leaseMs })
        const state = (await renewLease(trx, 'webhook_endpoints', lease.webhookId, lease.token, until))?.state
        // The lease expired and another worker has claimed the webhook. That the message arrived is stored all the same.
        if (!state && attempt.outcome !== 'delivered') return null
        await trx
          .updateTable('webhook_deliveries')
          .set(columnsAfter(attempt, now))
          .where('id', '=', due.id)
          // A delivery that another worker saw arrive stays delivered.
          .$if(attempt.outcome !== 'delivered', (query) => query.where('state', '=', PENDING))
          .execute()
        if (attempt.outcome === 'gone') await switchOff(trx, lease.webhookId, 'answered 410 Gone', now)
        if (state !== 'active' || attempt.outcome === 'gone') {
          if (state) await endLease(trx, lease.webhookId, null)
          return null
        }
        return nextOrRelease(trx, lease.webhookId, now)
      })
    },

    /** Releases a lease whose delivery was not attempted, so that another worker can claim the webhook at once. */
    async release(lease: Lease, at: Date): Promise<void> {
      await releaseLease(db, 'webhook_endpoints', lease.webhookId, lease.token, at)
    },
  })

const countBy = (receivers: readonly Receiver[], by: (receiver: Receiver) => string): Map<string, number> =>
  new Map([...Map.groupBy(receivers, by)].map(([name, all]) => [name, all.length]))

/** The next delivery under a renewed lease. When none is due, the lease ends until the next one is. */
async function nextOrRelease(trx: Transaction<Tables>, webhookId: string, now: string): Promise<Due | null> {
  const next = await nextDue(trx, webhookId, now)
  if ('due' in next) return next.due
  await endLease(trx, webhookId, next.at)
  return null
}

async function endLease(trx: Transaction<Tables>, webhookId: string, nextAt: string | null): Promise<void> {
  await trx
    .updateTable('webhook_endpoints')
    .set({ ...NO_LEASE, next_at: nextAt })
    .where('id', '=', webhookId)
    .execute()
}

/** The oldest delivery that may be sent now, or when the next one is due. One that failed often no longer blocks the others. */
async function nextDue(
  db: Kysely<Tables>,
  webhookId: string,
  now: string,
): Promise<{ due: Due } | { at: string | null }> {
  const pending = db.selectFrom('webhook_deliveries').where('endpoint_id', '=', webhookId).where('state', '=', PENDING)
  const head = await pending
    .select(['id', 'event_seq', 'attempts', 'due_at'])
    .where((is) => is.or([is('attempts', '<', BLOCKING_ATTEMPTS), is('due_at', '<=', now)]))
    .orderBy('event_seq')
    .limit(1)
    .executeTakeFirst()
  if (head && head.due_at <= now) return { due: { id: head.id, eventSeq: head.event_seq, attempts: head.attempts } }
  const overtaken = await pending
    .select((of) => of.fn.min('due_at').as('at'))
    .where('attempts', '>=', BLOCKING_ATTEMPTS)
    .executeTakeFirst()
  const times = [head?.due_at, overtaken?.at].filter((time) => typeof time === 'string')
  return { at: times.toSorted()[0] ?? null }
}

/** Switches a webhook off. What is pending waits until it is resumed. */
async function switchOff(trx: Transaction<Tables>, webhookId: string, reason: string, now: string): Promise<void> {
  await trx
    .updateTable('webhook_endpoints')
    .set({ state: 'off', reason, state_since: now, next_at: null })
    .where('id', '=', webhookId)
    .execute()
}

/** A key that has ended does not come back, so nobody could resume its webhooks: what is pending is given up. */
async function endWithKey(trx: Transaction<Tables>, webhookId: string, reason: string, now: string): Promise<void> {
  await switchOff(trx, webhookId, reason, now)
  await trx
    .updateTable('webhook_deliveries')
    .set({ state: 'dead', finished_at: now, last_error: reason })
    .where('endpoint_id', '=', webhookId)
    .where('state', '=', PENDING)
    .execute()
}

const eventOf = ({ seq: _, changes, list, ...row }: Selectable<Tables['webhook_events']>) => ({
  ...row,
  changes: readJson('webhook_events.changes', changes, isEventChangeList),
  /** For `list.changed` alone, which has no changes of the law. */
  list: list === null ? null : readJson('webhook_events.list', list, isListEvent),
})

const columnsAfter = ({ outcome, dueAt, status, error, ms }: Attempt, now: string) => ({
  attempts: sql<number>`attempts + 1`,
  last_at: now,
  last_status: status,
  last_error: error,
  last_ms: ms,
  ...(outcome === 'again' || outcome === 'gone'
    ? { due_at: (dueAt ?? new Date(now)).toISOString() }
    : { state: outcome, finished_at: now }),
})
