import type { Kysely } from 'kysely'
import type { WriteLock } from '../change-recorder.ts'
import type { Tables } from '../schema.ts'
import { guardedAll } from '../store-error.ts'
import { forgetLists } from './forget-lists.ts'
import type { ListChange, Lists } from './lists.ts'
import { deleteRowsOf, listOf, readItems, type StoredList, type Transact, transactIn } from './rows.ts'
import { lockKey, lockList, patchList, putList } from './write-list.ts'

export function listsIn(db: Kysely<Tables>, writeLock: WriteLock): Lists {
  const transact = transactIn(db, writeLock)
  return guardedAll<Lists>('lists', {
    put: (write) => transact(lockKey(write.keyId), (trx, key) => putList(trx, key, write)),
    patch: (write) => transact(lockKey(write.keyId), (trx, key) => patchList(trx, key, write)),
    remove: (write) => removeList(db, transact, write),
    all: (keyId) => allLists(db, keyId),
    find: (keyId, name) => findList(db, keyId, name),
    items: (listId, after, limit) => readItems(db, listId, { after, limit }),
    changes: (listId, after, limit) => changesOf(db, listId, after, limit),
    forget: (at, changesBefore) => forgetLists(db, at, changesBefore),
  })
}

async function removeList(
  db: Kysely<Tables>,
  transact: Transact,
  { keyId, name, condition }: Parameters<Lists['remove']>[0],
): ReturnType<Lists['remove']> {
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
}

async function allLists(db: Kysely<Tables>, keyId?: string): Promise<StoredList[]> {
  const rows = await db
    .selectFrom('lists')
    .selectAll()
    .$if(keyId !== undefined, (query) => query.where('key_id', '=', keyId!))
    .orderBy('key_id')
    .orderBy('name')
    .execute()
  return rows.map(listOf)
}

async function findList(db: Kysely<Tables>, keyId: string, name: string): Promise<StoredList | null> {
  const row = await db
    .selectFrom('lists')
    .selectAll()
    .where('key_id', '=', keyId)
    .where('name', '=', name)
    .executeTakeFirst()
  return row ? listOf(row) : null
}

async function changesOf(db: Kysely<Tables>, listId: string, after: number, limit: number): Promise<ListChange[]> {
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
}
