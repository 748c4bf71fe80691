import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Digits } from '../terms/cn-code.ts'
import type { Language } from '../terms/language.ts'
import { randomBase62 } from './api-key.ts'
import { PENDING } from './deliveries.ts'
import { isEventChangeList, isStringList, readJson } from './json-column.ts'
import type { EventChange, Kind, Tables } from './schema.ts'
import { guarded } from './store-error.ts'
import { endOfKey, signingSecrets } from './webhooks.ts'

/** A webhook that one worker alone may send to for a while. One worker, one message at a time: that keeps the order. */
export interface Lease {
  readonly token: string
  readonly webhookId: string
  readonly url: string
  readonly host: string
  readonly language: Language
  readonly codes: readonly Digits[]
  readonly secrets: readonly string[]
  /** What to send first. */
  readonly first: Due
}

/** A message whose time has come. */
export interface Due {
  /** The `webhook-id`. */
  readonly id: string
  readonly eventSeq: number
  /** Attempts made before. */
  readonly attempts: number
}

/** What came of an attempt. */
export interface Attempt {
  readonly verdict: 'delivered' | 'again' | 'dead' | 'gone'
  /** For `again`: when. */
  readonly dueAt?: Date
  readonly status: number | null
  readonly error: string | null
  readonly ms: number
}

export interface StoredEvent {
  readonly type: string
  readonly day: string
  readonly regime: string | null
  readonly annex: string | null
  readonly article: string | null
  readonly act: string | null
  readonly changes: readonly EventChange[]
  readonly at: string
}

interface Claim {
  readonly at: Date
  readonly leaseMs: number
  readonly atMost: number
  readonly perHost: number
  /** Requests under way, by host. */
  readonly busy: ReadonlyMap<string, number>
}

/** The worker's side of the outbox: who may send what, and what came of it. */
export interface Leases {
  /** Leases webhooks with something to send, longest waiting first. A lease that runs out is anybody's again. */
  claim(claim: Claim): Promise<Lease[]>
  event(seq: number): Promise<StoredEvent | null>
  /** Writes what came of it. Gives what to send next under the same lease, or null: then the lease is given back. */
  record(lease: Lease, due: Due, attempt: Attempt, at: Date, leaseMs: number): Promise<Due | null>
  /** Gives the lease back as if nothing had been tried. */
  release(lease: Lease, at: Date): Promise<void>
}

/** So many times a message that failed holds back those behind it; then it steps aside, and they pass. */
const HOLDS_BACK = 3

type Db = Kysely<Tables> | Transaction<Tables>

export function leasesIn(db: Kysely<Tables>, kind: Kind): Leases {
  async function claim({ at, leaseMs, atMost, perHost, busy }: Claim): Promise<Lease[]> {
    const now = at.toISOString()
    const full = [...busy].filter(([, count]) => count >= perHost).map(([host]) => host)
    const candidates = await db
      .selectFrom('webhook_endpoints as e')
      .leftJoin('api_keys as k', 'k.id', 'e.key_id')
      .select(['e.id', 'e.host', 'k.id as key', 'k.revoked_at', 'k.expires'])
      .where('e.state', '=', 'active')
      .where('e.next_at', '<=', now)
      .where((is) => is.or([is('e.leased_until', 'is', null), is('e.leased_until', '<=', now)]))
      .$if(full.length > 0, (query) => query.where('e.host', 'not in', full))
      .orderBy('e.next_at')
      .orderBy('e.id')
      .limit(atMost * 4)
      .execute()
    const counts = new Map(busy)
    const picked: string[] = []
    for (const { id, host, key, revoked_at, expires } of candidates) {
      const end = endOfKey(key === null ? undefined : { revoked_at, expires }, at)
      if (end !== null) await db.transaction().execute((trx) => switchOff(trx, id, end, now))
      else if (picked.length < atMost && (counts.get(host) ?? 0) < perHost) {
        counts.set(host, (counts.get(host) ?? 0) + 1)
        picked.push(id)
      }
    }
    if (picked.length === 0) return []
    const token = randomBase62(16)
    const free = db
      .selectFrom('webhook_endpoints')
      .select('id')
      .where('id', 'in', picked)
      .where('state', '=', 'active')
      .where((is) => is.or([is('leased_until', 'is', null), is('leased_until', '<=', now)]))
    const rows = await db
      .updateTable('webhook_endpoints')
      .set({ lease: token, leased_until: new Date(at.getTime() + leaseMs).toISOString() })
      // Whom another worker is leasing at this moment is left to it, not waited for.
      .where('id', 'in', kind === 'postgres' ? free.forUpdate().skipLocked() : free)
      .returningAll()
      .execute()
    const leases: Lease[] = []
    for (const row of rows) {
      const first = await nextDue(db, row.id, now)
      if ('due' in first) leases.push(leaseOf(row, token, first.due, at))
      else await giveBack(row.id, token, now)
    }
    return leases
  }

  /** Nothing is due after all. Looked at once more under the lock: something may have come in between. */
  async function giveBack(webhookId: string, token: string, now: string): Promise<void> {
    await db.transaction().execute(async (trx) => {
      if (await held(trx, webhookId, token, now)) await settle(trx, webhookId, now)
    })
  }

  async function event(seq: number): Promise<StoredEvent | null> {
    const row = await db.selectFrom('webhook_events').selectAll().where('seq', '=', seq).executeTakeFirst()
    if (!row) return null
    const { seq: _, changes, ...rest } = row
    return { ...rest, changes: readJson('webhook_events.changes', changes, isEventChangeList) }
  }

  async function record(lease: Lease, due: Due, attempt: Attempt, at: Date, leaseMs: number): Promise<Due | null> {
    const now = at.toISOString()
    return db.transaction().execute(async (trx) => {
      // First of all, and not only to know whether the lease still holds: whoever enqueues waits for this lock.
      const until = new Date(at.getTime() + leaseMs).toISOString()
      const state = await held(trx, lease.webhookId, lease.token, until)
      // Too slow, and another worker has taken over. That it arrived is true all the same.
      if (!state && attempt.verdict !== 'delivered') return null
      await trx
        .updateTable('webhook_deliveries')
        .set(after(attempt, now))
        .where('id', '=', due.id)
        // What another worker has seen arrive stays delivered.
        .$if(attempt.verdict !== 'delivered', (query) => query.where('state', '=', PENDING))
        .execute()
      if (attempt.verdict === 'gone') await switchOff(trx, lease.webhookId, 'answered 410 Gone', now)
      if (state !== 'active' || attempt.verdict === 'gone') {
        if (state) await letGo(trx, lease.webhookId, null)
        return null
      }
      return settle(trx, lease.webhookId, now)
    })
  }

  async function release(lease: Lease, at: Date): Promise<void> {
    await db
      .updateTable('webhook_endpoints')
      .set({ lease: null, leased_until: null, next_at: at.toISOString() })
      .where('id', '=', lease.webhookId)
      .where('lease', '=', lease.token)
      .execute()
  }

  return {
    claim: (asked) => guarded('leases.claim', () => claim(asked)),
    event: (seq) => guarded('leases.event', () => event(seq)),
    record: (lease, due, attempt, at, leaseMs) =>
      guarded('leases.record', () => record(lease, due, attempt, at, leaseMs)),
    release: (lease, at) => guarded('leases.release', () => release(lease, at)),
  }
}

/** Locks the webhook and prolongs its lease; its state, or undefined when the lease is no longer ours. */
async function held(trx: Transaction<Tables>, webhookId: string, token: string, until: string) {
  const row = await trx
    .updateTable('webhook_endpoints')
    .set({ leased_until: until })
    .where('id', '=', webhookId)
    .where('lease', '=', token)
    .returning('state')
    .executeTakeFirst()
  return row?.state
}

/** What is next under a lease that is held; with nothing due, the lease ends and the webhook waits for its time. */
async function settle(trx: Transaction<Tables>, webhookId: string, now: string): Promise<Due | null> {
  const next = await nextDue(trx, webhookId, now)
  if ('due' in next) return next.due
  await letGo(trx, webhookId, next.at)
  return null
}

async function letGo(trx: Transaction<Tables>, webhookId: string, nextAt: string | null): Promise<void> {
  await trx
    .updateTable('webhook_endpoints')
    .set({ lease: null, leased_until: null, next_at: nextAt })
    .where('id', '=', webhookId)
    .execute()
}

/** The oldest message that may go now, or when to look again. One that failed often is waited for no longer. */
async function nextDue(db: Db, webhookId: string, now: string): Promise<{ due: Due } | { at: string | null }> {
  const pending = db.selectFrom('webhook_deliveries').where('endpoint_id', '=', webhookId).where('state', '=', PENDING)
  const head = await pending
    .select(['id', 'event_seq', 'attempts', 'due_at'])
    .where((is) => is.or([is('attempts', '<', HOLDS_BACK), is('due_at', '<=', now)]))
    .orderBy('event_seq')
    .limit(1)
    .executeTakeFirst()
  if (head && head.due_at <= now) return { due: { id: head.id, eventSeq: head.event_seq, attempts: head.attempts } }
  const aside = await pending
    .select((of) => of.fn.min('due_at').as('at'))
    .where('attempts', '>=', HOLDS_BACK)
    .executeTakeFirst()
  const times = [head?.due_at, aside?.at].filter((time) => typeof time === 'string')
  return { at: times.toSorted()[0] ?? null }
}

/** Nothing waits at a webhook that is off: what was to be sent is given up, and can be replayed. */
async function switchOff(trx: Transaction<Tables>, webhookId: string, reason: string, now: string): Promise<void> {
  await trx
    .updateTable('webhook_endpoints')
    .set({ state: 'off', reason, next_at: null })
    .where('id', '=', webhookId)
    .execute()
  await trx
    .updateTable('webhook_deliveries')
    .set({ state: 'dead', finished_at: now, last_error: reason })
    .where('endpoint_id', '=', webhookId)
    .where('state', '=', PENDING)
    .execute()
}

const after = ({ verdict, dueAt, status, error, ms }: Attempt, now: string) => ({
  attempts: sql<number>`attempts + 1`,
  last_at: now,
  last_status: status,
  last_error: error,
  last_ms: ms,
  ...(verdict === 'again'
    ? { due_at: (dueAt ?? new Date(now)).toISOString() }
    : { state: verdict === 'delivered' ? ('delivered' as const) : ('dead' as const), finished_at: now }),
})

const leaseOf = (row: Selectable<Tables['webhook_endpoints']>, token: string, first: Due, at: Date): Lease => ({
  token,
  webhookId: row.id,
  url: row.url,
  host: row.host,
  language: row.lang,
  codes: readJson('webhook_endpoints.codes', row.codes, isStringList),
  secrets: signingSecrets(row, at),
  first,
})
