import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Tables } from './schema.ts'
import { guarded } from './store-error.ts'
import type { PageEnd } from './webhooks.ts'

export const DELIVERY_STATES = ['pending', 'delivered', 'dead'] as const
type DeliveryState = (typeof DELIVERY_STATES)[number]

/** One event for one webhook, as people see it. */
export interface Delivery {
  readonly id: string
  readonly webhookId: string
  readonly type: string
  readonly day: string
  readonly state: DeliveryState
  readonly attempts: number
  readonly createdAt: string
  /** When it is tried next; null once it was delivered or given up. */
  readonly dueAt: string | null
  readonly lastAt: string | null
  readonly lastStatus: number | null
  readonly lastError: string | null
  readonly lastMs: number | null
}

interface Filter {
  readonly keyId?: string
  readonly webhookId?: string
  readonly state?: DeliveryState
  readonly before?: PageEnd
  readonly limit: number
}

/** The side of the outbox that people see: listing, replaying, deleting what is old. */
export interface Deliveries {
  /** Newest first. */
  list(filter: Filter): Promise<Delivery[]>
  find(id: string): Promise<Delivery | null>
  /** Sends again, under the same id, what was delivered or given up: one delivery, or all of a webhook since a moment. */
  replay(which: { id: string } | { webhookId: string; since: Date }, at: Date): Promise<number>
  /** The pending deliveries of active webhooks. */
  backlog(): Promise<{ pending: number; oldest: string | null }>
  /** Deletes what was delivered or given up before that moment, and events without deliveries. Returns how many deliveries. */
  forgetBefore(moment: Date): Promise<number>
}

const PAGE = 500
/**
 * A literal and not a parameter: SQLite uses the partial index of pending deliveries only when the query shows the value
 * (https://www.sqlite.org/partialindex.html).
 */
export const PENDING = sql.lit('pending' as const)
type Row = Selectable<Tables['webhook_deliveries']>

export function deliveriesIn(db: Kysely<Tables>): Deliveries {
  const listed = () =>
    db
      .selectFrom('webhook_deliveries as d')
      .innerJoin('webhook_events as v', 'v.seq', 'd.event_seq')
      .innerJoin('webhook_endpoints as e', 'e.id', 'd.endpoint_id')
      .selectAll('d')
      .select(['v.type', 'v.day'])

  async function list({ keyId, webhookId, state, before, limit }: Filter): Promise<Delivery[]> {
    const rows = await listed()
      .$if(keyId !== undefined, (query) => query.where('e.key_id', '=', keyId!))
      .$if(webhookId !== undefined, (query) => query.where('d.endpoint_id', '=', webhookId!))
      .$if(state !== undefined, (query) => query.where('d.state', '=', state!))
      .$if(before !== undefined, (query) =>
        query.where((is) => is(is.refTuple('d.created_at', 'd.id'), '<', is.tuple(before!.createdAt, before!.id))),
      )
      .orderBy('d.created_at', 'desc')
      .orderBy('d.id', 'desc')
      .limit(limit)
      .execute()
    return rows.map(deliveryOf)
  }

  async function find(id: string): Promise<Delivery | null> {
    const row = await listed().where('d.id', '=', id).executeTakeFirst()
    return row ? deliveryOf(row) : null
  }

  function replay(which: { id: string } | { webhookId: string; since: Date }, at: Date): Promise<number> {
    const now = at.toISOString()
    return db.transaction().execute(async (trx) => {
      // The webhook is locked before its deliveries, as workers do, so that none deadlocks.
      const owner =
        'id' in which
          ? trx.selectFrom('webhook_deliveries').select('endpoint_id').where('id', '=', which.id)
          : sql<string>`${which.webhookId}`
      await trx.updateTable('webhook_endpoints').set({ next_at: now }).where('id', '=', owner).execute()
      const again = await trx
        .updateTable('webhook_deliveries')
        .set({ state: 'pending', attempts: 0, due_at: now, finished_at: null })
        .where('state', '!=', PENDING)
        .$if('id' in which, (query) => query.where('id', '=', 'id' in which ? which.id : ''))
        .$if('since' in which, (query) =>
          'since' in which
            ? query.where('endpoint_id', '=', which.webhookId).where('created_at', '>=', which.since.toISOString())
            : query,
        )
        .executeTakeFirst()
      return Number(again.numUpdatedRows)
    })
  }

  async function backlog(): Promise<{ pending: number; oldest: string | null }> {
    const row = await db
      .selectFrom('webhook_deliveries as d')
      .innerJoin('webhook_endpoints as e', 'e.id', 'd.endpoint_id')
      .select((of) => [of.fn.countAll().as('pending'), of.fn.min('d.created_at').as('oldest')])
      .where('d.state', '=', PENDING)
      .where('e.state', '=', 'active')
      .executeTakeFirstOrThrow()
    return { pending: Number(row.pending), oldest: row.oldest ?? null }
  }

  async function forgetBefore(moment: Date): Promise<number> {
    const before = moment.toISOString()
    const old = db.selectFrom('webhook_deliveries').select('id').where('finished_at', '<', before).limit(PAGE)
    let gone = 0
    for (;;) {
      const { numDeletedRows } = await db.deleteFrom('webhook_deliveries').where('id', 'in', old).executeTakeFirst()
      gone += Number(numDeletedRows)
      if (numDeletedRows === 0n) break
      await nextTurn() // SQLite blocks the process, so other requests run between the pages
    }
    const owners = db.selectFrom('webhook_endpoints').select('id')
    await db
      .deleteFrom('webhook_deliveries')
      .where('created_at', '<', before)
      .where('endpoint_id', 'not in', owners)
      .execute()
    await db
      .deleteFrom('webhook_events')
      .where('at', '<', before)
      .where((is) =>
        is.not(
          is.exists(
            is
              .selectFrom('webhook_deliveries')
              .select(sql.lit(1).as('one'))
              .whereRef('webhook_deliveries.event_seq', '=', 'webhook_events.seq'),
          ),
        ),
      )
      .execute()
    return gone
  }

  return {
    list: (filter) => guarded('deliveries.list', () => list(filter)),
    find: (id) => guarded('deliveries.find', () => find(id)),
    replay: (which, at) => guarded('deliveries.replay', () => replay(which, at)),
    backlog: () => guarded('deliveries.backlog', backlog),
    forgetBefore: (moment) => guarded('deliveries.forgetBefore', () => forgetBefore(moment)),
  }
}

const deliveryOf = (row: Row & { type: string; day: string }): Delivery => ({
  id: row.id,
  webhookId: row.endpoint_id,
  type: row.type,
  day: row.day,
  state: row.state,
  attempts: row.attempts,
  createdAt: row.created_at,
  dueAt: row.state === 'pending' ? row.due_at : null,
  lastAt: row.last_at,
  lastStatus: row.last_status,
  lastError: row.last_error,
  lastMs: row.last_ms,
})
