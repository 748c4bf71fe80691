import assert from 'node:assert/strict'
import { once } from 'node:events'
import { appendFile, readdir } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import Database from 'better-sqlite3'
import { newApiKey } from '../../../src/store/keys/api-key.ts'
import { openStore } from '../../../src/store/store.ts'
import { ask, emptyDirectory, lawToEdit, listening, ready, run, type Service, until } from './service.ts'

describe('the start', { concurrency: 2 }, () => {
  test('without any setting but the port, in an empty directory, everything works', async (t) => {
    const cwd = await emptyDirectory(t)
    const service = await ready(t, {}, cwd)
    assert.equal((await service.get('/healthz')).text, '{"status":"ok"}')
    const lookup = await service.get('/api/v1/cn?q=7304+11+00&lang=en')
    assert.deepEqual([lookup.status, JSON.parse(lookup.text).verdict], [200, 'restricted'])
    assert.equal(lookup.headers['ratelimit-limit'], '300')
    assert.deepEqual((await service.post('/api/lead', { email: 'anna@example.eu' })).text, '{"ok":true}')
    assert.ok((await readdir(join(cwd, 'data'))).includes('cn-sanctions.db'))
    assert.equal(service.stderr(), '')
  })

  test('HOST=localhost means 127.0.0.1: no second server is opened, which would not guard its connections', async (t) => {
    // Many machines have ::1 as well; 127.0.0.2 can be bound everywhere on Linux.
    const resolver = `import dns from 'node:dns'
      const { lookup } = dns
      const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }))
      dns.lookup = (host, options, done) =>
        host === 'localhost' && options.all ? done(null, addresses) : lookup(host, options, done)`
    const preload = `--import=data:text/javascript;base64,${Buffer.from(resolver).toString('base64')}`
    const service = await listening(t, { HOST: 'localhost', NODE_OPTIONS: preload })
    assert.equal((await service.line('listening')).address, `http://127.0.0.1:${service.port}`)
    assert.equal((await service.get('/healthz')).status, 200)
    const other = connect(service.port, '127.0.0.2')
    const isOpen = await new Promise((resolve) => {
      other.on('connect', () => resolve(true)).on('error', () => resolve(false))
    })
    other.destroy()
    assert.equal(isOpen, false)
    await service.line('store open')
  })

  test('alive at once, and ready only when the database can be used', async (t) => {
    const dataDir = await emptyDirectory(t)
    const holder = new Database(join(dataDir, 'cn-sanctions.db'))
    t.after(() => holder.close())
    holder.exec('begin exclusive')
    const service = await listening(t, { DATA_DIR: dataDir })
    assert.equal((await service.get('/healthz')).status, 200)
    // Another law may be published there, so lookups wait for the database, but not for long.
    await until('a lookup', async () => (await service.get('/api/v1/cn?q=7304')).status === 200)
    const { status, text, headers } = await service.ops('/readyz')
    assert.equal(status, 503)
    assert.equal(headers['cache-control'], 'no-store')
    const { version, ...states } = JSON.parse(text)
    const store_error = 'not open yet, see the log'
    assert.deepEqual(states, {
      status: 'not_ready',
      dataset: 'ready',
      store: 'not_ready',
      receipts: 'not_ready',
      refused: null,
      store_error,
    })
    assert.equal((await service.get('/readyz?for=lookups')).status, 200)
    assert.equal((await service.post('/api/lead', { email: 'anna@example.eu' })).status, 503)

    holder.exec('rollback')
    await until('/readyz', async () => (await service.get('/readyz')).status === 200)
    assert.deepEqual(JSON.parse((await service.ops('/readyz')).text), {
      status: 'ready',
      dataset: 'ready',
      store: 'ready',
      receipts: 'ready',
      version,
      refused: null,
      store_error: null,
    })
    assert.equal((await service.post('/api/lead', { email: 'anna@example.eu' })).status, 200)
    assert.equal((await service.get('/api/v1/receipt?q=7304')).status, 200)
  })

  test('wrong settings are refused, one line for each, and their values are not repeated', async (t) => {
    const settings = {
      PORT: '65536',
      DATABASE_URL: 'mysql://operator:hunter2@db.example/leads',
      LIMIT_LOOKUPS_PER_MINUTE: '-1',
      LIMIT_LEADS_PER_MINUTE: 'ten',
      TRUST_PROXY: '10.0.0.1, face',
      PUBLIC_URL: 'ftp://example.eu',
      LOG_LEVEL: 'loud',
      WORKERS: '0',
      LEADS_RETENTION_DAYS: '90d',
    }
    const { code, stdout, stderr } = await run(t, ['serve'], settings)
    assert.deepEqual([code, stdout], [2, ''])
    const lines = stderr.trimEnd().split('\n')
    assert.deepEqual(lines.map((line) => line.split(' must be ')[0]).toSorted(), Object.keys(settings).toSorted())
    assert.ok(!stderr.includes('hunter2'))
  })

  test('law with a mistake is not served: file, line and column are named', async (t) => {
    const directory = await emptyDirectory(t)
    const law = await lawToEdit(t)
    await appendFile(join(law, '833-2014/annexes/XVII.tsv'), 'no code\n')
    const settings = { PORT: '0', LAW_DIR: law, DATA_DIR: join(directory, 'data') }
    const { code, stderr } = await run(t, ['serve'], settings)
    assert.equal(code, 1)
    assert.match(stderr, /833-2014\/annexes\/XVII\.tsv:\d+:\d+ /)
    assert.match(stderr, /\n\d+ mistakes? in the law\n$/)
    assert.doesNotMatch(stderr, /^ +at /m)
  })

  test('a port in use ends the start with one clear line', async (t) => {
    const other = createServer()
    t.after(() => other.close())
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    const { code, stderr } = await run(t, ['serve'], { PORT: String(port), DATA_DIR: await emptyDirectory(t) })
    assert.equal(code, 1)
    assert.match(stderr, new RegExp(`^[^\\n]*already in use[^\\n]*${port}\\n$`))
  })

  for (const level of ['info', 'debug']) {
    test(`the log at ${level} is JSON with request ids, and holds nothing of what was asked, nor by whom`, async (t) => {
      await logTellsNothing(t, level)
    })
  }
})

const SECRETS = {
  address: '203.0.113.77',
  other: '203.0.113.78',
  words: 'kanarek',
  code: '8471309187',
  email: 'jan.tajny',
  source: 'ulotka',
  campaign: 'jesienna',
  idempotencyKey: 'once-5f1d',
  path: 'tajna-sciezka',
  agent: 'Przegladarka',
}

async function logTellsNothing(t: TestContext, level: string): Promise<void> {
  const dataDir = join(await emptyDirectory(t), 'data')
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: level, TRUST_PROXY: '1' }
  const service = await ready(t, settings)
  const store = await openStore({ dataDir })
  const { key: issued } = await store.keys.issue({ name: 'Broker', perMinute: null, expires: null, at: new Date() })
  await store.close()
  const unknown = newApiKey()
  const from = { 'x-forwarded-for': SECRETS.address, 'user-agent': SECRETS.agent, referer: `https://${SECRETS.path}/` }
  const lead = { email: `${SECRETS.email}@example.eu`, source: SECRETS.source, utm: { utm_campaign: SECRETS.campaign } }
  const keyed = { ...from, 'idempotency-key': SECRETS.idempotencyKey }

  const answers = [
    await service.get(`/api/v1/cn?q=${SECRETS.words}`, from),
    await service.get(`/api/v1/cn?q=${SECRETS.code}`, { ...from, 'x-api-key': issued }),
    await service.get(`/api/v1/cn?q=${SECRETS.code}`, { ...from, authorization: `Bearer ${unknown}` }),
    await service.get(`/api/v1/cn?q=7304&x-api-key=${issued}`, { ...from, 'x-api-key': `${issued}x` }),
    await service.get(`/api/v1/cn?q=${SECRETS.words}&${SECRETS.words}=1`, from),
    await service.get(`/api/v1/cn?q=%FF${SECRETS.words}`, from),
    await service.get(`/${SECRETS.path}/${lead.email}?${SECRETS.words}`, from),
    await ask(service.port, 'DELETE', `/api/lead?${lead.email}`, from),
    await service.post('/api/lead', lead, keyed),
    await service.post('/api/lead', { ...lead, source: 'x' }, keyed),
    await service.post('/api/lead', { ...lead, [SECRETS.words]: 1 }, from),
    await ask(service.port, 'POST', '/api/lead', { ...from, 'content-type': 'application/json' }, `{"${lead.email}`),
    await service.post('/api/lead', { ...lead, source: SECRETS.source.repeat(5000) }, from),
    await ask(service.port, 'POST', '/api/lead', { ...from, 'content-type': `text/${SECRETS.words}` }, lead.email),
  ]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 401, 401, 400, 400, 404, 405, 200, 409, 400, 400, 413, 415],
  )
  const other = { ...from, 'x-forwarded-for': SECRETS.other }
  const limited = await until('a limit that is used up', async () => {
    const answer = await service.post('/api/lead', { email: SECRETS.words }, other)
    return answer.status === 429 && answer
  })
  await sendUnreadable(service, `GET /${SECRETS.path} HTTP/9.9\r\n${SECRETS.words}: ${lead.email}\r\n\r\n`)
  // The worst case: a database that fails in the middle of a lead.
  const saboteur = new Database(join(dataDir, 'cn-sanctions.db'))
  saboteur.exec('drop table leads')
  saboteur.close()
  const failed = await service.post('/api/lead', { ...lead, email: `2${lead.email}` }, from)
  assert.equal(failed.status, 500)
  service.signal('SIGTERM')
  assert.deepEqual(await service.ended(), { code: 0, signal: null })

  const everything = service.stdout() + service.stderr()
  for (const [what, secret] of Object.entries({ ...SECRETS, issued, unknown })) {
    assert.ok(!everything.includes(secret), `the log names the ${what}`)
  }
  assert.ok(!everything.includes('@'), 'no e-mail, whole or in part')
  const lines = service.lines()
  assert.equal(service.stdout().split('\n').length - 1, lines.length)
  for (const line of lines) {
    assert.ok(line.level >= 10 && line.time > 0 && line.pid > 0 && line.msg !== '')
    // Our own address is the only one.
    assert.ok(
      ['settings', 'listening'].includes(line.msg) || !JSON.stringify(line).includes('127.0.0.1'),
      JSON.stringify(line),
    )
  }
  const logged = new Map(lines.filter(({ msg }) => msg === 'answered').map((line) => [line.reqId, line]))
  for (const { status, headers } of [...answers, failed, limited]) {
    const line = logged.get(headers['x-request-id'])
    const isQuiet = status < 400 || status === 429 || status === 500
    if (isQuiet && level === 'info') assert.equal(line, undefined, 'only what callers did wrong, and no flood')
    else assert.equal(line?.status, status)
  }
  assert.match(String(lines.find(({ msg }) => msg === 'store failed')?.reason), /^leads\.add: SQLITE_ERROR$/)
}

/** What no HTTP client would send; the answer is read to its end. */
async function sendUnreadable(service: Service, text: string): Promise<void> {
  const socket = connect(service.port, '127.0.0.1')
  socket.resume().end(text)
  await once(socket, 'close')
}
