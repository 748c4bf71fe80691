// npm run bench:lists: lists re-screened by one process, and what lookups notice of it. Arguments: [lists] [items]
// [--turns]. With --turns: how long screening holds up other work of its process, in CPU time.
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { buildAnswerer } from '../src/answer/answer.ts'
import { dayInBrussels } from '../src/base/day.ts'
import { loadDataset } from '../src/law/load.ts'
import { createScreener } from '../src/screening/worker.ts'
import { type ListItem, NO_FIELDS } from '../src/store/lists/list-queries.ts'
import type { Target } from '../src/store/lists/screenings.ts'
import { openStore, type Store } from '../src/store/store.ts'
import { pinLoad } from './cores.ts'
import { type Server, startServer } from './server.ts'

const [lists = 1_000, items = 1_000] = process.argv.slice(2).map(Number).filter(Number.isInteger)
const LISTS_PER_KEY = 50
/** A lookup every so often, as from people. */
const LOOKUP_EVERY_MS = 10
const IDLE_MS = 10_000
/** Every so many items of a list are made to have changed. */
const CHANGED_EVERY = 100
const ROOT = join(import.meta.dirname, '..')

/** Questions of many traders: every code of eight digits, deals with some of them, and the names of the gold sets. */
async function questions(): Promise<readonly Omit<ListItem, 'id'>[]> {
  const { nomenclatures } = await loadDataset(join(ROOT, 'law'))
  const tariff = nomenclatures.of(nomenclatures.years.at(-1)!)
  const codes = tariff.lines.map(({ code }) => code).filter((code) => code.length === 8)
  const names = globSync('test/search/gold/*.tsv', { cwd: ROOT }).flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .slice(1)
      .flatMap((line) => line.split('\t')[1] || []),
  )
  return [
    ...codes.map((q) => ({ q, ...NO_FIELDS })),
    ...codes.filter((_, at) => at % 4 === 0).map((q) => ({ q, ...NO_FIELDS, origin: 'PL', destination: 'KZ' })),
    ...codes.filter((_, at) => at % 4 === 1).map((q) => ({ q, ...NO_FIELDS, origin: 'RU' })),
    ...names.map((q) => ({ q, ...NO_FIELDS })),
  ]
}

/** The same numbers in every run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

async function fill(store: Store): Promise<number> {
  const pool = await questions()
  const random = randomNumbers(1)
  let keyId = ''
  for (let at = 0; at < lists; at++) {
    if (at % LISTS_PER_KEY === 0)
      keyId = (await store.keys.issue({ name: 'bench', perMinute: null, expires: null, at: new Date() })).id
    const content = Array.from({ length: items }, (_, id) => ({ id: `${id}`, ...pool[random(pool.length)]! }))
    const condition = () => true
    await store.lists.put({ keyId, name: `list-${at}`, language: 'pl', items: content, condition, at: new Date() })
  }
  return pool.length
}

/** Looks goods up at a steady pace until it is told to stop; the times are in milliseconds. */
function lookups(port: number): { stop(): Promise<number[]> } {
  const times: number[] = []
  let stopped = false
  const codes = ['7304 11 00', '8471 30 00', '0409 00 00', '8517 13 00', '2603', '8703']
  const asking = (async () => {
    for (let at = 0; !stopped; at++) {
      const q = encodeURIComponent(codes[at % codes.length]!)
      const startedAt = performance.now()
      // Another day each time, so that no answer comes from the cache.
      const day = `2026-${String(1 + (at % 11)).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')}`
      await (await fetch(`http://127.0.0.1:${port}/api/v1/cn?q=${q}&as_of=${day}`)).arrayBuffer()
      times.push(performance.now() - startedAt)
      await pause(Math.max(0, LOOKUP_EVERY_MS - (performance.now() - startedAt)))
    }
  })()
  return {
    async stop() {
      stopped = true
      await asking
      return times.toSorted((a, b) => a - b)
    },
  }
}

const at = (times: readonly number[], share: number): string =>
  (times[Math.floor((times.length - 1) * share)] ?? Number.NaN).toFixed(1)

async function target(store: Store): Promise<Target> {
  for (;;) {
    const latest = await store.datasets.latest()
    if (latest) return { dataset: latest.version, introduced: latest.introduced, day: dayInBrussels(new Date()) }
    await pause(100)
  }
}

/** Waits until no list waits any more. */
async function screened(store: Store, server: Server, name: string, begin: () => void): Promise<void> {
  const before = await server.use()
  begin()
  const asking = lookups(server.port)
  const startedAt = performance.now()
  const aim = await target(store)
  while ((await store.screenings.waiting(aim)) > 0) await pause(50)
  const seconds = (performance.now() - startedAt) / 1_000
  const times = await asking.stop()
  const after = await server.use()
  const cpu = (after.cpuMicroseconds - before.cpuMicroseconds) / 1e6
  process.stdout.write(
    `${name}: ${cpu.toFixed(1)} s of CPU with ${times.length} lookups, ${seconds.toFixed(1)} s by the clock; ` +
      `lookups p50 ${at(times, 0.5)} ms, p99 ${at(times, 0.99)} ms, most ${at(times, 1)} ms; ` +
      `memory ${Math.round(after.peakRssBytes / 1e6)} MB at most\n`,
  )
}

/**
 * How long screening holds up other work of its process: the CPU time between two turns of the event loop, in
 * milliseconds. It does not depend on what else the machine does.
 */
async function turns(store: Store): Promise<number[]> {
  const answerer = buildAnswerer(await loadDataset(join(ROOT, 'law')), 'bench')
  await answerer.indexNames(dayInBrussels(new Date()), nextTurn)
  const { dataset } = answerer
  const after = (await store.datasets.latest())?.version ?? null
  const at = new Date()
  await store.datasets.introduce({
    version: dataset.version,
    law: Buffer.alloc(0),
    published: false,
    after,
    changes: [],
    at,
  })
  const screener = createScreener({
    store,
    answerer: () => answerer,
    now: () => new Date(),
    log: { info: () => {}, warn: () => {} },
  })
  const times: number[] = []
  let running = true
  const watching = (async () => {
    for (let before = process.cpuUsage(); running; ) {
      await nextTurn()
      const now = process.cpuUsage()
      times.push((now.user + now.system - before.user - before.system) / 1_000)
      before = now
    }
  })()
  await screener.run()
  running = false
  await watching
  return times.filter((time) => time > 0.05).toSorted((a, b) => a - b)
}

const dataDir = await mkdtemp(join(tmpdir(), 'cn-sanctions-bench-lists-'))
const store = await openStore({ dataDir })
let server: Server | undefined
try {
  const filling = performance.now()
  const distinct = await fill(store)
  process.stdout.write(
    `${lists} lists of ${items} items from ${distinct} questions, stored in ${((performance.now() - filling) / 1_000).toFixed(1)} s\n`,
  )
  if (process.argv.includes('--turns')) {
    for (const name of ['first screening', 'screening again']) {
      const times = await turns(store)
      process.stdout.write(
        `${name}, CPU time in one turn of the event loop: p50 ${at(times, 0.5)} ms, p99 ${at(times, 0.99)} ms, ` +
          `p99.9 ${at(times, 0.999)} ms, most ${at(times, 1)} ms\n`,
      )
      const database = new Database(join(dataDir, 'cn-sanctions.db'), { timeout: 10_000 })
      database.prepare('update lists set screened_introduced = 0').run()
      database.close()
    }
  } else await measureService()
} finally {
  await server?.stop()
  await store.close()
  await rm(dataDir, { recursive: true, force: true })
}

async function measureService(): Promise<void> {
  pinLoad()
  server = await startServer({
    name: 'cn-sanctions',
    args: ['--max-semi-space-size=8', 'bin/cn-sanctions.js', 'serve'],
    environment: { DATA_DIR: dataDir, LIMIT_LOOKUPS_PER_MINUTE: '0', LOG_LEVEL: 'error' },
    readyPath: '/readyz',
  })
  await screened(store, server, 'first screening', () => {})
  const idle = lookups(server.port)
  const before = await server.use()
  await pause(IDLE_MS)
  const quiet = await idle.stop()
  const cpu = ((await server.use()).cpuMicroseconds - before.cpuMicroseconds) / 1e6
  process.stdout.write(
    `nothing to screen: ${cpu.toFixed(1)} s of CPU with ${quiet.length} lookups; ` +
      `p50 ${at(quiet, 0.5)} ms, p99 ${at(quiet, 0.99)} ms, most ${at(quiet, 1)} ms\n`,
  )
  const database = new Database(join(dataDir, 'cn-sanctions.db'), { timeout: 10_000 })
  await screened(store, server, 'screening again, nothing changed', () => {
    database.prepare('update lists set screened_introduced = 0').run()
  })
  database
    .prepare(`update list_items set state = '1 no_match checked possible ' where position % ${CHANGED_EVERY} = 1`)
    .run()
  await screened(store, server, `screening again, every ${CHANGED_EVERY}th item changed`, () => {
    database.prepare('update lists set screened_introduced = 0').run()
  })
  database.close()
}
