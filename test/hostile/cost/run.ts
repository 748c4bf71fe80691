// By hand: npm run hostile -- --cost (--only '^GET /api/v1/cn')
import { join } from 'node:path'
import { openStore } from '../../../src/store/store.ts'
import { serviceFor } from '../../e2e/http/service.ts'
import { emptyDirectory, type Keeper, ROOT, ready, type Service } from '../../e2e/process/service.ts'
import { answerer } from '../../real-law.ts'
import { byCpu, byPoint, climb, type Measured, withAllItems, withFewItems, withFillers } from './climb.ts'
import { everyTarget } from './every-target.ts'
import {
  type Answered,
  mostAlive,
  newCaller,
  type Sent,
  send,
  untilIdle,
  watchCpu,
  watchHealth,
  watchMemory,
  watchResident,
} from './measure.ts'
import type { Choice, Request, Target } from './targets.ts'

/** What requests may cost at most, in CPU time of a quiet core (`watchCpu`). A figure that is not met ends the run with 1. */
const LOOKUP_CPU_MS = 50
/** 20 points of a batch are the minute of a caller without a key, which may take as much as MINUTE_CPU_MS. */
const BATCH_POINT_MS = 500
const REQUEST_MB = 20
const MINUTE_CPU_MS = 10_000
const MINUTE_MB = 100
const HEALTH_MS = 1_000

/** Connections of one caller at the same time. */
const AT_ONCE = 300
/** Keys that take turns while requests are measured, so that none comes to its limit. */
const KEYS = 8

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const told = (choice: Choice): string => [...choice].map(([name, { label }]) => `${name}=${label}`).join(' ')
const sizeOf = ({ path, body }: Request): number => path.length + (body === null ? 0 : Buffer.byteLength(body))
const short = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length - 1)}…` : text)
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** A service of its own, and callers who have keys. */
interface Scene {
  readonly service: Service
  readonly pid: number
  /** Asks as a caller who has a key or not, in turns. */
  send(request: Request, withKey: boolean): Promise<Answered>
  newKey(): Promise<string>
}

async function buildScene(keeper: Keeper): Promise<Scene> {
  const directory = join(await emptyDirectory(keeper), 'data')
  const service = await ready(keeper, {
    LAW_DIR: join(ROOT, 'law'),
    DATA_DIR: directory,
    TRUST_PROXY: '1',
    NODE_OPTIONS: `--max-semi-space-size=8 --import ${join(import.meta.dirname, 'probe.js')}`,
  })
  const store = await openStore({ dataDir: directory })
  keeper.after(() => store.close())
  const newKey = async () =>
    (await store.keys.issue({ name: 'cost', perMinute: null, expires: null, at: new Date() })).key
  const keys = await Promise.all(Array.from({ length: KEYS }, async () => ({ key: await newKey(), left: Number.NaN })))
  let turn = 0
  return {
    service,
    pid: service.lines()[0]?.pid ?? service.pid,
    newKey,
    async send(request, withKey) {
      if (!withKey) return charged(await send(service.port, request, newCaller()), Number.NaN)
      const caller = keys[turn++ % keys.length]!
      const sent = await send(service.port, request, newCaller(), caller.key)
      const answered = charged(sent, caller.left)
      caller.left = sent.remaining ?? caller.left
      return answered
    },
  }
}

/** What a request was charged: the difference to what was left before, unless a minute has begun since. */
function charged({ status, bytes, limit, remaining }: Sent, left: number): Answered {
  if (limit === null || remaining === null) return { status, bytes, points: null, perMinute: null }
  return { status, bytes, points: (left > remaining ? left : limit) - remaining, perMinute: limit }
}

/** Measures how much one way of asking costs: CPU as the median of several requests, each of another caller. */
function measuring({ pid, send }: Scene, target: Target) {
  let nth = 0
  return async (choice: Choice, times: number): Promise<Measured> => {
    const costs: number[] = []
    let answered: Answered = { status: 0, bytes: 0, points: null, perMinute: null }
    for (let time = 0; time < times; time++) {
      const request = target.build(choice, ++nth)
      const cpu = watchCpu(pid)
      answered = await send(request, target.needsKey)
      costs.push(cpu())
    }
    return { ...answered, cpu: times > 2 ? median(costs) : Math.min(...costs), choice }
  }
}

/** What one caller asks who spends its whole minute at once. */
async function wholeMinute({ service, newKey }: Scene, target: Target, { choice, points, perMinute }: Measured) {
  const count = Math.max(1, Math.floor((perMinute ?? AT_ONCE) / Math.max(points ?? 1, 1)))
  const from = newCaller()
  const key = target.needsKey ? await newKey() : undefined
  return async () => {
    let sent = 0
    const statuses = new Map<number, number>()
    const ask = async () => {
      while (sent < count) {
        const request = target.build(choice, ++sent)
        const { status } = await send(service.port, request, from, key).catch(() => ({ status: 0 }))
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    await Promise.all(Array.from({ length: Math.min(count, AT_ONCE) }, ask))
    return { count, statuses }
  }
}

async function spendMinute(scene: Scene, target: Target, worst: Measured) {
  const { service, pid } = scene
  const askAll = await wholeMinute(scene, target, worst)
  const held = await watchMemory(service, pid)
  const health = watchHealth(service.port)
  const cpu = watchCpu(pid)
  const asked = await askAll()
  await untilIdle(pid)
  return { ...asked, cpu: cpu(), held: held(), health: await health() }
}

interface Finding {
  readonly asked: string
  readonly request: Request
  readonly answered: Answered
  readonly cpu: number
  readonly held: number
}

/** What is charged to the limit of batches or lists; everything else is one piece of work, whatever it is charged. */
const LIST_ROUTES =
  /^(POST \/api\/v1\/check$|GET \/api\/v1\/check\.csv|GET \/api\/v1\/dataset\/\{version\}|(GET|PUT|PATCH) \/api\/v1\/lists\/\{name\}$|MCP check_list)/

/** What a request costs too much of. */
function* faultsOf(name: string, { asked, answered, cpu, held }: Finding): Generator<string> {
  const { status, points, perMinute } = answered
  // What would cost more than the whole limit is charged all of it, so it is the minute of its caller.
  const takesAll = points !== null && points === perMinute
  const ofBatch = takesAll ? MINUTE_CPU_MS : BATCH_POINT_MS * Math.max(points ?? 1, 1)
  const most = LIST_ROUTES.test(name) ? ofBatch : LOOKUP_CPU_MS
  if (cpu > most) yield `${name} ${asked}: ${cpu.toFixed(0)} ms of CPU, more than ${most}`
  if (held > REQUEST_MB) yield `${name} ${asked}: held ${held.toFixed(0)} MB, more than ${REQUEST_MB}`
  if (status === 0 || status === 500) yield `${name} ${asked}: ${status}`
}

const HEAD = `${'request'.padEnd(34)} status  sent B  answer B points   CPU ms  held MB  asked`

function rowOf(name: string, { asked, request, answered: { status, bytes, points }, cpu, held }: Finding) {
  const numbers = [
    `${status}`.padStart(6),
    `${sizeOf(request)}`.padStart(7),
    `${bytes}`.padStart(9),
    `${points ?? '–'}`.padStart(6),
    cpu.toFixed(1).padStart(8),
    held.toFixed(0).padStart(8),
  ]
  return `${short(name, 34).padEnd(34)} ${numbers.join(' ')}  ${short(asked, 150)}`
}

/** The dearest ways of asking one target that could be found. */
async function dearestOf(target: Target, measure: ReturnType<typeof measuring>): Promise<Measured[]> {
  // The first requests load what is loaded when it is first needed.
  await measure(new Map(), 3)
  const few = withFewItems(target)
  const alone = await climb(few ?? target, measure, byCpu)
  const filled = await withFillers(few ?? target, measure, alone)
  const others = few ? await withAllItems(target, measure, alone) : [alone, await climb(target, measure, byPoint)]
  const found = [...others, ...(filled ? [filled] : [])]
  return [...new Map(found.map((one) => [told(one.choice), one])).values()]
}

/** One request that no schema describes. */
async function sendOnce({ pid, send }: Scene, target: Target, request: Request, held: () => number) {
  const lost: Answered = { status: 0, bytes: 0, points: null, perMinute: null }
  const cpu = watchCpu(pid)
  const answered = await send(request, target.needsKey).catch(() => lost)
  // Whoever sends far too much may be hung up on before everything is sent.
  const wasCut = answered === lost && sizeOf(request) > 500_000
  return { answered: wasCut ? { ...lost, status: 413 } : answered, cpu: cpu(), held: held() }
}

/** Attacks one target and tells what costs too much. */
async function attack(scene: Scene, target: Target): Promise<string[]> {
  const { service, pid } = scene
  const { name } = target
  const faults: string[] = []
  const measure = measuring(scene, target)
  const judged = (finding: Finding, tells: boolean) => {
    const found = [...faultsOf(name, finding)]
    if (tells || found.length > 0) say(`${rowOf(name, finding)}${found.length > 0 ? '  !' : ''}`)
    faults.push(...found)
  }
  const dearest = await dearestOf(target, measure)
  // Before memory, since collecting all garbage throws compiled code away: a lookup took 49 ms after it, and 26 otherwise.
  const finals: Measured[] = []
  for (const { choice } of dearest) finals.push(await measure(choice, 7))
  for (const { choice, cpu, ...answered } of finals) {
    const held = await watchMemory(service, pid)
    await measure(choice, 1)
    const resident = held()
    const megabytes = resident > REQUEST_MB ? await mostAlive(service, pid, () => measure(choice, 1)) : resident
    judged({ asked: told(choice), request: target.build(choice, 1), answered, cpu, held: megabytes }, true)
  }
  for (const { label, write } of target.junk) {
    const request = write()
    const quick = await sendOnce(scene, target, request, watchResident(pid))
    const isDear = quick.cpu > LOOKUP_CPU_MS / 2 || quick.held > REQUEST_MB / 2
    const finding = isDear ? await sendOnce(scene, target, request, await watchMemory(service, pid)) : quick
    judged({ ...finding, asked: label, request }, false)
  }
  const worst = dearest.toSorted((one, other) => byPoint(other) - byPoint(one))[0]
  if (!worst || worst.cpu < 1) return faults
  const minute = await spendMinute(scene, target, worst)
  const held =
    minute.held > MINUTE_MB ? await mostAlive(service, pid, await wholeMinute(scene, target, worst)) : minute.held
  const statuses = [...minute.statuses].map(([status, count]) => `${status}: ${count}`).join(', ')
  const asked = `a minute of ${name} ${short(told(worst.choice), 150)}`
  const figures: [number, number, string][] = [
    [minute.cpu, MINUTE_CPU_MS, 'ms of CPU'],
    [held, MINUTE_MB, held === minute.held ? 'MB' : `MB alive of ${Math.round(minute.held)} resident`],
    [minute.health, HEALTH_MS, 'ms until /healthz answered'],
  ]
  say(
    `  a minute of it: ${minute.count} requests (${statuses}): ${figures.map(([value, , unit]) => `${Math.round(value)} ${unit}`).join(', ')}`,
  )
  for (const [value, most, unit] of figures)
    if (value > most) faults.push(`${asked}: ${Math.round(value)} ${unit}, more than ${Math.round(most)}`)
  return faults
}

/** Attacks every target whose name matches, and prints what was found. */
export async function measureCosts(only: RegExp): Promise<string[]> {
  const endings: (() => unknown)[] = []
  const keeper = { after: (ending: unknown) => void endings.push(ending as () => unknown) }
  try {
    const scene = await buildScene(keeper)
    // What is made once for each year of the tariff is no cost of a request.
    for (const year of answerer.dataset.nomenclatures.years)
      for (const q of ['pumps', 'pompy', '84'])
        await scene.service.get(`/api/v1/cn?q=${q}&as_of=${year}-06-01&include=tree,history`)
    const described = await serviceFor(keeper, { store: null })
    const targets = (await everyTarget(described, answerer)).filter(({ name }) => only.test(name))
    const faults: string[] = []
    say(HEAD)
    for (const target of targets) faults.push(...(await attack(scene, target)))
    for (const fault of faults) say(`too much: ${fault}`)
    say(faults.length === 0 ? 'everything within its bounds' : `${faults.length} times too much`)
    return faults
  } finally {
    for (const ending of endings.reverse()) await ending()
  }
}
