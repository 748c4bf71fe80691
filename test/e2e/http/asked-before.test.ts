import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import fc from 'fast-check'
import type { Answerer } from '../../../src/answer/answer.ts'
import { newApiKey } from '../../../src/store/keys/api-key.ts'
import { openStore } from '../../../src/store/store.ts'
import { answerer } from '../../real-law.ts'
import { emptyPlace, PLENTY, problemIn, type ServiceOptions, serviceFor } from './service.ts'
import { answersIn, askOver, askRaw, sendBytes } from './wire.ts'

const PIPES = '/api/v1/cn?q=7304+11+00'
const TIMEOUT = { timeout: 120_000 }

/** A service on the wire that tells which answers were worked out. */
async function openService(t: TestContext, options: ServiceOptions = {}) {
  let workedOut = 0
  const counting: Answerer = {
    ...answerer,
    answer: (question) => {
      workedOut++
      return answerer.answer(question)
    },
  }
  const service = await serviceFor(t, { answerer: () => counting, ...options })
  const port = await service.listen()
  const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const before = workedOut
    const answer = await askOver(port, path, { method, headers })
    return { ...answer, cached: workedOut === before }
  }
  const keep = async (path: string, headers: Record<string, string> = {}) =>
    assert.equal((await ask(path, headers)).cached, false)
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
  test('is answered from the cache, in every form as it was the first time', async (t) => {
    const { ask } = await openService(t)
    const tags: string[] = []
    for (const path of [PIPES, '/api/v1/cn?q=7304&lang=en', '/api/v1/cn?q=0101', '/api/v1/cn?q=rury&limit=3']) {
      const plain = await ask(path)
      for (const method of ['GET', 'HEAD']) {
        for (const packing of ['identity', 'gzip', 'br', 'gzip, deflate, br']) {
          const first = await ask(path, { 'accept-encoding': packing }, method)
          const again = await ask(path, { 'accept-encoding': packing }, method)
          assert.equal(again.cached, true, `${method} ${packing}`)
          assert.deepEqual(sameEachTime(again), sameEachTime(first))
          assert.equal(again.bytes.length === 0, method === 'HEAD')
          if (packing === 'identity' && method === 'GET') assert.deepEqual(sameEachTime(again), sameEachTime(plain))

          const known = { 'accept-encoding': packing, 'if-none-match': String(again.headers.etag) }
          const unchanged = await ask(path, known, method)
          assert.deepEqual([unchanged.statusCode, unchanged.cached, unchanged.bytes.length], [304, true, 0])
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
    const cached: boolean[] = []
    for (let time = 0; time < 5; time++) {
      const answer = await ask(PIPES)
      left.push(answer.headers['ratelimit-remaining'])
      cached.push(answer.cached)
    }
    assert.deepEqual(left, ['4', '3', '2', '1', '0'])
    assert.deepEqual(cached, [false, true, true, true, true])
    const refused = await ask(PIPES)
    assert.equal(problemOver(refused).code, 'rate_limited')
    assert.equal(refused.headers['ratelimit-remaining'], '0')
    assert.match(String(refused.headers['retry-after']), /^\d+$/)
    const { body } = await ops('/metrics')
    assert.match(body, /^cn_limited_total 1$/m)
  })

  test('counts for the key that is sent, and is refused when the key ends', async (t) => {
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
    assert.ok(first && !first.cached)
    assert.deepEqual(
      more.map(({ cached, headers }) => [cached, headers['ratelimit-limit'], headers['ratelimit-remaining']]),
      more.map((_, time) => [true, '100', `${97 - time}`]),
    )
    for (const answer of more) assert.deepEqual(sameEachTime(answer), sameEachTime(first))
    assert.equal((await ask(PIPES)).headers['ratelimit-remaining'], '4', 'the address was not charged')

    for (const wrong of [newApiKey(), 'none', '']) {
      const refused = await ask(PIPES, { 'x-api-key': wrong })
      assert.equal(refused.statusCode, 401, wrong)
    }
    await store.keys.revoke(id, at)
    assert.equal(problemOver(await ask(PIPES, given[0])).code, 'key_revoked')
  })

  test('without a limit no limit is named', async (t) => {
    const { ask, keep } = await openService(t, { limits: { lookups: 0 } })
    await keep(PIPES)
    const answer = await ask(PIPES)
    assert.equal(answer.cached, true)
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
      assert.equal(answer.statusCode, 401)
    }
  })

  test('is counted for whom a trusted proxy names, and for nobody else', async (t) => {
    const direct = await openService(t, { limits: { lookups: 9 } })
    await direct.keep(PIPES)
    const claimed = await direct.ask(PIPES, { 'x-forwarded-for': '198.51.100.7' })
    assert.deepEqual([claimed.cached, claimed.headers['ratelimit-remaining']], [true, '7'])

    for (const trustProxy of [1, ['127.0.0.0/8']] as const) {
      const { ask, keep } = await openService(t, { limits: { lookups: 9 }, trustProxy })
      await keep(PIPES, { 'x-forwarded-for': '198.51.100.7' })
      const asked = async (by: string) => {
        const answer = await ask(PIPES, { 'x-forwarded-for': by })
        assert.equal(answer.cached, true)
        return answer.headers['ratelimit-remaining']
      }
      assert.equal(await asked('198.51.100.7'), '7')
      assert.equal(await asked('198.51.100.8'), '8')
      for (const nobody of ['', ',', 'unknown', '1.2.3', 'a'.repeat(5_000)]) await asked(nobody)
      assert.equal(await asked('unknown'), '3', 'who is not named is counted as the proxy that did not name it')
      assert.equal(await asked('198.51.100.7:5555'), '6', 'a port does not make another caller')
      assert.equal(await asked('[2001:db8::1]:443'), '8')
      assert.equal(await asked('2001:db8::2'), '7')
    }
  })

  test('is counted for the IPv6 networks of the caller too', async (t) => {
    const { ask, keep } = await openService(t, { limits: { lookups: 5 }, ipv6Factors: { 56: 1 }, trustProxy: 1 })
    const by = (address: string) => ({ 'x-forwarded-for': address })
    await keep(PIPES, by('2001:db8:1:100::1'))
    const asked: unknown[] = []
    for (const third of ['101', '102', '103', '104', '105']) {
      const { statusCode, headers } = await ask(PIPES, by(`2001:db8:1:${third}::1`))
      asked.push([statusCode, headers['ratelimit-remaining']])
    }
    assert.deepEqual(asked, [
      [200, '3'],
      [200, '2'],
      [200, '1'],
      [200, '0'],
      [429, '0'],
    ])
    assert.equal((await ask(PIPES, by('2001:db8:1:200::1'))).statusCode, 200, 'another /56')
  })

  test('is measured and logged as the route’s, without what was asked', async (t) => {
    const { ask, keep, ops, log, logged } = await openService(t)
    await keep(PIPES)
    for (const method of ['GET', 'HEAD', 'GET']) assert.equal((await ask(PIPES, {}, method)).cached, true)
    const { body } = await ops('/metrics')
    assert.match(body, /^cn_http_requests_total\{method="GET",route="\/api\/v1\/cn",status="200"\} 3$/m)
    assert.match(body, /^cn_http_requests_total\{method="HEAD",route="\/api\/v1\/cn",status="200"\} 1$/m)
    assert.match(body, /^cn_http_request_seconds_count\{route="\/api\/v1\/cn"\} 4$/m)
    const lines = log.filter(({ message, fields }) => message === 'answered' && 'status' in fields).slice(0, 4)
    assert.equal(lines.length, 4)
    for (const { level, fields } of lines) {
      assert.equal(level, 'debug')
      assert.deepEqual(Object.keys(fields).sort(), ['method', 'ms', 'reqId', 'route', 'status'])
    }
    assert.doesNotMatch(logged(), /7304|127\.0\.0\.1/)
  })

  test('is a new question on a new day and under a new law', async (t) => {
    let version = answerer.dataset.version
    const laws = new Map<string, Answerer>()
    const served = () => {
      const law = laws.get(version) ?? { ...answerer, answer: (question) => withVersion(answerer.answer(question)) }
      laws.set(version, law)
      return law
    }
    const withVersion = (response: ReturnType<Answerer['answer']>) => ({
      ...response,
      meta: { ...response.meta, dataset: version },
    })
    const { ask, clock } = await openService(t, { answerer: served })
    const said = async () => {
      const { scope, meta } = JSON.parse((await ask(PIPES)).bytes.toString())
      return [scope.as_of, meta.dataset]
    }
    const { version: first } = answerer.dataset
    for (let time = 0; time < 2; time++) assert.deepEqual(await said(), ['2026-11-15', first])
    clock.now = new Date('2026-11-15T23:00:00Z')
    for (let time = 0; time < 2; time++) assert.deepEqual(await said(), ['2026-11-16', first])
    version = 'another'
    for (let time = 0; time < 2; time++) assert.deepEqual(await said(), ['2026-11-16', 'another'])
  })

  test('other methods on its address are refused', async (t) => {
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
    }
  })
})

describe('the stop', TIMEOUT, () => {
  /** More than the buffers of the system take, so that it stays under way until it is read. */
  const LARGE = '/api/v1/cn?q=84&limit=60'
  const TIMES = 120

  test('what was asked before it arrives whole, and the connection ends', async (t) => {
    const { app, port, keep, ask } = await openService(t, { limits: PLENTY })
    await keep(LARGE)
    const { bytes, cached } = await ask(LARGE)
    assert.ok(cached && bytes.length * TIMES > 15_000_000, `${bytes.length} bytes`)
    const reader = connect(port, '127.0.0.1')
    const received: Buffer[] = []
    const over = new Promise((resolve) => reader.on('close', resolve))
    reader.on('data', (chunk) => received.push(chunk)).pause()
    const line = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
    const begun = new Promise((resolve) => app.server.once('request', resolve))
    reader.write(line(LARGE).repeat(TIMES))
    await begun
    // However slow the machine is, the time that a stop gives to what is under way does not end.
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const closed = app.close()
    reader.resume()
    await over
    await closed
    const answers = answersIn(Buffer.concat(received))
    assert.equal(answers.length, TIMES)
    for (const { statusCode, body } of answers) assert.ok(statusCode === 200 && body === bytes.toString())
  })

  test('a connection that was answered is idle, and closed at once', async (t) => {
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
