import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import Database from 'better-sqlite3'
import { calendarDay } from '../../src/base/day.ts'
import { ANY, item } from '../lists/scene.ts'
import { AT, addWebhook, listing, newKey } from '../webhooks/scene.ts'
import { exported, lead, opened } from './contract.ts'

const root = await mkdtemp(join(tmpdir(), 'cn-sanctions-full-'))
after(() => rm(root, { recursive: true, force: true }))

/** A store on a disk that can be filled: SQLite itself refuses further pages, as it does when the disk has none. */
async function storeOnDisk(t: TestContext, timeoutMs = 3_000) {
  const connections = new Set<Database.Database>()
  const { pragma } = Database.prototype
  const mocked = t.mock.method(Database.prototype, 'pragma', function (this: Database.Database, ...given: [string]) {
    connections.add(this)
    return pragma.apply(this, given)
  })
  const dataDir = await mkdtemp(join(root, 'data-'))
  const store = await opened(t, { dataDir }, { timeoutMs })
  mocked.mock.restore()
  const [connection] = connections
  assert.ok(connection)
  return {
    store,
    connection,
    fill() {
      // Free pages would still take a few rows.
      connection.exec('vacuum')
      connection.pragma(`max_page_count = ${connection.pragma('page_count', { simple: true })}`)
    },
    makeRoom: () => void connection.pragma('max_page_count = 1000000'),
  }
}

/** Adds leads until one is refused; returns those that were stored. */
async function addUntilRefused({ leads }: Awaited<ReturnType<typeof storeOnDisk>>['store']): Promise<string[]> {
  const stored: string[] = []
  for (let at = 0; at < 1_000; at++) {
    const email = `full-${at}@example.eu`
    const refused = await leads.add(lead({ email, idempotencyKey: email })).catch((error: unknown) => error)
    if (refused !== 'stored') {
      assert.deepEqual(String(refused), 'StoreError: leads.add: SQLITE_FULL')
      return stored
    }
    stored.push(email)
  }
  throw new Error('the disk was never full')
}

test('sqlite, disk full: what was stored stays, the refused lead is stored once when it is sent again', async (t) => {
  const { store, fill, makeRoom } = await storeOnDisk(t)
  fill()
  const stored = await addUntilRefused(store)
  assert.deepEqual((await exported(store)).map(({ email }) => email).toSorted(), stored.toSorted())
  await assert.rejects(store.ping(), { message: 'store.ping: SQLITE_FULL' })
  makeRoom()
  await store.ping()
  const email = `full-${stored.length}@example.eu`
  assert.equal(await store.leads.add(lead({ email, idempotencyKey: email })), 'stored')
  assert.equal(await store.leads.add(lead({ email, idempotencyKey: email })), 'repeated')
  assert.equal(await store.leads.count(), stored.length + 1)
})

test('sqlite, read-only: reads go on, writes are refused, and work as soon as they may', async (t) => {
  const { store, connection } = await storeOnDisk(t)
  const { key } = await store.keys.issue({ name: 'Broker', perMinute: null, expires: null, at: AT })
  assert.equal(await store.leads.add(lead()), 'stored')
  connection.pragma('query_only = on')
  await assert.rejects(store.leads.add(lead()), { message: 'leads.add: SQLITE_READONLY' })
  assert.equal((await store.keys.check(key, AT)).status, 'ok')
  assert.equal((await exported(store)).length, 1)
  await assert.rejects(store.ping(), { message: 'store.ping: SQLITE_READONLY' })
  connection.pragma('query_only = off')
  await store.ping()
  assert.equal(await store.leads.add(lead()), 'stored')
})

test('sqlite, disk full: lists, webhooks and laws are stored whole or not at all, and the reason is told', async (t) => {
  const { store, fill, makeRoom, connection } = await storeOnDisk(t)
  const keyId = await newKey(store)
  await addWebhook(store, { keyId })
  const write = {
    keyId,
    name: 'erp',
    language: 'en' as const,
    items: Array.from({ length: 3_000 }, (_, at) => item(`id-${at}`, '8471 30 00')),
    at: AT,
    condition: ANY,
  }
  const law = {
    version: '2026-07-24-full',
    law: Buffer.alloc(200_000, 'law'),
    published: true,
    after: null,
    changes: Array.from({ length: 300 }, (_, at) => listing(String(84710000 + at))),
    at: AT,
  }
  const counts = () =>
    Object.fromEntries(
      ['lists', 'list_items', 'datasets', 'changes', 'webhook_events', 'webhook_deliveries', 'change_feed'].map(
        (table) => [table, connection.prepare(`select * from ${table}`).all()],
      ),
    )
  const before = counts()
  fill()
  await assert.rejects(store.lists.put(write), { message: 'lists.put: SQLITE_FULL' })
  await assert.rejects(store.datasets.introduce(law), { message: 'datasets.introduce: SQLITE_FULL' })
  const day = calendarDay('2026-07-24')
  await assert.rejects(store.changes.recordDay(day, law.changes, AT), { message: 'changes.recordDay: SQLITE_FULL' })
  assert.deepEqual(counts(), before, 'no half rows')
  assert.equal(connection.inTransaction, false)
  makeRoom()
  assert.equal((await store.lists.put(write)).outcome, 'created')
  assert.equal((await store.datasets.introduce(law)).length, 300)
  assert.equal((await store.deliveries.backlog()).pending, 1)
})
