import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { openStore } from '../../src/store/store.ts'
import { exported, lead, opened } from './contract.ts'
import { damageLeads, overwrite } from './overwrite.ts'
import { startPostgres } from './postgres-server.ts'

const root = await mkdtemp(join(tmpdir(), 'cn-sanctions-damage-'))
after(() => rm(root, { recursive: true, force: true }))
const never = new AbortController().signal

/** An SQLite store with leads. `damaged`: one page of them was overwritten. */
async function storeWithLeads(t: TestContext, { damaged }: { damaged: boolean }) {
  const dataDir = await mkdtemp(join(root, 'data-'))
  const first = await openStore({ dataDir })
  for (let at = 0; at < 200; at++) await first.leads.add(lead({ email: `reader-${at}@example.eu` }))
  await first.close()
  const file = join(dataDir, 'cn-sanctions.db')
  const repair = damaged ? await damageLeads(file) : async () => {}
  return { dataDir, file, repair, store: await opened(t, { dataDir }) }
}

test('sqlite: a sound store is found sound', async (t) => {
  const { store } = await storeWithLeads(t, { damaged: false })
  assert.equal(await store.check(never), null)
  assert.equal(store.damage(), null)
  await store.ping()
})

test('sqlite: a check finds damage that no query has met with, and says so until the store is repaired', async (t) => {
  const { store, repair } = await storeWithLeads(t, { damaged: true })
  await store.ping()
  assert.equal(await store.leads.add(lead()), 'stored', 'a damaged file goes on taking leads')
  assert.match((await store.check(never)) ?? '', /^Tree \d+ page \d+\b/)
  assert.match(store.damage() ?? '', /^Tree/)
  await assert.rejects(store.ping(), { message: /^store\.check: damaged: Tree \d+ page \d+\b/ })
  await repair()
  assert.equal(await store.check(never), null)
  await store.ping()
})

test('sqlite: a query that meets with damage is enough', async (t) => {
  const { store } = await storeWithLeads(t, { damaged: true })
  await assert.rejects(exported(store), { message: 'leads.export: SQLITE_CORRUPT' })
  assert.equal(store.damage(), 'SQLITE_CORRUPT')
  await assert.rejects(store.ping(), { message: 'store.check: damaged: SQLITE_CORRUPT' })
})

test('sqlite: a check that cannot look says nothing about damage, and one that is not awaited can be ended', async (t) => {
  const { store, file, dataDir } = await storeWithLeads(t, { damaged: false })
  await assert.rejects(store.check(AbortSignal.abort()), { message: /^store\.check: ABORT_ERR/ })
  assert.equal(store.damage(), null)
  await store.close()
  await rm(file)
  await assert.rejects(store.check(never), { message: 'store.check: SQLITE_CANTOPEN' })
  assert.equal(store.damage(), null)
  await writeFile(join(dataDir, 'cn-sanctions.db'), 'this is no database, '.repeat(1_000))
  assert.equal(await store.check(never), 'SQLITE_NOTADB')
})

test('postgres: a page with a wrong checksum is told by the query that meets it, and by each check from then on', async (t) => {
  let data = ''
  const server = await startPostgres(async (directory) => {
    data = join(directory, 'data')
  })
  if (typeof server === 'string') return t.skip(server)
  t.after(() => server.remove())
  const place = { databaseUrl: await server.emptySchema() }
  const first = await openStore(place)
  await first.leads.add(lead())
  assert.equal(await first.check(never), null)
  await first.close()
  const [row] = await server.run(place.databaseUrl, "select pg_relation_filepath('leads') as path")
  await server.stop()
  await overwrite(join(data, String(row?.path)), 4_096, 1_024)
  await server.start()
  const store = await opened(t, place)
  await assert.rejects(exported(store), { message: 'leads.export: XX001' })
  await assert.rejects(store.ping(), { message: 'store.check: damaged: XX001' })
  assert.match((await store.check(never)) ?? '', /^\d+ failed checksums of pages$/)
  const other = await opened(t, place)
  assert.match((await other.check(never)) ?? '', /^\d+ failed checksums/, 'another instance learns of it')
})
