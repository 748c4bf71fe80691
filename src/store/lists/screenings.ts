import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Day } from '../../base/day.ts'
import { endOfKey } from '../keys/keys.ts'
import { chunks } from '../sql/chunks.ts'
import { acquireLeases, endOf, isFree, releaseLease, renewLease } from '../sql/row-leases.ts'
import type { Kind, Tables } from '../sql/schema.ts'
import { guardedAll } from '../sql/store-error.ts'
import type { Transact } from '../sql/transact.ts'
import { enqueueListChanged } from './list-event.ts'
import {
  allItems,
  countProhibited,
  hasUnchecked,
  type ListChange,
  listOf,
  type ScreenedItem,
  type StoredList,
  sameQuestion,
  writeItems,
} from './list-queries.ts'

/** What lists are screened with: a law that the store knows, and a day. */
export interface Target {
  readonly dataset: string
  /** `introduced` of the dataset: of two laws, the one with the higher number came later. */
  readonly introduced: number
  readonly day: Day
}

/** The right of one worker to screen a list until the lease expires. */
export interface ListLease {
  readonly token: string
  readonly list: StoredList
  /** The whole list is screened; otherwise only the items that have no state yet. */
  readonly whole: boolean
}

/** What a screening found. */
export interface Screening {
  readonly target: Target
  /** Items whose state or acts are others than those stored. */
  readonly items: readonly ScreenedItem[]
  /** Those of them that had a state before and have another one now. */
  readonly changes: readonly Omit<ListChange, 'seq' | 'day' | 'dataset' | 'recordedAt'>[]
}

/** @public The compiler names it in the types of other modules. */
export interface Claim {
  readonly at: Date
  readonly leaseMs: number
  readonly limit: number
  /** Keys that the worker has lists of under way. */
  readonly notOf?: readonly string[]
}

/** The worker's side of the lists. Any number of workers may share the work. */
export type Screenings = ReturnType<typeof screeningsIn>

export const screeningsIn = (db: Kysely<Tables>, kind: Kind, transact: Transact) => ({
  items: ({ list, whole }: ListLease) => allItems(db, list.id, !whole),

  ...guardedAll('screenings', {
    /**
     * Leases lists that wait, at most one of each key, so that no key waits behind all lists of another: first of keys that no
     * worker is busy with, first lists with new items, and first of keys whose lists were screened longest ago.
     */
    async claim(target: Target, { at, leaseMs, limit, notOf = [] }: Claim): Promise<ListLease[]> {
      // Nearly always none waits, and that is found out at a fraction of the cost.
      const any = await db.selectFrom('lists').select('id').where(isWaiting(target)).limit(1).executeTakeFirst()
      if (!any) return []
      const free = isFree(at)
      // One pass over the lists: 2 when the key has a list with new items, 1 when others wait; and what decides whose turn it is.
      const turns = db
        .selectFrom('lists')
        .select([
          'key_id',
          sql<number>`max(case when ${isWaiting(target)} and ${free} then 1 + unchecked else 0 end)`.as('wants'),
          sql<number>`max(case when ${free} then 0 else 1 end)`.as('busy'),
          sql<string>`coalesce(max(screened_at), '')`.as('served'),
        ])
        .$if(notOf.length > 0, (query) => query.where('key_id', 'not in', notOf))
        .groupBy('key_id')
      const keys = await db
        .selectFrom(turns.as('t'))
        .innerJoin('api_keys as k', 'k.id', 't.key_id')
        .select('k.id')
        .where('t.wants', '>', 0)
        .where('k.revoked_at', 'is', null)
        .where((is) => is.or([is('k.expires', 'is', null), is('k.expires', '>=', target.day)]))
        .orderBy('t.busy')
        .orderBy('t.wants', 'desc')
        .orderBy('t.served')
        .orderBy('k.id')
        .limit(limit)
        .execute()
      const picked: string[] = []
      for (const key of keys) {
        const list = await db
          .selectFrom('lists')
          .select('id')
          .where('key_id', '=', key.id)
          .where(isWaiting(target))
          .where(free)
          .orderBy('unchecked', 'desc')
          .orderBy(sql`coalesce(screened_at, '')`)
          .orderBy('id')
          .limit(1)
          .executeTakeFirst()
        if (list) picked.push(list.id)
      }
      const { token, rows } = await acquireLeases(db, kind, 'lists', picked, { at, leaseMs })
      return rows
        .toSorted((a, b) => picked.indexOf(a.id) - picked.indexOf(b.id))
        .map((row) => ({ token, list: listOf(row), whole: isOlder(row, target) }))
    },

    /** False when another worker has the lease, or the list is gone. */
    renew: async ({ token, list }: ListLease, at: Date, leaseMs: number): Promise<boolean> =>
      (await renewLease(db, 'lists', list.id, token, endOf({ at, leaseMs }))) !== undefined,

    /**
     * Stores what was found, the changes and the messages to webhooks in one transaction, and ends the lease. Items that were
     * replaced meanwhile keep waiting. Returns the changes that were stored; null when nothing was, because the lease was lost
     * or the key has ended.
     */
    finish: (
      { token, list, whole }: ListLease,
      { target, items, changes }: Screening,
      at: Date,
    ): Promise<readonly ListChange[] | null> =>
      transact(
        // Locks the list: a request that writes it waits until this transaction is committed, and the other way round.
        (trx) => releaseLease(trx, 'lists', list.id, token),
        async (trx, row) => {
          if (!row || (await keyHasEnded(trx, list.keyId, at))) return null
          const current = row.version === list.version ? (item: ScreenedItem) => item : await currentItems(trx, list.id)
          const found = items.flatMap((item) => current(item) ?? [])
          await writeItems(trx, list.id, found)
          const ids = new Set(found.map(({ id }) => id))
          const stored = changes
            .filter(({ itemId }) => ids.has(itemId))
            .map((change, index) => ({
              ...change,
              seq: row.change_seq + index + 1,
              day: target.day,
              dataset: target.dataset,
              recordedAt: at.toISOString(),
            }))
          await insertChanges(trx, list.id, stored)
          const marks =
            whole || row.screened_introduced === null || row.screened_introduced > target.introduced
              ? {
                  screened_introduced: target.introduced,
                  screened_version: target.dataset,
                  screened_day: target.day,
                  screened_at: at.toISOString(),
                }
              : {}
          await trx
            .updateTable('lists')
            .set({
              ...marks,
              unchecked: row.version !== list.version && (await hasUnchecked(trx, list.id)) ? 1 : 0,
              change_seq: row.change_seq + stored.length,
              ...(found.length > 0 && { bans: await countProhibited(trx, list.id) }),
            })
            .where('id', '=', list.id)
            .execute()
          await enqueueListChanged(trx, list, stored, at)
          return stored
        },
      ),

    async release({ token, list }: ListLease): Promise<void> {
      await releaseLease(db, 'lists', list.id, token)
    },

    /** How many lists wait for a screening with this law and day. */
    async waiting(target: Target): Promise<number> {
      const { count } = await db
        .selectFrom('lists')
        .select((of) => of.fn.countAll().as('count'))
        .where(isWaiting(target))
        .executeTakeFirstOrThrow()
      return Number(count)
    },
  }),
})

/**
 * Whether the items of a list are not all of this law and day. A list that was screened with a later law, or for a later
 * day around midnight, only has its new items screened.
 */
const isWaiting = ({ introduced, day }: Target) =>
  sql<boolean>`(unchecked = 1 or screened_introduced is null or screened_introduced < ${introduced}
    or (screened_introduced = ${introduced} and screened_day < ${day}))`

const isOlder = (row: Selectable<Tables['lists']>, { introduced, day }: Target): boolean =>
  row.screened_introduced === null ||
  row.screened_introduced < introduced ||
  (row.screened_introduced === introduced && (row.screened_day ?? '') < day)

async function keyHasEnded(trx: Transaction<Tables>, keyId: string, at: Date): Promise<boolean> {
  const key = await trx
    .selectFrom('api_keys')
    .select(['revoked_at', 'expires'])
    .where('id', '=', keyId)
    .executeTakeFirst()
  return endOfKey(key, at) !== null
}

/** For a list that was written while it was screened: the item as it is now, null when it is gone or asks something else. */
async function currentItems(
  trx: Transaction<Tables>,
  listId: string,
): Promise<(item: ScreenedItem) => ScreenedItem | null> {
  const there = new Map<string, ScreenedItem>()
  for await (const page of allItems(trx, listId)) for (const item of page) there.set(item.id, item)
  return (item) => {
    const now = there.get(item.id)
    return now && sameQuestion(now, item) ? { ...item, position: now.position } : null
  }
}

async function insertChanges(trx: Transaction<Tables>, listId: string, changes: readonly ListChange[]): Promise<void> {
  for (const chunk of chunks(changes)) {
    await trx
      .insertInto('list_changes')
      .values(
        chunk.map(({ itemId, recordedAt, acts, ...change }) => ({
          ...change,
          list_id: listId,
          item_id: itemId,
          acts: acts.join(','),
          recorded_at: recordedAt,
        })),
      )
      .execute()
  }
}
