import type { Command } from 'commander'
import { printableJson } from '../base/plain-text.ts'
import type { ListItem, StoredList } from '../store/lists/list-queries.ts'
import type { Store } from '../store/store.ts'
import { type Shell, UsageError } from './shell.ts'
import { printTable, table } from './terminal.ts'

/** Items read at once; a list may have 20,000. */
const PAGE = 1_000

export function addLists(program: Command, shell: Shell): void {
  const lists = program.command('lists').description('lists of key holders that are re-screened')
  lists
    .command('list')
    .description('which key has which lists, without their content')
    .option('--key <id>', 'only of this key: the id, as in keys list')
    .option('--json', 'for machines')
    .action(({ key, json }: { key?: string; json?: true }) =>
      shell.withStore(async (store) => {
        const found = await store.lists.all(key)
        process.stdout.write(json ? `${printableJson(found)}\n` : printLists(found))
      }),
    )
  lists
    .command('show')
    .description('one list; its items only with --items')
    .argument('<key>', 'the id of its key')
    .argument('<name>', 'as in lists list')
    .option('--items', 'also what is in it')
    .action((key: string, name: string, { items }: { items?: true }) =>
      shell.withStore(async (store) => {
        const list = await findList(store, key, name)
        process.stdout.write(printLists([list]))
        if (!items) return
        for (let after = 0; ; ) {
          const page = await store.lists.items(list.id, after, PAGE)
          process.stdout.write(printItems(page))
          if (page.length < PAGE) break
          after = page.at(-1)!.position
        }
      }),
    )
  lists
    .command('delete')
    .description('delete a list with its items and changes')
    .argument('<key>', 'the id of its key')
    .argument('<name>', 'as in lists list')
    .action((key: string, name: string) =>
      shell.audited('lists delete', async (store) => {
        const list = await findList(store, key, name)
        await store.lists.remove({ keyId: key, name, condition: () => true })
        process.stderr.write(`List ${name} of ${key} is deleted: ${list.count} items, ${list.lastChange} changes.\n`)
        return `${key} ${name}`
      }),
    )
}

async function findList(store: Store, key: string, name: string): Promise<StoredList> {
  const list = await store.lists.find(key, name)
  // The message does not repeat the key: it may be the key itself and not its id.
  if (!list) throw new UsageError('That key has no such list: cn-sanctions lists list shows them.')
  return list
}

function printLists(lists: readonly StoredList[]): string {
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

function printItems(items: readonly ListItem[]): string {
  const rows = items.map((item) => [item.id, dealInWords(item), item.q])
  return table(rows)
    .map((line) => `${line}\n`)
    .join('')
}

/** `CN > PL, sent from TR, via RU BY, 120.50 EUR`; a dash where an end was not given. */
const dealInWords = ({ origin, dispatch, destination, via, value }: ListItem): string =>
  [
    `${origin ?? '–'} > ${destination ?? '–'}`,
    dispatch !== null && `sent from ${dispatch}`,
    via !== null && `via ${via.replaceAll(',', ' ')}`,
    value !== null && `${value} EUR`,
  ]
    .filter(Boolean)
    .join(', ')
