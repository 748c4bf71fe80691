// By hand, one network against all others and then a million requests: npm run hostile (-- --requests 1000000 --minutes 60 --seed N), npm run hostile -- --cost (--only REGEXP)
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  emptyDirectory,
  type Keeper,
  launch,
  ROOT,
  ready,
  type Service,
  type Settings,
  until,
} from '../e2e/process/service.ts'
import { attack, type Bounds, type Report } from './attack.ts'
import { measureCosts } from './cost/run.ts'
import { attackFromOneNetwork } from './one-network.ts'
import { routesOf } from './routes.ts'

/** Where Linux tells of a process; elsewhere resident memory and handles are not judged. */
const PROC = '/proc'

/** What the process may have resident, and how much more than halfway: 1.2 times what it had in version 1.2.0. */
const MAX_MEGABYTES = 360
const MAX_GROWTH = 25
/** Handles at the end beyond those before: the store opens and closes some as it works. */
const MAX_HANDLES_MORE = 3

interface Footprint {
  readonly megabytes: number
  /** The most it ever had resident. */
  readonly peak: number
  readonly handles: number
}

export function footprintOf(pid: number): Footprint | null {
  try {
    const status = readFileSync(join(PROC, `${pid}`, 'status'), 'utf8')
    const megabytes = (field: string) =>
      Math.round((Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024) / 1e6)
    return {
      megabytes: megabytes('VmRSS'),
      peak: megabytes('VmHWM'),
      handles: readdirSync(join(PROC, `${pid}`, 'fd')).length,
    }
  } catch {
    return null
  }
}

/** Megabytes of heap and buffers that the service itself counts. */
export async function heldBy(service: Service): Promise<number> {
  const { text } = await service.ops('/metrics')
  const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  return Math.round((metric('nodejs_heap_size_used_bytes') + metric('nodejs_external_memory_bytes')) / 1e6)
}

interface Attacked {
  readonly report: Report
  readonly before: Footprint | null
  readonly halfway: Footprint | null
  readonly service: Service
}

/** Attacks a service of its own, and waits until it has closed every connection. */
export async function attackService(
  t: Keeper,
  settings: Settings,
  {
    progress,
    ...bounds
  }: Omit<Bounds, 'progress'> & {
    progress?: (requests: number, footprint: Footprint | null) => void
  },
): Promise<Attacked> {
  const service = await ready(t, { TRUST_PROXY: '1', ...settings })
  // Receipts are signed once the law is recorded, some moments after the service is ready.
  await until('a receipt', async () => (await service.get('/api/v1/receipt?q=8471')).status === 200)
  const routes = routesOf(JSON.parse((await service.get('/openapi.json')).text))
  const pid = service.lines()[0]?.pid ?? 0
  // The first requests load what is loaded when it is first needed.
  await attack(service.port, routes, { seed: 1, requests: 500 })
  const before = footprintOf(pid)
  const startedAt = Date.now()
  const { requests, minutes = Number.POSITIVE_INFINITY } = bounds
  let halfway: Footprint | null = null
  const report = await attack(service.port, routes, {
    ...bounds,
    progress: (sent) => {
      if (sent >= requests / 2 || Date.now() - startedAt >= minutes * 30_000) halfway ??= footprintOf(pid)
      progress?.(sent, footprintOf(pid))
    },
  })
  const maxHandles = (before?.handles ?? 0) + MAX_HANDLES_MORE
  await until('every connection to be closed', () => (footprintOf(pid)?.handles ?? 0) <= maxHandles)
  if ((await service.get('/healthz')).status !== 200) throw new Error('the service no longer answers')
  return { report, before, halfway, service }
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** The footprint as soon as it is small enough; otherwise when there was time enough. */
async function quietFootprint(pid: number): Promise<Footprint | null> {
  const isSmall = () => (footprintOf(pid)?.megabytes ?? 0) <= MAX_MEGABYTES
  await until('a small footprint', isSmall).catch(() => {})
  return footprintOf(pid)
}

/** What the memory of the service says against it. */
function* memoryFaults(halfway: Footprint | null, after: Footprint | null): Generator<string> {
  if (after === null) return
  if (after.megabytes > MAX_MEGABYTES) yield `${after.megabytes} MB are more than ${MAX_MEGABYTES}`
  const growth = after.megabytes - (halfway?.megabytes ?? after.megabytes)
  if (growth > MAX_GROWTH) yield `the second half added ${growth} MB, more than ${MAX_GROWTH}`
}

/** Lines of the log that tell of an error; of a million lines it is quicker to read only those. */
const errorsIn = (log: string): string[] => log.split('\n').filter((line) => /^\{"level":[56]0,/.test(line))

/** What the image tells malloc. */
const settingsOfMalloc = (): Settings =>
  Object.fromEntries(
    [...readFileSync(join(ROOT, 'Dockerfile'), 'utf8').matchAll(/\b(MALLOC_\w+)=(\d+)/g)].map(([, name, value]) => [
      name!,
      value!,
    ]),
  )

/** What somebody lost while one network attacked, with the whole law. */
async function faultsBesideOneNetwork(keeper: Keeper, seed: number): Promise<string[]> {
  const law = join(await emptyDirectory(keeper), 'law')
  cpSync(join(ROOT, 'law'), law, { recursive: true })
  const attacked = await attackFromOneNetwork(keeper, law, { seed, rounds: ROUNDS, files: FILES })
  const { faults, asked, unfinished, closed, mails, service } = attacked
  const most = Math.max(0, ...mails.values())
  say(
    `one network: ${asked} requests, ${unfinished} unfinished, ${closed} connections closed, ${most} mails to one mailbox`,
  )
  service.signal('SIGTERM')
  const { code } = await service.ended()
  const ended = code === 0 ? [] : [`the service ended with ${code}: ${service.stderr()}`]
  return [...faults, ...errorsIn(service.stdout()), ...ended]
}

/** How often somebody else asks for everything, and how many files the service may open. */
const ROUNDS = 1
const FILES = 1_024

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string' },
      minutes: { type: 'string' },
      seed: { type: 'string' },
      cost: { type: 'boolean' },
      only: { type: 'string' },
    },
  })
  if (values.cost) {
    const faults = await measureCosts(new RegExp(values.only ?? ''))
    if (faults.length > 0) process.exitCode = 1
    return
  }
  const requests = Number(values.requests ?? 1_000_000)
  const minutes = Number(values.minutes ?? 120)
  const seed = Number(values.seed ?? randomInt(2 ** 31))
  const endings: (() => unknown)[] = []
  const keeper = { after: (ending: unknown) => void endings.push(ending as () => unknown) }
  say(`seed ${seed}, ${requests} requests, at most ${minutes} minutes`)
  let told = Date.now()
  try {
    // As the image runs it, with code that was compiled before.
    const settings = {
      LAW_DIR: join(ROOT, 'law'),
      NODE_OPTIONS: '--max-semi-space-size=8',
      ...settingsOfMalloc(),
    }
    await once(launch(keeper, [], settings, ROOT, join(ROOT, 'bin', 'compile.js')).child, 'close')
    const besides = process.platform === 'linux' ? await faultsBesideOneNetwork(keeper, seed) : []
    const startedAt = Date.now()
    const attacked = await attackService(keeper, settings, {
      seed,
      requests,
      minutes,
      progress: (sent, footprint) => {
        if (Date.now() - told < 60_000) return
        told = Date.now()
        const { megabytes = '?', peak = '?', handles = '?' } = footprint ?? {}
        say(`${new Date().toISOString()} ${sent} requests, ${megabytes} MB (${peak} at most), ${handles} handles`)
      },
    })
    const { report, before, halfway, service } = attacked
    const after = await quietFootprint(service.pid)
    const statuses = [...report.statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
    const took = ((Date.now() - startedAt) / 60_000).toFixed(1)
    say(`${report.requests} requests on ${report.connections} connections in ${took} minutes; ${statuses.join(', ')}`)
    for (const [when, footprint] of Object.entries({ before, halfway, after }))
      say(`${when}: ${JSON.stringify(footprint)}`)
    say(`heap and buffers: ${await heldBy(service)} MB`)
    service.signal('SIGTERM')
    const { code } = await service.ended()
    const faults = [...besides, ...report.faults, ...errorsIn(service.stdout()), ...memoryFaults(halfway, after)]
    if (code !== 0) faults.push(`the service ended with ${code}: ${service.stderr()}`)
    for (const fault of faults) say(fault)
    if (faults.length > 0) process.exitCode = 1
  } finally {
    for (const ending of endings.reverse()) await ending()
  }
}

if (process.argv[1] === import.meta.filename) await main()
