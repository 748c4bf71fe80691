import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import Database from 'better-sqlite3'
import { emptyDirectory, launch, listening, ready, until } from './service.ts'
import { leadUnderWay, wire } from './wire.ts'

/** True once nobody listens there any more. */
const isRefused = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(false)).on('error', () => resolve(true))
    socket.on('connect', () => socket.destroy())
  })

/** E-mails in the database, read without waiting for anybody; no log of SQLite may be left beside it. */
async function leftIn(dataDir: string): Promise<unknown[]> {
  assert.deepEqual(await readdir(dataDir), ['cn-sanctions.db', 'receipt-key.pem'])
  const database = new Database(join(dataDir, 'cn-sanctions.db'), { timeout: 0 })
  try {
    return database.prepare('select email from leads order by email').pluck().all()
  } finally {
    database.close()
  }
}

const LOOKUP = 'GET /api/v1/cn?q=7304 HTTP/1.1\r\nHost: localhost\r\n\r\n'

const DONE = { code: 0, signal: null }

describe('the stop', { concurrency: 3 }, () => {
  test('a client that never finishes its request does not keep the service from ending', async (t) => {
    const dataDir = join(await emptyDirectory(t), 'data')
    const service = await ready(t, { DATA_DIR: dataDir })
    const lead = await leadUnderWay(t, service.port, 'anna@example.eu')
    service.signal('SIGTERM')
    assert.deepEqual(await service.ended(), DONE)
    await lead.closed()
    assert.deepEqual(await leftIn(dataDir), [])
  })

  test('a connection that was answered for the last time, and that its client leaves open, does not delay it', async (t) => {
    const service = await ready(t)
    const socket = connect({ port: service.port, host: '127.0.0.1', allowHalfOpen: true })
    t.after(() => socket.destroy())
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    await once(socket.resume(), 'end')
    service.signal('SIGTERM')
    assert.deepEqual(await service.ended(), DONE)
  })

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`${signal}, sent once or thrice: a lead under way is stored, nothing new begins, the database is closed`, async (t) => {
      const dataDir = join(await emptyDirectory(t), 'data')
      const service = await ready(t, { DATA_DIR: dataDir })
      const idle = await wire(t, service.port)
      idle.send('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
      await idle.receives('{"status":"ok"}')
      const lead = await leadUnderWay(t, service.port, 'anna@example.eu')

      service.signal(signal)
      await service.line('stopping')
      await until('a port that is closed', () => isRefused(service.port))
      await idle.closed()
      service.signal(signal)
      service.signal(signal === 'SIGTERM' ? 'SIGINT' : 'SIGTERM')
      assert.equal(service.child.exitCode, null, 'the lead is waited for')
      lead.finish()
      await lead.receives('{"ok":true}')
      assert.match(lead.received(), /\r\n\r\nHTTP\/1\.1 200 OK\r\n/)
      // Kept alive, it would keep the service from ending for another minute.
      await lead.closed()
      assert.deepEqual(await service.ended(), DONE)
      assert.deepEqual(
        service
          .lines()
          .map(({ msg }) => msg)
          .filter((msg) => /^stop/.test(msg)),
        ['stopping', 'stopped'],
      )
      assert.equal(service.stderr(), '')
      assert.deepEqual(await leftIn(dataDir), ['anna@example.eu'])
    })
  }

  for (const workers of ['1', '2']) {
    test(`SIGTERM with ${workers} process(es): /readyz is 503 and requests are answered until balancers had time to notice; SIGINT ends that`, async (t) => {
      const service = await ready(t, { WORKERS: workers, DRAIN_SECONDS: '600' })
      const kept = await wire(t, service.port)
      kept.send(LOOKUP)
      await kept.receives('"verdict"')
      assert.doesNotMatch(kept.received(), /^connection: close/im)
      service.signal('SIGTERM')
      await until('all to drain', () => service.lines().filter(({ msg }) => msg === 'draining').length === +workers)
      service.signal('SIGTERM')
      for (let time = 0; time < 4; time++) {
        for (const path of ['/readyz', '/readyz?for=lookups']) {
          const { status, text } = await service.get(path)
          assert.deepEqual([status, JSON.parse(text).status], [503, 'stopping'])
        }
        const { status, headers } = await service.get('/api/v1/cn?q=7304', { connection: 'keep-alive' })
        assert.deepEqual([status, headers.connection], [200, 'close'])
      }
      assert.equal((await service.post('/api/lead', { email: 'anna@example.eu' })).status, 200)
      kept.send(LOOKUP)
      await kept.closed()
      assert.equal(kept.received().match(/HTTP\/1\.1 200 OK/gm)?.length, 2)
      service.signal('SIGINT')
      assert.deepEqual(await service.ended(), DONE)
    })
  }

  test('the time for balancers ends by itself', async (t) => {
    const service = await ready(t, { DRAIN_SECONDS: '1' })
    service.signal('SIGTERM')
    assert.deepEqual(await service.ended(), DONE)
    const told = service.lines().map(({ msg }) => msg)
    assert.deepEqual(told.slice(told.indexOf('draining')), ['draining', 'stopping', 'stopped'])
  })

  test('a large answer that is read slowly arrives whole', async (t) => {
    const service = await ready(t)
    const { text: page } = await service.get('/docs/')
    const script = /src="([^"]+\.js)"/.exec(page)?.[1] ?? ''
    const path = new URL(script, `http://127.0.0.1/docs/`).pathname
    const { headers } = await service.get(path)
    const length = Number(headers['content-length'])
    assert.ok(length > 4_000_000, 'more than the buffers of the system take')

    const reader = await wire(t, service.port)
    reader.socket.once('data', () => reader.socket.pause())
    reader.send(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    await reader.receives('200 OK')
    service.signal('SIGTERM')
    await service.line('stopping')
    await until('a port that is closed', () => isRefused(service.port))
    reader.socket.resume()
    await reader.closed()
    assert.equal(reader.received().split('\r\n\r\n').slice(1).join('\r\n\r\n').length, length)
    assert.deepEqual(await service.ended(), DONE)
  })

  test('told to stop before it is ready, it ends as well', async (t) => {
    const service = await listening(t)
    service.signal('SIGTERM')
    assert.deepEqual(await service.ended(), DONE)
  })

  test('told to stop while its database is away, it ends as well', async (t) => {
    const service = await listening(t, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
    await service.line('store cannot be opened, trying again')
    service.signal('SIGTERM')
    assert.deepEqual(await service.ended(), DONE)
  })

  test('with the reader of its log gone, it ends as well', async (t) => {
    const service = await listening(t)
    service.child.stdout?.destroy()
    service.signal('SIGTERM')
    assert.deepEqual(await service.ended(), DONE)
  })
})

describe('the end of the log', () => {
  const PROGRAM = join(import.meta.dirname, 'log-and-exit.ts')

  test('everything is written before the process exits', async (t) => {
    const program = launch(t, [], {}, undefined, PROGRAM)
    program.child.stdin?.end('go')
    assert.deepEqual(await program.ended(), DONE)
    assert.equal(program.stdout().trimEnd().split('\n').length, 2_000)
  })

  test('lines that nobody can read any more do not keep the process from exiting', async (t) => {
    const program = launch(t, [], {}, undefined, PROGRAM)
    program.child.stdout?.destroy()
    program.child.stdin?.end('go')
    assert.deepEqual(await program.ended(), DONE)
  })

  test('a reader that is stuck does not keep the process from exiting', async (t) => {
    const program = launch(t, [], {}, undefined, PROGRAM)
    program.child.stdout?.pause()
    program.child.stdin?.end('go')
    await until('the exit', () => program.child.exitCode !== null)
    assert.equal(program.child.exitCode, 0)
    program.child.stdout?.resume()
  })
})
