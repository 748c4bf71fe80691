// npm run bench:batches: lines of batches a second of CPU time, how long batches hold up other requests, and batches over
// HTTP. Arguments: [speeds|turns|http] for one of its tables; behind http, another checkout that is measured beside this one.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { yearOf } from '../src/base/day.ts'
import { runToEnd } from '../src/base/time-slices.ts'
import { batchItems } from '../src/http/lookup/batch-answer.ts'
import { costOf } from '../src/http/lookup/batch-cost.ts'
import { placesAsked, readBatch, regimeAsked } from '../src/http/lookup/read-batch.ts'
import { PLENTY, type Service, serviceFor } from '../test/e2e/http/service.ts'
import { answerer, TODAY } from '../test/real-law.ts'
import { readGold, SETS } from '../test/search/gold/score.ts'
import type { Calls } from './batch-caller.ts'
import { serviceIn } from './contestants.ts'
import { pinLoad } from './cores.ts'
import { seeded, shuffle } from './questions.ts'
import { median } from './rounds.ts'
import { type Server, startServer } from './server.ts'

const LINES = 500
const CSV_LINES = 100
const CHUNK = 64 * 1024
/** Batches that one caller may have under way. */
const CALLERS = 2
const SEED = 1
const GOALS = { before: 20_000, new: 10_000, heldUpMs: 20 } as const

const codes = answerer.dataset.nomenclatures
  .of(yearOf(TODAY))
  .lines.filter(({ kind }) => kind === 'cn8')
  .map(({ code }) => code)

const say = (line: string) => process.stdout.write(`${line}\n`)

/** `after` of a test runs when it ends; here, at the end of everything. */
const cleanUps: (() => unknown)[] = []
const context = { after: (cleanUp: () => unknown) => cleanUps.push(cleanUp) } as unknown as TestContext

const cut = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.floor(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size))

async function cpuSeconds(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

/** `day` is today unless given. */
type Ask = (asked: readonly string[], day?: string) => Promise<void>

/** The compiler has a share of the CPU for a hundred thousand lines, so the warm-up asks about other days too. */
const WARM_UP_DAYS = [...Array.from({ length: 20 }, (_, day) => `2026-10-${day + 10}`), undefined]

/** Without HTTP: everything from the parsed body to the bytes that are sent. */
const json =
  (fields: object): Ask =>
  async (asked, as_of) => {
    const body = { ...fields, ...(as_of && { as_of }), items: asked.map((q, at) => ({ id: `${at}`, q })) }
    const read = readBatch(body, [])
    if ('problems' in read) throw new Error(JSON.stringify(read.problems))
    const { batch } = read
    runToEnd(costOf(batch))
    const [asOf, language] = [batch.asOf ?? TODAY, batch.language ?? 'pl']
    const scope = answerer.scope(asOf, language, regimeAsked(batch), placesAsked(batch))
    const onError = (error: unknown) => {
      throw error
    }
    const items = batchItems({ answerer, batch, asOf, language, scope, onError })
    let pending: Buffer[] = []
    let length = 0
    for (const at of batch.items.keys()) {
      const line = await items.json(at)
      for (const piece of line) {
        pending.push(piece)
        length += piece.length
      }
      if (length < CHUNK) continue
      Buffer.concat(pending)
      pending = []
      length = 0
    }
  }

const csv =
  ({ get }: Service, language: string): Ask =>
  async (asked, day) => {
    const about = day === undefined ? '' : `&as_of=${day}`
    for (const part of cut(asked, CSV_LINES)) {
      const { statusCode } = await get(`/api/v1/check.csv?lang=${language}&codes=${part.join(',')}${about}`)
      if (statusCode !== 200) throw new Error(`answered with ${statusCode}`)
    }
  }

/** Lines a second of CPU time: questions that are new, with code that is warm; then some of them again and again. */
async function speedOf(ask: Ask, warmUp: readonly string[], fresh: readonly string[], rounds = 5) {
  for (const day of WARM_UP_DAYS) for (const batch of cut(warmUp, LINES)) await ask(batch, day)
  const batches = cut(fresh, LINES)
  const first = await cpuSeconds(async () => {
    for (const batch of batches) await ask(batch)
  })
  const known = batches.slice(-2)
  const again = await cpuSeconds(async () => {
    for (let round = 0; round < rounds; round++) for (const batch of known) await ask(batch)
  })
  return { new: (batches.length * LINES) / first, before: (known.length * LINES * rounds) / again }
}

const figure = (value: number): string => Math.round(value).toLocaleString('en')
const judged = (value: number, goal: number): string => `${figure(value)} ${value >= goal ? '(met)' : '(missed)'}`

async function speeds(): Promise<void> {
  const random = seeded(SEED)
  const half = codes.length >> 1
  say('| without HTTP, lines a second of CPU time | new | asked before |')
  say('|---|---|---|')
  say(`| goal for codes in short | ${figure(GOALS.new)} | ${figure(GOALS.before)} |`)
  const row = (name: string, figures: { new: number; before: number }) =>
    say(`| ${name} | ${figure(figures.new)} | ${figure(figures.before)} |`)
  const service = await serviceFor(context, { limits: PLENTY })
  for (const lang of ['en', 'pl']) {
    const drawn = shuffle(codes, random)
    const found = await speedOf(json({ lang }), drawn.slice(0, half), drawn.slice(half))
    say(`| codes, short, ${lang} | ${judged(found.new, GOALS.new)} | ${judged(found.before, GOALS.before)} |`)
  }
  const some = shuffle(codes, random)
  const [warm, fresh] = [some.slice(0, 2_000), some.slice(2_000, 4_000)]
  row('codes, full, en', await speedOf(json({ lang: 'en', detail: 'full' }), warm, fresh))
  const deal = { lang: 'en', origin: 'PL', destination: 'KZ', via: 'RU' }
  row('codes of a deal, short, en', await speedOf(json(deal), warm, fresh))
  row('codes, CSV, en', await speedOf(csv(service, 'en'), warm, fresh))
  const names = shuffle(
    [...new Set(SETS.flatMap(({ name }) => readGold('en', name).map(({ question }) => question)))],
    random,
  )
  await answerer.indexNames(TODAY, nextTurn)
  row('names, short, en', await speedOf(json({ lang: 'en' }), names.slice(0, 500), names.slice(500), 2))
}

/**
 * How long one turn of the event loop takes, in milliseconds: what a request can have to wait. The CPU time of this thread,
 * whose clock ticks every four milliseconds here, or the time by the clock where that is less.
 */
async function turnsDuring(work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let running = true
  const watching = (async () => {
    let [cpu, clock] = [process.threadCpuUsage(), performance.now()]
    while (running) {
      await nextTurn()
      const [cpuNow, clockNow] = [process.threadCpuUsage(), performance.now()]
      const used = (cpuNow.user + cpuNow.system - cpu.user - cpu.system) / 1_000
      times.push(Math.min(used, clockNow - clock))
      cpu = cpuNow
      clock = clockNow
    }
  })()
  await work()
  running = false
  await watching
  return times.toSorted((a, b) => a - b)
}

/** From a thread of its own, so that what a caller does is not counted. */
async function call(calls: Calls): Promise<void> {
  const thread = new Worker(new URL('./batch-caller.ts', import.meta.url), { workerData: calls })
  await once(thread, 'message')
  await thread.terminate()
}

const at = (times: readonly number[], share: number): number => times[Math.floor((times.length - 1) * share)] ?? 0

const MAX_NAME = 'seamless steel pipes for pumping stations and hydraulic cylinders of excavators, '
  .repeat(3)
  .slice(0, 200)

async function holdUps(): Promise<void> {
  const service = await serviceFor(context, { limits: PLENTY })
  // The work of a name grows with its length alone.
  const worst = [MAX_NAME, [...MAX_NAME].reverse().join('')]
  const repeat = (list: readonly string[]) => Array.from({ length: LINES }, (_, line) => list[line % list.length]!)
  const asks = (asked: readonly string[], fields: object) =>
    JSON.stringify({ ...fields, items: asked.map((q, line) => ({ id: `${line}`, q })) })
  const drawn = shuffle(codes, seeded(SEED + 1))
  const kinds: Record<string, string> = {
    'codes, short': asks(drawn.slice(0, LINES), { lang: 'en' }),
    'codes, full': asks(drawn.slice(0, LINES), { lang: 'en', detail: 'full' }),
    'chapters, full': asks(repeat(['84', '85', '39', '72', '90']), { lang: 'pl', detail: 'full' }),
    // Another day for each, so that none comes from the cache.
    'the worst names, short': JSON.stringify({
      items: repeat(worst).map((q, line) => ({ id: `${line}`, q, contract_date: dayNumber(line) })),
    }),
    'questions that are refused': asks(repeat([`a${'\u0301'.repeat(1_000)}`]), {}),
    'a megabyte of brackets': `{"items":[${'[],'.repeat(340_000)}1]}`,
  }
  const port = await service.listen()
  say('')
  say(`| ${CALLERS} batches of ${LINES} at once: ms of one turn of the event loop | p50 | p99 | most |`)
  say('|---|---|---|---|')
  for (const [name, body] of Object.entries(kinds)) {
    const calls = { port, body, encoding: 'identity', atOnce: CALLERS, rounds: 2 }
    await call({ ...calls, rounds: 1 })
    const times = await turnsDuring(() => call(calls))
    const most = at(times, 1)
    const verdict = most <= GOALS.heldUpMs ? 'met' : 'missed'
    say(`| ${name} | ${at(times, 0.5).toFixed(2)} | ${at(times, 0.99).toFixed(2)} | ${most.toFixed(1)} (${verdict}) |`)
  }
}

const dayNumber = (count: number): string => new Date(Date.UTC(1990, 0, 1 + count)).toISOString().slice(0, 10)

/** Over HTTP: batches of codes in short, by the service as `npm start` runs it, beside that of another checkout. */
async function overHttp(): Promise<void> {
  const [, other] = process.argv.slice(2)
  const contestants: Contestant[] = [
    { name: 'this checkout' },
    ...(other ? [{ name: other, root: resolve(other) }] : []),
  ]
  const servers: Server[] = []
  for (const { name, root } of contestants) {
    const dataDir = await mkdtemp(join(tmpdir(), 'cn-sanctions-bench-batches-'))
    cleanUps.push(() => rm(dataDir, { recursive: true, force: true }))
    const { environment, ...start } = serviceIn(dataDir, root)
    const unlimited = {
      ...environment,
      LIMIT_LOOKUPS_PER_MINUTE: '0',
      LIMIT_BATCHES_PER_MINUTE: '0',
      LOG_LEVEL: 'error',
    }
    const server = await startServer({ ...start, name, environment: unlimited })
    cleanUps.unshift(server.stop)
    servers.push(server)
  }
  pinLoad()
  const drawn = shuffle(codes, seeded(SEED))
  const fresh = cut(drawn, LINES).slice(8, 19)
  const random = seeded(SEED + 2)
  const list = cut(
    Array.from({ length: LIST_LINES }, () => drawn[Math.floor(random() * LIST_CODES)]!),
    LINES,
  )
  // Another day each round, so that its lines are new.
  for (const server of servers)
    for (const day of WARM_UP_DAYS)
      for (const batch of cut(drawn, LINES).slice(0, 8)) await send(server, batch, { day })
  say('')
  say(`| over HTTP, codes in short: ms for ${LINES} lines (${LINES} lines of CPU time, ms) | ${names(contestants)} |`)
  say(`|---|${contestants.map(() => '---|').join('')}`)
  await race('new', servers, fresh, (round) => ({ day: `2026-09-${round + 10}` }))
  for (const server of servers) for (const batch of list) await send(server, batch)
  await race(`a list of ${figure(LIST_LINES)} lines, ${figure(LIST_CODES)} codes, again`, servers, list)
  await race('the same with gzip', servers, list, () => ({ encoding: 'gzip' }))
  for (const { name, use } of servers)
    say(`memory of ${name} afterwards: ${Math.round((await use()).rssBytes / 1e6)} MB`)
}

const LIST_LINES = 20_000
const LIST_CODES = 5_000
const ROUNDS = 5

interface Contestant {
  readonly name: string
  readonly root?: string
}

const names = (contestants: readonly Contestant[]): string => contestants.map(({ name }) => name).join(' | ')

interface Sent {
  readonly day?: string | undefined
  readonly encoding?: string
}

async function send({ port }: Server, asked: readonly string[], { day, encoding = 'identity' }: Sent = {}) {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-encoding': encoding },
    body: JSON.stringify({ lang: 'en', as_of: day, items: asked.map((q, line) => ({ id: `${line}`, q })) }),
  })
  if (answer.status !== 200) throw new Error(await answer.text())
  await answer.arrayBuffer()
}

/** A row: the servers take turns, so that what disturbs the machine for a while disturbs them all. */
async function race(
  name: string,
  servers: readonly Server[],
  batches: readonly (readonly string[])[],
  how: (round: number) => Sent = () => ({}),
): Promise<void> {
  const seen = servers.map(() => ({ wall: [] as number[], cpu: [] as number[] }))
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, server] of servers.entries()) {
      const [cpu, clock] = [(await server.use()).cpuMicroseconds, performance.now()]
      for (const batch of batches) await send(server, batch, how(round))
      seen[at]!.wall.push((performance.now() - clock) / batches.length)
      seen[at]!.cpu.push(((await server.use()).cpuMicroseconds - cpu) / 1_000 / batches.length)
    }
  }
  say(
    `| ${name} | ${seen.map(({ wall, cpu }) => `${median(wall).toFixed(1)} (${median(cpu).toFixed(1)})`).join(' | ')} |`,
  )
}

try {
  const [only] = process.argv.slice(2)
  const parts = { speeds, turns: holdUps, http: overHttp }
  for (const [name, measure] of Object.entries(parts)) if (only === undefined || only === name) await measure()
} finally {
  for (const cleanUp of cleanUps) await cleanUp()
}
