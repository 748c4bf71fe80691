import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { Day } from '../../terms/day.ts'
import type { Language } from '../../terms/language.ts'
import { randomBase62 } from '../api-key.ts'
import type { WriteLock } from '../change-recorder.ts'
import { chunks } from '../chunks.ts'
import { endOfKey } from '../keys.ts'
import type { Tables } from '../schema.ts'
import { guarded } from '../store-error.ts'
import { LIST_ITEMS_AT_MOST, LISTS_AT_MOST } from './bounds.ts'
import { isName, type NamesGiven, spendNames } from './names.ts'
import {
  allItems,
  dealOf,
  deleteItems,
  deleteRowsOf,
  hasUnchecked,
  ITEM_COLUMNS,
  type ListItem,
  lastPosition,
  listOf,
  readItems,
  type ScreenedItem,
  type StoredList,
  sameQuestion,
  transactIn,
  writeItems,
} from './rows.ts'

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

/** Decides by the version of the list whether it may be written; null when there is no such list. */
type Condition = (version: string | null) => boolean

interface Write {
  readonly keyId: string
  readonly name: string
  readonly condition: Condition
  readonly at: Date
  /** Absent: no item counts as a name. */
  readonly names?: NamesGiven | undefined
}

type Written = { readonly outcome: 'created' | 'replaced' | 'unchanged'; readonly list: StoredList }
/** `names_full`: the lists of the key would hold too many names. `names_spent`: too many new ones for a day. */
export type ListRefusal =
  | 'condition_failed'
  | 'key_ended'
  | 'lists_full'
  | 'items_full'
  | 'list_unknown'
  | 'names_full'
  | 'names_spent'
type Outcome = Written | { readonly outcome: ListRefusal }

/** The side of the lists that their key holders see. Every method needs the key: no key reads the lists of another. */
export interface Lists {
  /** Replaces a list as a whole, or makes it. Items that ask the same as before keep what the last screening found. */
  put(write: Write & { readonly language: Language; readonly items: readonly ListItem[] }): Promise<Outcome>
  /** Writes and removes single items. New ones come last. */
  patch(write: Write & { readonly set: readonly ListItem[]; readonly remove: readonly string[] }): Promise<Outcome>
  remove(write: Pick<Write, 'keyId' | 'name' | 'condition'>): Promise<'removed' | 'list_unknown' | 'condition_failed'>
  /** The lists of a key, or of all keys, by name. */
  all(keyId?: string): Promise<StoredList[]>
  find(keyId: string, name: string): Promise<StoredList | null>
  /** Items behind a position, in the order of the list. */
  items(listId: string, after: number, limit: number): Promise<readonly ScreenedItem[]>
  /** Changes behind a number, oldest first. */
  changes(listId: string, after: number, limit: number): Promise<ListChange[]>
  /** Deletes the lists of keys that have ended, what is left of deleted lists, and changes before that moment. */
  forget(at: Date, changesBefore: Date): Promise<number>
}

const newVersion = (): string => randomBase62(16)

export function listsIn(db: Kysely<Tables>, writeLock: WriteLock): Lists {
  const transact = transactIn(db, writeLock)

  /** Locks the key, so that it neither ends meanwhile nor gets more lists than it may have. */
  const lockKey = (keyId: string) => (trx: Transaction<Tables>) =>
    trx
      .updateTable('api_keys')
      .set((key) => ({ name: key.ref('name') }))
      .where('id', '=', keyId)
      .returning(['revoked_at', 'expires', 'names_day', 'names_used'])
      .executeTakeFirst()

  /** Locks the list too, so that no screening of it is stored meanwhile. */
  const lockList = (trx: Transaction<Tables>, keyId: string, name: string) =>
    trx
      .updateTable('lists')
      .set((list) => ({ version: list.ref('version') }))
      .where('key_id', '=', keyId)
      .where('name', '=', name)
      .returningAll()
      .executeTakeFirst()

  async function changed(
    trx: Transaction<Tables>,
    listId: string,
    set: { lang?: Language; items: number; names: number; at: Date },
  ): Promise<StoredList> {
    const { lang, items, names, at } = set
    const row = await trx
      .updateTable('lists')
      .set({
        version: newVersion(),
        items,
        names,
        updated_at: at.toISOString(),
        unchecked: (await hasUnchecked(trx, listId)) ? 1 : 0,
        ...(lang !== undefined && { lang }),
      })
      .where('id', '=', listId)
      .returningAll()
      .executeTakeFirstOrThrow()
    return listOf(row)
  }

  const put: Lists['put'] = ({ keyId, name, language, items, condition, names, at }) =>
    transact(lockKey(keyId), async (trx, key): Promise<Outcome> => {
      if (endOfKey(key, at) !== null) return { outcome: 'key_ended' }
      const known = await lockList(trx, keyId, name)
      if (!condition(known?.version ?? null)) return { outcome: 'condition_failed' }
      const before = new Map<string, ScreenedItem>()
      if (known) for await (const page of allItems(trx, known.id)) for (const item of page) before.set(item.id, item)
      if (known && known.lang === language && isSameContent([...before.values()], items))
        return { outcome: 'unchanged', list: listOf(known) }
      const rows = items.map((item, at) => withState(item, at + 1, names, before.get(item.id)))
      const moved = rows.filter((row) => !isSame(row, before.get(row.id)))
      const kept = rows.filter(isName).length
      const fresh = moved.filter((row) => isName(row) && !asksTheSame(row, before.get(row.id))).length
      const refused = await spendNames(trx, { keyId, key, names, at, known, kept, fresh })
      if (refused) return { outcome: refused }
      const id = known?.id ?? (await create(trx, { keyId, name, language, at }))
      if (id === null) return { outcome: 'lists_full' }
      for (const { id } of items) before.delete(id)
      await deleteItems(trx, id, [...before.keys()])
      await writeItems(trx, id, moved)
      const list = await changed(trx, id, { lang: language, items: items.length, names: kept, at })
      return { outcome: known ? 'replaced' : 'created', list }
    })

  /** The id of a new, empty list; null when the key has as many as it may have. */
  async function create(
    trx: Transaction<Tables>,
    { keyId, name, language, at }: { keyId: string; name: string; language: Language; at: Date },
  ): Promise<string | null> {
    const { count } = await trx
      .selectFrom('lists')
      .select((of) => of.fn.countAll().as('count'))
      .where('key_id', '=', keyId)
      .executeTakeFirstOrThrow()
    if (Number(count) >= LISTS_AT_MOST) return null
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
        names: 0,
        created_at: moment,
        updated_at: moment,
        unchecked: 1,
        screened_introduced: null,
        screened_version: null,
        screened_day: null,
        screened_at: null,
        change_seq: 0,
        lease: null,
        leased_until: null,
      })
      .execute()
    return id
  }

  const patch: Lists['patch'] = ({ keyId, name, set, remove, condition, names, at }) =>
    transact(lockKey(keyId), async (trx, key): Promise<Outcome> => {
      if (endOfKey(key, at) !== null) return { outcome: 'key_ended' }
      const known = await lockList(trx, keyId, name)
      if (!condition(known?.version ?? null)) return { outcome: 'condition_failed' }
      if (!known) return { outcome: 'list_unknown' }
      const before = new Map<string, ScreenedItem>()
      for (const ids of chunks([...new Set([...set.map(({ id }) => id), ...remove])])) {
        const found = await trx
          .selectFrom('list_items')
          .select(ITEM_COLUMNS)
          .where('list_id', '=', known.id)
          .where('id', 'in', ids)
          .execute()
        for (const item of found) before.set(item.id, item)
      }
      const added = set.filter(({ id }) => !before.has(id)).length
      const gone = remove.filter((id) => before.has(id))
      const count = known.items + added - gone.length
      if (count > LIST_ITEMS_AT_MOST) return { outcome: 'items_full' }
      let last = added > 0 ? await lastPosition(trx, known.id) : 0
      const moved = set
        .map((item) => withState(item, before.get(item.id)?.position ?? ++last, names, before.get(item.id)))
        .filter((row) => !isSame(row, before.get(row.id)))
      if (moved.length === 0 && gone.length === 0) return { outcome: 'unchanged', list: listOf(known) }
      const replaced = [...moved.map(({ id }) => id), ...gone].flatMap((id) => before.get(id) ?? [])
      const kept = Math.max(0, (known.names ?? 0) + moved.filter(isName).length - replaced.filter(isName).length)
      const fresh = moved.filter((row) => isName(row) && !asksTheSame(row, before.get(row.id))).length
      const refused = await spendNames(trx, { keyId, key, names, at, known, kept, fresh })
      if (refused) return { outcome: refused }
      await deleteItems(trx, known.id, gone)
      await writeItems(trx, known.id, moved)
      return { outcome: 'replaced', list: await changed(trx, known.id, { items: count, names: kept, at }) }
    })

  const remove: Lists['remove'] = async ({ keyId, name, condition }) => {
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

  async function all(keyId?: string): Promise<StoredList[]> {
    const rows = await db
      .selectFrom('lists')
      .selectAll()
      .$if(keyId !== undefined, (query) => query.where('key_id', '=', keyId!))
      .orderBy('key_id')
      .orderBy('name')
      .execute()
    return rows.map(listOf)
  }

  async function find(keyId: string, name: string): Promise<StoredList | null> {
    const row = await db
      .selectFrom('lists')
      .selectAll()
      .where('key_id', '=', keyId)
      .where('name', '=', name)
      .executeTakeFirst()
    return row ? listOf(row) : null
  }

  async function changes(listId: string, after: number, limit: number): Promise<ListChange[]> {
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

  /** Ids of lists that have rows, one by one: a query for all of them would read a million rows at once. */
  async function* idsIn(table: 'list_items' | 'list_changes'): AsyncGenerator<string> {
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

  const exists = async (id: string): Promise<boolean> =>
    (await db.selectFrom('lists').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

  async function forget(at: Date, changesBefore: Date): Promise<number> {
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
      for await (const id of idsIn(table)) if (!(await exists(id))) await deleteRowsOf(db, id)
    await db.deleteFrom('list_changes').where('recorded_at', '<', changesBefore.toISOString()).execute()
    return ended.length
  }

  return {
    put: (write) => guarded('lists.put', () => put(write)),
    patch: (write) => guarded('lists.patch', () => patch(write)),
    remove: (write) => guarded('lists.remove', () => remove(write)),
    all: (keyId) => guarded('lists.all', () => all(keyId)),
    find: (keyId, name) => guarded('lists.find', () => find(keyId, name)),
    items: (listId, after, limit) => guarded('lists.items', () => readItems(db, listId, { after, limit })),
    changes: (listId, after, limit) => guarded('lists.changes', () => changes(listId, after, limit)),
    forget: (at, changesBefore) => guarded('lists.forget', () => forget(at, changesBefore)),
  }
}

const withState = (
  given: ListItem,
  position: number,
  names: Write['names'],
  before: ScreenedItem | undefined,
): ScreenedItem => {
  const item = { id: given.id, q: given.q, ...dealOf(given) }
  const kept = before && sameQuestion(before, item) ? before : null
  const by_name = names?.ids.has(item.id) ? 1 : 0
  return { ...item, position, by_name, state: kept?.state ?? null, acts: kept?.acts ?? null }
}

/** Positions may have gaps where items were removed, so the order is compared and not the positions. */
const isSameContent = (before: readonly ListItem[], items: readonly ListItem[]): boolean =>
  before.length === items.length &&
  items.every((item, at) => item.id === before[at]!.id && sameQuestion(item, before[at]!))

const asksTheSame = (row: ScreenedItem, before: ScreenedItem | undefined): boolean =>
  before !== undefined && sameQuestion(row, before)

const isSame = (row: ScreenedItem, before: ScreenedItem | undefined): boolean =>
  asksTheSame(row, before) && row.position === before?.position
