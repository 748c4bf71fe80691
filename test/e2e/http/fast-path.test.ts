import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { newApiKey } from '../../../src/store/api-key.ts'
import { openStore } from '../../../src/store/store.ts'
import { answerer } from '../../real-law.ts'
import { emptyPlace, PLENTY, problemIn, type ServiceOptions, serviceFor } from './service.ts'
import { answersIn, askOver, askRaw, sendBytes } from './wire.ts'

const PIPES = '/api/v1/cn?q=7304+11+00'
const TIMEOUT = { timeout: 120_000 }

/** A service on the wire that tells which requests came to its routes. */
async function openService(t: TestContext, options: ServiceOptions = {}) {
  const service = await serviceFor(t, options)
  let routed = 0
  service.app.addHook('onSend', (_request, _reply, _payload, done) => {
    routed++
    done()
  })
  const port = await service.listen()
  const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const before = routed
    const answer = await askOver(port, path, { method, headers })
    return { ...answer, ahead: routed === before }
  }
  /** Asked twice, an answer is kept. */
  const keep = async (path: string, headers: Record<string, string> = {}) => {
    for (let time = 0; time < 2; time++) assert.equal((await ask(path, headers)).ahead, false)
  }
  return { ...service, port, ask, keep }
}

/** Everything said but what differs from one request to the next. */
function sameEachTime({ statusCode, headers, bytes }: Awaited<ReturnType<typeof askOver>>) {
  const { date, 'x-request-id': id, 'ratelimit-remaining': remaining, 'ratelimit-reset': reset, ...same } = headers
  assert.match(String(id), /^[0-9a-f]{8}-[0-9a-z]+$/)
  assert.ok(date)
  assert.match(String(remaining), /^\d+$/)
  assert.match(String(reset), /^\d+$/)
  return { statusCode, headers: same, bytes }
}

const problemOver = ({ statusCode, headers, bytes }: Awaited<ReturnType<typeof askOver>>) =>
  problemIn({ statusCode, headers, body: bytes.toString() })

describe('a question asked before', TIMEOUT, () => {
  test('is answered ahead of the routes, in every form exactly as they answer', async (t) => {
    const { ask } = await openService(t)
    const tags: string[] = []
    for (const path of [PIPES, '/api/v1/cn?q=7304&lang=en', '/api/v1/cn?q=0101', '/api/v1/cn?q=rury&limit=3']) {
      const plain = await ask(path)
      await ask(path)
      for (const method of ['GET', 'HEAD']) {
        for (const packing of ['identity', 'gzip', 'br', 'gzip, deflate, br']) {
          // The one who asks first for a packing waits for it with the routes.
          const first = await ask(path, { 'accept-encoding': packing }, method)
          const again = await ask(path, { 'accept-encoding': packing }, method)
          assert.equal(again.ahead, true, `${method} ${packing}`)
          assert.deepEqual(sameEachTime(again), sameEachTime(first))
          assert.equal(again.bytes.length === 0, method === 'HEAD')
          if (packing === 'identity' && method === 'GET') assert.deepEqual(sameEachTime(again), sameEachTime(plain))

          const known = { 'accept-encoding': packing, 'if-none-match': String(again.headers.etag) }
          const unchanged = await ask(path, known, method)
          assert.deepEqual([unchanged.statusCode, unchanged.ahead, unchanged.bytes.length], [304, true, 0])
          assert.equal(unchanged.headers.etag, again.headers.etag)
          assert.equal(unchanged.headers['content-length'], undefined)
          const other = await ask(path, { ...known, 'if-none-match': '"other"' }, method)
          assert.deepEqual(sameEachTime(other), sameEachTime(again))
          tags.push(String(again.headers.etag))
        }
      }
    }
    assert.equal(new Set(tags).size, 4 * 3)
  })

  test('has a request id of its own each time', async (t) => {
    const { ask } = await openService(t)
    const ids: unknown[] = []
    for (let time = 0; time < 6; time++) ids.push((await ask(PIPES)).headers['x-request-id'])
    assert.equal(new Set(ids).size, 6)
  })

  test('counts like any other, and is refused like any other', async (t) => {
    const { ask, ops } = await openService(t, { limits: { lookups: 5 } })
    const left: unknown[] = []
    const ahead: boolean[] = []
    for (let time = 0; time < 5; time++) {
      const answer = await ask(PIPES)
      left.push(answer.headers['ratelimit-remaining'])
      ahead.push(answer.ahead)
    }
    assert.deepEqual(left, ['4', '3', '2', '1', '0'])
    assert.deepEqual(ahead, [false, false, true, true, true])
    const refused = await ask(PIPES)
    assert.equal(problemOver(refused).code, 'rate_limited')
    assert.equal(refused.headers['ratelimit-remaining'], '0')
    assert.match(String(refused.headers['retry-after']), /^\d+$/)
    const { body } = await ops('/metrics')
    assert.match(body, /^cn_limited_total 1$/m)
  })

  test('is answered ahead of the routes with a key too, counts for the key, and ends with it', async (t) => {
    const store = await openStore(await emptyPlace(t))
    t.after(() => store.close())
    const { ask } = await openService(t, { store, limits: { lookups: 5, key: 100 } })
    const at = new Date()
    const { id, key } = await store.keys.issue({ name: 'Broker', perMinute: null, expires: null, at })
    const given: Record<string, string>[] = [{ 'x-api-key': key }, { authorization: `Bearer ${key}` }]
    const [first, , ...more] = [await ask(PIPES, given[0]), await ask(PIPES, given[1]), ...(await asked(10))]
    async function asked(times: number) {
      const answers: Awaited<ReturnType<typeof ask>>[] = []
      for (let time = 0; time < times; time++) answers.push(await ask(PIPES, given[time % 2]))
      return answers
    }
    assert.ok(first && !first.ahead)
    assert.deepEqual(
      more.map(({ ahead, headers }) => [ahead, headers['ratelimit-limit'], headers['ratelimit-remaining']]),
      more.map((_, time) => [true, '100', `${97 - time}`]),
    )
    for (const answer of more) assert.deepEqual(sameEachTime(answer), sameEachTime(first))
    assert.equal((await ask(PIPES)).headers['ratelimit-remaining'], '4', 'the address was not charged')

    for (const wrong of [newApiKey(), 'none', '']) {
      const refused = await ask(PIPES, { 'x-api-key': wrong })
      assert.deepEqual([refused.statusCode, refused.ahead], [401, false], wrong)
    }
    await store.keys.revoke(id, at)
    assert.equal(problemOver(await ask(PIPES, given[0])).code, 'key_revoked')
  })

  test('without a limit no limit is named', async (t) => {
    const { ask, keep } = await openService(t, { limits: { lookups: 0 } })
    await keep(PIPES)
    const answer = await ask(PIPES)
    assert.equal(answer.ahead, true)
    assert.deepEqual(
      Object.keys(answer.headers).filter((name) => name.startsWith('ratelimit')),
      [],
    )
  })

  test('a wrong key is refused though the answer is there', async (t) => {
    const { ask, keep } = await openService(t)
    await keep(PIPES)
    for (const headers of [{ 'x-api-key': 'cns_wrong' }, { authorization: 'Bearer cns_wrong' }]) {
      const answer = await ask(PIPES, headers)
      assert.deepEqual([answer.ahead, answer.statusCode], [false, 401])
    }
  })

  test('is counted for whom a trusted proxy names, and for nobody else', async (t) => {
    const direct = await openService(t, { limits: { lookups: 9 } })
    await direct.keep(PIPES)
    const claimed = await direct.ask(PIPES, { 'x-forwarded-for': '198.51.100.7' })
    assert.deepEqual([claimed.ahead, claimed.headers['ratelimit-remaining']], [true, '6'])

    for (const trustProxy of [1, ['127.0.0.0/8']] as const) {
      const { ask, keep } = await openService(t, { limits: { lookups: 9 }, trustProxy })
      await keep(PIPES, { 'x-forwarded-for': '198.51.100.7' })
      const asked = async (by: string) => {
        const answer = await ask(PIPES, { 'x-forwarded-for': by })
        assert.equal(answer.ahead, true)
        return answer.headers['ratelimit-remaining']
      }
      assert.equal(await asked('198.51.100.7'), '6')
      assert.equal(await asked('198.51.100.8'), '8')
      for (const nobody of ['', ',', 'unknown', '1.2.3', 'a'.repeat(5_000)]) await asked(nobody)
      assert.equal(await asked('unknown'), '3', 'who is not named is counted as the proxy that did not name it')
      assert.equal(await asked('198.51.100.7:5555'), '5', 'a port does not make another caller')
      assert.equal(await asked('[2001:db8::1]:443'), '8')
      assert.equal(await asked('2001:db8::2'), '7')
    }
  })

  test('is counted for the IPv6 networks of the caller too', async (t) => {
    const { ask, keep } = await openService(t, { limits: { lookups: 5 }, ipv6Factors: { 56: 1 }, trustProxy: 1 })
    const by = (address: string) => ({ 'x-forwarded-for': address })
    await keep(PIPES, by('2001:db8:1:100::1'))
    const asked: unknown[] = []
    for (const third of ['101', '102', '103', '104']) {
      const { ahead, statusCode, headers } = await ask(PIPES, by(`2001:db8:1:${third}::1`))
      asked.push([ahead, statusCode, headers['ratelimit-remaining']])
    }
    assert.deepEqual(asked, [
      [true, 200, '2'],
      [true, 200, '1'],
      [true, 200, '0'],
      [false, 429, '0'],
    ])
    assert.equal((await ask(PIPES, by('2001:db8:1:200::1'))).statusCode, 200, 'another /56')
  })

  test('is measured and logged as the route’s, without what was asked', async (t) => {
    const { ask, keep, ops, log, logged } = await openService(t)
    await keep(PIPES)
    for (const method of ['GET', 'HEAD', 'GET']) assert.equal((await ask(PIPES, {}, method)).ahead, true)
    const { body } = await ops('/metrics')
    assert.match(body, /^cn_http_requests_total\{method="GET",route="\/api\/v1\/cn",status="200"\} 4$/m)
    assert.match(body, /^cn_http_requests_total\{method="HEAD",route="\/api\/v1\/cn",status="200"\} 1$/m)
    assert.match(body, /^cn_http_request_seconds_count\{route="\/api\/v1\/cn"\} 5$/m)
    const lines = log.filter(({ message, fields }) => message === 'answered' && 'status' in fields).slice(0, 5)
    assert.equal(lines.length, 5)
    for (const { level, fields } of lines) {
      assert.equal(level, 'debug')
      assert.deepEqual(Object.keys(fields).sort(), ['method', 'ms', 'reqId', 'route', 'status'])
    }
    assert.doesNotMatch(logged(), /7304|127\.0\.0\.1/)
  })

  test('is a new question on a new day and under a new law', async (t) => {
    let served = answerer
    const { ask, keep, clock } = await openService(t, { answerer: () => served })
    const dayOf = ({ bytes }: { bytes: Buffer }) => JSON.parse(bytes.toString()).scope.as_of
    await keep(PIPES)
    assert.equal((await ask(PIPES)).ahead, true)
    clock.now = new Date('2026-11-15T23:00:00Z')
    const tomorrow = await ask(PIPES)
    assert.deepEqual([tomorrow.ahead, dayOf(tomorrow)], [false, '2026-11-16'])
    const kept = await ask(PIPES)
    assert.deepEqual([kept.ahead, dayOf(kept)], [true, '2026-11-16'])
    served = { ...answerer, dataset: { ...answerer.dataset, version: 'another' } }
    assert.equal((await ask(PIPES)).ahead, false)
  })

  test('other methods on its address are the routes’', async (t) => {
    const { port, keep } = await openService(t)
    await keep(PIPES)
    assert.equal((await askRaw(port, `OPTIONS ${PIPES} HTTP/1.1`)).statusCode, 204)
    for (const method of ['POST', 'PUT', 'DELETE']) {
      problemIn(await askRaw(port, `${method} ${PIPES} HTTP/1.1`), 'method_not_allowed')
    }
  })

  test('whatever is asked, the third answer is the first', async (t) => {
    const { port } = await openService(t, { limits: PLENTY })
    const target = fc.tuple(
      fc.constantFrom('/api/v1/cn', '/api/v1/cn/', '//api/v1/cn', 'http://example.com/api/v1/cn', '/api/v1/suggest'),
      fc.constantFrom('', 'q=', 'q=84', 'q=%37304', 'q=rury', 'q=%', 'Q=84', 'q=84;q=85', 'q=84#x', 'q=caf%C3%A9'),
      fc.constantFrom('', '&', '&lang=en', '&lang=EN', '&limit=2', '&limit=0', '&as_of=2025-01-01', '&q=85', '&x='),
    )
    const method = fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'POST')
    await fc.assert(
      fc.asyncProperty(method, target, async (way, [path, query, more]) => {
        const line = `${way} ${path}?${query}${more} HTTP/1.1`
        const said = async () => {
          const bytes = await sendBytes(port, `${line}\r\nHost: x\r\nConnection: close\r\n\r\n`)
          const [head = '', ...body] = bytes.toString().split('\r\n\r\n')
          const lines = head.split('\r\n').filter((one) => !/^(date|x-request-id|ratelimit-re\w+):/i.test(one))
          return { lines: lines.toSorted(), body: body.join('\r\n\r\n') }
        }
        const first = await said()
        assert.match(first.lines.join('\n'), /^HTTP\/1\.1 (200|204|400|404|405) /m, line)
        for (let time = 0; time < 2; time++) assert.deepEqual(await said(), first, line)
      }),
      { numRuns: 150 },
    )
  })

  test('refused questions are never kept', async (t) => {
    const { ask } = await openService(t)
    for (let time = 0; time < 4; time++) {
      const answer = await ask('/api/v1/cn?q=')
      assert.equal(problemOver(answer).code, 'q_empty')
      assert.equal(answer.ahead, false)
    }
  })
})

describe('the stop', TIMEOUT, () => {
  /** More than the buffers of the system take, so that it stays under way until it is read. */
  const LARGE = '/api/v1/cn?q=84&limit=60'
  const TIMES = 120

  test('what was asked before it arrives whole, new or repeated, and the connection ends', async (t) => {
    const { app, port, keep, ask } = await openService(t, { limits: PLENTY })
    await keep(LARGE)
    const { bytes, ahead } = await ask(LARGE)
    assert.ok(ahead && bytes.length * TIMES > 15_000_000, `${bytes.length} bytes`)
    const reader = connect(port, '127.0.0.1')
    const received: Buffer[] = []
    const over = new Promise((resolve) => reader.on('close', resolve))
    reader.on('data', (chunk) => received.push(chunk)).pause()
    const line = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
    const begun = new Promise((resolve) => app.server.once('request', resolve))
    reader.write(line(LARGE).repeat(TIMES) + line('/api/v1/cn?q=8471+30'))
    await begun
    const closed = app.close()
    reader.resume()
    await over
    await closed
    const answers = answersIn(Buffer.concat(received))
    assert.equal(answers.length, TIMES + 1)
    assert.ok(answers.every(({ statusCode }) => statusCode === 200))
    assert.equal(JSON.parse(answers.at(-1)?.body ?? '').query, '8471 30')
  })

  test('a connection that was answered ahead of the routes is idle, and closed at once', async (t) => {
    const { app, port, keep } = await openService(t)
    await keep(PIPES)
    const caller = connect(port, '127.0.0.1')
    const over = new Promise((resolve) => caller.on('close', resolve))
    caller.write(`GET ${PIPES} HTTP/1.1\r\nHost: x\r\n\r\n`)
    await new Promise((resolve) => caller.once('data', resolve))
    t.mock.timers.enable({ apis: ['setTimeout'] })
    await app.close()
    await over
  })
})
