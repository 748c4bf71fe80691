import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { StoreError } from '../../src/store/sql/store-error.ts'
import { openStore } from '../../src/store/store.ts'
import { until } from '../e2e/process/service.ts'
import { changesContract } from './changes-contract.ts'
import { lead, opened, storeContract } from './contract.ts'
import { failoverTests } from './failover.ts'
import { wireTo } from './frozen-network.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { receiptsContract } from './receipts-contract.ts'

const server = await startPostgres()
if (typeof server === 'string') test('the store on PostgreSQL', { skip: server }, () => {})
else testsOn(server)

function testsOn(server: PostgresServer): void {
  after(() => server.remove())
  const empty = async () => ({ databaseUrl: await server.emptySchema() })

  storeContract({
    kind: 'postgres',
    empty,
    run: (place, sql) => server.run('databaseUrl' in place ? place.databaseUrl : '', sql),
    clock(t, place) {
      // Windows follow the clock of the database, and what is cached of them a clock of this process that is never set.
      let ahead = 0
      const elapsed = performance.now.bind(performance)
      t.mock.method(performance, 'now', () => elapsed() + ahead)
      return async (ms) => {
        ahead += ms
        await server.run(
          'databaseUrl' in place ? place.databaseUrl : '',
          `update rate_limits set expire = expire - ${ms}`,
        )
      }
    },
  })
  changesContract({ kind: 'postgres', empty })
  receiptsContract({ kind: 'postgres', empty })

  test('postgres: instances share their counts', async (t) => {
    const place = await empty()
    const [one, two] = await Promise.all([opened(t, place), opened(t, place)])
    assert.equal((await one.limits.consume('ip', 3)).remaining, 2)
    assert.equal((await two.limits.consume('ip', 3)).remaining, 1)
    assert.equal((await one.limits.consume('ip', 3)).remaining, 0)
    assert.equal((await two.limits.consume('ip', 3)).allowed, false)
    assert.equal((await two.limits.consume('ip', 10)).allowed, true, 'a raised limit holds at once')
  })

  test('postgres: what must not wait is counted by each instance alone', async (t) => {
    const place = await empty()
    const [one, two] = await Promise.all([opened(t, place), opened(t, place)])
    for (const { limits } of [one, two])
      assert.deepEqual([limits.count('ip', 1).allowed, limits.count('ip', 1).allowed], [true, false])
    assert.deepEqual(await server.run(place.databaseUrl, 'select * from rate_limits'), [])
  })

  test('postgres: a server that is stopped and started again is found again', async (t) => {
    const errors: StoreError[] = []
    const place = await empty()
    const store = await opened(t, place, { onError: (error) => errors.push(error) })
    const { key } = await store.keys.issue({ name: 'Broker', perMinute: null, expires: null, at: new Date() })
    await Promise.all(Array.from({ length: 20 }, (_, i) => store.leads.add(lead({ email: `b${i}@example.eu` }))))
    await store.limits.consume('ip', 2)
    const now = new Date()
    assert.equal((await store.keys.check(key, now)).status, 'ok')

    await server.stop()
    await assert.rejects(store.ping(), StoreError)
    await assert.rejects(store.leads.add(lead()), StoreError)
    assert.equal((await store.keys.check(key, new Date(now.getTime() + 30_000))).status, 'ok', 'known a moment ago')
    await assert.rejects(store.keys.check(key, new Date(now.getTime() + 61_000)), StoreError)
    const alone = [await store.limits.consume('ip', 2), await store.limits.consume('ip', 2)]
    assert.deepEqual(
      [...alone, await store.limits.consume('ip', 2)].map((state) => state.allowed),
      [true, true, false],
    )
    assert.ok(errors.some(({ operation }) => operation === 'limits.consume'))

    await server.start()
    await store.ping()
    assert.equal(await store.leads.add(lead()), 'stored')
    assert.equal(await store.leads.count(), 21)
    assert.equal((await store.keys.check(key, new Date(now.getTime() + 61_000))).status, 'ok')
    const other = await opened(t, place)
    await until('counts in the database', async () => {
      const { remaining } = await other.limits.consume('ip', 500)
      return (await store.limits.consume('ip', 500)).remaining === remaining - 1
    })
  })

  test('postgres: instances whose clocks differ count in the same window', async (t) => {
    const place = await empty()
    const [one, two] = await Promise.all([opened(t, place), opened(t, place)])
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 86_400_000 })
    assert.equal((await one.limits.consume('ip', 3)).resetSeconds, 60)
    t.mock.timers.reset()
    assert.equal((await two.limits.consume('ip', 3)).remaining, 1, 'the window of an instance a day ahead is the same')
  })

  test('postgres: a network that swallows everything is survived', async (t) => {
    const wire = await wireTo(server.port)
    t.after(() => wire.close())
    const store = await openStore({ databaseUrl: await server.emptySchema(wire.port) }, { timeoutMs: 1000 })
    t.after(() => store.close())
    await Promise.all(Array.from({ length: 20 }, () => store.leads.add(lead())))
    await store.limits.consume('ip', 10)

    wire.cut()
    const adds = await Promise.allSettled(Array.from({ length: 20 }, () => store.leads.add(lead())))
    assert.ok(adds.every(({ status }) => status === 'rejected'))
    const states = await Promise.all(Array.from({ length: 20 }, () => store.limits.consume('ip', 10)))
    assert.equal(states.filter(({ allowed }) => allowed).length, 10)

    wire.mend()
    await Promise.all(Array.from({ length: 10 }, () => store.ping()))
    assert.equal(await store.leads.count(), 20)
  })

  failoverTests(server)

  test('postgres: a server that is not there, or a wrong password, is refused with a code', async () => {
    const open = (databaseUrl: string) => openStore({ databaseUrl })
    const url = await server.emptySchema()
    await assert.rejects(open('postgres://postgres:password@127.0.0.1:1/none'), { message: /ECONNREFUSED$/ })
    await assert.rejects(open(url.replace(':password', ':wrong')), { message: /28P01$/ })
    await assert.rejects(open(url.replace('/postgres?', '/nowhere?')), { message: /3D000$/ })
    await assert.rejects(open('postgres://no address'), StoreError)
  })
}
