import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { PLENTY, problemIn, type ServiceOptions, serviceFor } from './service.ts'
import { answersIn, askOver } from './wire.ts'

const TIMEOUT = { timeout: 120_000 }
const MB = 1024 * 1024

/** Chapter 84 from different places: about 1.4 MB each, and never asked before. */
const large = (at: number) => `/api/v1/cn?q=84&limit=500&offset=${at}`
const get = (path: string, ...headers: string[]): string =>
  [`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n')
const times = (count: number, path: (at: number) => string) => Array.from({ length: count }, (_, at) => get(path(at)))

async function openService(t: TestContext, windowMs = 120_000, options: ServiceOptions = {}) {
  const service = await serviceFor(t, { limits: PLENTY, bodies: { windowMs }, ...options })
  let begun = 0
  service.app.addHook('onRequest', (_request, _reply, done) => {
    begun++
    done()
  })
  const port = await service.listen()
  const metric = async (name: string) => {
    const line = (await service.metrics()).split('\n').find((one) => one.startsWith(`${name} `))
    assert.ok(line, name)
    return Number(line.split(' ')[1])
  }
  return {
    ...service,
    port,
    begun: () => begun,
    held: () => metric('cn_http_output_bytes'),
    closed: () => metric('cn_http_connections_closed_total'),
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
async function client(t: TestContext, port: number, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true })
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

test(
  'answers nobody reads are bounded: others are answered meanwhile, and who reads on gets all that were asked for',
  TIMEOUT,
  async (t) => {
    const { port, begun, held } = await openService(t)
    const socket = await client(t, port)
    const count = 40
    socket.write(times(count, large).join(''))
    await settled(begun)
    assert.ok((await held()) < 6 * MB, `${await held()} bytes: the share of one caller and an answer more`)
    const other = await client(t, port, '127.0.0.2')
    other.write(get('/api/v1/cn?q=7304', 'Connection: close'))
    assert.deepEqual(
      answersIn(await readToEnd(other)).map(({ statusCode }) => statusCode),
      [200],
    )
    socket.write(get('/healthz', 'Connection: close'))
    const answers = answersIn(await readToEnd(socket))
    assert.deepEqual(
      answers.slice(0, -1).map(({ body }) => JSON.parse(body).meta.offset),
      Array.from({ length: count }, (_, at) => at),
    )
    assert.equal(answers.at(-1)?.body, '{"status":"ok"}')
    await until('nothing held', async () => (await held()) === 0)
  },
)

test('answers that the many addresses of one network do not read take no room from others', TIMEOUT, async (t) => {
  const { port, begun, held } = await openService(t)
  for (let nth = 0; nth < 14; nth++) {
    const unread = await client(t, port, `127.0.0.${2 + nth}`)
    unread.write(times(6, (at) => large(6 * nth + at)).join(''))
  }
  await settled(begun)
  assert.ok((await held()) < 8 * MB, `${await held()} bytes`)
  const other = await client(t, port, '127.0.9.1')
  other.write(get('/api/v1/cn?q=7304&as_of=2026-01-03', 'Connection: close'))
  assert.deepEqual(
    answersIn(await readToEnd(other)).map(({ statusCode }) => statusCode),
    [200],
  )
})

test('who sends far too much and reads only then is told so', TIMEOUT, async (t) => {
  const { port } = await openService(t)
  const socket = await client(t, port)
  const head = ['POST /api/v1/check HTTP/1.1', 'Host: localhost', 'Content-Type: application/json']
  socket.write([...head, `Content-Length: ${32 * MB}`, '', ''].join('\r\n'))
  for (let sent = 0; sent < 32; sent++) await new Promise((taken) => socket.write(Buffer.alloc(MB, ' '), taken))
  socket.write(get('/healthz', 'Connection: close'))
  const statuses = answersIn(await readToEnd(socket)).map(({ statusCode }) => statusCode)
  assert.deepEqual(statuses, [413, 200])
})

describe('a body that nobody reads', TIMEOUT, () => {
  const LENGTH = 5_000
  const unread: Readonly<Record<string, [line: string, type: string, status: number]>> = {
    'of a question': ['GET /api/v1/cn?q=7304', 'application/json', 200],
    'of no known route': ['POST /nowhere', 'application/json', 404],
    'of an address that cannot be read': ['POST /%F0', 'application/json', 400],
    'of another type': ['POST /api/v1/check', 'text/plain', 415],
    'of a type that cannot be read': ['POST /api/v1/check', 'a/b;c="', 415],
  }
  for (const [of, [line, type, status]] of Object.entries(unread))
    test(`${of} arrives before the connection is closed, or answers under way would be lost`, async (t) => {
      const { port, begun } = await openService(t)
      const socket = await client(t, port)
      const head = [`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', `Content-Type: ${type}`]
      socket.write(`${get(large(0))}${[...head, `Content-Length: ${LENGTH}`, '', '['].join('\r\n')}`)
      await settled(begun)
      await new Promise((taken) => socket.write('['.repeat(LENGTH - 1), taken))
      const statuses = answersIn(await readToEnd(socket)).map(({ statusCode }) => statusCode)
      assert.deepEqual(statuses, [200, status])
    })

  test('and never arrives keeps nobody from an answer', async (t) => {
    const { port } = await openService(t, 50)
    const socket = await client(t, port)
    socket.write(get('/healthz', 'Connection: close', 'Content-Length: 9'))
    assert.equal(answersIn(await readToEnd(socket))[0]?.statusCode, 200)
  })
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

  test('and a stop: idle connections end at once, answers begun arrive whole, and then their connection ends', async (t) => {
    const { port, app, begun } = await openService(t)
    const socket = await client(t, port)
    const idle = await client(t, port)
    idle.write(get('/healthz'))
    await once(idle, 'readable')
    const count = 6
    socket.write(times(count, large).join(''))
    await settled(begun)
    const closed = app.close()
    idle.resume()
    await until('a closed idle connection', () => idle.readableEnded)
    const answers = answersIn(await readToEnd(socket))
    assert.deepEqual(
      answers.map(({ body }) => JSON.parse(body).meta.offset),
      Array.from({ length: count }, (_, at) => at),
    )
    await closed
  })
})

test(
  'a request that still waits for its turn when a stop has no more time is refused, not cut off',
  TIMEOUT,
  async (t) => {
    const { port, app, begun, held } = await openService(t)
    // Its caller does not read what it got, and so gets nothing more.
    for (let nth = 0; (await held()) < 4 * MB; nth++) {
      const unread = await client(t, port)
      unread.write(times(9, (at) => large(9 * nth + at)).join(''))
      await settled(begun)
    }
    const socket = await client(t, port)
    socket.write(get('/api/v1/cn?q=7304&as_of=2026-01-02', 'Accept-Language: en'))
    await settled(begun)
    const closed = app.close()
    const [answer, ...more] = answersIn(await readToEnd(socket))
    assert.ok(answer)
    assert.deepEqual(more, [])
    problemIn(answer, 'busy')
    await closed
  },
)

describe('more connections than there may be', TIMEOUT, () => {
  const MOST = 8
  const [CROWD, OTHER] = ['127.0.0.1', '127.0.1.1']
  const statusesOf = async (socket: Socket) => answersIn(await readToEnd(socket)).map(({ statusCode }) => statusCode)
  /** Asks over the connection, which is closed afterwards. */
  const asked = (socket: Socket) => {
    socket.write(get('/healthz', 'Connection: close'))
    return statusesOf(socket)
  }
  async function crowd(t: TestContext, port: number, count: number, from = CROWD): Promise<Socket[]> {
    const sockets: Socket[] = []
    while (sockets.length < count) sockets.push(await client(t, port, from))
    return sockets
  }

  test('the network that has most loses those that wait longest, and every newcomer is answered', async (t) => {
    const { port, closed } = await openService(t, 120_000, { maxConnections: MOST })
    const sockets = await crowd(t, port, MOST - 1)
    const early = await client(t, port, OTHER)
    const late = await client(t, port, OTHER)
    await until('one given up', async () => (await closed()) === 1)
    sockets.push(...(await crowd(t, port, MOST)))
    await until('as many as are too many', async () => (await closed()) === MOST + 1)
    assert.deepEqual(await Promise.all([early, late].map(asked)), [[200], [200]])
    const statuses = await Promise.all(sockets.map(asked))
    assert.deepEqual(statuses.slice(0, MOST + 1), Array(MOST + 1).fill([]))
    assert.deepEqual(statuses.slice(MOST + 1), Array(MOST - 2).fill([200]))
  })

  test('a request that does not end holds a connection no longer than an idle one', async (t) => {
    const { port, closed } = await openService(t, 120_000, { maxConnections: MOST })
    const sockets = await crowd(t, port, MOST)
    for (const socket of sockets) socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: ')
    assert.deepEqual(await asked(await client(t, port, OTHER)), [200])
    assert.equal(await closed(), 1)
    for (const socket of sockets) socket.destroy()
  })

  test('what is being answered goes last, but goes where a network has nothing else', async (t) => {
    const { port, begun, closed } = await openService(t, 120_000, { maxConnections: MOST })
    const sockets = await crowd(t, port, MOST)
    const head = ['POST /api/lead HTTP/1.1', 'Host: localhost', 'Connection: close', 'Content-Type: application/json']
    const body = [...head, 'Content-Length: 9', '', '{'].join('\r\n')
    for (const socket of sockets.slice(0, -1)) socket.write(body)
    await until('requests under way', () => begun() === MOST - 1)
    const others = await crowd(t, port, 2, OTHER)
    await until('two given up', async () => (await closed()) === 2)
    assert.deepEqual(await Promise.all(others.map(asked)), [[200], [200]])
    for (const socket of sockets.slice(1, -1)) socket.write('}       ')
    const statuses = await Promise.all(sockets.map(statusesOf))
    assert.deepEqual(statuses, [[], ...Array(MOST - 2).fill([400]), []])
  })

  test('of many networks with one connection each, one that is being answered goes last', async (t) => {
    const { port, begun, closed } = await openService(t, 120_000, { maxConnections: MOST })
    const answered = await client(t, port, '127.0.2.1')
    const head = ['POST /api/lead HTTP/1.1', 'Host: localhost', 'Connection: close', 'Content-Type: application/json']
    answered.write([...head, 'Content-Length: 9', '', '{'].join('\r\n'))
    await until('a request under way', () => begun() === 1)
    for (let nth = 0; nth < 2 * MOST; nth++) await client(t, port, `127.0.${3 + nth}.1`)
    await until('as many as are too many', async () => (await closed()) === MOST + 1)
    answered.write('}       ')
    assert.deepEqual(await statusesOf(answered), [400])
  })

  test('a trusted proxy, who speaks for many, gives way to nobody who has a single one more', async (t) => {
    const options = { maxConnections: MOST, trustProxy: [CROWD] }
    const { port, closed } = await openService(t, 120_000, options)
    const proxied = await crowd(t, port, MOST - 2)
    const strangers = await crowd(t, port, 4, OTHER)
    await until('two given up', async () => (await closed()) === 2)
    assert.deepEqual(await Promise.all(proxied.map(asked)), Array(MOST - 2).fill([200]))
    assert.deepEqual(await Promise.all(strangers.map(asked)), [[], [], [200], [200]])
  })

  test('a trusted proxy that has all of them loses those that wait longest', async (t) => {
    const { port } = await openService(t, 120_000, { maxConnections: MOST, trustProxy: 1 })
    const proxied = await crowd(t, port, MOST + 2)
    const statuses = await Promise.all(proxied.map(asked))
    assert.deepEqual(statuses, [[], [], ...Array(MOST).fill([200])])
  })
})

test(
  'requests sent ahead are bounded: the network that has most of them gives way, and others are answered',
  TIMEOUT,
  async (t) => {
    const { port, begun, closed } = await openService(t)
    const other = await client(t, port, '127.0.1.1')
    other.write(times(20, () => '/openapi.json').join(''))
    // Answers that are not read, of which the system takes few, so that the requests after them stay under way.
    const sockets: Socket[] = []
    while ((await closed()) === 0) {
      assert.ok(sockets.length < 20, `${begun()} requests of ${sockets.length} connections`)
      const socket = await client(t, port)
      socket.pause().write(times(900, () => '/openapi.json').join(''))
      sockets.push(socket)
      await settled(begun)
    }
    other.write(get('/healthz', 'Connection: close'))
    const answers = answersIn(await readToEnd(other))
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      Array(21).fill(200),
    )
  },
)
