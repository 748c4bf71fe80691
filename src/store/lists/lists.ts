import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { endOfKey, lockKey } from '../keys/keys.ts'
import { chunks } from '../sql/chunks.ts'
import type { Tables } from '../sql/schema.ts'
import { guardedAll } from '../sql/store-error.ts'
import type { Transact } from '../sql/transact.ts'
import { deleteRowsOf, type ListChange, listOf, readItems, type StoredList } from './list-queries.ts'
import { lockList, type Patch, type Put, patchList, putList, type Write } from './write-list.ts'

/** The side of the lists that their key holders see. Every method needs the key: no key reads the lists of another. */
export function listsIn(db: Kysely<Tables>, transact: Transact) {
  return guardedAll('lists', {
    /** Replaces a list as a whole, or makes it. Items that ask the same as before keep what the last screening found. */
    put: (write: Put) => transact(lockKey(write.keyId), (trx, key) => putList(trx, key, write)),

    /** Writes and removes single items. New ones come last. */
    patch: (write: Patch) => transact(lockKey(write.keyId), (trx, key) => patchList(trx, key, write)),

    async remove({ keyId, name, condition }: Pick<Write, 'keyId' | 'name' | 'condition'>) {
      const removed = await transact(
        (trx) => lockList(trx, keyId, name),
        async (trx, known) => {
          if (!condition(known?.version ?? null)) return 'condition_failed'
          if (!known) return 'list_unknown'
          await trx.deleteFrom('lists').where('id', '=', known.id).execute()
          return known
        },
      )
      if (typeof removed === 'string') return removed
      // If the process ends here, `forget` deletes what is left.
      await deleteRowsOf(db, removed.id)
      return 'removed'
    },

    /** The lists of a key, or of all keys, by name. */
    async all(keyId?: string): Promise<StoredList[]> {
      const rows = await db
        .selectFrom('lists')
        .selectAll()
        .$if(keyId !== undefined, (query) => query.where('key_id', '=', keyId!))
        .orderBy('key_id')
        .orderBy('name')
        .execute()
      return rows.map(listOf)
    },

    async find(keyId: string, name: string): Promise<StoredList | null> {
      const row = await db
        .selectFrom('lists')
        .selectAll()
        .where('key_id', '=', keyId)
        .where('name', '=', name)
        .executeTakeFirst()
      return row ? listOf(row) : null
    },

    /** Items behind a position, in the order of the list. */
    items: (listId: string, after: number, limit: number) => readItems(db, listId, { after, limit }),

    /** Changes behind a number, oldest first. */
    async changes(listId: string, after: number, limit: number): Promise<ListChange[]> {
      const rows = await db
        .selectFrom('list_changes')
        .selectAll()
        .where('list_id', '=', listId)
        .where('seq', '>', after)
        .orderBy('seq')
        .limit(limit)
        .execute()
      return rows.map(({ list_id: _, item_id: itemId, recorded_at: recordedAt, acts, ...row }) => ({
        ...row,
        itemId,
        recordedAt,
        acts: acts === '' ? [] : acts.split(','),
      }))
    },

    /** Deletes the lists of keys that have ended, what is left of deleted lists, and changes before that moment. */
    async forget(at: Date, changesBefore: Date): Promise<number> {
      const owners = await db
        .selectFrom('lists as l')
        .leftJoin('api_keys as k', 'k.id', 'l.key_id')
        .select(['l.id', 'k.id as key', 'k.revoked_at', 'k.expires'])
        .execute()
      const ended = owners
        .filter(({ key, revoked_at, expires }) => endOfKey(key === null ? undefined : { revoked_at, expires }, at))
        .map(({ id }) => id)
      for (const ids of chunks(ended)) await db.deleteFrom('lists').where('id', 'in', ids).execute()
      for (const table of ['list_items', 'list_changes'] as const)
        for await (const id of idsIn(db, table)) if (!(await exists(db, id))) await deleteRowsOf(db, id)
      await db.deleteFrom('list_changes').where('recorded_at', '<', changesBefore.toISOString()).execute()
      return ended.length
    },
  })
}

/** Ids of lists that have rows, one by one: a query for all of them would read a million rows at once. */
async function* idsIn(db: Kysely<Tables>, table: 'list_items' | 'list_changes'): AsyncGenerator<string> {
  for (let last = ''; ; ) {
    const row = await db
      .selectFrom(table)
      .select('list_id')
      .where('list_id', '>', last)
      .orderBy('list_id')
      .limit(1)
      .executeTakeFirst()
    if (!row) return
    last = row.list_id
    yield last
    await nextTurn()
  }
}

const exists = async (db: Kysely<Tables>, id: string): Promise<boolean> =>
  (await db.selectFrom('lists').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
