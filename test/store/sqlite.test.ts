import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import promises, { chmod, copyFile, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'
import type { StoreError } from '../../src/store/sql/store-error.ts'
import { openStore, type Place } from '../../src/store/store.ts'
import { changesContract } from './changes-contract.ts'
import { clockOfProcess, lead, opened, storeContract } from './contract.ts'
import { receiptsContract } from './receipts-contract.ts'

const root = await mkdtemp(join(tmpdir(), 'cn-sanctions-sqlite-'))
after(() => rm(root, { recursive: true, force: true }))

const POSIX = { skip: process.platform === 'win32' }
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

storeContract({
  kind: 'sqlite',
  empty,
  run: async (place, sql) => run(place, sql),
  clock: clockOfProcess,
})
changesContract({ kind: 'sqlite', empty })
receiptsContract({ kind: 'sqlite', empty })

test('sqlite: six processes that start at once on an empty directory all come up', async (t) => {
  const place = await empty()
  const script = join(import.meta.dirname, 'add-one.ts')
  const dataDir = 'dataDir' in place ? place.dataDir : ''
  await Promise.all(
    Array.from({ length: 6 }, (_, i) => promisify(execFile)(process.execPath, [script, dataDir, `p${i}@example.eu`])),
  )
  assert.equal(await (await opened(t, place)).leads.count(), 6)
})

test('sqlite: nobody but the owner reads the files', POSIX, async (t) => {
  const place = await empty()
  await (await opened(t, place)).leads.add(lead())
  for (const end of ['', '-wal']) assert.equal((await stat(fileOf(place) + end)).mode & 0o077, 0)
})

/** A data directory as an earlier version, a copy or a backup left it: readable by everybody, in use. */
async function readableByAll(t: TestContext): Promise<{ dataDir: string; files: string[] }> {
  const dataDir = await mkdtemp(join(root, 'open-'))
  await (await openStore({ dataDir })).close()
  const other = new Database(join(dataDir, 'cn-sanctions.db'))
  t.after(() => other.close())
  other.exec('create table in_use (a); insert into in_use values (1)')
  await copyFile(join(dataDir, 'cn-sanctions.db'), join(dataDir, 'cn-sanctions.db.backup'))
  const files = (await readdir(dataDir)).map((name) => join(dataDir, name))
  assert.equal(files.length, 4, 'database, log, index of the log, backup')
  for (const file of files) await chmod(file, 0o644)
  await chmod(dataDir, 0o755)
  return { dataDir, files }
}

const modeOf = async (path: string) => (await stat(path)).mode & 0o777

test('sqlite: files that others could read are theirs no longer', POSIX, async (t) => {
  const { dataDir, files } = await readableByAll(t)
  const errors: StoreError[] = []
  const store = await opened(t, { dataDir }, { onError: (error) => errors.push(error) })
  assert.equal(await store.leads.add(lead()), 'stored')
  for (const file of files) assert.equal(await modeOf(file), 0o600, file)
  assert.equal(await modeOf(dataDir), 0o700)
  assert.deepEqual(errors, [])
})

test(
  'sqlite: a directory that holds more than the database keeps its mode, and so does what links point at',
  POSIX,
  async (t) => {
    const { dataDir, files } = await readableByAll(t)
    const notes = join(dataDir, 'notes.txt')
    await writeFile(notes, '', { mode: 0o644 })
    await symlink(notes, join(dataDir, 'cn-sanctions.db.link'))
    await opened(t, { dataDir })
    assert.deepEqual([await modeOf(dataDir), await modeOf(notes)], [0o755, 0o644])
    for (const file of files) assert.equal(await modeOf(file), 0o600, file)
  },
)

test('sqlite: where modes cannot be changed the operator is told, and the store opens', POSIX, async (t) => {
  const { dataDir } = await readableByAll(t)
  t.mock.method(promises, 'chmod', () => Promise.reject(Object.assign(new Error('not yours'), { code: 'EPERM' })))
  syncBuiltinESMExports()
  t.after(() => {
    t.mock.restoreAll()
    syncBuiltinESMExports()
  })
  const errors: StoreError[] = []
  const store = await opened(t, { dataDir }, { onError: (error) => errors.push(error) })
  assert.equal(await store.leads.add(lead()), 'stored')
  assert.deepEqual(new Set(errors.map(({ message }) => message)), new Set(['store.permissions: EPERM']))
})

test('sqlite: the file is in WAL mode', async (t) => {
  const place = await empty()
  await opened(t, place)
  assert.deepEqual(run(place, 'pragma journal_mode'), [{ journal_mode: 'wal' }])
})

test('sqlite: what is counted without waiting is counted exactly', async (t) => {
  const { limits } = await opened(t, await empty())
  assert.ok((await limits.count('ip', 1)).allowed)
  assert.ok(!(await limits.count('ip', 1)).allowed)
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
  const store = await opened(t, place, { timeoutMs: 30 })
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
