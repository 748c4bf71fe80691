// What a filled store costs. Run by growth.ts in a process of its own, with the sizes: prints its figures as JSON.
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { buildAnswerer } from '../../src/answer/answer.ts'
import type { Change } from '../../src/changes/change.ts'
import { feedOf } from '../../src/http/feed/current-feed.ts'
import type { Filters } from '../../src/http/feed/feed.ts'
import { readPage } from '../../src/http/feed/older-changes.ts'
import { loadDataset } from '../../src/law/build/load.ts'
import { roundOf, screenList } from '../../src/screening/screen-list.ts'
import type { Target } from '../../src/store/lists/screenings.ts'
import { openStore, type Place, type Store } from '../../src/store/store.ts'
import { digits, group } from '../../src/terms/cn-code.ts'
import { calendarDay } from '../../src/terms/day.ts'
import { type PostgresServer, startPostgres } from '../../test/store/postgres-server.ts'
import { type Cost, costOf, costOfMany } from './cpu.ts'
import { CHANGES_PER_LAW, fillingSql, type Sizes } from './fill-store.ts'

export interface StoreFigures {
  readonly sizes: Sizes
  readonly fillMs: number
  readonly megabytes: number
  readonly costs: Readonly<Record<string, Cost>>
  /** Messages written by the law whose changes name codes. */
  readonly messages: number
}

const NOW = new Date('2026-11-15T12:00:00.000Z')
const TODAY = calendarDay('2026-11-15')
const PAGE = 100
const LEASE_MS = 60_000
const MAX_LEASES = 64
const LISTS_AT_ONCE = 8
const CLAIMS_MEASURED = 10

const [changes = 100_000, webhooks = 1_000, lists = 100, lines = 100] = process.argv
  .slice(2)
  .map(Number)
  .filter(Number.isInteger)
const sizes: Sizes = { changes, webhooks, lists, lines }
const onPostgres = process.argv.includes('--postgres')

const directory = await mkdtemp(join(tmpdir(), 'cn-sanctions-growth-'))
const server = onPostgres ? await postgres() : null
const place: Place = server ? { databaseUrl: await server.emptySchema() } : { dataDir: directory }
async function postgres(): Promise<PostgresServer> {
  const started = await startPostgres()
  if (typeof started === 'string') throw new Error(started)
  return started
}

async function measure(): Promise<StoreFigures> {
  await (await openStore(place)).close()
  const filled = await costOf(fill)
  let store: Store | undefined
  const opened = await costOf(async () => {
    store = await openStore(place)
  })
  const open = store!
  try {
    const costs: Record<string, Cost> = { opened }
    const page = (seq: number) => costOfMany(50, () => open.changes.after(seq, PAGE))
    costs['page, first'] = await page(0)
    costs['page, middle'] = await page(Math.floor(changes / 2))
    costs['page, last'] = await page(changes - PAGE)
    Object.assign(costs, await feedCosts(open))
    costs['claim, nothing due'] = await costOfMany(50, () => claim(open, NOW))
    const before = await open.deliveries.backlog()
    costs['law of 500 changes'] = await costOf(() => introduce(open, 'v1', changesNaming(CHANGES_PER_LAW), 'v0'))
    const { pending } = await open.deliveries.backlog()
    costs['claim, some due'] = await costOfMany(5, () => claim(open, NOW))
    costs['change that concerns all'] = await costOf(() => introduce(open, 'v2', [changeWithoutCode('v2')], 'v1'))
    costs['claim, all due'] = await costOfMany(5, () => claim(open, NOW))
    costs['round of messages'] = await costOf(() => sendRound(open))
    costs.backlog = await costOfMany(3, () => open.deliveries.backlog())
    Object.assign(costs, await screeningCosts(open))
    return { sizes, fillMs: filled.ms, megabytes: await sizeOf(), costs, messages: pending - before.pending }
  } finally {
    await open.close()
  }
}

async function fill(): Promise<void> {
  const statements = fillingSql(onPostgres ? 'postgres' : 'sqlite', sizes)
  if (server && 'databaseUrl' in place) {
    await server.run(place.databaseUrl, ['begin', ...statements, 'commit', 'analyze'].join(';\n'))
    return
  }
  const database = new Database(join(directory, 'cn-sanctions.db'))
  database.pragma('synchronous = OFF')
  database.exec(['begin', ...statements, 'commit'].join(';\n'))
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.close()
}

async function sizeOf(): Promise<number> {
  if (!server || !('databaseUrl' in place)) return (await stat(join(directory, 'cn-sanctions.db'))).size / 1e6
  const [row] = await server.run(place.databaseUrl, 'select pg_database_size(current_database()) as size')
  return Number(row?.size) / 1e6
}

const ALL: Filters = { since: null, regime: null, direction: null, codes: [], act: null, named: false }

/** The feed as programs read it: the first question of a process, and pages from there. */
async function feedCosts(store: Store): Promise<Record<string, Cost>> {
  const dataset = loadDataset(join(import.meta.dirname, '..', '..', 'law'))
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const feed = feedOf({ store: () => store, today: () => TODAY, log })
  const costs: Record<string, Cost> = {}
  costs['feed, first question'] = await costOf(() => feed(dataset))
  const ask = async (seq: number, filters: Partial<Filters>) =>
    readPage(await feed(dataset), { ...ALL, ...filters, cursor: { seq }, limit: PAGE })
  costs['feed, from the start'] = await costOfMany(5, () => ask(0, {}))
  costs['feed, from the middle'] = await costOfMany(5, () => ask(Math.floor(changes / 2), {}))
  costs['feed, from the end'] = await costOfMany(5, () => ask(changes - 10, {}))
  costs['feed, of one code'] = await costOfMany(5, () => ask(Math.floor(changes / 2), { codes: [digits('8471')] }))
  return costs
}

const claim = (store: Store, at: Date) =>
  store.leases.claim({ at, leaseMs: LEASE_MS, maxLeases: MAX_LEASES, maxPerHost: 4, inFlight: new Map() })

const introduce = (store: Store, version: string, recorded: readonly Change[], after: string) =>
  store.datasets.introduce({ version, law: Buffer.from('-'), published: false, after, changes: recorded, at: NOW })

const BASE = {
  type: 'listing.added',
  day: '2026-11-15',
  regime: 'EU-RU-833-2014',
  annex: 'XXIII',
  article: '3k(1)',
  act: '32026R9999',
  text: { pl: 'Dodano.', en: 'Added.' },
} as const

/** Changes of some annexes that name codes: a webhook hears of those that it watches. */
const changesNaming = (count: number): Change[] =>
  Array.from({ length: count }, (_, at) => ({
    ...BASE,
    id: `chg_new${at}`,
    annex: `X${at % 10}`,
    cn_codes: [group(digits(String(8401 + (at % 50)).padStart(4, '0')))],
  }))

const changeWithoutCode = (version: string): Change => ({
  ...BASE,
  id: `chg_${version}`,
  type: 'act.pending',
  cn_codes: [],
})

/** Claims as many webhooks as one process sends to at once, and stores that each message was delivered. */
async function sendRound(store: Store): Promise<void> {
  // Leases of the claims before have expired.
  const at = new Date(NOW.getTime() + 2 * LEASE_MS)
  for (const lease of await claim(store, at)) {
    await store.leases.event(lease.first.eventSeq)
    await store.leases.record(
      lease,
      lease.first,
      { outcome: 'delivered', status: 200, error: null, ms: 5 },
      at,
      LEASE_MS,
    )
  }
}

const IN_PEACE = { turn: nextTurn, keepLease: () => undefined, isStopping: () => false }

/** All lists wait for a newer law; some of them are screened. */
async function screeningCosts(store: Store): Promise<Record<string, Cost>> {
  const costs: Record<string, Cost> = {}
  const done: Target = { dataset: 'v0', introduced: 1, day: calendarDay('2026-01-01') }
  const waiting: Target = { dataset: 'v2', introduced: 3, day: TODAY }
  costs['lists, none waits'] = await costOfMany(20, () => claimLists(store, done, NOW))
  costs['lists, claim when all wait'] = await costOfMany(CLAIMS_MEASURED, () => claimLists(store, waiting, NOW))
  const answerer = buildAnswerer(loadDataset(join(import.meta.dirname, '..', '..', 'law')), 'bench')
  const round = roundOf(answerer, waiting)
  costs['lists, 8 screened'] = await costOfMany(3, async () => {
    // The leases of the claims before have expired.
    for (const lease of await claimLists(store, waiting, new Date(NOW.getTime() + 2 * LEASE_MS))) {
      const steps = screenList(store.screenings, lease, round, IN_PEACE)
      let step = await steps.next()
      while (!step.done) step = await steps.next()
      if (step.value) await store.screenings.finish(lease, step.value, NOW)
    }
  })
  return costs
}

const claimLists = (store: Store, target: Target, at: Date) =>
  store.screenings.claim(target, { at, leaseMs: LEASE_MS, limit: LISTS_AT_ONCE })

try {
  process.stdout.write(JSON.stringify(await measure()))
} finally {
  await server?.remove()
  await rm(directory, { recursive: true, force: true })
}
