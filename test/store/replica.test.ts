import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { StoreError } from '../../src/store/sql/store-error.ts'
import { openStore, type Store } from '../../src/store/store.ts'
import { until } from '../e2e/process/service.ts'
import { lead, opened } from './contract.ts'
import { wireTo } from './frozen-network.ts'
import { startPostgres } from './postgres-server.ts'

const server = await startPostgres()
const skip = typeof server === 'string' ? server : false
// After the hooks of the test, which run in the order in which they were added: the replica is in the same directory.
after(() => (typeof server === 'string' ? undefined : server.remove()))

const answers = (store: Store): Promise<boolean> =>
  store.ping().then(
    () => true,
    () => false,
  )

test('postgres: a replica that is promoted has all that was confirmed, and the store finds it', {
  skip,
  timeout: 120_000,
}, async (t) => {
  if (typeof server === 'string') return
  const address = await wireTo(server.port)
  t.after(() => address.close())
  const databaseUrl = await server.emptySchema(address.port)
  const at = (port: number) => databaseUrl.replace(`:${address.port}/`, `:${port}/`)
  const store = await opened(t, { databaseUrl }, { timeoutMs: 2_000 })
  const { key } = await store.keys.issue({ name: 'Broker', perMinute: null, expires: null, at: new Date() })
  assert.equal((await store.limits.consume('ip', 5)).remaining, 4)

  const replica = await server.replica()
  t.after(() => replica.stop())
  await until('the store after the stop', () => answers(store))
  // A commit is confirmed once the replica has it on its disk as well.
  await server.run(at(server.port), `alter system set synchronous_standby_names = 'replica'`)
  await server.run(at(server.port), 'select pg_reload_conf()')
  await until('a synchronous replica', async () => {
    const [standby] = await server.run(at(server.port), 'select sync_state from pg_stat_replication')
    return standby?.sync_state === 'sync'
  })
  const emails = Array.from({ length: 50 }, (_, i) => `replicated-${i}@example.eu`)
  await Promise.all(emails.map((email) => store.leads.add(lead({ email }))))

  // What could be read from a replica, and what a service cannot do with it.
  await until('the leads', async () => {
    const [{ count } = {}] = await server.run(at(replica.port), 'select count(*)::int as count from leads')
    return count === emails.length
  })
  await assert.rejects(server.run(at(replica.port), `insert into store_values values ('a', 'b')`), { code: '25006' })
  await assert.rejects(server.run(at(replica.port), 'select * from rate_limits'), { code: '0A000' }, 'unlogged')
  const onReplica = await openStore({ databaseUrl: at(replica.port) })
  t.after(() => onReplica.close())
  await assert.rejects(onReplica.ping(), { name: 'StoreError', message: 'store.ping: 25006' })
  // The address moves before the replica is promoted: the service is not ready, rather than ready and failing.
  address.turnTo(replica.port)
  await assert.rejects(store.ping(), StoreError)
  address.turnTo(server.port)
  await until('the store at the primary', () => answers(store))

  await server.stop()
  await assert.rejects(store.leads.add(lead()), StoreError)
  await server.run(at(replica.port), 'select pg_promote()')
  await server.run(at(replica.port), `alter system set synchronous_standby_names = ''`)
  await server.run(at(replica.port), 'select pg_reload_conf()')
  address.turnTo(replica.port)
  await until('the store at the same address', () => answers(store))
  assert.equal(await store.leads.count(), emails.length)
  assert.equal(await store.leads.add(lead({ email: 'after@example.eu' })), 'stored')
  assert.equal((await store.keys.check(key, new Date(Date.now() + 120_000))).status, 'ok')
  await until('counts in the database again', async () => {
    const [{ count } = {}] = await server.run(at(replica.port), `select count(*)::int as count from rate_limits`)
    return count === 1 || !(await store.limits.consume('ip', 1_000)).allowed
  })
})
