import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { type Resolve, resolverByDns } from '../../src/webhooks/safe-address.ts'
import { type Answer, type SendOptions, send } from '../../src/webhooks/send.ts'
import { type Behaviour, receiver, status } from './scene.ts'

const MESSAGE = { headers: { 'content-type': 'application/json' }, body: '{"type":"webhook.test"}' }
const noNames: Resolve = (name) => {
  throw new Error(`${name} should not be resolved`)
}
const WAY: SendOptions = { timeoutMs: 20_000, toLoopback: true, resolve: noNames }
/** For receivers that never answer: so short that nobody waits, so long that a slow machine connects. */
const SHORT: SendOptions = { ...WAY, timeoutMs: 300 }

async function answered(t: TestContext, behaviour: Behaviour, way: SendOptions = WAY): Promise<Answer> {
  const { url, close } = await receiver(() => behaviour)
  t.after(close)
  return send({ url: url(), ...MESSAGE }, way)
}

/** A receiver that speaks no HTTP, or bad HTTP. */
async function said(t: TestContext, bytes: string | Buffer | null, way: SendOptions = WAY): Promise<Answer> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => (bytes === null ? socket.resetAndDestroy() : socket.write(bytes)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  return send({ url: `http://127.0.0.1:${port}/`, ...MESSAGE }, way)
}

const inShort = (answer: Answer): string | number => ('status' in answer ? answer.status : answer.error)

describe('a receiver that', { concurrency: true }, () => {
  for (const code of [200, 204, 299, 301, 302, 307, 400, 404, 410, 429, 500, 503]) {
    test(`answers ${code} is taken at its word, and asked no other page`, async (t) => {
      const sink = await receiver(() => status(code, code < 400 && code >= 300 ? { location: '/elsewhere' } : {}))
      t.after(sink.close)
      assert.equal(inShort(await send({ url: sink.url(), ...MESSAGE }, WAY)), code)
      assert.deepEqual(
        sink.received.map(({ path, body }) => [path, body]),
        [['/hook', MESSAGE.body]],
      )
    })
  }
  test('never answers is given up', async (t) => {
    assert.equal(inShort(await answered(t, () => {}, SHORT)), 'timeout')
  })
  test('sends its headers byte by byte is given up', async (t) => {
    const drip: Behaviour = (_response, _request, socket) => {
      const dripping = setInterval(() => socket.write('H'), 20)
      socket.once('close', () => clearInterval(dripping))
      socket.write('HTTP/1.1 200 OK\r\nX-Slow: ')
    }
    assert.equal(inShort(await answered(t, drip, SHORT)), 'timeout')
  })
  test('sends a hint now and then and never an answer is given up', async (t) => {
    const hint: Behaviour = (response, _request, socket) => {
      const hinting = setInterval(() => response.writeProcessing(), 100) // far fewer in SHORT than are allowed
      socket.once('close', () => clearInterval(hinting))
    }
    assert.equal(inShort(await answered(t, hint, SHORT)), 'timeout')
  })
  test('sends a flood of hints is cut off at once, not when the time is up', async (t) => {
    const flood = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(1_000)
    assert.equal(inShort(await said(t, flood)), 'too_many_hints')
    const few = `${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(3)}HTTP/1.1 204 No Content\r\n\r\n`
    assert.equal(inShort(await said(t, few)), 204)
  })
  test('says 200 and then never ends its answer has accepted the message', async (t) => {
    const hang: Behaviour = (response) => void response.writeHead(200).write('so far')
    const answer = await answered(t, hang)
    assert.deepEqual([inShort(answer), 'excerpt' in answer && answer.excerpt], [200, 'so far'])
  })
  test('says 200 and hangs up in the middle of its answer has accepted the message', async (t) => {
    const hangUp: Behaviour = (response, _request, socket) => {
      response.writeHead(200, { 'content-length': 1_000 })
      response.write('half', () => socket.destroy())
    }
    assert.equal(inShort(await answered(t, hangUp)), 200)
  })
  test('answers without end is read to four kilobytes and cut off', async (t) => {
    let sent = 0
    let cut = false
    const flood: Behaviour = (response, _request, socket) => {
      socket.once('close', () => {
        cut = true
      })
      response.writeHead(500)
      const more = () => {
        while (!cut && response.write('x'.repeat(65_536))) sent += 65_536
        if (!cut) response.once('drain', more)
      }
      more()
    }
    const answer = await answered(t, flood)
    assert.ok('excerpt' in answer)
    assert.deepEqual([answer.status, answer.excerpt.length], [500, 4_096])
    assert.ok(sent < 50_000_000)
  })
  test('hangs up without a word has failed', async (t) => {
    assert.equal(inShort(await answered(t, (_response, _request, socket) => socket.destroy())), 'ECONNRESET')
  })
  test('resets the connection has failed', async (t) => {
    assert.equal(inShort(await said(t, null)), 'ECONNRESET')
  })
  test('is not there has failed', async () => {
    const { port, close } = await receiver(() => status(200))
    await close()
    assert.equal(inShort(await send({ url: `http://127.0.0.1:${port}/`, ...MESSAGE }, WAY)), 'ECONNREFUSED')
  })
  test('speaks no HTTP has failed', async (t) => {
    for (const garbage of ['SSH-2.0-OpenSSH_9.6\r\n', '\0\0\0', 'HTTP/1.1 2xx Fine\r\n\r\n', '<html>']) {
      assert.match(String(inShort(await said(t, garbage))), /^HPE_/, garbage)
    }
  })
  test('speaks two lengths, or more headers than anybody needs, has failed', async (t) => {
    const two = 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'
    assert.match(String(inShort(await said(t, two))), /^HPE_/)
    const large = `HTTP/1.1 200 OK\r\n${`X-Large: ${'x'.repeat(1_000)}\r\n`.repeat(20)}\r\n`
    assert.equal(inShort(await said(t, large)), 'HPE_HEADER_OVERFLOW')
  })
  test('wants another protocol has failed', async (t) => {
    const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
    assert.equal(inShort(await said(t, upgrade)), 101)
  })
  test('is cut off when the service stops', async (t) => {
    const stopping = new AbortController()
    const abort: Behaviour = () => stopping.abort()
    assert.equal(inShort(await answered(t, abort, { ...WAY, signal: stopping.signal })), 'aborted')
  })
})

describe('no way in', () => {
  const resolveTo =
    (...addresses: string[]): Resolve =>
    (_name, found) =>
      found(null, addresses)
  const outcome = async (url: string, way: Partial<SendOptions>) =>
    inShort(await send({ url, ...MESSAGE }, { ...WAY, ...way }))

  test('nothing is sent to a port of another protocol, not even for a webhook stored before that was refused', async () => {
    for (const url of ['http://127.0.0.1:25/', 'https://example.com:22/', 'https://1.1.1.1:6667/']) {
      assert.equal(await outcome(url, {}), 'port_not_allowed')
    }
  })

  test('without the switch this machine is closed, as an address and behind a name', async (t) => {
    const sink = await receiver(() => status(200))
    t.after(sink.close)
    const closed = { toLoopback: false, resolve: resolveTo('127.0.0.1', '::1', '::ffff:127.0.0.1') }
    for (const host of ['127.0.0.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]', 'example.com']) {
      for (const scheme of ['http', 'https']) {
        assert.equal(await outcome(`${scheme}://${host}:${sink.port}/`, closed), 'address_not_allowed', host)
      }
    }
    assert.equal(sink.received.length, 0)
  })

  test('a name that is public when it is checked and private when it is connected to (DNS rebinding) gets nothing', async (t) => {
    const sink = await receiver(() => status(200))
    t.after(sink.close)
    const answers = [['1.1.1.1'], ['127.0.0.1'], ['127.0.0.1', '10.0.0.1', '169.254.169.254']]
    let asked = 0
    const rebinding: Resolve = (_name, found) => found(null, answers[Math.min(asked++, 2)] ?? [])
    rebinding('rebind.example.com', () => {}) // whoever looked first saw a good address
    for (let attempt = 0; attempt < 2; attempt++) {
      const url = `https://rebind.example.com:${sink.port}/`
      assert.equal(await outcome(url, { toLoopback: false, resolve: rebinding }), 'address_not_allowed')
    }
    assert.equal(asked, 3, 'asked once for each connection')
    assert.equal(sink.received.length, 0)
  })

  test('even in development private networks stay closed, and http goes nowhere but here', async () => {
    for (const address of ['10.0.0.1', '169.254.169.254', '192.168.1.1', 'fd00::1', '::ffff:10.0.0.1']) {
      const literal = address.includes(':') ? `[${address}]` : address
      for (const scheme of ['http', 'https']) {
        assert.equal(await outcome(`${scheme}://${literal}/`, {}), 'address_not_allowed', address)
        assert.equal(await outcome(`${scheme}://example.com/`, { resolve: resolveTo(address) }), 'address_not_allowed')
      }
    }
    assert.equal(await outcome('http://1.1.1.1/', {}), 'address_not_allowed')
    assert.equal(await outcome('http://example.com/', { resolve: resolveTo('1.1.1.1') }), 'address_not_allowed')
  })

  test('a name that does not resolve is said to', async () => {
    const unknown: Resolve = (_name, found) => found(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), [])
    assert.equal(await outcome('https://nowhere.example.com/', { resolve: unknown }), 'ENOTFOUND')
  })

  test('a certificate must be good, and for that host', async (t) => {
    const pem = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
    const ca = pem('certificate.pem')
    const server = createSecureServer({ key: pem('certificate-key.pem'), cert: ca }, (_request, response) =>
      response.end(),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    t.after(() => server.close())
    const { port } = server.address() as AddressInfo
    const resolve = resolveTo('127.0.0.1')
    assert.equal(await outcome(`https://hooks.example.com:${port}/`, { resolve }), 'DEPTH_ZERO_SELF_SIGNED_CERT')
    assert.equal(await outcome(`https://hooks.example.com:${port}/`, { resolve, ca }), 200)
    const other = await outcome(`https://other.example.com:${port}/`, { resolve, ca })
    assert.equal(other, 'ERR_TLS_CERT_ALTNAME_INVALID')
  })
})

describe('a name', () => {
  /** A name server that says of names with these beginnings what they stand for, and never answers for others. */
  async function nameServer(t: TestContext, known: Readonly<Record<string, number[] | null>>): Promise<Resolve> {
    const server = createSocket('udp4').bind(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => server.close())
    server.on('message', (asked, { port, address }) => {
      const end = asked.indexOf(0, 12) + 5
      const question = asked.subarray(12, end)
      const answer = known[question.toString('latin1', 1, 1 + question[0]!)]
      if (answer === undefined) return
      const isV4 = question.at(-3) === 1
      const found = answer !== null && isV4
      const head = Buffer.from([0x81, answer === null ? 0x83 : 0x80, 0, 1, 0, found ? 1 : 0, 0, 0, 0, 0])
      const record = found ? Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...answer]) : Buffer.alloc(0)
      server.send(Buffer.concat([asked.subarray(0, 2), head, question, record]), port, address)
    })
    return resolverByDns([`127.0.0.1:${server.address().port}`])
  }
  const addressesOf = (resolve: Resolve, name: string) =>
    new Promise((settle) => resolve(name, (error, addresses) => settle(error ? codeIn(error) : addresses)))
  const codeIn = (error: Error) => ('code' in error ? error.code : error)

  test('whose servers never answer holds up no other, however many there are', async (t) => {
    const resolve = await nameServer(t, { good: [1, 2, 3, 4] })
    let ended = 0
    for (let at = 0; at < 64; at++) void addressesOf(resolve, `hangs${at}.example.com`).then(() => ended++)
    assert.deepEqual(await addressesOf(resolve, 'good.example.com'), ['1.2.3.4'])
    assert.equal(ended, 0)
  })

  test('that does not exist, or has no address, is an error or leads nowhere; localhost is this machine', async (t) => {
    const resolve = await nameServer(t, { none: null })
    assert.equal(await addressesOf(resolve, 'none.example.com'), 'ENOTFOUND')
    assert.deepEqual(await addressesOf(resolve, 'localhost'), ['127.0.0.1', '::1'])
  })
})
