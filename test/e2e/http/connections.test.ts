import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PLENTY, problemIn, type ServiceOptions, serviceFor } from './service.ts'
import { answersIn, askOver } from './wire.ts'

const TIMEOUT = { timeout: 120_000 }
const MB = 1024 * 1024

/** Chapter 84 from different places: about 1.4 MB each, and never asked before. */
const large = (at: number) => `/api/v1/cn?q=84&limit=500&offset=${at}`
const get = (path: string, ...headers: string[]): string =>
  [`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n')
const times = (count: number, path: (at: number) => string) => Array.from({ length: count }, (_, at) => get(path(at)))

async function openService(
  t: TestContext,
  connections: ServiceOptions['connections'] = {},
  preHandler = async (_request: FastifyRequest) => {},
) {
  const clock = { ms: 0 }
  let looks = 0
  const look = () => {
    looks++
    return clock.ms
  }
  const service = await serviceFor(t, {
    limits: PLENTY,
    connections: { checkMs: 10, clock: look, ...connections },
  })
  let begun = 0
  service.app.addHook('onRequest', (_request, _reply, done) => {
    begun++
    done()
  })
  service.app.addHook('preHandler', preHandler)
  const port = await service.listen()
  const metric = async (name: string) => {
    const line = (await service.metrics()).split('\n').find((one) => one.startsWith(`${name} `))
    assert.ok(line, name)
    return Number(line.split(' ')[1])
  }
  return {
    ...service,
    port,
    /** Milliseconds, for the bounds of connections. */
    time: clock,
    /** All connections were checked since this was called: each check looks at the clock, and so does a new connection. */
    checked: () => {
      const before = looks
      return until('a check', () => looks > before + 2)
    },
    begun: () => begun,
    held: () => metric('cn_http_held_bytes'),
    stalled: () => metric('cn_http_cut_off_total{reason="stalled"}'),
    cutForMemory: () => metric('cn_http_cut_off_total{reason="memory"}'),
  }
}

async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 240_000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`waited in vain: ${what}`)
    await pause(5)
  }
}

/** A client that decides what it reads. */
async function client(t: TestContext, port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {})
  t.after(() => socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** Waits until the service begins nothing more. */
async function settled(begun: () => number): Promise<number> {
  let before = -1
  let same = 0
  // Several times over: on a busy machine the service may not have had its turn yet.
  await until('a service that waits', async () => {
    const now = begun()
    same = now === before ? same + 1 : 0
    before = now
    await pause(30)
    return same === 8
  })
  return before
}

async function readToEnd(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.resume()
  if (!socket.destroyed && !socket.readableEnded)
    await Promise.race([once(socket, 'end'), once(socket, 'close')]).catch(() => {})
  return Buffer.concat(chunks)
}

/** Reads only when the service has closed the connection, and finds every answer as long as it says. */
async function statusesReadLate({ server }: FastifyInstance, socket: Socket): Promise<number[]> {
  const open = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))
  await until('the connection to be closed', async () => (await open()) === 0)
  const answers = answersIn(await readToEnd(socket))
  for (const { body, headers } of answers) assert.equal(Buffer.byteLength(body), Number(headers['content-length']))
  return answers.map(({ statusCode }) => statusCode)
}

describe('answers nobody reads', TIMEOUT, () => {
  test('are not worked out: a connection holds one, others are answered meanwhile, and who reads gets them all', async (t) => {
    const { port, begun, held } = await openService(t)
    const socket = await client(t, port)
    const count = 40
    socket.write(times(count, large).join(''))
    const begunUnread = await settled(begun)
    assert.ok(begunUnread < 20, `${begunUnread} begun: what the buffers of the system take, and one more`)
    assert.ok((await held()) < 3 * MB, `${await held()} bytes`)
    const other = await askOver(port, '/api/v1/cn?q=7304')
    assert.equal(other.statusCode, 200)

    socket.write(get('/healthz', 'Connection: close'))
    const answers = answersIn(await readToEnd(socket))
    assert.deepEqual(
      answers.slice(0, -1).map(({ body }) => JSON.parse(body).meta.offset),
      Array.from({ length: count }, (_, at) => at),
    )
    assert.equal(answers.at(-1)?.body, '{"status":"ok"}')
    await until('nothing held', async () => (await held()) === 0)
  })

  test('are not worked out for who hung up', async (t) => {
    const { port, begun, held } = await openService(t)
    const socket = await client(t, port)
    socket.write(times(40, large).join(''))
    const before = await settled(begun)
    socket.resetAndDestroy()
    await until('nothing held', async () => (await held()) === 0)
    assert.equal(await settled(begun), before)
  })

  test('who sends more ahead than may wait is answered as far as that, and told that the connection ends', async (t) => {
    const { port, begun } = await openService(t, { waitingRequests: 3 })
    const socket = await client(t, port)
    socket.write(times(50, () => '/healthz').join(''))
    const answers = answersIn(await readToEnd(socket))
    assert.deepEqual(
      answers.map(({ statusCode, headers }) => [statusCode, headers.connection]),
      [
        [200, 'keep-alive'],
        [200, 'keep-alive'],
        [200, 'keep-alive'],
        [200, 'close'],
      ],
    )
    assert.equal(begun(), 4)
  })
})

describe('a reader', TIMEOUT, () => {
  test('that takes nothing for half a minute is cut off', async (t) => {
    const { port, time, checked, begun, held, stalled } = await openService(t)
    const socket = await client(t, port)
    socket.write(times(40, large).join(''))
    await settled(begun)
    assert.ok((await held()) > 0)
    time.ms += 29_000
    await checked()
    assert.equal(await stalled(), 0)
    time.ms += 2_000
    await until('a cut', async () => (await stalled()) === 1)
    assert.equal(await held(), 0)
    assert.ok((await readToEnd(socket)).length < 40 * MB)
  })

  test('that takes a byte now and then is cut off as well', async (t) => {
    const { port, time, begun, stalled } = await openService(t)
    const socket = await client(t, port)
    socket.write(times(40, large).join(''))
    await settled(begun)
    await until('a cut', async () => {
      time.ms += 1_000
      socket.read(1)
      return (await stalled()) === 1
    })
    assert.ok(time.ms < 100_000)
  })

  test('that is slow but steady gets everything, however long it takes', async (t) => {
    const { port, time, stalled } = await openService(t)
    const socket = await client(t, port)
    const count = 12
    socket.write(times(count, large).join('') + get('/healthz', 'Connection: close'))
    const chunks: Buffer[] = []
    let ended = false
    socket.on('end', () => {
      ended = true
    })
    await until('the end', async () => {
      const chunk = socket.read() as Buffer | null
      // 64 KB a second: a window of half a minute sees some 2 MB.
      if (chunk) {
        chunks.push(chunk)
        time.ms += chunk.length / 64
      }
      await pause(1)
      return ended
    })
    assert.equal(answersIn(Buffer.concat(chunks)).length, count + 1)
    assert.ok(time.ms > 120_000, 'more than several windows')
    assert.equal(await stalled(), 0)
  })

  test('that waits for a service which works is never cut off', async (t) => {
    const working = Promise.withResolvers<void>()
    const began = Promise.withResolvers<void>()
    const { port, time, checked, stalled } = await openService(t, {}, ({ url }) => {
      if (url !== '/healthz?slow') return Promise.resolve()
      began.resolve()
      return working.promise
    })
    const asking = askOver(port, '/healthz?slow')
    await began.promise
    time.ms += 300_000
    await checked()
    working.resolve()
    assert.equal((await asking).statusCode, 200)
    assert.equal(await stalled(), 0)
  })
})

test('who sends far too much and reads only then is told so', TIMEOUT, async (t) => {
  const { port, app } = await openService(t)
  const socket = await client(t, port)
  const head = ['POST /api/v1/check HTTP/1.1', 'Host: localhost', 'Content-Type: application/json']
  socket.write([...head, `Content-Length: ${32 * MB}`, '', ''].join('\r\n'))
  for (let sent = 0; sent < 32; sent++) await new Promise((taken) => socket.write(Buffer.alloc(MB, ' '), taken))
  assert.deepEqual(await statusesReadLate(app, socket), [413])
})

test('all together hold no more than they may: who took nothing for longest is cut off first', TIMEOUT, async (t) => {
  const { port, time, begun, held, cutForMemory } = await openService(t, { heldBytes: 4 * MB })
  const sockets: Socket[] = []
  for (let at = 0; at < 8; at++) {
    const socket = await client(t, port)
    sockets.push(socket)
    socket.write(times(30, (offset) => large(offset + at * 30)).join(''))
    await settled(begun)
    time.ms += 1_000
    await until('a bound that holds', async () => (await held()) <= 4 * MB)
  }
  assert.ok((await cutForMemory()) >= 4)
  assert.equal((await askOver(port, '/api/v1/cn?q=7304')).statusCode, 200)
  // The one that came last is still served.
  const newest = answersIn(await readToEnd(sockets.at(-1)!.end(get('/healthz', 'Connection: close'))))
  assert.equal(newest.length, 31)
})

describe('requests sent ahead', TIMEOUT, () => {
  test('of every kind are answered in their order', async (t) => {
    const { port } = await openService(t)
    const post = (path: string, body: unknown) => {
      const text = JSON.stringify(body)
      const head = [`POST ${path} HTTP/1.1`, 'Host: localhost', 'Content-Type: application/json']
      return [...head, `Content-Length: ${text.length}`, '', text].join('\r\n')
    }
    const known = await askOver(port, '/api/v1/cn?q=7304')
    const asked: [request: string, status: number, type: RegExp | undefined][] = [
      [get('/api/v1/cn?q=7304'), 200, /json/],
      [get('/nowhere'), 404, /problem/],
      [get('/api/v1/cn?q=7304', `If-None-Match: ${known.headers.etag}`), 304, undefined],
      [post('/api/v1/check', { items: [{ id: '1', q: '7304' }], detail: 'full' }), 200, /json/],
      [get('/', 'Accept-Encoding: br'), 200, /html/],
      [post('/api/lead', { email: 'anna@example.com' }), 200, /json/],
      [get('/api/v1/cn?q=7304'), 200, /json/],
      [get('/docs/js/scalar.js', 'Accept-Encoding: gzip'), 200, /javascript/],
      [post('/api/lead', { email: 'anna' }), 400, /problem/],
      ['OPTIONS /api/v1/cn HTTP/1.1\r\nHost: localhost\r\n\r\n', 204, undefined],
      [get('/api/v1/cn'), 400, /problem/],
      [get('/changes.atom'), 200, /atom/],
      [get('/healthz', 'Connection: close'), 200, /json/],
    ]
    const socket = await client(t, port)
    socket.write(asked.map(([request]) => request).join(''))
    const received = (await readToEnd(socket)).toString('latin1')
    const heads = received.split(/(?=HTTP\/1\.1 \d{3} [A-Z])/)
    assert.deepEqual(
      heads.map((head) => Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1])),
      asked.map(([, status]) => status),
    )
    for (const [at, [, , type]] of asked.entries()) {
      const given = /^content-type: (.*)\r$/im.exec(heads[at]!.slice(0, heads[at]!.indexOf('\r\n\r\n') + 1))?.[1]
      if (type) assert.match(String(given), type)
      else assert.equal(given, undefined)
    }
  })

  test('by a client that then closes its side are answered all the same', async (t) => {
    const { port } = await openService(t)
    const socket = await client(t, port)
    socket.end(times(30, (at) => `/api/v1/cn?q=73&offset=${at}`).join(''))
    assert.equal(answersIn(await readToEnd(socket)).length, 30)
  })

  test('and then something that is no request: it is refused in its turn', async (t) => {
    const { port } = await openService(t)
    const socket = await client(t, port)
    socket.write(`${times(3, large).join('')}NOTHING OF THE KIND\r\n\r\n`)
    const answers = answersIn(await readToEnd(socket))
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [200, 200, 200, 400],
    )
    problemIn(answers[3]!, 'request_invalid')
  })

  test('and then much that is no request: who reads late has its answer whole all the same', async (t) => {
    const { port, app } = await openService(t)
    const socket = await client(t, port)
    socket.write(`${get(large(0))}NOTHING OF THE KIND\r\n\r\n${'x'.repeat(MB)}`)
    assert.deepEqual(await statusesReadLate(app, socket), [200, 400])
  })

  test('and then a body that nobody wants: who reads late has all answers whole', async (t) => {
    const { port, app, begun } = await openService(t)
    const socket = await client(t, port)
    const post = ['POST /mcp HTTP/1.1', 'Host: localhost', 'Content-Type: a/b', 'Connection: close']
    socket.write(get(large(0)) + [...post, 'Transfer-Encoding: chunked', '', ''].join('\r\n'))
    await until('the first answer to be begun', () => begun() > 0)
    socket.write(`204\r\n${'x'.repeat(0x204)}\r\n0\r\n\r\n`)
    assert.deepEqual(await statusesReadLate(app, socket), [200, 415])
  })

  test('behind one whose answer ends the connection are not begun', async (t) => {
    const { port, app, begun } = await openService(t)
    const socket = await client(t, port)
    const head = ['POST /api/v1/check HTTP/1.1', 'Host: localhost', 'Content-Type: application/json']
    const post = [...head, 'Content-Length: 4', '', '{no}'].join('\r\n')
    // Node answers the first while it still parses what came with it.
    socket.write((post + get('/healthz')).repeat(50))
    assert.deepEqual(await statusesReadLate(app, socket), [400])
    assert.equal(begun(), 1)
  })

  test('and more than may wait: who reads late has all answers whole', async (t) => {
    const { port, app, begun } = await openService(t, { waitingRequests: 1 })
    const socket = await client(t, port)
    socket.write(times(3, large).join(''))
    await until('the first answer to be begun', () => begun() > 0)
    socket.write(times(1_000, () => '/healthz').join(''))
    assert.deepEqual(await statusesReadLate(app, socket), [200, 200])
    assert.equal(begun(), 2)
  })

  test('and then a body that cannot be read: it is refused in its turn', async (t) => {
    const { port } = await openService(t)
    const broken = [
      'POST /api/lead HTTP/1.1',
      'Host: localhost',
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
      '',
      'no length',
      '',
    ].join('\r\n')
    for (const before of [0, 3]) {
      const socket = await client(t, port)
      socket.write(times(before, large).join('') + broken)
      const statuses = answersIn(await readToEnd(socket)).map(({ statusCode }) => statusCode)
      assert.deepEqual(statuses, [...Array<number>(before).fill(200), 400])
    }
  })

  test('and a stop: answers begun arrive whole, the last one says that the connection ends', async (t) => {
    const { port, app, begun } = await openService(t)
    const socket = await client(t, port)
    const idle = await client(t, port)
    socket.write(times(20, large).join(''))
    await settled(begun)
    const closed = app.close()
    idle.resume()
    await until('a closed idle connection', () => idle.readableEnded)
    const answers = answersIn(await readToEnd(socket))
    assert.deepEqual(
      answers.map(({ body }) => JSON.parse(body).meta.offset),
      Array.from(answers, (_, at) => at),
    )
    assert.equal(answers.length, begun())
    assert.equal(answers.at(-1)?.headers.connection, 'close')
    await closed
  })
})
