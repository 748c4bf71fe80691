import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { openStore } from '../../../src/store/store.ts'
import { smallLaw } from '../../small-law.ts'
import { exported } from '../../store/contract.ts'
import { freePort, startPostgres } from '../../store/postgres-server.ts'
import {
  type Answer,
  ask,
  emptyDirectory,
  exportedLeads,
  type Line,
  launch,
  listening,
  ROOT,
  ready,
  type Settings,
  until,
} from './service.ts'

const LINUX = { skip: spawnSync('prlimit', ['--version']).status !== 0 && 'needs prlimit of util-linux' }
const OPS_TOKEN = 'operator-0123456789'
const LOOKUP = '/api/v1/cn?q=7304&lang=en'

/** A service whose log goes to a file instead of a pipe. */
async function loggingTo(t: TestContext, file: string, settings: Settings) {
  const port = await freePort()
  const script = `exec "$0" bin/cn-sanctions.js serve > ${file}`
  const program = launch(
    t,
    [script, process.execPath],
    { PORT: String(port), LAW_DIR: smallLaw(), ...settings },
    ROOT,
    '-c',
    '/bin/sh',
  )
  const get = (path: string, headers = {}): Promise<Answer> => ask(port, 'GET', path, headers)
  await until('/readyz', async () => (await get('/readyz').catch(() => null))?.status === 200)
  return {
    ...program,
    get,
    send: (method: string, path: string, body: unknown, headers = {}) =>
      ask(port, method, path, { 'content-type': 'application/json', ...headers }, JSON.stringify(body)),
    lines: async (): Promise<Line[]> =>
      (await readFile(file, 'utf8'))
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
  }
}

describe('a full disk', LINUX, () => {
  test('of the log: requests are answered, and the service can be stopped', async (t) => {
    const service = await loggingTo(t, '/dev/full', { DATA_DIR: await emptyDirectory(t), LOG_LEVEL: 'debug' })
    for (let time = 0; time < 20; time++) assert.equal((await service.get(LOOKUP)).status, 200)
    service.signal('SIGTERM')
    assert.deepEqual(await service.ended(), { code: 0, signal: null })
    assert.equal(service.stderr(), '')
  })

  test('of the database: leads, lists and laws are refused, lookups and receipts go on; with room again all works', async (t) => {
    const dataDir = await emptyDirectory(t)
    const log = join(await emptyDirectory(t), 'log')
    const settings = { DATA_DIR: dataDir, LIMIT_LEADS_PER_MINUTE: '0', LEADS_PER_DAY: '100000', OPS_TOKEN }
    const service = await loggingTo(t, log, settings)
    const store = await openStore({ dataDir })
    t.after(() => store.close())
    const issued = await store.keys.issue({ name: 'Broker', perMinute: null, expires: null, at: new Date() })
    const key = { 'x-api-key': issued.key }
    const items = Array.from({ length: 2_000 }, (_, at) => ({ id: `article-${at}`, q: '8471 30 00' }))
    const lead = (email: string, headers = {}) => service.send('POST', '/api/lead', { email }, headers)
    const readiness = async () => {
      const { status, text } = await service.get('/readyz', { authorization: `Bearer ${OPS_TOKEN}` })
      const { store, store_error: reason } = JSON.parse(text)
      return [status, store, reason]
    }
    assert.equal((await lead('before@example.eu')).status, 200)
    assert.deepEqual(await readiness(), [200, 'ready', null])
    const { version } = JSON.parse((await service.get('/api/v1/dataset')).text)
    await until('the law to be recorded', async () => (await store.datasets.law(version)) !== null)
    // The key for receipts is made and stored some time after the start; from then on they need no room.
    await until('a receipt', async () => (await service.get('/api/v1/receipt?q=7304')).status === 200)

    // No file may grow from now on: neither the database with its log, nor the log of the service.
    const sizes = await Promise.all(['cn-sanctions.db', 'cn-sanctions.db-wal'].map((name) => stat(join(dataDir, name))))
    const limitFiles = (size: number | 'unlimited') =>
      promisify(execFile)('prlimit', ['--pid', String(service.pid), `--fsize=${size}:`])
    await limitFiles(Math.min(...sizes.map(({ size }) => size)))
    const stored = ['before@example.eu']
    const refused = await until('a lead that is refused', async () => {
      const email = `full-${stored.length}@example.eu`
      const answer = await lead(email, { 'idempotency-key': email, 'accept-language': 'pl' })
      if (answer.status === 200) stored.push(email)
      return answer.status !== 200 && answer
    })
    const problem = JSON.parse(refused.text)
    assert.deepEqual([refused.status, problem.code, refused.headers['retry-after']], [500, 'store_unavailable', '5'])
    assert.match(problem.detail, /niczego nie zapisano/)
    const again = `full-${stored.length}@example.eu`
    for (let time = 0; time < 30; time++) assert.equal((await lead(again, { 'idempotency-key': again })).status, 500)
    assert.equal((await service.send('PUT', '/api/v1/lists/erp', { items }, key)).status, 500)
    assert.equal((await service.get('/api/v1/receipt?q=7304')).status, 200)
    const command = (room: string, ...args: string[]) =>
      promisify(execFile)('prlimit', [`--fsize=${room}`, process.execPath, 'bin/cn-sanctions.js', ...args], {
        cwd: ROOT,
        env: { ...process.env, ...settings, LAW_DIR: smallLaw() },
      })
    const failure = (operation: string) => ({
      code: 1,
      stderr: new RegExp(`^${operation}: SQLITE_IOERR_WRITE\nThe database cannot be written: its disk is full.*\n$`),
    })
    await assert.rejects(command('60000', 'law', 'publish'), failure('datasets.introduce'))
    await assert.rejects(command('60000', 'people', 'forget', 'before@example.eu'), failure('leads.forget'))
    assert.equal((await service.get(LOOKUP)).status, 200)
    assert.equal((await service.get(LOOKUP, key)).status, 200)
    assert.deepEqual(await readiness(), [503, 'not_ready', 'store.ping: SQLITE_IOERR_WRITE'])
    await assert.rejects(
      promisify(execFile)('/bin/sh', ['-c', `"$0" bin/cn-sanctions.js leads export > /dev/full`, process.execPath], {
        cwd: ROOT,
        env: { ...process.env, ...settings },
      }),
      { code: 1, stderr: /^The output could not be written: ENOSPC[^\n]*\n$/ },
    )
    const { text: metrics } = await service.get('/metrics', { authorization: `Bearer ${OPS_TOKEN}` })
    assert.match(metrics, /^cn_store_ready 0$/m)

    await limitFiles('unlimited')
    assert.equal((await lead(again, { 'idempotency-key': again })).status, 200)
    assert.equal((await lead(again, { 'idempotency-key': again })).status, 200)
    await until('/readyz', async () => (await readiness())[0] === 200)
    assert.equal((await service.send('PUT', '/api/v1/lists/erp', { items }, key)).status, 201)
    assert.equal((await service.get('/api/v1/receipt?q=7304')).status, 200)
    const forgotten = await command('unlimited', 'people', 'forget', 'before@example.eu')
    assert.equal(forgotten.stderr, 'Deleted: 1 lead, 0 alerts.\n', 'what could not be deleted can be now')
    stored.shift()
    const there = (await exported(store)).map(({ email }) => email)
    assert.deepEqual(there.toSorted(), [...stored, again].toSorted())
    service.signal('SIGTERM')
    assert.deepEqual(await service.ended(), { code: 0, signal: null })
    const lines = await service.lines()
    const told = lines.filter(({ msg, reason }) => msg === 'store failed' && String(reason).startsWith('leads.add'))
    assert.deepEqual(
      told.map(({ reason }) => reason),
      ['leads.add: SQLITE_IOERR_WRITE'],
      'told once, not for each request',
    )
    assert.ok(!lines.some(({ msg, status }) => msg === 'answered' && status === 500))
  })
})

/** A file system of so many megabytes; false where none can be mounted. */
async function mounted(t: TestContext, directory: string, megabytes: number): Promise<boolean> {
  const run = promisify(execFile)
  const done = await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', directory]).catch(() => null)
  if (done) t.after(() => run('umount', [directory]))
  return done !== null
}

/** Takes all room that is left in a directory. */
async function fill(directory: string): Promise<{ makeRoom(): Promise<void> }> {
  const path = join(directory, 'filler')
  const file = await open(path, 'w')
  const block = Buffer.alloc(4_096)
  const isFull = async () => (await file.write(block).catch(() => null)) === null
  while (!(await isFull())) {}
  await file.close()
  return { makeRoom: () => rm(path) }
}

test('a full disk of PostgreSQL: the same, and what was acknowledged is kept', async (t) => {
  const places: string[] = []
  // Hooks run in the order of their registration: the server ends before its disk goes.
  let stop = async () => {}
  t.after(() => stop())
  const server = await startPostgres(async (directory) => {
    if (await mounted(t, directory, 160)) places.push(directory)
  })
  if (typeof server === 'string') return t.skip(server)
  stop = () => server.stop()
  t.after(() => server.remove())
  const [disk] = places
  if (disk === undefined) return t.skip('no file system can be mounted')
  const settings = { DATABASE_URL: await server.emptySchema(), LIMIT_LEADS_PER_MINUTE: '0', LEADS_PER_DAY: '100000' }
  const service = await ready(t, settings)
  const stored: string[] = []
  const lead = async (email: string) => {
    const answer = await service.post('/api/lead', { email, source: 'x'.repeat(90) }, { 'idempotency-key': email })
    if (answer.status === 200) stored.push(email)
    return answer
  }
  // The first one stores its key; from then on they need no room.
  assert.equal((await service.get('/api/v1/receipt?q=7304')).status, 200)
  const { makeRoom } = await fill(disk)
  const refused = await until('a lead that is refused', async () => {
    const answer = await lead(`full-${stored.length}@example.eu`)
    return answer.status !== 200 && answer
  })
  assert.deepEqual([refused.status, JSON.parse(refused.text).code], [500, 'store_unavailable'])
  const { status, text } = await service.ops('/readyz')
  assert.deepEqual([status, JSON.parse(text).store_error], [503, 'store.ping: 53100'])
  for (const path of [LOOKUP, '/api/v1/receipt?q=7304', '/readyz?for=lookups'])
    assert.equal((await service.get(path)).status, 200, path)
  assert.equal((await lead(`full-${stored.length}@example.eu`)).status, 500)

  await makeRoom()
  assert.equal((await lead(`full-${stored.length}@example.eu`)).status, 200)
  await until('/readyz', async () => (await service.get('/readyz')).status === 200)
  assert.deepEqual((await exportedLeads(t, settings)).map(({ email }) => email).toSorted(), stored.toSorted())
  const told = service.lines().filter(({ msg }) => msg === 'store failed')
  assert.deepEqual(
    told.map(({ reason }) => reason),
    ['leads.add: 53100'],
    'told once',
  )
})

test('a folder that cannot be used: lookups go on, the log says once why, and the store opens when it can be', async (t) => {
  // Below a file there is no folder, not even for root, whom modes do not stop.
  const above = join(await emptyDirectory(t), 'volume')
  await writeFile(above, '')
  const service = await listening(t, { DATA_DIR: join(above, 'data') })
  await service.line('law loaded')
  const { reason } = await service.line('store cannot be opened, trying again')
  assert.equal(reason, 'store.open: ENOTDIR')
  const answers = [
    await service.get(LOOKUP),
    await service.get('/readyz'),
    await service.post('/api/lead', { email: 'anna@example.eu' }),
    await service.get('/api/v1/receipt?q=7304'),
  ]
  assert.deepEqual(
    answers.map(({ status, headers }) => [status, headers['retry-after']]),
    [
      [200, undefined],
      [503, undefined],
      [503, '5'],
      [503, '5'],
    ],
  )
  await rm(above)
  await service.line('store open')
  await until('/readyz', async () => (await service.get('/readyz')).status === 200)
  assert.equal((await service.post('/api/lead', { email: 'anna@example.eu' })).status, 200)
  await until('a receipt', async () => (await service.get('/api/v1/receipt?q=7304')).status === 200)
  const count = (message: string) => service.lines().filter(({ msg }) => msg === message).length
  assert.equal(count('store cannot be opened, trying again'), 1)
  assert.equal(count('receipts cannot be signed'), 1)
  assert.equal(service.stderr(), '')
})
