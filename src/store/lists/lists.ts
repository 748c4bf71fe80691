import type { Day } from '../../terms/day.ts'
import type { Language } from '../../terms/language.ts'
import type { NamesGiven } from './names.ts'
import type { ListItem, ScreenedItem, StoredList } from './rows.ts'

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

export interface Write {
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
export type Outcome = Written | { readonly outcome: ListRefusal }

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
