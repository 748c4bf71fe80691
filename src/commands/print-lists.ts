import type { ListItem, StoredList } from '../store/lists/rows.ts'
import { printTable, table } from './terminal.ts'

export function printLists(lists: readonly StoredList[]): string {
  if (lists.length === 0) return 'No lists yet: key holders store them with PUT /api/v1/lists/{name}\n'
  const rows = lists.map(({ keyId, name, language, count, unchecked, screened, lastChange, updatedAt }) => [
    keyId,
    String(count),
    screened === null ? 'never' : `${screened.day}${unchecked ? ', new items wait' : ''}`,
    String(lastChange),
    updatedAt.slice(0, 10),
    language,
    name,
  ])
  return printTable(['KEY', 'ITEMS', 'SCREENED FOR', 'CHANGES', 'WRITTEN', 'LANG', 'NAME'], rows)
}

export const printItems = (items: readonly ListItem[]): string =>
  table(items.map(({ id, q, origin, destination }) => [id, `${origin ?? '–'} > ${destination ?? '–'}`, q]))
    .map((line) => `${line}\n`)
    .join('')
