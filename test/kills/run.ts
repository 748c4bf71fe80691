// By hand: npm run kill -- --kills 10000 --seed N --store sqlite|postgres|both --part leads|webhooks|alerts|lists|publishing|all
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { startPostgres } from '../store/postgres-server.ts'
import type { Toll } from './herd.ts'
import { killPart, PARTS, type Part } from './kills.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

class UsageError extends Error {}

function chosen<T extends string>(name: string, value: string, all: readonly T[], everything: string): readonly T[] {
  if (value === everything) return all
  const found = all.find((one) => one === value)
  if (found === undefined) throw new UsageError(`--${name} is one of ${[...all, everything].join(', ')}`)
  return [found]
}

function whole(name: string, value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new UsageError(`--${name} is a whole number`)
  return Number(value)
}

function parsed<Options extends NonNullable<ParseArgsConfig['options']>>(options: Options) {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function readOptions() {
  const text = { type: 'string' } as const
  const values = parsed({ kills: text, seed: text, store: text, part: text })
  return {
    kills: whole('kills', values.kills ?? '10000'),
    seed: whole('seed', values.seed ?? String(randomInt(1e9))),
    stores: chosen('store', values.store ?? 'both', ['sqlite', 'postgres'], 'both'),
    parts: chosen('part', values.part ?? 'all', Object.keys(PARTS) as Part[], 'all'),
  }
}

interface Line extends Toll {
  readonly part: string
  readonly store: string
  readonly seconds: number
}

/** The kills are shared out evenly among parts and stores; each has an empty store. */
async function main(): Promise<void> {
  const { kills, seed, stores, parts } = readOptions()
  const server = stores.includes('postgres') ? await startPostgres() : null
  if (typeof server === 'string') throw new UsageError(`PostgreSQL cannot run here: ${server}`)
  const runs = parts.flatMap((part) => stores.map((store) => ({ part, store })))
  say(`seed ${seed}, ${kills} kills`)
  const lines: Line[] = []
  try {
    for (const [at, { part, store }] of runs.entries()) {
      const own = Math.floor(((at + 1) * kills) / runs.length) - Math.floor((at * kills) / runs.length)
      const dataDir = await mkdtemp(join(tmpdir(), 'cn-sanctions-kills-'))
      const place = store === 'postgres' && server ? { databaseUrl: await server.emptySchema() } : { dataDir }
      const began = performance.now()
      const seconds = () => Math.round((performance.now() - began) / 1_000)
      const progress = (count: number) => {
        if (count % 50 === 0) say(`${part}, ${store}: ${count} of ${own} kills, ${seconds()} s`)
      }
      const toll = await killPart(part, place, { kills: own, seed: seed + at, progress })
      lines.push({ part, store, seconds: seconds(), ...toll })
      await rm(dataDir, { recursive: true, force: true })
      say(row(lines.at(-1)!))
    }
  } finally {
    await server?.remove()
  }
  say(
    `\n| part | store | kills | acknowledged | tried again | lost | twice | wrong | seconds |\n|---|---|${'--:|'.repeat(7)}`,
  )
  for (const line of lines) say(row(line))
  const faults = lines.flatMap(({ part, store, lost, twice, wrong }) => [
    ...lost.map((what) => `${part}, ${store}: lost: ${what}`),
    ...twice.map((what) => `${part}, ${store}: twice: ${what}`),
    ...wrong.map((what) => `${part}, ${store}: wrong: ${what}`),
  ])
  for (const fault of faults.slice(0, 100)) say(fault)
  if (faults.length > 0) process.exitCode = 1
}

const row = ({ part, store, kills, acknowledged, again, lost, twice, wrong, seconds }: Line): string =>
  `| ${[part, store, kills, acknowledged, again, lost.length, twice.length, wrong.length, seconds].join(' | ')} |`

try {
  await main()
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}
