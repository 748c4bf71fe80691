import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Client } from 'pg'
import { calendarDay } from '../../src/base/day.ts'
import { StoreError } from '../../src/store/sql/store-error.ts'
import type { Store } from '../../src/store/store.ts'
import { until } from '../e2e/process/service.ts'
import { ANY, item } from '../lists/scene.ts'
import { AT, addWebhook, listing, newKey } from '../webhooks/scene.ts'
import { exported, lead, opened } from './contract.ts'
import { wireTo } from './frozen-network.ts'
import type { PostgresServer } from './postgres-server.ts'

const OURS = `application_name = 'cn-sanctions'`
const TABLES = [
  'leads',
  'lists',
  'list_items',
  'datasets',
  'changes',
  'change_days',
  'webhook_events',
  'webhook_deliveries',
]

/** What a failover does to a store on PostgreSQL: servers that crash, connections that end in the middle, standbys. */
export function failoverTests(server: PostgresServer): void {
  /** A statement past the store, which may write where the default is not to. */
  const run = (url: string, sql: string) => server.run(`${url}%20-c%20default_transaction_read_only%3Doff`, sql)
  const endConnections = (url: string) =>
    run(url, `select pg_terminate_backend(pid) from pg_stat_activity where ${OURS}`)

  async function scene(t: TestContext, options = {}) {
    const url = await server.emptySchema()
    const store = await opened(t, { databaseUrl: url }, options)
    const rows = async () =>
      (
        await run(
          url,
          TABLES.map((name) => `select '${name}' as name, count(*)::int as count from ${name}`).join(' union all '),
        )
      )
        .map(({ name, count }) => `${name} ${count}`)
        .toSorted()
    return { url, store, rows }
  }

  test('postgres: a server that crashes while leads come in loses none that was acknowledged, and none is there twice', async (t) => {
    const { store } = await scene(t)
    const outcomes = new Map<string, string>()
    const add = async (email: string) => {
      const outcome = await store.leads.add(lead({ email, idempotencyKey: email })).catch((error: unknown) => error)
      assert.ok(typeof outcome === 'string' || outcome instanceof StoreError, String(outcome))
      outcomes.set(email, String(outcome))
    }
    let crashed = false
    const clients = Array.from({ length: 8 }, async (_, client) => {
      for (let at = 0; at < 2_000 && !crashed; at++) await add(`${client}-${at}@example.eu`)
    })
    await until('leads to be under way', () => outcomes.size > 40)
    await server.crash()
    crashed = true
    await Promise.all(clients)
    const acknowledged = [...outcomes].filter(([, outcome]) => outcome === 'stored').map(([email]) => email)
    await server.start()
    const stored = new Set((await exported(store)).map(({ email }) => email))
    assert.deepEqual(
      acknowledged.filter((email) => !stored.has(email)),
      [],
    )
    for (const [email, outcome] of outcomes) if (outcome !== 'stored') await add(email)
    assert.deepEqual(
      (await exported(store)).map(({ email }) => email).toSorted(),
      [...outcomes.keys()].toSorted(),
      'sent again, each is there once',
    )
    assert.equal((await store.limits.consume('ip', 2)).allowed, true)
  })

  /** What the store writes, and a table whose lock stops it in the middle. */
  const WRITES: [what: string, table: string, write: (store: Store, keyId: string) => Promise<unknown>][] = [
    ['a lead', 'leads', ({ leads }) => leads.add(lead({ idempotencyKey: 'once' }))],
    [
      'a list',
      'list_items',
      ({ lists }, keyId) => {
        const items = Array.from({ length: 1_200 }, (_, at) => item(`id-${at}`, '8471 30 00'))
        return lists.put({ keyId, name: 'erp', language: 'en', items, condition: ANY, at: AT })
      },
    ],
    [
      'a law with its changes and messages',
      'webhook_deliveries',
      ({ datasets }) => {
        const changes = Array.from({ length: 300 }, (_, at) => listing(String(84710000 + at)))
        return datasets.introduce({
          version: 'v',
          law: Buffer.from('law'),
          published: true,
          after: null,
          changes,
          at: AT,
        })
      },
    ],
    ['a day', 'changes', ({ changes }) => changes.recordDay(calendarDay('2026-07-24'), [listing('8471')], AT)],
  ]

  for (const [what, table, write] of WRITES) {
    test(`postgres: ${what} whose connection ends, or whose lock does not come, in the middle of it is not there at all`, async (t) => {
      const { url, store, rows } = await scene(t, { timeoutMs: 30_000 })
      const impatient = await opened(t, { databaseUrl: url }, { timeoutMs: 300 })
      const keyId = await newKey(store)
      await addWebhook(store, { keyId })
      const before = await rows()
      const locker = await lockIn(t, url, table)
      await assert.rejects(write(impatient, keyId), { name: 'StoreError', message: /: (57014|Query read timeout)$/ })
      const waiting = write(store, keyId)
      waiting.catch(() => {})
      await until('a transaction that waits for the lock', async () => {
        const waits = `select pg_terminate_backend(pid) from pg_stat_activity where ${OURS} and wait_event_type = 'Lock'`
        return (await run(url, waits)).length > 0
      })
      await assert.rejects(waiting, StoreError)
      await locker.release()
      assert.deepEqual(await rows(), before)
      await write(store, keyId)
      assert.notDeepEqual(await rows(), before)
      await write(store, keyId)
    })
  }

  test('postgres: a webhook whose result could not be stored is sent again under the same id', async (t) => {
    const { url, store } = await scene(t, { timeoutMs: 500 })
    await addWebhook(store)
    const changes = [listing('8471')]
    await store.datasets.introduce({
      version: 'v',
      law: Buffer.from('law'),
      published: true,
      after: null,
      changes,
      at: AT,
    })
    const claim = (at: Date) => store.leases.claim({ at, leaseMs: 60_000, maxLeases: 9, maxPerHost: 9, inFlight: [] })
    const [lease] = await claim(AT)
    assert.ok(lease)
    const locker = await lockIn(t, url, 'webhook_deliveries')
    const delivered = { outcome: 'delivered', status: 204, error: null, ms: 1 } as const
    await assert.rejects(store.leases.record(lease, lease.first, delivered, AT, 60_000), StoreError)
    await locker.release()
    assert.deepEqual(await claim(AT), [], 'the lease still holds')
    const [again] = await claim(new Date(AT.getTime() + 60_000))
    assert.equal(again?.first.id, lease.first.id)
  })

  test('postgres: connections that are reset are replaced: what follows works at once', async (t) => {
    const wire = await wireTo(server.port)
    t.after(() => wire.close())
    const store = await opened(t, { databaseUrl: await server.emptySchema(wire.port) })
    await Promise.all(Array.from({ length: 12 }, () => store.leads.add(lead())))
    wire.reset()
    // A connection that a query finds dead costs that query; there are at most six.
    await until('no dead connection', () =>
      store.ping().then(
        () => true,
        () => false,
      ),
    )
    await Promise.all(Array.from({ length: 12 }, () => store.leads.add(lead())))
    assert.equal(await store.leads.count(), 24)
  })

  test('postgres: a lead whose confirmation was lost is there once when it is sent again', async (t) => {
    const wire = await wireTo(server.port)
    t.after(() => wire.close())
    const store = await opened(t, { databaseUrl: await server.emptySchema(wire.port) }, { timeoutMs: 500 })
    await store.leads.add(lead({ email: 'first@example.eu', idempotencyKey: 'first' }))
    const again = lead({ email: 'second@example.eu', idempotencyKey: 'second' })
    wire.loseAnswers()
    await assert.rejects(store.leads.add(again), StoreError)
    assert.match(await store.leads.add(again), /^(stored|repeated)$/)
    assert.equal(await store.leads.add(again), 'repeated')
    assert.equal(await store.leads.count(), 2)
  })

  test('postgres: on a server that has become read-only reads go on, writes are refused, and its connections are given up', async (t) => {
    const errors: StoreError[] = []
    const { url, store } = await scene(t, { onError: (error: StoreError) => void errors.push(error) })
    const { key } = await store.keys.issue({ name: 'Broker', perMinute: null, expires: null, at: AT })
    const readMany = async () => Promise.all(Array.from({ length: 6 }, () => store.leads.count()))
    t.after(() => run(url, 'alter role postgres reset default_transaction_read_only'))
    await run(url, 'alter role postgres set default_transaction_read_only = on')
    await endConnections(url)
    await until('new connections', () =>
      readMany().then(
        () => true,
        () => false,
      ),
    )
    await assert.rejects(store.leads.add(lead()), { message: 'leads.add: 25006' })
    await assert.rejects(store.ping(), { message: 'store.ping: 25006' })
    assert.equal((await store.keys.check(key, AT)).status, 'ok')
    assert.equal((await store.limits.consume('ip', 1)).allowed, true)
    assert.equal((await store.limits.consume('ip', 1)).allowed, false, 'counted here')
    assert.equal(errors.filter(({ message }) => message === 'limits.consume: 25006').length, 1, 'told once')
    await readMany()
    // Where there is nothing to migrate, an instance can be started meanwhile.
    const other = await opened(t, { databaseUrl: url })
    await assert.rejects(other.ping(), { message: 'store.ping: 25006' })

    // The other server is the primary now: the first write may still meet the standby, those that follow do not.
    await run(url, 'alter role postgres reset default_transaction_read_only')
    await store.leads.add(lead()).catch(() => {})
    assert.equal(await store.leads.add(lead({ email: 'after@example.eu' })), 'stored')
    await store.ping()
    await other.ping()
  })

  /** Locks a table until it is released. */
  async function lockIn(t: TestContext, url: string, table: string) {
    const client = new Client({ connectionString: url })
    await client.connect()
    t.after(() => client.end())
    await client.query('begin')
    await client.query(`lock table ${table} in exclusive mode`)
    return { release: () => client.query('rollback') }
  }
}
