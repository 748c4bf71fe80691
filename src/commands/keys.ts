import { type Command, InvalidArgumentError, Option } from 'commander'
import type { ApiKey } from '../store/keys.ts'
import type { Day } from '../terms/day.ts'
import { printable, printableJson } from '../terms/plain-text.ts'
import { day, type Shell, UsageError, wholeNumber } from './shell.ts'
import { printTable } from './terminal.ts'

interface IssueOptions {
  readonly name: string
  readonly perMinute?: number
  readonly unlimited?: true
  readonly expires?: Day
}

/** In the store, 0 lookups a minute means no limit. */
const UNLIMITED = 0

/** 0 is rejected as ambiguous: it might be meant as "no limit" or as "blocked". */
function perMinuteOf(value: string): number {
  const number = wholeNumber(value)
  if (number > 0) return number
  throw new InvalidArgumentError(
    'It must be at least 1. Write --unlimited for no limit; to block a key, keys revoke ID.',
  )
}

export function addKeys(program: Command, shell: Shell): void {
  const keys = program.command('keys').description('API keys, which raise the limit')
  keys
    .command('issue')
    .description('make a key; it is printed once')
    .requiredOption('--name <name>', 'whose it is')
    .option('--per-minute <number>', 'lookups a minute (default: LIMIT_KEY_PER_MINUTE)', perMinuteOf)
    .addOption(new Option('--unlimited', 'no limit of lookups').conflicts('perMinute'))
    .option('--expires <day>', 'its last day, in Brussels', day)
    .action(({ name, perMinute, unlimited, expires }: IssueOptions) =>
      shell.withStore(async (store) => {
        const issued = await store.keys.issue({
          name,
          perMinute: unlimited ? UNLIMITED : (perMinute ?? null),
          expires: expires ?? null,
          at: new Date(),
        })
        process.stdout.write(`${issued.key}\n`)
        process.stderr.write(issuedNote(issued.id, name))
      }),
    )
  keys
    .command('list')
    .description('keys issued, without the keys themselves')
    .option('--json', 'for machines')
    .action(({ json }: { json?: true }) =>
      shell.withStore(async (store) => {
        const list = await store.keys.list()
        process.stdout.write(json ? `${printableJson(list)}\n` : printKeys(list))
      }),
    )
  keys
    .command('revoke')
    .description('end a key, within seconds on every instance')
    .argument('<id>', 'as in keys list')
    .action((id: string) =>
      shell.withStore(async (store) => {
        if (!(await store.keys.revoke(id, new Date()))) throw new UsageError(`There is no active key ${id}.`)
        process.stderr.write(`Key ${id} is revoked.\n`)
      }),
    )
}

/** For stderr: stdout has only the key, so that it can be piped. */
const issuedNote = (id: string, name: string): string =>
  `Key ${id} for "${printable(name)}". It is shown once and cannot be read again: store it now.\n`

function printKeys(keys: readonly ApiKey[]): string {
  if (keys.length === 0) return 'No keys yet: cn-sanctions keys issue --name NAME\n'
  const rows = keys.map(({ id, name, prefix, perMinute, expires, createdAt, revokedAt }) => [
    id,
    `${prefix}…`,
    perMinute === null ? 'default' : perMinute === 0 ? 'unlimited' : String(perMinute),
    expires ?? 'never',
    createdAt.slice(0, 10),
    revokedAt === null ? 'active' : `revoked ${revokedAt.slice(0, 10)}`,
    name,
  ])
  return printTable(['ID', 'KEY', 'A MINUTE', 'EXPIRES', 'ISSUED', 'STATE', 'NAME'], rows)
}
