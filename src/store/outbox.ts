import type { Transaction } from 'kysely'
import { audienceOf } from '../changes/audience.ts'
import type { Change } from '../changes/change.ts'
import { randomBase62 } from './api-key.ts'
import type { Tables } from './schema.ts'
import { endOfKey } from './webhooks.ts'

/** What a change of an event says for itself; the rest it shares with the others. */
export type EventChange = Pick<Change, 'id' | 'cn_codes' | 'text'>

/** Changes of one kind to one annex and article by one act on one day: what a receiver is told in one message. */
type Event = Pick<Change, 'type' | 'day' | 'regime' | 'annex' | 'article' | 'act'> & {
  readonly changes: readonly EventChange[]
}

/** Rows in one statement: both databases bound how many values it may carry. */
const CHUNK = 500

/**
 * Writes what is to be sent in the transaction that records the changes: either both are there or neither.
 * A paused webhook keeps its post; one that is off, or whose key has ended, gets none.
 * On SQLite the caller has written before, and so holds the write lock: a reader cannot always become a writer.
 */
export async function enqueue(trx: Transaction<Tables>, changes: readonly Change[], at: Date): Promise<void> {
  if (changes.length === 0) return
  const endpoints = await wantedBy(trx, at)
  if (endpoints.length === 0) return
  const moment = at.toISOString()
  const touched = new Set<string>()
  for (const { changes: own, ...event } of eventsOf(changes)) {
    const isTold = audienceOf(own)
    const receivers = endpoints.filter(
      ({ codes, events }) => (events.length === 0 || events.includes(event.type)) && isTold(codes),
    )
    if (receivers.length === 0) continue
    const { seq } = await trx
      .insertInto('webhook_events')
      .values({ ...event, changes: JSON.stringify(own), at: moment })
      .returning('seq')
      .executeTakeFirstOrThrow()
    for (const chunk of chunks(receivers.map(({ id }) => newDelivery(id, seq, moment)))) {
      await trx.insertInto('webhook_deliveries').values(chunk).execute()
    }
    for (const { id } of receivers) touched.add(id)
  }
  for (const ids of chunks([...touched])) {
    await trx
      .updateTable('webhook_endpoints')
      .set({ next_at: moment })
      .where('id', 'in', ids)
      .where((is) => is.or([is('next_at', 'is', null), is('next_at', '>', moment)]))
      .execute()
  }
}

async function wantedBy(trx: Transaction<Tables>, at: Date) {
  const rows = await trx
    .selectFrom('webhook_endpoints as e')
    .innerJoin('api_keys as k', 'k.id', 'e.key_id')
    .select(['e.id', 'e.codes', 'e.events', 'k.revoked_at', 'k.expires'])
    .where('e.state', '!=', 'off')
    .orderBy('e.id') // the same order for everybody who locks several
    .execute()
  return rows
    .filter((row) => endOfKey(row, at) === null)
    .map(({ id, codes, events }) => ({
      id,
      codes: JSON.parse(codes) as readonly string[],
      events: JSON.parse(events) as readonly string[],
    }))
}

/** In the order of their first change. */
function eventsOf(changes: readonly Change[]): Event[] {
  const shared = ({ type, day, regime, annex, article, act }: Change) => ({ type, day, regime, annex, article, act })
  return [...Map.groupBy(changes, (change) => JSON.stringify(shared(change))).values()].map((group) => ({
    ...shared(group[0]!),
    changes: group.map(({ id, cn_codes, text }) => ({ id, cn_codes, text })),
  }))
}

const newDelivery = (endpoint: string, seq: number, moment: string): Tables['webhook_deliveries'] => ({
  id: `msg_${randomBase62(24)}`,
  endpoint_id: endpoint,
  event_seq: seq,
  state: 'pending',
  attempts: 0,
  due_at: moment,
  created_at: moment,
  finished_at: null,
  last_at: null,
  last_status: null,
  last_error: null,
  last_ms: null,
})

function* chunks<T>(all: readonly T[]): Generator<T[]> {
  for (let start = 0; start < all.length; start += CHUNK) yield all.slice(start, start + CHUNK)
}
