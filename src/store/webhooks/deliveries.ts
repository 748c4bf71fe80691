import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { endOfKey } from '../keys/keys.ts'
import { afterCursor, chunks, deletePages } from '../sql/chunks.ts'
import type { Keyset, Tables } from '../sql/schema.ts'
import { guardedAll } from '../sql/store-error.ts'

export const DELIVERY_STATES = ['pending', 'delivered', 'dead'] as const
type DeliveryState = (typeof DELIVERY_STATES)[number]

/** One event for one webhook, as people see it. */
export type Delivery = ReturnType<typeof deliveryOf>

/** @public The compiler names it in the types of other modules. */
export interface Filter {
  readonly keyId?: string
  readonly webhookId?: string
  readonly state?: DeliveryState
  readonly before?: Keyset
  readonly limit: number
}

/** Which deliveries of a webhook are sent again: those of these ids, or all since a moment, in pages. */
export type Replayed =
  | { readonly webhookId: string; readonly ids: readonly string[] }
  | {
      readonly webhookId: string
      readonly since: Date
      readonly state?: Exclude<DeliveryState, 'pending'>
      readonly after?: Keyset
    }

const PAGE = 500
/** Deliveries that one call sends again. */
export const MAX_REPLAYED = 1_000
/** The error of a delivery that nobody resumed its webhook for. */
export const WAITED_TOO_LONG = 'waited_too_long'
/**
 * A literal and not a parameter: SQLite uses the partial index of pending deliveries only when the query shows the value
 * (https://www.sqlite.org/partialindex.html).
 */
export const PENDING = sql.lit('pending' as const)
type Row = Selectable<Tables['webhook_deliveries']>

/** The side of the outbox that people see: listing, replaying, deleting what is old. */
export function deliveriesIn(db: Kysely<Tables>) {
  const listed = () =>
    db
      .selectFrom('webhook_deliveries as d')
      .innerJoin('webhook_events as v', 'v.seq', 'd.event_seq')
      .innerJoin('webhook_endpoints as e', 'e.id', 'd.endpoint_id')
      .selectAll('d')
      .select(['v.type', 'v.day'])

  /** Webhooks with pending deliveries, one by one, each found in the index of pending deliveries. */
  async function* webhooksWithPending(): AsyncGenerator<string> {
    for (let last = ''; ; ) {
      const row = await db
        .selectFrom('webhook_deliveries')
        .select('endpoint_id')
        .where('state', '=', PENDING)
        .where('endpoint_id', '>', last)
        .orderBy('endpoint_id')
        .limit(1)
        .executeTakeFirst()
      if (!row) return
      last = row.endpoint_id
      yield last
      await nextTurn() // SQLite blocks the process, so other requests run in between
    }
  }

  return guardedAll('deliveries', {
    /** Newest first. */
    async list({ keyId, webhookId, state, before, limit }: Filter): Promise<Delivery[]> {
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
    },

    async find(id: string): Promise<Delivery | null> {
      const row = await listed().where('d.id', '=', id).executeTakeFirst()
      return row ? deliveryOf(row) : null
    },

    /** Sends again, under the same id, what was delivered or given up, at most a page of it; `next` is the end of the page. */
    replay(which: Replayed, at: Date): Promise<{ count: number; next: Keyset | null }> {
      const now = at.toISOString()
      return db.transaction().execute(async (trx) => {
        // The webhook is locked before its deliveries, as workers do, so that none deadlocks.
        await trx.updateTable('webhook_endpoints').set({ next_at: now }).where('id', '=', which.webhookId).execute()
        const finished = trx
          .selectFrom('webhook_deliveries')
          .select(['id', 'created_at as createdAt'])
          .where('endpoint_id', '=', which.webhookId)
          .where('state', '!=', PENDING)
          .orderBy('created_at')
          .orderBy('id')
          .limit(MAX_REPLAYED + 1)
        const asked =
          'ids' in which
            ? finished.where('id', 'in', which.ids)
            : finished
                .where('created_at', '>=', which.since.toISOString())
                .$if(which.state !== undefined, (query) => query.where('state', '=', which.state!))
                .where(afterCursor(which.after))
        const found = await asked.execute()
        const page = found.slice(0, MAX_REPLAYED)
        for (const rows of chunks(page)) {
          await trx
            .updateTable('webhook_deliveries')
            .set({ state: 'pending', attempts: 0, due_at: now, finished_at: null })
            .where(
              'id',
              'in',
              rows.map(({ id }) => id),
            )
            .execute()
        }
        return { count: page.length, next: found.length > page.length ? page.at(-1)! : null }
      })
    },

    /** How many messages wait for each of these webhooks; a webhook without any is left out. */
    async waiting(webhookIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
      const counts = new Map<string, number>()
      for (const ids of chunks(webhookIds)) {
        const rows = await db
          .selectFrom('webhook_deliveries')
          .select((of) => ['endpoint_id', of.fn.countAll().as('count')])
          .where('state', '=', PENDING)
          .where('endpoint_id', 'in', ids)
          .groupBy('endpoint_id')
          .execute()
        for (const { endpoint_id, count } of rows) counts.set(endpoint_id, Number(count))
      }
      return counts
    },

    /**
     * What active webhooks are to be sent, when the oldest of it was written, and what waits for webhooks that are paused or
     * off.
     */
    async backlog() {
      const rows = await db
        .selectFrom('webhook_deliveries as d')
        .innerJoin('webhook_endpoints as e', 'e.id', 'd.endpoint_id')
        .select((of) => ['e.state', of.fn.countAll().as('count'), of.fn.min('d.created_at').as('oldest')])
        .where('d.state', '=', PENDING)
        .groupBy('e.state')
        .execute()
      const of = (state: 'active' | 'paused' | 'off') => rows.find((row) => row.state === state)
      const count = (state: 'active' | 'paused' | 'off') => Number(of(state)?.count ?? 0)
      const oldest = of('active')?.oldest ?? null
      return { pending: count('active'), oldest, paused: count('paused'), off: count('off') }
    },

    /**
     * Gives up what has been due since before that moment and was not sent, since its webhook was paused or off all the time,
     * so that no webhook fills the store. It can still be replayed. Returns how many messages these were. What waits for the
     * webhooks of ended keys goes too, but is not counted: nobody expects it.
     */
    async giveUpDueBefore(moment: Date, at: Date): Promise<number> {
      let expired = 0
      for await (const webhookId of webhooksWithPending()) {
        const key = await db
          .selectFrom('webhook_endpoints as e')
          .innerJoin('api_keys as k', 'k.id', 'e.key_id')
          .select(['k.revoked_at', 'k.expires'])
          .where('e.id', '=', webhookId)
          .executeTakeFirst()
        const end = endOfKey(key, at)
        const { numUpdatedRows } = await db
          .updateTable('webhook_deliveries')
          .set({ state: 'dead', finished_at: at.toISOString(), last_error: end ?? WAITED_TOO_LONG })
          .where('endpoint_id', '=', webhookId)
          .where('state', '=', PENDING)
          .$if(end === null, (query) => query.where('due_at', '<', moment.toISOString()))
          .executeTakeFirst()
        if (end === null) expired += Number(numUpdatedRows)
      }
      return expired
    },

    /** Deletes what was delivered or given up before that moment, and events without deliveries. Returns how many deliveries. */
    async forgetBefore(moment: Date): Promise<number> {
      const before = moment.toISOString()
      const old = db.selectFrom('webhook_deliveries').select('id').where('finished_at', '<', before).limit(PAGE)
      const gone = await deletePages(() =>
        db.deleteFrom('webhook_deliveries').where('id', 'in', old).executeTakeFirst(),
      )
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
    },
  })
}

/** What waited is due at once, the oldest first, and its attempts begin anew. */
export async function makeDue(trx: Transaction<Tables>, webhookId: string, at: Date): Promise<void> {
  await trx
    .updateTable('webhook_deliveries')
    .set({ due_at: at.toISOString(), attempts: 0 })
    .where('endpoint_id', '=', webhookId)
    .where('state', '=', PENDING)
    .execute()
}

const deliveryOf = (row: Row & { type: string; day: string }) => ({
  id: row.id,
  webhookId: row.endpoint_id,
  type: row.type,
  day: row.day,
  state: row.state,
  attempts: row.attempts,
  createdAt: row.created_at,
  /** When it is tried next; null once it was delivered or given up. */
  dueAt: row.state === 'pending' ? row.due_at : null,
  lastAt: row.last_at,
  lastStatus: row.last_status,
  lastError: row.last_error,
  lastMs: row.last_ms,
})
