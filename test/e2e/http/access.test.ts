import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, type TestContext, test } from 'node:test'
import type { LightMyRequestResponse } from 'fastify'
import { calendarDay, type Day } from '../../../src/base/day.ts'
import { PROBLEMS, type ProblemCode } from '../../../src/http/kernel/problem/problems.ts'
import type { HttpSettings } from '../../../src/http/kernel/service/services.ts'
import { newApiKey } from '../../../src/store/keys/api-key.ts'
import { type Limits, limitsInMemory } from '../../../src/store/limits/limits.ts'
import { StoreError } from '../../../src/store/sql/store-error.ts'
import { openStore, type Store } from '../../../src/store/store.ts'
import { emptyPlace, limitIn, NOON, PLENTY, problemIn, type Service, serviceFor } from './service.ts'

const LOOKUP = '/api/v1/cn?q=7304'
const LEAD = { email: 'anna@example.com' }

/** The limits read Date.now; the service's own clock is set apart from it. */
const atNoon = (t: TestContext) => t.mock.timers.enable({ apis: ['Date'], now: new Date(NOON) })

/** A store for the service, and the operator's hand on it. */
async function storeFor(t: TestContext): Promise<Store> {
  const store = await openStore(await emptyPlace(t))
  t.after(() => store.close())
  return store
}

const issue = async (store: Store, over: { perMinute?: number; expires?: Day } = {}) =>
  store.keys.issue({ name: 'Broker', perMinute: null, expires: null, at: new Date(NOON), ...over })

describe('limits', () => {
  test('a bucket is counted exactly or without waiting, never both ways', async (t) => {
    const stored = await openStore(await emptyPlace(t))
    t.after(() => stored.close())
    const ways = new Map<string, Set<string>>()
    const inMemory = limitsInMemory()
    const record = (bucket: string, way: string) => ways.set(bucket, (ways.get(bucket) ?? new Set()).add(way))
    // As on PostgreSQL, where the two ways do not know of one another.
    const limits: Limits = {
      count(bucket, ...rest) {
        record(bucket, 'count')
        return inMemory.count(bucket, ...rest)
      },
      consume(bucket, ...rest) {
        record(bucket, 'consume')
        return inMemory.consume(bucket, ...rest)
      },
    }
    const { app } = await serviceFor(t, { store: { ...stored, kind: 'postgres', limits } })
    const { key } = await stored.keys.issue({ name: 'ERP', perMinute: null, expires: null, at: new Date(NOON) })
    const items = Array.from({ length: 120 }, (_, at) => ({ id: `${at}`, q: 'rury stalowe' }))
    for (const headers of [{}, { 'x-api-key': key }]) {
      await app.inject({ url: '/api/v1/cn?q=7304', headers })
      await app.inject({ url: '/', headers })
      await app.inject({ method: 'POST', url: '/api/v1/check', headers, payload: { items } })
      await app.inject({ method: 'PUT', url: '/api/v1/lists/erp', headers, payload: { items } })
      await app.inject({ method: 'POST', url: '/api/lead', headers, payload: { email: 'anna@example.eu' } })
    }
    assert.ok([...ways.keys()].some((bucket) => bucket.startsWith('lists ')))
    const counted = [...ways].filter(([, taken]) => taken.has('count')).map(([bucket]) => bucket)
    assert.deepEqual(counted, ['lookups 127.0.0.1', 'pages 127.0.0.1'], 'what has no key')
    assert.deepEqual(
      [...ways].filter(([, taken]) => taken.size > 1),
      [],
    )
  })

  test('a caller is told where it stands, is refused when its minute is used up, and may ask again in the next', async (t) => {
    atNoon(t)
    const { get } = await serviceFor(t, { limits: { lookups: 3 } })
    const stands = async () => {
      const answer = await get(LOOKUP)
      return { status: answer.statusCode, ...limitIn(answer), wait: answer.headers['retry-after'] }
    }
    assert.deepEqual(await stands(), { status: 200, limit: 3, remaining: 2, reset: 60, wait: undefined })
    assert.deepEqual(await stands(), { status: 200, limit: 3, remaining: 1, reset: 60, wait: undefined })
    t.mock.timers.tick(30_500)
    assert.deepEqual(await stands(), { status: 200, limit: 3, remaining: 0, reset: 30, wait: undefined })
    for (let more = 0; more < 3; more++) {
      assert.deepEqual(await stands(), { status: 429, limit: 3, remaining: 0, reset: 30, wait: '30' })
    }
    t.mock.timers.tick(29_499)
    assert.deepEqual(await stands(), { status: 429, limit: 3, remaining: 0, reset: 1, wait: '1' })
    t.mock.timers.tick(1)
    assert.deepEqual(await stands(), { status: 200, limit: 3, remaining: 2, reset: 60, wait: undefined })
  })

  test('a refusal is a problem, with nothing of the answer in it', async (t) => {
    const { get } = await serviceFor(t, { limits: { lookups: 1 } })
    const { etag } = (await get(LOOKUP)).headers
    const refused = await get(LOOKUP, { 'if-none-match': String(etag) })
    assert.deepEqual(problemIn(refused, 'rate_limited').errors, [])
    assert.equal(refused.headers.etag, undefined)
  })

  test('every answer of the API says where the caller stands, and every request counts once', async (t) => {
    const store = await storeFor(t)
    const service = await serviceFor(t, { store, limits: { lookups: 100, leads: 100 } })
    const { get, post } = service
    const wrong = { 'x-api-key': newApiKey() }
    const lookups: [number, () => Promise<LightMyRequestResponse>][] = [
      [200, () => get(LOOKUP)],
      [304, async () => get(LOOKUP, { 'if-none-match': '*' })],
      [400, () => get('/api/v1/cn')],
      [400, () => get('/api/v1/cn?q=%zz')],
      [401, () => get(LOOKUP, wrong)],
      [401, () => get(LOOKUP, { authorization: 'Basic YTpi' })],
      [400, () => get(LOOKUP, { 'x-api-key': 'one', authorization: 'Bearer two' })],
      [200, () => get('/api/v1/dataset')],
      [304, () => get('/api/v1/dataset', { 'if-none-match': '*' })],
      [401, () => get('/api/v1/dataset', wrong)],
      [200, () => service.app.inject({ method: 'HEAD', url: LOOKUP })],
    ]
    const leads: [number, () => Promise<LightMyRequestResponse>][] = [
      [200, () => post(LEAD, { 'idempotency-key': 'taken' })],
      [400, () => post({ email: 'anna' })],
      [400, () => post('{')],
      [400, () => post('')],
      [400, () => post(LEAD, { 'idempotency-key': '' })],
      [401, () => post(LEAD, wrong)],
      [409, () => post({ email: 'b@example.com' }, { 'idempotency-key': 'taken' })],
      [413, () => post('x'.repeat(20_000))],
      [415, () => post('a=b', { 'content-type': 'application/x-www-form-urlencoded' })],
    ]
    for (const asked of [lookups, leads]) {
      for (const [i, [status, ask]] of asked.entries()) {
        const answer = await ask()
        const what = `${i} ${status} ${answer.body.slice(0, 100)}`
        assert.equal(answer.statusCode, status, what)
        assert.deepEqual({ ...limitIn(answer), reset: 0 }, { limit: 100, remaining: 99 - i, reset: 0 }, what)
      }
    }
  })

  test('faults of ours say it too', async (t) => {
    const broken = storeThatFails(new StoreError('keys.find', 'ECONNREFUSED'))
    const key = { 'x-api-key': newApiKey() }
    const away = await serviceFor(t, { store: broken })
    const closed = await serviceFor(t, { store: null })
    const unready = await serviceFor(t, { answerer: () => null })
    const faulty = await serviceFor(t, {
      answerer: () => {
        throw new Error('a fault')
      },
    })
    for (const [i, { get, post }] of [away, closed].entries()) {
      assert.equal(limitIn(await get(LOOKUP, key))?.remaining, 299, String(i))
      assert.equal(limitIn(await post(LEAD, key))?.remaining, 9)
      assert.equal(limitIn(await post(LEAD))?.remaining, 8)
    }
    assert.equal(limitIn(await unready.get(LOOKUP))?.remaining, 299)
    assert.equal(limitIn(await faulty.get(LOOKUP))?.remaining, 299)
  })

  test('what is for operators is not counted at all', async (t) => {
    const { get, ops } = await serviceFor(t, { limits: { lookups: 1, pages: 1 } })
    await get(LOOKUP)
    for (const path of ['/healthz', '/readyz', '/metrics', '/healthz', '/readyz', '/metrics']) {
      const answer = await (path === '/metrics' ? ops : get)(path)
      assert.equal(answer.statusCode, 200, path)
      assert.equal(limitIn(answer), undefined, path)
    }
    problemIn(await get(LOOKUP), 'rate_limited')
  })

  test('everything else counts as a page, once, and is refused as one', async (t) => {
    const others: [number, string, string][] = [
      [200, 'GET', '/openapi.json'],
      [304, 'GET', '/openapi.json'],
      [200, 'HEAD', '/openapi.json'],
      [200, 'GET', '/docs/'],
      [200, 'GET', '/'],
      [200, 'HEAD', '/en'],
      [302, 'GET', '/?lang=en&q=7304'],
      [400, 'GET', '/?q=%zz'],
      [200, 'GET', '/list'],
      [200, 'GET', '/en/methodology'],
      [200, 'GET', '/legal'],
      [200, 'GET', '/api'],
      [200, 'GET', '/robots.txt'],
      [404, 'GET', '/assets/none.css'],
      [404, 'GET', '/nowhere'],
      [404, 'POST', '/nowhere'],
      [405, 'DELETE', '/api/v1/cn'],
      [405, 'GET', '/api/lead'],
      [204, 'OPTIONS', '/api/v1/cn'],
      [204, 'OPTIONS', '/nowhere'],
      [400, 'GET', '/%zz'],
    ]
    const { app, get } = await serviceFor(t, { limits: { pages: others.length, lookups: 1 } })
    const ask = ([status, method, url]: (typeof others)[number]) =>
      app.inject({ method: method as 'GET', url, headers: status === 304 ? { 'if-none-match': '*' } : {} })
    for (const one of others) {
      const answer = await ask(one)
      assert.equal(answer.statusCode, one[0], one.join(' '))
      assert.equal(limitIn(answer), undefined, 'shared caches would tell it to others')
    }
    for (const one of others) {
      const answer = await ask(one)
      assert.equal(answer.statusCode, 429, one.join(' '))
      assert.deepEqual({ ...limitIn(answer), reset: 0 }, { limit: others.length, remaining: 0, reset: 0 })
      assert.ok(Number(answer.headers['retry-after']) >= 1)
      // The start page is a page for whoever asks.
      if (one[1] !== 'HEAD' && !/^\/(\?|$)/.test(one[2])) problemIn(answer, 'rate_limited')
    }
    assert.equal(limitIn(await get(LOOKUP))?.remaining, 0, 'lookups are counted apart')
    assert.equal((await get('/nowhere', {}, '192.0.2.9')).statusCode, 404, 'and others are not concerned')
  })

  test('a browser is refused in words, in its language', async (t) => {
    const { get } = await serviceFor(t, { limits: { pages: 1 } })
    const browser = { accept: 'text/html,application/xhtml+xml', 'accept-encoding': 'br' }
    await get('/list', browser)
    for (const [path, language, title] of [
      ['/list', 'pl', 'Za dużo żądań'],
      ['/', 'pl', 'Za dużo żądań'],
      ['/en/list', 'en', 'Too many requests'],
      ['/docs/', 'pl', 'Za dużo żądań'],
      ['/nowhere', 'pl', 'Za dużo żądań'],
    ] as const) {
      const answer = await get(path, browser)
      assert.equal(answer.statusCode, 429, path)
      assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8')
      assert.equal(answer.headers['content-language'], language)
      assert.equal(answer.headers['content-encoding'], undefined, 'a refusal is not worth packing')
      assert.ok(Number(answer.headers['retry-after']) >= 1)
      assert.match(answer.body, new RegExp(`<h1>${title}</h1>`))
    }
  })

  test('what a limit refuses leaves no line in the log, but is measured', async (t) => {
    const { get, ops, log } = await serviceFor(t, { limits: { pages: 2, lookups: 1 } })
    const loud = () => log.filter(({ level }) => level !== 'debug').length
    for (let time = 0; time < 5; time++) await get('/nowhere')
    for (let time = 0; time < 5; time++) await get(LOOKUP)
    assert.equal(loud(), 2, 'the two that were not found')
    const { body } = await ops('/metrics')
    assert.match(body, /^cn_limited_total 7$/m)
    assert.match(body, /^cn_http_requests_total\{method="GET",route="unknown",status="429"\} 3$/m)
  })

  test('lookups and leads are counted apart', async (t) => {
    const { get, post } = await serviceFor(t, { limits: { lookups: 2, leads: 1 } })
    assert.equal(limitIn(await post(LEAD))?.remaining, 0)
    assert.equal(limitIn(await get(LOOKUP))?.remaining, 1)
    problemIn(await post(LEAD), 'rate_limited')
    assert.equal(limitIn(await get('/api/v1/dataset'))?.remaining, 0, 'the dataset is looked up too')
    problemIn(await get(LOOKUP), 'rate_limited')
  })

  test('a refused contact is not stored', async (t) => {
    const store = await storeFor(t)
    const { post } = await serviceFor(t, { store, limits: { leads: 1 } })
    await post(LEAD)
    problemIn(await post(LEAD), 'rate_limited')
    assert.equal(await store.leads.count(), 1)
  })

  test('a body that cannot be read counts too, so that it cannot be sent without end', async (t) => {
    const { post } = await serviceFor(t, { limits: { leads: 2 } })
    problemIn(await post('{'), 'body_invalid')
    problemIn(await post('x'.repeat(20_000)), 'body_too_large')
    for (const body of ['{', 'x'.repeat(20_000), JSON.stringify(LEAD)]) problemIn(await post(body), 'rate_limited')
  })

  test('0 switches a limit off, and then none is spoken of', async (t) => {
    const store = await storeFor(t)
    const { key } = await issue(store)
    const { get, post } = await serviceFor(t, { store, limits: { lookups: 0, leads: 0, key: 0 } })
    for (let i = 0; i < 400; i++) assert.equal((await get('/api/v1/cn?q=99')).statusCode, 200)
    for (const answer of [await get(LOOKUP), await get(LOOKUP, { 'x-api-key': key }), await post(LEAD)]) {
      assert.equal(answer.statusCode, 200)
      assert.equal(limitIn(answer), undefined)
    }
  })

  test('of many requests at once exactly the limit passes', async (t) => {
    const { get } = await serviceFor(t, { limits: { lookups: 30 } })
    const answers = await Promise.all(Array.from({ length: 100 }, () => get(LOOKUP)))
    assert.equal(answers.filter(({ statusCode }) => statusCode === 200).length, 30)
    assert.equal(answers.filter(({ statusCode }) => statusCode === 429).length, 70)
  })
})

describe('whom a limit counts', () => {
  type From = [address: string, headers?: Record<string, string>]

  /** Two requests are one caller's when the second takes from what the first left. */
  async function areOne(t: TestContext, one: From, other: From, trustProxy: HttpSettings['trustProxy'] = false) {
    const { get } = await serviceFor(t, { store: null, trustProxy, limits: { lookups: 9 } })
    const remaining = async ([address, headers]: From) => limitIn(await get(LOOKUP, headers, address))?.remaining
    assert.equal(await remaining(one), 8)
    return (await remaining(other)) === 7
  }
  const by = (addresses: string) => ({ 'x-forwarded-for': addresses })

  test('an IPv4 address, also when it comes through an IPv6 socket', async (t) => {
    assert.ok(await areOne(t, ['192.0.2.1'], ['192.0.2.1']))
    assert.ok(await areOne(t, ['192.0.2.1'], ['::ffff:192.0.2.1']))
    assert.ok(!(await areOne(t, ['192.0.2.1'], ['192.0.2.2'])))
    assert.ok(!(await areOne(t, ['::ffff:192.0.2.1'], ['::ffff:192.0.2.2'])))
  })

  test('the /64 of an IPv6 address', async (t) => {
    assert.ok(await areOne(t, ['2001:db8:1:2::1'], ['2001:db8:1:2:ffff:ffff:ffff:ffff']))
    assert.ok(!(await areOne(t, ['2001:db8:1:2::1'], ['2001:db8:1:3::1'])))
    assert.ok(!(await areOne(t, ['2001:db8:1:2::1'], ['2001:db9:1:2::1'])))
  })

  test('the networks around a /64 too, with a multiple of its limit', async (t) => {
    const { get } = await serviceFor(t, { store: null, limits: { lookups: 2 }, ipv6Factors: { 56: 2, 48: 3 } })
    const ask = async (address: string) => {
      const answer = await get(LOOKUP, {}, address)
      return [answer.statusCode, limitIn(answer)?.limit, limitIn(answer)?.remaining]
    }
    assert.deepEqual(await ask('2001:db8:1:100::1'), [200, 2, 1])
    assert.deepEqual(await ask('2001:db8:1:101::1'), [200, 2, 1])
    assert.deepEqual(await ask('2001:db8:1:101::2'), [200, 2, 0])
    assert.deepEqual(await ask('2001:db8:1:101::2'), [429, 2, 0], 'its /64 is used up')
    assert.deepEqual(await ask('2001:db8:1:102::1'), [200, 4, 0], 'the refusal did not count against its /56')
    assert.deepEqual(await ask('2001:db8:1:103::1'), [429, 4, 0], 'its /56 is used up')
    assert.deepEqual(await ask('2001:db8:1:200::1'), [200, 2, 1], 'another /56')
    assert.deepEqual(await ask('2001:db8:1:300::1'), [200, 6, 0])
    assert.deepEqual(await ask('2001:db8:1:300::1'), [429, 6, 0], 'the /48 is used up')
    assert.deepEqual(await ask('2001:db8:2:300::1'), [200, 2, 1], 'another /48')
    assert.deepEqual(await ask('::ffff:192.0.2.1'), [200, 2, 1], 'IPv4 has no networks')
    assert.deepEqual(await ask('::ffff:192.0.2.2'), [200, 2, 1])
  })

  test('0 counts no networks but the /64', async (t) => {
    const { get } = await serviceFor(t, { store: null, limits: { lookups: 1 }, ipv6Factors: { 56: 0, 48: 0 } })
    for (let at = 0; at < 40; at++) {
      assert.equal((await get(LOOKUP, {}, `2001:db8:1:${at}::1`)).statusCode, 200, String(at))
    }
  })

  test('the socket’s address, whatever is claimed, when no proxy is trusted', async (t) => {
    for (const claim of [
      by('198.51.100.7'),
      by('198.51.100.7, 198.51.100.8'),
      { forwarded: 'for=198.51.100.7' },
      { 'x-real-ip': '198.51.100.7' },
      { 'cf-connecting-ip': '198.51.100.7', 'true-client-ip': '198.51.100.7', 'x-client-ip': '198.51.100.7' },
    ]) {
      assert.ok(await areOne(t, ['192.0.2.1'], ['192.0.2.1', claim]), JSON.stringify(claim))
      assert.ok(!(await areOne(t, ['192.0.2.1', claim], ['192.0.2.2', claim])))
    }
  })

  test('behind one proxy, whom that proxy names, not whom the caller claims to be', async (t) => {
    const proxy = '10.0.0.1'
    assert.ok(!(await areOne(t, [proxy, by('198.51.100.7')], [proxy, by('198.51.100.8')], 1)))
    assert.ok(await areOne(t, [proxy, by('198.51.100.7')], [proxy, by('203.0.113.9, 198.51.100.7')], 1))
    assert.ok(await areOne(t, [proxy], [proxy], 1), 'a request of the proxy itself')
    assert.ok(await areOne(t, [proxy, by('2001:db8::1')], [proxy, by('2001:db8::2')], 1))
  })

  test('behind two proxies, whom the outer one names', async (t) => {
    const inner = '10.0.0.1'
    assert.ok(await areOne(t, [inner, by('198.51.100.7, 10.0.0.2')], [inner, by('x, 198.51.100.7, 10.0.0.3')], 2))
    assert.ok(!(await areOne(t, [inner, by('198.51.100.7, 10.0.0.2')], [inner, by('198.51.100.8, 10.0.0.2')], 2)))
  })

  test('behind proxies known by address, the first that is none of them', async (t) => {
    const proxies = ['10.0.0.0/8', '2001:db8:ff::/48']
    assert.ok(!(await areOne(t, ['10.0.0.1', by('198.51.100.7')], ['10.0.0.1', by('198.51.100.8')], proxies)))
    assert.ok(
      await areOne(t, ['10.0.0.1', by('198.51.100.7, 10.9.9.9')], ['2001:db8:ff::1', by('x, 198.51.100.7')], proxies),
    )
    assert.ok(
      await areOne(t, ['192.0.2.1', by('198.51.100.7')], ['192.0.2.1', by('198.51.100.8')], proxies),
      'who is no proxy speaks for itself',
    )
  })

  test('an address that the proxy names with a port, without the port', async (t) => {
    const proxy = '10.0.0.1'
    assert.ok(await areOne(t, [proxy, by('198.51.100.7:5555')], [proxy, by('198.51.100.7:6666')], 1))
    assert.ok(await areOne(t, [proxy, by('198.51.100.7:5555')], [proxy, by('198.51.100.7')], 1))
    assert.ok(!(await areOne(t, [proxy, by('198.51.100.7:5555')], [proxy, by('198.51.100.8:5555')], 1)))
    assert.ok(await areOne(t, [proxy, by('[2001:db8::1]:443')], [proxy, by('2001:db8::2')], 1))
    assert.ok(
      await areOne(t, [proxy, by('198.51.100.7, 10.0.0.2:80')], ['10.0.0.9', by('198.51.100.7:1')], ['10.0.0.0/8']),
    )
  })

  test('a proxy that names nobody itself, so that those behind others are not locked out with it', async (t) => {
    for (const claim of ['unknown', '_hidden', '1.2.3', '1.2.3.4.5:80', '[198.51.100.7]', '[::1', 'x'.repeat(3_000)]) {
      assert.ok(await areOne(t, ['10.0.0.1', by(claim)], ['10.0.0.1'], 1), claim.slice(0, 20))
      assert.ok(!(await areOne(t, ['10.0.0.1', by(claim)], ['10.0.0.2', by(claim)], 1)), claim.slice(0, 20))
    }
    assert.ok(
      await areOne(t, ['10.0.0.1', by('198.51.100.7, unknown')], ['10.0.0.1', by('198.51.100.8, unknown')], 2),
      'what stands behind it in the header cannot be believed either',
    )
  })

  test('a proxy that names no address cannot break anything', async (t) => {
    const { get } = await serviceFor(t, { store: null, trustProxy: 1 })
    for (const claim of ['', ',', 'unknown', '_hidden', '1.2.3', '999.1.1.1', '[::1]', 'a'.repeat(5_000), '::1, ,']) {
      assert.equal((await get(LOOKUP, by(claim), '10.0.0.1')).statusCode, 200, claim.slice(0, 20))
    }
  })
})

describe('keys', () => {
  test('a key is taken from either header, or from both when they agree', async (t) => {
    const store = await storeFor(t)
    const { key } = await issue(store)
    const { get } = await serviceFor(t, { store, limits: { key: 50 } })
    const ways = [
      { 'x-api-key': key },
      { 'x-api-key': ` ${key} ` },
      { authorization: `Bearer ${key}` },
      { authorization: `bearer ${key}` },
      { authorization: `BEARER   ${key} ` },
      { 'x-api-key': key, authorization: `Bearer ${key}` },
    ]
    for (const [i, headers] of ways.entries()) {
      const answer = await get(LOOKUP, headers)
      assert.equal(answer.statusCode, 200, JSON.stringify(headers))
      assert.deepEqual({ ...limitIn(answer), reset: 0 }, { limit: 50, remaining: 49 - i, reset: 0 })
    }
    assert.equal(limitIn(await get(LOOKUP))?.remaining, 299, 'nothing was taken from the address')
  })

  test('a key answers with the same bytes and tag as no key', async (t) => {
    const store = await storeFor(t)
    const { key } = await issue(store)
    const { get } = await serviceFor(t, { store })
    const [plain, keyed] = [await get(LOOKUP), await get(LOOKUP, { 'x-api-key': key })]
    assert.deepEqual([keyed.body, keyed.headers.etag], [plain.body, plain.headers.etag])
  })

  test('where a key holder stands is kept by no shared cache', async (t) => {
    const store = await storeFor(t)
    const { key } = await issue(store)
    const { get } = await serviceFor(t, { store })
    for (const path of [LOOKUP, '/api/v1/dataset', '/api/v1/suggest?q=84', '/api/v1/changes', '/changes.atom']) {
      const { headers } = await get(path)
      assert.equal(headers['cache-control'], 'public, max-age=60', path)
      for (const way of [{ 'x-api-key': key }, { authorization: `Bearer ${key}` }]) {
        for (const known of [{}, { 'if-none-match': String(headers.etag) }]) {
          const answer = await get(path, { ...way, ...known })
          assert.equal(answer.statusCode, 'if-none-match' in known ? 304 : 200)
          assert.equal(answer.headers['cache-control'], 'private, max-age=60', path)
        }
      }
    }
  })

  test('two different keys are ambiguous', async (t) => {
    const store = await storeFor(t)
    const [one, two] = [await issue(store), await issue(store)]
    const { get } = await serviceFor(t, { store })
    for (const authorization of [`Bearer ${two.key}`, 'Bearer', 'Basic YTpi', `Bearer ${one.key.slice(0, -1)}`]) {
      problemIn(await get(LOOKUP, { 'x-api-key': one.key, authorization }), 'key_ambiguous')
    }
  })

  test('what is no key is refused, never taken for a request without one', async (t) => {
    const store = await storeFor(t)
    const { key } = await issue(store)
    const { get, post } = await serviceFor(t, { store, limits: PLENTY })
    const malformed = [
      { 'x-api-key': '' },
      { 'x-api-key': 'cns_' },
      { 'x-api-key': key.slice(0, -1) },
      { 'x-api-key': key.toLowerCase() },
      { 'x-api-key': `${key}, ${key}` },
      { 'x-api-key': `Bearer ${key}` },
      { 'x-api-key': 'x'.repeat(5_000) },
      { authorization: '' },
      { authorization: 'Bearer' },
      { authorization: 'Bearer ' },
      { authorization: `Bearer${key}` },
      { authorization: key },
      { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
      { authorization: `Token ${key}` },
      { authorization: `Bearer ${key} ${key}` },
    ]
    for (const headers of malformed) {
      const what = JSON.stringify(headers).slice(0, 80)
      for (const answer of [
        await get(LOOKUP, headers),
        await get('/api/v1/dataset', headers),
        await post(LEAD, headers),
      ]) {
        assert.equal(answer.statusCode, 401, what)
        problemIn(answer, 'key_malformed')
        assert.equal(answer.headers['www-authenticate'], 'Bearer realm="cn-sanctions"')
      }
    }
    assert.equal(await store.leads.count(), 0)
  })

  test('a key never issued, revoked or expired is refused by its own reason', async (t) => {
    const store = await storeFor(t)
    const [revoked, expired] = [await issue(store), await issue(store, { expires: calendarDay('2026-11-14') })]
    await store.keys.revoke(revoked.id, new Date(NOON))
    const { get, post } = await serviceFor(t, { store })
    for (const [code, key] of [
      ['key_unknown', newApiKey()],
      ['key_revoked', revoked.key],
      ['key_expired', expired.key],
    ] as const) {
      for (const headers of [{ 'x-api-key': key }, { authorization: `Bearer ${key}` }]) {
        for (const answer of [await get(LOOKUP, headers), await post(LEAD, headers)]) {
          problemIn(answer, code)
          assert.equal(answer.headers['www-authenticate'], 'Bearer realm="cn-sanctions"')
          assert.ok(!answer.body.includes(key), 'a key is not repeated')
        }
      }
    }
    assert.equal(await store.leads.count(), 0)
  })

  test('a key works to the end of its last day in Brussels', async (t) => {
    const store = await storeFor(t)
    const winter = { 'x-api-key': (await issue(store, { expires: calendarDay('2026-11-15') })).key }
    const summer = { 'x-api-key': (await issue(store, { expires: calendarDay('2026-07-24') })).key }
    const service = await serviceFor(t, { store })
    const statusAt = async (moment: string, headers: Record<string, string>) => {
      service.clock.now = new Date(moment)
      return (await service.get(LOOKUP, headers)).statusCode
    }
    assert.equal(await statusAt('2026-07-24T21:59:59.999Z', summer), 200)
    assert.equal(await statusAt('2026-07-24T22:00:00Z', summer), 401)
    assert.equal(await statusAt('2026-11-15T22:59:59.999Z', winter), 200)
    assert.equal(await statusAt('2026-11-15T23:00:00Z', winter), 401)
  })

  test('a key has its own limit, or the operator’s default, and each key its own count', async (t) => {
    const store = await storeFor(t)
    const [big, plain, other] = [await issue(store, { perMinute: 6_000 }), await issue(store), await issue(store)]
    const { get } = await serviceFor(t, { store, limits: { lookups: 1, key: 2 } })
    const ask = (key: string, address?: string) => get(LOOKUP, { 'x-api-key': key }, address)
    assert.deepEqual({ ...limitIn(await ask(big.key)), reset: 0 }, { limit: 6_000, remaining: 5_999, reset: 0 })
    assert.equal(limitIn(await ask(plain.key))?.remaining, 1)
    assert.equal(limitIn(await ask(plain.key, '192.0.2.9'))?.remaining, 0, 'wherever it is used')
    problemIn(await ask(plain.key), 'rate_limited')
    assert.equal((await ask(other.key)).statusCode, 200)
    assert.equal((await get(LOOKUP)).statusCode, 200, 'without a key there is one more')
  })

  test('a key does not raise what may be left as contacts, but counts it apart', async (t) => {
    const store = await storeFor(t)
    const { key } = await issue(store, { perMinute: 6_000 })
    const { get, post } = await serviceFor(t, { store, limits: { leads: 2 } })
    const headers = { 'x-api-key': key }
    assert.deepEqual({ ...limitIn(await post(LEAD, headers)), reset: 0 }, { limit: 2, remaining: 1, reset: 0 })
    await post(LEAD, headers)
    problemIn(await post(LEAD, headers), 'rate_limited')
    assert.equal(limitIn(await get(LOOKUP, headers))?.remaining, 5_999)
    assert.equal(limitIn(await post(LEAD))?.remaining, 1, 'the address has its own')
  })

  test('wrong keys count against the address, so that keys cannot be tried without end', async (t) => {
    const store = await storeFor(t)
    const { key } = await issue(store)
    const { get } = await serviceFor(t, { store, limits: { lookups: 3 } })
    for (const [i, wrong] of [newApiKey(), 'cns_wrong', newApiKey()].entries()) {
      const answer = await get(LOOKUP, { 'x-api-key': wrong })
      assert.equal(answer.statusCode, 401)
      assert.equal(limitIn(answer)?.remaining, 2 - i)
    }
    problemIn(await get(LOOKUP, { 'x-api-key': newApiKey() }), 'rate_limited')
    problemIn(await get(LOOKUP), 'rate_limited')
    assert.equal((await get(LOOKUP, { 'x-api-key': key })).statusCode, 200, 'a good key is not held back by it')
    assert.equal((await get(LOOKUP, {}, '192.0.2.9')).statusCode, 200, 'nor is another address')
  })

  test('a key revoked elsewhere stops working within five seconds', async (t) => {
    const place = await emptyPlace(t)
    const [store, operators] = [await openStore(place), await openStore(place)]
    t.after(() => Promise.all([store.close(), operators.close()]))
    const { id, key } = await issue(operators)
    const service = await serviceFor(t, { store })
    const statusAfter = async (milliseconds: number) => {
      service.clock.now = new Date(new Date(NOON).getTime() + milliseconds)
      return (await service.get(LOOKUP, { 'x-api-key': key })).statusCode
    }
    assert.equal(await statusAfter(0), 200)
    await operators.keys.revoke(id, new Date(NOON))
    assert.equal(await statusAfter(5_000), 401)
    const { id: another, key: here } = await issue(store)
    assert.equal((await service.get(LOOKUP, { 'x-api-key': here })).statusCode, 200)
    await store.keys.revoke(another, new Date(NOON))
    problemIn(await service.get(LOOKUP, { 'x-api-key': here }), 'key_revoked')
  })
})

/** What a driver says when it fails, with everything in it that must not get out. */
const DRIVER_ERROR = Object.assign(
  new Error(`insert into "leads" values ('anna@example.com', '203.0.113.7') failed: /srv/data/cn-sanctions.db`),
  { code: 'SQLITE_IOERR' },
)

function storeThatFails(error: StoreError): Store {
  const fail = () => Promise.reject(error)
  const failing = <T>() => new Proxy({}, { get: () => fail }) as T
  return {
    kind: 'sqlite',
    webhooks: failing<Store['webhooks']>(),
    deliveries: failing<Store['deliveries']>(),
    leases: failing<Store['leases']>(),
    lists: failing<Store['lists']>(),
    screenings: failing<Store['screenings']>(),
    leads: {
      add: fail,
      // biome-ignore lint/correctness/useYield: it fails before there is anything to give
      async *exportAll() {
        throw error
      },
      of: fail,
      forget: fail,
      forgetBefore: fail,
      forgetKeys: fail,
      count: fail,
    },
    keys: { issue: fail, list: fail, rotate: fail, revoke: fail, check: fail },
    audit: failing<Store['audit']>(),
    changes: failing<Store['changes']>(),
    datasets: failing<Store['datasets']>(),
    lawChecks: failing<Store['lawChecks']>(),
    receiptKeys: failing<Store['receiptKeys']>(),
    alerts: failing<Store['alerts']>(),
    mails: failing<Store['mails']>(),
    limits: limitsInMemory(),
    ping: fail,
    check: fail,
    damage: () => null,
    close: async () => {},
  }
}

describe('without a database', () => {
  const key = newApiKey()
  const address = '203.0.113.7'
  const scenes: [string, () => Store | null, ProblemCode][] = [
    ['a database that fails', () => storeThatFails(new StoreError('leads.add', DRIVER_ERROR)), 'store_unavailable'],
    // A proxy asks another instance after a 503, and not after a 500.
    ['a store not open yet', () => null, 'not_ready'],
  ]

  for (const [what, storeOf, problem] of scenes) {
    test(`${what}: questions without a key are answered`, async (t) => {
      const { get } = await serviceFor(t, { store: storeOf() })
      const { get: elsewhere } = await serviceFor(t)
      const answer = await get(LOOKUP, {}, address)
      assert.equal(answer.statusCode, 200)
      assert.equal(answer.body, (await elsewhere(LOOKUP)).body)
      assert.equal((await get('/api/v1/dataset')).statusCode, 200)
      assert.equal((await get('/openapi.json')).statusCode, 200)
      assert.equal((await get('/healthz')).statusCode, 200)
      const ready = await get('/readyz')
      assert.equal(ready.statusCode, 503)
      const { status, dataset, store } = ready.json<Record<string, string>>()
      assert.deepEqual([status, dataset, store], ['not_ready', 'ready', 'not_ready'])
    })

    test(`${what}: a key that cannot be checked is neither good nor bad, and a contact is not kept`, async (t) => {
      const { get, post } = await serviceFor(t, { store: storeOf() })
      problemIn(await get(LOOKUP, { 'x-api-key': key }, address), problem)
      problemIn(await get('/api/v1/dataset', { authorization: `Bearer ${key}` }, address), problem)
      problemIn(await post(LEAD, {}, address), problem)
      problemIn(await post({ email: 'anna' }, {}, address), 'email_invalid')
    })

    test(`${what}: keys tried meanwhile count against the address`, async (t) => {
      const { get } = await serviceFor(t, { store: storeOf(), limits: { lookups: 2 } })
      for (let i = 0; i < 2; i++) problemIn(await get(LOOKUP, { 'x-api-key': newApiKey() }), problem)
      problemIn(await get(LOOKUP, { 'x-api-key': newApiKey() }), 'rate_limited')
    })

    test(`${what}: nothing of the inside or of the caller gets out`, async (t) => {
      const service = await serviceFor(t, { store: storeOf() })
      const { get, post } = service
      const refusal = PROBLEMS[problem].status
      const answers = [
        await get('/api/v1/cn?q=tajne+pytanie', {}, address),
        await get('/api/v1/cn?q=tajne+pytanie', { 'x-api-key': key }, address),
        await get('/api/v1/cn?q=tajne+pytanie', { authorization: `Bearer ${key}` }, address),
        await get('/readyz', {}, address),
        await post({ ...LEAD, source: 'tajne' }, { 'idempotency-key': 'tajne-1' }, address),
      ]
      assert.deepEqual(
        answers.map(({ statusCode }) => statusCode),
        [200, refusal, refusal, 503, refusal],
      )
      for (const { body, headers } of answers.slice(1)) isDiscreet(body + JSON.stringify(headers))
      isDiscreet(service.logged())
      holdsOnly(service, ['reqId', 'method', 'route', 'status', 'ms', 'reason'])
      const refused = service.log.filter(({ fields }) => 'status' in fields && Number(fields.status) >= 500)
      assert.equal(refused.length, 4)
      assert.ok(
        refused.every(({ level }) => level === 'debug'),
        'the log says once what is wrong, not for each request',
      )
    })
  }

  test('the operator is told once what failed, by operation and code', async (t) => {
    const service = await serviceFor(t, { store: storeThatFails(new StoreError('leads.add', DRIVER_ERROR)) })
    const { headers } = await service.post(LEAD)
    for (let time = 0; time < 3; time++) await service.get(LOOKUP, { 'x-api-key': key })
    const told = service.log.filter(({ message }) => message === 'store failed')
    assert.deepEqual(
      told.map(({ level, fields }) => [level, 'reason' in fields && fields.reason]),
      [['warn', 'leads.add: SQLITE_IOERR']],
      'once, however many requests fail',
    )
    assert.ok(told[0] && 'reqId' in told[0].fields && told[0].fields.reqId === headers['x-request-id'])
  })

  test('a key that was good a moment ago outlives a short outage, and no longer', async (t) => {
    const store = await openStore(await emptyPlace(t))
    const { key: issued } = await issue(store)
    const service = await serviceFor(t, { store })
    const askAfter = (milliseconds: number) => {
      service.clock.now = new Date(new Date(NOON).getTime() + milliseconds)
      return service.get(LOOKUP, { 'x-api-key': issued })
    }
    assert.equal((await askAfter(0)).statusCode, 200)
    await store.close()
    assert.equal((await askAfter(30_000)).statusCode, 200)
    problemIn(await askAfter(61_000), 'store_unavailable')
    assert.equal((await service.get(LOOKUP)).statusCode, 200)
  })
})

describe('what is recorded', () => {
  test('refusals are logged by route and status, never what was asked nor by whom', async (t) => {
    const store = await storeFor(t)
    const { key } = await issue(store)
    const service = await serviceFor(t, { store, limits: { leads: 4 } })
    const { app, get, post } = service
    const address = '203.0.113.7'
    await get('/api/v1/cn?q=tajne+pytanie', { 'x-api-key': key }, address)
    await get('/api/v1/cn?q=tajne&tajne=1', {}, address)
    await get('/api/v1/cn?q=tajne%zz', {}, address)
    await get('/tajne/%zz', {}, address)
    await get('/tajne', { authorization: `Bearer ${key}`, cookie: 'tajne=1', 'user-agent': 'tajne' }, address)
    await get(LOOKUP, { 'x-api-key': newApiKey() }, address)
    await post({ ...LEAD, source: 'tajne' }, { 'idempotency-key': 'tajne-1' }, address)
    await post({ email: 'anna@', source: 'tajne' }, {}, address)
    await post('{"email":"anna@example.com"', {}, address)
    await post({ ...LEAD, 'tajne@example.com': 1 }, {}, address)
    await post(LEAD, {}, address)
    await app.inject({ method: 'DELETE', url: '/api/v1/cn?q=tajne', remoteAddress: address })
    isDiscreet(service.logged())
    holdsOnly(service, ['reqId', 'method', 'route', 'status', 'ms'])
    assert.ok(service.log.length >= 10)
    assert.ok(service.log.every(({ level }) => level === 'info' || level === 'debug'))
  })

  test('the trace of a caller is logged, and nothing else of its header', async (t) => {
    const service = await serviceFor(t)
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
    await service.get('/api/v1/cn', { traceparent: `00-${trace}-00f067aa0ba902b7-01`, tracestate: 'tajne=1' })
    await service.get('/api/v1/cn', { traceparent: 'tajne' })
    isDiscreet(service.logged())
    assert.deepEqual(
      service.log.map(({ fields }) => ('traceId' in fields ? fields.traceId : null)),
      [trace, null],
    )
  })

  test('a fault of ours is logged once with its cause, and the caller gets only its id', async (t) => {
    const service = await serviceFor(t, {
      answerer: () => {
        throw new Error('index out of range in /srv/app')
      },
    })
    const answer = await service.get(LOOKUP)
    assert.deepEqual(problemIn(answer, 'internal').errors, [])
    isDiscreet(answer.body)
    assert.doesNotMatch(answer.body, /index out of range/)
    const [line, ...more] = service.log.filter(({ level }) => level === 'error')
    assert.ok(line && more.length === 0)
    assert.ok('reqId' in line.fields && line.fields.reqId === answer.headers['x-request-id'])
    assert.match(service.logged(), /index out of range/)
  })

  test('promtool finds nothing to complain of in the metrics', async (t) => {
    const service = await serviceFor(t)
    await service.get(LOOKUP)
    const { body } = await service.ops('/metrics')
    const checked = spawnSync('promtool', ['check', 'metrics'], { input: body })
    if (checked.error) return t.skip('promtool is not installed')
    assert.deepEqual([checked.status, String(checked.stderr)], [0, ''])
  })

  test('the metrics count by route and status, and name nobody', async (t) => {
    const store = await storeFor(t)
    const service = await serviceFor(t, { store, limits: { lookups: 3 } })
    const { get, post } = service
    const address = '203.0.113.7'
    for (let i = 0; i < 5; i++) await get('/api/v1/cn?q=tajne+pytanie', {}, address)
    await get('/tajne', {}, address)
    await post(LEAD, { 'idempotency-key': 'tajne-1' }, address)
    await post(LEAD, { 'idempotency-key': 'tajne-1' }, address)
    const { body } = await service.ops('/metrics')
    assert.match(body, /^cn_http_requests_total\{method="GET",route="\/api\/v1\/cn",status="200"\} 3$/m)
    assert.match(body, /^cn_http_requests_total\{method="GET",route="\/api\/v1\/cn",status="429"\} 2$/m)
    assert.match(body, /^cn_http_requests_total\{method="GET",route="unknown",status="404"\} 1$/m)
    assert.match(body, /^cn_limited_total 2$/m)
    assert.match(body, /^cn_leads_stored_total 1$/m, 'a repeated contact is stored once')
    assert.match(body, /^cn_dataset_info\{version="[^"]+"\} 1$/m)
    assert.match(body, /^cn_regime_data_age_seconds\{regime="EU-RU-833-2014"\} \d+$/m)
    isDiscreet(body)
  })
})

/** No question, e-mail, key or address of a caller; no SQL, path or stack of ours. */
function isDiscreet(text: string): void {
  assert.doesNotMatch(text, /tajne|anna@|203\.0\.113\.7/)
  assert.doesNotMatch(text, /cns_[0-9A-Za-z]{4,}/)
  assert.doesNotMatch(text, /\b(insert into|select|leads" values)\b/i)
  assert.doesNotMatch(text, /\/srv\/|node_modules|\.ts:\d+|\n\s+at /)
}

/** Log lines hold these fields and no others. */
function holdsOnly({ log }: Service, allowed: readonly string[]): void {
  for (const { fields } of log) {
    assert.deepEqual(
      Object.keys(fields).filter((name) => !allowed.includes(name)),
      [],
    )
  }
}
