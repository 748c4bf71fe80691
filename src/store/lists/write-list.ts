import type { Selectable, Transaction } from 'kysely'
import { typedCode } from '../../base/cn-code.ts'
import type { Language } from '../../base/language.ts'
import { randomBase62 } from '../keys/api-key.ts'
import { endOfKey, type lockKey } from '../keys/keys.ts'
import { chunks } from '../sql/chunks.ts'
import type { Tables } from '../sql/schema.ts'
import { ITEMS_PER_NAME, MAX_LIST_ITEMS, MAX_LISTS } from './list-limits.ts'
import {
  allItems,
  countProhibited,
  deleteItems,
  fieldsOf,
  hasUnchecked,
  ITEM_COLUMNS,
  type ListItem,
  lastPosition,
  listOf,
  type ScreenedItem,
  type StoredList,
  sameQuestion,
  writeItems,
} from './list-queries.ts'

export interface Write {
  readonly keyId: string
  readonly name: string
  /** Decides by the version of the list whether it may be written; null when there is no such list. */
  readonly condition: (version: string | null) => boolean
  readonly at: Date
}

/** `items_full`: the list would hold more than it may, names counted as several items. */
export type ListRefusal = 'condition_failed' | 'key_ended' | 'lists_full' | 'items_full' | 'list_unknown'
export type Outcome =
  | { readonly outcome: 'created' | 'replaced' | 'unchanged'; readonly list: StoredList }
  | { readonly outcome: ListRefusal }

export type Put = Write & { readonly language: Language; readonly items: readonly ListItem[] }
export type Patch = Write & { readonly set: readonly ListItem[]; readonly remove: readonly string[] }

type Trx = Transaction<Tables>
type ListRow = Selectable<Tables['lists']>
type LockedKey = Awaited<ReturnType<ReturnType<typeof lockKey>>>
type Items = Map<string, ScreenedItem>

const CHAPTER_LENGTH = 2

const newVersion = (): string => randomBase62(16)

/** Locks the list too, so that no screening of it is stored meanwhile. */
export const lockList = (trx: Trx, keyId: string, name: string) =>
  trx
    .updateTable('lists')
    .set((list) => ({ version: list.ref('version') }))
    .where('key_id', '=', keyId)
    .where('name', '=', name)
    .returningAll()
    .executeTakeFirst()

/** The list to be written, locked; or why it may not be. */
async function lockForWrite(
  trx: Trx,
  key: LockedKey,
  { keyId, name, condition, at }: Write,
): Promise<{ known: ListRow | undefined } | { outcome: ListRefusal }> {
  if (endOfKey(key, at) !== null) return { outcome: 'key_ended' }
  const known = await lockList(trx, keyId, name)
  return condition(known?.version ?? null) ? { known } : { outcome: 'condition_failed' }
}

export async function putList(trx: Trx, key: LockedKey, write: Put): Promise<Outcome> {
  const locked = await lockForWrite(trx, key, write)
  if ('outcome' in locked) return locked
  const { known } = locked
  const { language, items } = write
  const before: Items = new Map()
  if (known) for await (const page of allItems(trx, known.id)) for (const item of page) before.set(item.id, item)
  if (known && known.lang === language && isSameContent([...before.values()], items))
    return { outcome: 'unchanged', list: listOf(known) }

  const rows = items.map((item, at) => withState(item, at + 1, before.get(item.id)))
  const moved = rows.filter((row) => !isSame(row, before.get(row.id)))
  const size = sizeOf(rows)
  if (size > MAX_LIST_ITEMS) return { outcome: 'items_full' }

  const id = known?.id ?? (await create(trx, write))
  if (id === null) return { outcome: 'lists_full' }
  for (const { id } of items) before.delete(id)
  await deleteItems(trx, id, [...before.keys()])
  await writeItems(trx, id, moved)
  const list = await changed(trx, id, { lang: language, items: items.length, size, at: write.at })
  return { outcome: known ? 'replaced' : 'created', list }
}

export async function patchList(trx: Trx, key: LockedKey, write: Patch): Promise<Outcome> {
  const locked = await lockForWrite(trx, key, write)
  if ('outcome' in locked) return locked
  const { known } = locked
  if (!known) return { outcome: 'list_unknown' }
  const { set, remove } = write
  const before = await itemsOf(trx, known.id, [...new Set([...set.map(({ id }) => id), ...remove])])
  const added = set.filter(({ id }) => !before.has(id)).length
  const gone = remove.filter((id) => before.has(id))
  const count = known.items + added - gone.length

  let last = added > 0 ? await lastPosition(trx, known.id) : 0
  const moved = set
    .map((item) => withState(item, before.get(item.id)?.position ?? ++last, before.get(item.id)))
    .filter((row) => !isSame(row, before.get(row.id)))
  if (moved.length === 0 && gone.length === 0) return { outcome: 'unchanged', list: listOf(known) }
  const replaced = [...moved.map(({ id }) => id), ...gone].flatMap((id) => before.get(id) ?? [])
  const size = known.size + sizeOf(moved) - sizeOf(replaced)
  if (size > known.size && size > MAX_LIST_ITEMS) return { outcome: 'items_full' }

  await deleteItems(trx, known.id, gone)
  await writeItems(trx, known.id, moved)
  return { outcome: 'replaced', list: await changed(trx, known.id, { items: count, size, at: write.at }) }
}

async function itemsOf(trx: Trx, listId: string, ids: readonly string[]): Promise<Items> {
  const items: Items = new Map()
  for (const some of chunks(ids)) {
    const found = await trx
      .selectFrom('list_items')
      .select(ITEM_COLUMNS)
      .where('list_id', '=', listId)
      .where('id', 'in', some)
      .execute()
    for (const item of found) items.set(item.id, item)
  }
  return items
}

/** How many items of the limit these are. */
const sizeOf = (items: readonly ListItem[]): number =>
  items.reduce((sum, { q }) => sum + ((typedCode(q)?.length ?? 0) > CHAPTER_LENGTH ? 1 : ITEMS_PER_NAME), 0)

async function changed(
  trx: Trx,
  listId: string,
  set: { lang?: Language; items: number; size: number; at: Date },
): Promise<StoredList> {
  const { lang, items, size, at } = set
  const row = await trx
    .updateTable('lists')
    .set({
      version: newVersion(),
      items,
      size,
      updated_at: at.toISOString(),
      unchecked: (await hasUnchecked(trx, listId)) ? 1 : 0,
      bans: await countProhibited(trx, listId),
      ...(lang !== undefined && { lang }),
    })
    .where('id', '=', listId)
    .returningAll()
    .executeTakeFirstOrThrow()
  return listOf(row)
}

/** The id of a new, empty list; null when the key has as many as it may have. */
async function create(
  trx: Trx,
  { keyId, name, language, at }: { keyId: string; name: string; language: Language; at: Date },
): Promise<string | null> {
  const { count } = await trx
    .selectFrom('lists')
    .select((of) => of.fn.countAll().as('count'))
    .where('key_id', '=', keyId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_LISTS) return null
  const id = `ls_${randomBase62(12)}`
  const moment = at.toISOString()
  await trx
    .insertInto('lists')
    .values({
      id,
      key_id: keyId,
      name,
      lang: language,
      version: newVersion(),
      items: 0,
      size: 0,
      bans: 0,
      created_at: moment,
      updated_at: moment,
      unchecked: 1,
      change_seq: 0,
    })
    .execute()
  return id
}

const withState = (given: ListItem, position: number, before: ScreenedItem | undefined): ScreenedItem => {
  const item = { id: given.id, q: given.q, ...fieldsOf(given) }
  const kept = before && sameQuestion(before, item) ? before : null
  return { ...item, position, state: kept?.state ?? null, acts: kept?.acts ?? null }
}

/** Positions may have gaps where items were removed, so the order is compared and not the positions. */
const isSameContent = (before: readonly ListItem[], items: readonly ListItem[]): boolean =>
  before.length === items.length &&
  items.every((item, at) => item.id === before[at]!.id && sameQuestion(item, before[at]!))

const asksTheSame = (row: ScreenedItem, before: ScreenedItem | undefined): boolean =>
  before !== undefined && sameQuestion(row, before)

const isSame = (row: ScreenedItem, before: ScreenedItem | undefined): boolean =>
  asksTheSame(row, before) && row.position === before?.position
