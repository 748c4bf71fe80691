// By hand: npm run hostile (--requests 1000000 --seed N)
import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Keeper, ready, type Service, until } from '../e2e/process/service.ts'
import { attack, type Report } from './attack.ts'
import { routesOf } from './routes.ts'

/** Where Linux tells of a process; elsewhere memory and handles are not judged. */
const PROC = '/proc'

interface Footprint {
  readonly megabytes: number
  readonly handles: number
}

export function footprintOf(pid: number): Footprint | null {
  try {
    const [, pages] = readFileSync(join(PROC, `${pid}`, 'statm'), 'utf8').split(' ')
    return {
      megabytes: Math.round((Number(pages) * 4096) / 1e6),
      handles: readdirSync(join(PROC, `${pid}`, 'fd')).length,
    }
  } catch {
    return null
  }
}

/** Attacks a service of its own, and waits until it has closed every connection. */
export async function attackService(
  t: Keeper,
  settings: Readonly<Record<string, string>>,
  seed: number,
  requests: number,
  progress?: (requests: number, footprint: Footprint | null) => void,
): Promise<{ report: Report; before: Footprint | null; after: Footprint | null; service: Service }> {
  const service = await ready(t, { TRUST_PROXY: '1', ...settings })
  const routes = routesOf(JSON.parse((await service.get('/openapi.json')).text))
  const pid = service.lines()[0]?.pid ?? 0
  // The first requests load what is loaded when it is first needed.
  await attack(service.port, routes, { seed: 1, requests: 500 })
  const before = footprintOf(pid)
  const report = await attack(service.port, routes, {
    seed,
    requests,
    progress: (sent) => progress?.(sent, footprintOf(pid)),
  })
  await until('every connection to be closed', () => (footprintOf(pid)?.handles ?? 0) <= (before?.handles ?? 0) + 3)
  if ((await service.get('/healthz')).status !== 200) throw new Error('the service no longer answers')
  return { report, before, after: footprintOf(pid), service }
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { requests: { type: 'string' }, seed: { type: 'string' } } })
  const requests = Number(values.requests ?? 1_000_000)
  const seed = Number(values.seed ?? randomInt(2 ** 31))
  const endings: (() => unknown)[] = []
  const keeper = { after: (ending: unknown) => void endings.push(ending as () => unknown) }
  say(`seed ${seed}, ${requests} requests`)
  let told = 0
  try {
    const real = join(import.meta.dirname, '..', '..', 'law')
    // As `npm start` runs it.
    const settings = { LAW_DIR: real, NODE_OPTIONS: '--max-semi-space-size=4' }
    const result = await attackService(keeper, settings, seed, requests, (sent, footprint) => {
      if (sent < told) return
      told += requests / 20
      say(`${sent} requests, ${footprint?.megabytes ?? '?'} MB, ${footprint?.handles ?? '?'} handles`)
    })
    const { report, before, after } = result
    const statuses = [...report.statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
    say(`${report.requests} requests on ${report.connections} connections; ${statuses.join(', ')}`)
    say(`before ${JSON.stringify(before)}, after ${JSON.stringify(after)}`)
    for (const fault of report.faults) say(fault)
    const tooLarge = after !== null && after.megabytes > 300
    if (tooLarge) say('more than 300 MB')
    if (report.faults.length > 0 || tooLarge) process.exitCode = 1
  } finally {
    for (const ending of endings.reverse()) await ending()
  }
}

if (process.argv[1] === import.meta.filename) await main()
