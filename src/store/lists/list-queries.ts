import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Day } from '../../base/day.ts'
import { ITEM_FIELDS, type ItemField, type ItemFields } from '../../law/terms/law-vocabulary.ts'
import { chunks, deletePages } from '../sql/chunks.ts'
import type { Tables } from '../sql/schema.ts'
import { guarded } from '../sql/store-error.ts'

/** A list of a key holder. */
export type StoredList = ReturnType<typeof listOf>

/** What a key holder says of an item. */
export interface ListItem extends ItemFields {
  readonly id: string
  readonly q: string
}

const fieldsFrom = (textOf: (field: ItemField) => string | null): ItemFields =>
  Object.fromEntries(ITEM_FIELDS.map((field) => [field, textOf(field)])) as ItemFields

export const NO_FIELDS: ItemFields = fieldsFrom(() => null)

/** What is asked of an item or was of a change besides its goods, without the rest of it. */
export const fieldsOf = (item: ItemFields): ItemFields => fieldsFrom((field) => item[field])

/** An item with its place in the list and what the last screening found. */
export interface ScreenedItem extends ListItem {
  readonly position: number
  readonly state: string | null
  readonly acts: string | null
}

/** A change of the assessment of an item, found by a screening. */
export interface ListChange extends Omit<ListItem, 'id'> {
  /** The place among the changes of its list. */
  readonly seq: number
  readonly itemId: string
  readonly before: string
  readonly after: string
  readonly sentence: string
  readonly acts: readonly string[]
  readonly day: Day
  readonly dataset: string
  readonly recordedAt: string
}

/** Rows read or deleted in one statement; between them other work of this process runs, since SQLite blocks it. */
const PAGE = 500
/** Rows written in one statement: about two milliseconds. */
const WRITTEN_AT_ONCE = 100

/** What an item is replaced by when it is written again. */
const WRITTEN = ['position', 'q', ...ITEM_FIELDS, 'state', 'acts'] as const
export const ITEM_COLUMNS = ['id', ...WRITTEN] as const

/** Items in the order of the list, behind a position. */
export async function readItems(
  db: Kysely<Tables>,
  listId: string,
  { after, limit, unchecked = false }: { after: number; limit: number; unchecked?: boolean },
): Promise<ScreenedItem[]> {
  return db
    .selectFrom('list_items')
    .select(ITEM_COLUMNS)
    .where('list_id', '=', listId)
    .where('position', '>', after)
    .$if(unchecked, (query) => query.where('state', 'is', null))
    .orderBy('position')
    .limit(limit)
    .execute()
}

/** All items, in pages. */
export async function* allItems(db: Kysely<Tables>, listId: string, unchecked = false): AsyncGenerator<ScreenedItem[]> {
  for (let after = 0; ; ) {
    const page = await guarded('lists.allItems', () => readItems(db, listId, { after, limit: PAGE, unchecked }))
    if (page.length > 0) yield page
    if (page.length < PAGE) return
    after = page.at(-1)!.position
    await nextTurn()
  }
}

export const sameQuestion = (a: ListItem, b: ListItem): boolean =>
  a.q === b.q && ITEM_FIELDS.every((field) => a[field] === b[field])

/** Writes items over those with the same ids. */
export async function writeItems(
  trx: Transaction<Tables>,
  listId: string,
  items: readonly ScreenedItem[],
): Promise<void> {
  for (const chunk of chunks(items, WRITTEN_AT_ONCE)) {
    await trx
      .insertInto('list_items')
      .values(
        chunk.map((item) => ({
          list_id: listId,
          id: item.id,
          position: item.position,
          q: item.q,
          ...fieldsOf(item),
          state: item.state,
          acts: item.acts,
        })),
      )
      .onConflict((known) =>
        known
          .columns(['list_id', 'id'])
          .doUpdateSet((row) => Object.fromEntries(WRITTEN.map((name) => [name, row.ref(`excluded.${name}`)]))),
      )
      .execute()
    await nextTurn()
  }
}

export async function deleteItems(trx: Transaction<Tables>, listId: string, ids: readonly string[]): Promise<void> {
  for (const chunk of chunks(ids)) {
    await trx.deleteFrom('list_items').where('list_id', '=', listId).where('id', 'in', chunk).execute()
    await nextTurn()
  }
}

/** Deletes items and changes of lists that are gone. */
export async function deleteRowsOf(db: Kysely<Tables>, listId: string): Promise<void> {
  const items = db.selectFrom('list_items').select('id').where('list_id', '=', listId).limit(PAGE)
  const changes = db.selectFrom('list_changes').select('seq').where('list_id', '=', listId).limit(PAGE)
  await deletePages(() =>
    db.deleteFrom('list_items').where('list_id', '=', listId).where('id', 'in', items).executeTakeFirst(),
  )
  await deletePages(() =>
    db.deleteFrom('list_changes').where('list_id', '=', listId).where('seq', 'in', changes).executeTakeFirst(),
  )
}

/** Whether some items wait for their first screening. */
export async function hasUnchecked(trx: Transaction<Tables>, listId: string): Promise<boolean> {
  const found = await trx
    .selectFrom('list_items')
    .select('id')
    .where('list_id', '=', listId)
    .where('state', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** How many items are prohibited by their state, whose second word is the answer (see answer/shape/state.ts). */
export async function countProhibited(trx: Transaction<Tables>, listId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('list_items')
    .select((of) => of.fn.countAll().as('count'))
    .where('list_id', '=', listId)
    .where('state', 'like', '_ prohibited %')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The highest position of an item; 0 when there is none. */
export async function lastPosition(trx: Transaction<Tables>, listId: string): Promise<number> {
  const { last } = await trx
    .selectFrom('list_items')
    .select((of) => of.fn.max('position').as('last'))
    .where('list_id', '=', listId)
    .executeTakeFirstOrThrow()
  return Number(last ?? 0)
}

export const listOf = (row: Selectable<Tables['lists']>) => ({
  /** `ls_` and twelve characters; another one when a list is deleted and made again under its name. */
  id: row.id,
  keyId: row.key_id,
  name: row.name,
  language: row.lang,
  version: row.version,
  count: row.items,
  /** Items that were prohibited when they were last screened; null before they are counted. */
  bans: row.bans,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  /** Whether some items wait for their first screening. */
  unchecked: row.unchecked === 1,
  /** The last screening of the whole list: the law and the day it was of, and when it was done. */
  screened:
    row.screened_version === null || row.screened_day === null || row.screened_at === null
      ? null
      : { dataset: row.screened_version, day: row.screened_day, at: row.screened_at },
  /** The number of its last change. */
  lastChange: row.change_seq,
})
