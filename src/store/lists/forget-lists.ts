import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { chunks } from '../chunks.ts'
import { endOfKey } from '../keys.ts'
import type { Tables } from '../schema.ts'
import { deleteRowsOf } from './rows.ts'

export async function forgetLists(db: Kysely<Tables>, at: Date, changesBefore: Date): Promise<number> {
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
