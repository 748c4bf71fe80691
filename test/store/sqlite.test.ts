import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'
import { openStore, type Place } from '../../src/store/store.ts'
import { changesContract } from './changes-contract.ts'
import { lead, opened, storeContract } from './contract.ts'

const root = await mkdtemp(join(tmpdir(), 'cn-sanctions-sqlite-'))
after(() => rm(root, { recursive: true, force: true }))

const fileOf = (place: Place): string => join('dataDir' in place ? place.dataDir : '', 'cn-sanctions.db')
const empty = async (): Promise<Place> => ({
  dataDir: join(await mkdtemp(join(root, 'data-')), 'made', 'on', 'opening'),
})

function run(place: Place, sql: string): Record<string, unknown>[] {
  const database = new Database(fileOf(place))
  const statement = database.prepare<[], Record<string, unknown>>(sql)
  const rows = statement.reader ? statement.all() : []
  if (!statement.reader) statement.run()
  database.close()
  return rows
}

storeContract({ kind: 'sqlite', empty, run: async (place, sql) => run(place, sql) })
changesContract({ kind: 'sqlite', empty })

test('sqlite: six processes that start at once on an empty directory all come up', async (t) => {
  const place = await empty()
  const script = join(import.meta.dirname, 'add-one.ts')
  const dataDir = 'dataDir' in place ? place.dataDir : ''
  await Promise.all(
    Array.from({ length: 6 }, (_, i) => promisify(execFile)(process.execPath, [script, dataDir, `p${i}@example.eu`])),
  )
  assert.equal(await (await opened(t, place)).leads.count(), 6)
})

test('sqlite: nobody but the owner reads the files', { skip: process.platform === 'win32' }, async (t) => {
  const place = await empty()
  await (await opened(t, place)).leads.add(lead())
  for (const end of ['', '-wal']) assert.equal((await stat(fileOf(place) + end)).mode & 0o077, 0)
})

test('sqlite: the file is in WAL mode', async (t) => {
  const place = await empty()
  await opened(t, place)
  assert.deepEqual(run(place, 'pragma journal_mode'), [{ journal_mode: 'wal' }])
})

test('sqlite: limits can be taken without a promise', async (t) => {
  const { limits } = await opened(t, await empty())
  assert.ok(limits.consumeNow?.('ip', 1).allowed)
  assert.ok(!limits.consumeNow?.('ip', 1).allowed)
  assert.ok(!(await limits.consume('ip', 1)).allowed, 'both count the same')
})

test('sqlite: a forgotten e-mail is in none of the files', async (t) => {
  const place = await empty()
  const store = await opened(t, place)
  const everything = async () => (await Promise.all(['', '-wal'].map((end) => readFile(fileOf(place) + end)))).join('')
  for (let i = 0; i < 20; i++) await store.leads.add(lead({ email: `secret${i}@example.eu` }))
  assert.ok((await everything()).includes('secret7@'))
  await store.leads.forget('secret7@example.eu')
  const left = await everything()
  assert.ok(!left.includes('secret7@'))
  assert.ok(left.includes('secret8@'))
})

test('sqlite: a file held by another is reported, and works once it is free', async (t) => {
  const place = await empty()
  const store = await opened(t, place, { patienceMs: 30 })
  const other = new Database(fileOf(place))
  t.after(() => other.close())
  other.exec('begin immediate')
  await assert.rejects(store.leads.add(lead()), { name: 'StoreError', message: 'leads.add: SQLITE_BUSY' })
  await store.ping()
  other.exec('rollback')
  assert.equal(await store.leads.add(lead()), 'stored')
})

test('sqlite: a place that cannot be, or is no database, is refused with a code', async () => {
  const dataDir = await mkdtemp(join(root, 'bad-'))
  await writeFile(join(dataDir, 'cn-sanctions.db'), 'this is no database, '.repeat(100))
  await assert.rejects(openStore({ dataDir }), { name: 'StoreError', message: 'store.open: SQLITE_NOTADB' })
  const below = join(dataDir, 'cn-sanctions.db', 'data')
  await assert.rejects(openStore({ dataDir: below }), { name: 'StoreError', message: 'store.open: ENOTDIR' })
})
