import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Day } from '../base/day.ts'
import { printable, printableJson } from '../base/plain-text.ts'
import { type ApiKey, isOldTaken } from '../store/keys/keys.ts'
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

const HOUR_MS = 3_600_000
const MAX_OVERLAP_DAYS = 90

/** `24h` or `7d` in milliseconds; `0` is none. */
function overlapOf(value: string): number {
  const [, count = '0', unit] = /^(?:0|(\d{1,4})([hd]))$/.exec(value) ?? ['', 'NaN']
  const ms = Number(count) * (unit === 'd' ? 24 : 1) * HOUR_MS
  if (ms <= MAX_OVERLAP_DAYS * 24 * HOUR_MS) return ms
  throw new InvalidArgumentError(
    `Write hours or days, 24h or 7d, at most ${MAX_OVERLAP_DAYS}d; 0 for a key that leaked.`,
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
      shell.audited('keys issue', async (store) => {
        const issued = await store.keys.issue({
          name,
          perMinute: unlimited ? UNLIMITED : (perMinute ?? null),
          expires: expires ?? null,
          at: new Date(),
        })
        process.stdout.write(`${issued.key}\n`)
        process.stderr.write(issuedNote(issued.id, name))
        return issued.id
      }),
    )
  keys
    .command('list')
    .description('keys issued, without the keys themselves')
    .option('--json', 'for machines')
    .action(({ json }: { json?: true }) =>
      shell.withStore(async (store) => {
        const list = await store.keys.list()
        process.stdout.write(json ? `${printableJson(list)}\n` : printKeys(list, new Date()))
      }),
    )
  keys
    .command('rotate')
    .description('give a key a new secret, printed once; its lists, webhooks and limits stay')
    .argument('<id>', 'as in keys list')
    .option('--overlap <time>', 'how long the secret before it stays valid, 24h or 7d; 0 after a leak', overlapOf, 0)
    .action((id: string, { overlap }: { overlap: number }) =>
      shell.audited('keys rotate', async (store) => {
        const at = new Date()
        const key = await store.keys.rotate(id, overlap, at)
        if (key === null) throw new UsageError(`There is no active key ${id}.`)
        process.stdout.write(`${key}\n`)
        process.stderr.write(rotatedNote(id, overlap, at))
        return id
      }),
    )
  keys
    .command('revoke')
    .description('end a key, within seconds on every instance')
    .argument('<id>', 'as in keys list')
    .action((id: string) =>
      shell.audited('keys revoke', async (store) => {
        if (!(await store.keys.revoke(id, new Date()))) throw new UsageError(`There is no active key ${id}.`)
        process.stderr.write(`Key ${id} is revoked.\n`)
        return id
      }),
    )
}

/** For stderr: stdout has only the key, so that it can be piped. */
const issuedNote = (id: string, name: string): string =>
  `Key ${id} for "${printable(name)}". It is shown once and cannot be read again: store it now.\n`

/** The minute, UTC. */
const minuteOf = (moment: string): string => `${moment.slice(0, 16).replace('T', ' ')} UTC`

const rotatedNote = (id: string, overlap: number, at: Date): string =>
  `Key ${id} has a new secret. It is shown once and cannot be read again: store it now.\n${
    overlap === 0
      ? 'All secrets before it are refused within seconds; to keep the last one valid for a day, --overlap 24h.\n'
      : `The one before it is valid until ${minuteOf(new Date(at.getTime() + overlap).toISOString())}; after a leak, rotate without --overlap.\n`
  }`

function stateOf(key: ApiKey, now: Date): string {
  if (key.revokedAt !== null) return `revoked ${key.revokedAt.slice(0, 10)}`
  if (key.rotatedAt === null) return 'active'
  const overlap = isOldTaken(key, now) ? `, old secret until ${minuteOf(key.oldUntil ?? '')}` : ''
  return `active, rotated ${key.rotatedAt.slice(0, 10)}${overlap}`
}

function printKeys(keys: readonly ApiKey[], now: Date): string {
  if (keys.length === 0) return 'No keys yet: cn-sanctions keys issue --name NAME\n'
  const rows = keys.map((key) => [
    key.id,
    `${key.prefix}…`,
    key.perMinute === null ? 'default' : key.perMinute === 0 ? 'unlimited' : String(key.perMinute),
    key.expires ?? 'never',
    key.createdAt.slice(0, 10),
    key.lastUsed ?? 'never',
    stateOf(key, now),
    key.name,
  ])
  return printTable(['ID', 'KEY', 'A MINUTE', 'EXPIRES', 'ISSUED', 'LAST USED', 'STATE', 'NAME'], rows)
}
