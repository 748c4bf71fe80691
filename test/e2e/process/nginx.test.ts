import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { problemOf } from '../../../src/http/kernel/problem/problem.ts'
import { openStore, type Store } from '../../../src/store/store.ts'
import { CDN, type Edge, type EdgeAnswer, nginxHere, startEdge, WIDE_BURST } from './nginx-edge.ts'
import { emptyDirectory, exportedLeads, type Keeper, lawToEdit, ready, run, type Service, until } from './service.ts'

/** What the instances tell nginx. Long enough to be met again at once, and short enough to be waited for. */
const KEPT_SECONDS = 10
const LIMIT = 8

const nginx = nginxHere()
if (nginx === undefined) test('nginx in front of two instances', { skip: 'nginx is not installed here' }, () => {})
else testsWith(nginx)

const copper = (query = '') => `/api/v1/cn?q=2603&lang=en${query}`
const json = ({ bytes }: EdgeAnswer) => JSON.parse(bytes.toString())
const cacheOf = ({ headers }: EdgeAnswer) => headers['x-cache']

function testsWith(nginx: string): void {
  let one: Service
  let two: Service
  let edge: Edge
  let settings: Readonly<Record<string, string>>
  let law: string
  let store: Store
  const cleanups: (() => unknown)[] = []
  const keeper: Keeper = { after: (cleanup) => void cleanups.push(cleanup as () => unknown) }
  /** Answers in all, and those that came from the cache. */
  const counted = { answers: 0, hits: 0 }
  const ask: Edge['ask'] = async (path, options) => {
    const answer = await edge.ask(path, options)
    counted.answers++
    if (cacheOf(answer) === 'HIT') counted.hits++
    return answer
  }
  /** Asks until it is in the cache, and again from there. */
  const fill = async (path: string, options?: Parameters<Edge['ask']>[1]) => {
    const first = await ask(path, options)
    const again = await ask(path, options)
    assert.deepEqual([first.status, cacheOf(again)], [200, 'HIT'], path)
    return { first, again }
  }
  const lookupsAt = async (service: Service): Promise<number> => {
    const { text } = await service.ops('/metrics')
    const lines = text.matchAll(/^cn_http_requests_total\{[^}]*route="\/api\/v1\/cn"[^}]*\} (\d+)$/gm)
    return [...lines].reduce((sum, [, count]) => sum + Number(count), 0)
  }
  const lookupsAtOrigin = async () => (await lookupsAt(one)) + (await lookupsAt(two))

  before(async () => {
    law = await lawToEdit(keeper)
    settings = {
      LAW_DIR: law,
      DATA_DIR: join(await emptyDirectory(keeper), 'data'),
      TRUST_PROXY: '1',
      PUBLIC_URL: 'https://edge.example',
      SHARED_CACHE_SECONDS: String(KEPT_SECONDS),
      LIMIT_LOOKUPS_PER_MINUTE: String(LIMIT),
    }
    ;[one, two] = await Promise.all([ready(keeper, settings), ready(keeper, settings)])
    edge = await startEdge(keeper, nginx, [one.port, two.port])
    store = await openStore({ dataDir: settings.DATA_DIR ?? '' })
    keeper.after(() => store.close())
  })
  after(async () => {
    for (const cleanup of cleanups.toReversed()) await cleanup()
  })

  test('nginx: a repeated lookup comes from the cache, byte for byte, and costs the origin nothing', async (t) => {
    const first = await ask(copper())
    assert.deepEqual([first.status, cacheOf(first)], [200, 'MISS'])
    assert.equal(first.headers['cache-control'], `public, max-age=60, s-maxage=${KEPT_SECONDS}`)
    assert.equal(first.headers['ratelimit-remaining'], String(LIMIT - 1))
    assert.match(String(first.headers['x-request-id']), /./)
    const atOrigin = await lookupsAtOrigin()
    let hits = 0
    for (let time = 0; time < 30; time++) {
      const again = await ask(copper(), { from: '127.0.0.7' })
      if (cacheOf(again) === 'HIT') hits++
      assert.ok(again.bytes.equals(first.bytes))
      for (const name of ['etag', 'content-type', 'vary', 'cache-control', 'access-control-allow-origin', 'date']) {
        assert.equal(again.headers[name], first.headers[name], name)
      }
      // Where another caller stands is told to nobody else.
      for (const name of ['ratelimit-remaining', 'ratelimit-reset', 'x-request-id']) {
        assert.equal(again.headers[name], undefined, name)
      }
      assert.equal(again.headers['ratelimit-limit'], String(LIMIT))
    }
    assert.equal(hits, 30)
    assert.equal(await lookupsAtOrigin(), atOrigin, 'so 30 answers passed a limit of 8')
    t.diagnostic(`${hits} of 31 answers came from the cache`)
  })

  test('nginx: each form is kept by itself', async () => {
    const path = copper('&limit=1')
    const { again: plain } = await fill(path, { from: '127.0.0.8' })
    const tags = [plain.headers.etag]
    for (const [coding, unpack] of [
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const { again } = await fill(path, { from: '127.0.0.8', headers: { 'accept-encoding': coding } })
      assert.equal(again.headers['content-encoding'], coding)
      assert.deepEqual(unpack(again.bytes), plain.bytes)
      tags.push(again.headers.etag)
    }
    assert.equal(new Set(tags).size, 3)
    const head = await ask(path, { from: '127.0.0.8', method: 'HEAD' })
    assert.deepEqual([head.status, cacheOf(head), head.bytes.length], [200, 'HIT', 0])
  })

  test('nginx: who has the answer already gets 304 from the cache', async () => {
    const { again } = await fill(copper('&limit=2'), { from: '127.0.0.9' })
    const asked = (tag: unknown) =>
      ask(copper('&limit=2'), { from: '127.0.0.9', headers: { 'if-none-match': String(tag) } })
    const known = await asked(again.headers.etag)
    assert.deepEqual([known.status, cacheOf(known), known.bytes.length], [304, 'HIT', 0])
    assert.equal(known.headers.etag, again.headers.etag)
    assert.equal(known.headers['cache-control'], again.headers['cache-control'])
    const other = await asked('"other"')
    assert.deepEqual([other.status, cacheOf(other)], [200, 'HIT'])
    assert.ok(other.bytes.equals(again.bytes))
  })

  test('nginx: a request with a key never meets the cache', async () => {
    const { key } = await store.keys.issue({ name: 'Broker', perMinute: 50, expires: null, at: new Date() })
    const path = copper('&limit=3')
    await fill(path, { from: '127.0.0.10' })
    for (const headers of [{ 'x-api-key': key }, { authorization: `Bearer ${key}` }]) {
      const keyed = await ask(path, { from: '127.0.0.10', headers })
      assert.deepEqual([keyed.status, cacheOf(keyed)], [200, 'BYPASS'])
      assert.equal(keyed.headers['ratelimit-limit'], '50')
      assert.match(String(keyed.headers['cache-control']), /^private/)
    }
    const anonymous = await ask(path, { from: '127.0.0.10' })
    assert.deepEqual([cacheOf(anonymous), anonymous.headers['ratelimit-limit']], ['HIT', String(LIMIT)])
    // A key asks first: what it gets is not kept for others.
    await ask(copper('&limit=4'), { from: '127.0.0.10', headers: { 'x-api-key': key } })
    assert.equal(cacheOf(await ask(copper('&limit=4'), { from: '127.0.0.10' })), 'MISS')
    const wrong = await ask(path, { from: '127.0.0.10', headers: { 'x-api-key': 'cn_wrong' } })
    assert.equal(wrong.status, 401, 'although the answer is in the cache')
  })

  test('nginx: limits count the client, whatever it claims, and a refusal is not kept', async () => {
    const { again } = await fill(copper('&limit=5'), { from: '127.0.0.13' })
    const from = '127.0.0.12'
    const statuses: number[] = []
    // Two instances on SQLite count by themselves.
    for (let at = 0; at < 2 * LIMIT + 4; at++) {
      const headers = { 'x-forwarded-for': `203.0.113.${at}`, forwarded: `for=203.0.113.${at}` }
      statuses.push((await ask(copper(`&limit=${10 + at}`), { from, headers })).status)
    }
    assert.deepEqual(statuses, [...Array(2 * LIMIT).fill(200), ...Array(4).fill(429)])
    const refusedPath = copper(`&limit=${10 + statuses.length}`)
    const refused = await ask(refusedPath, { from })
    assert.deepEqual([refused.status, refused.headers['cache-control']], [429, 'no-store'])
    assert.equal(refused.headers['ratelimit-remaining'], '0')
    assert.match(String(refused.headers['retry-after']), /^\d+$/)
    const other = await ask(refusedPath, { from: '127.0.0.13' })
    assert.deepEqual(
      [other.status, cacheOf(other)],
      [200, 'MISS'],
      'another client is neither refused nor given the 429',
    )
    const kept = await ask(copper('&limit=5'), { from })
    assert.deepEqual([kept.status, cacheOf(kept)], [200, 'HIT'], 'limits are of the origin: the cache answers')
    assert.ok(kept.bytes.equals(again.bytes))
  })

  test('nginx: a flood is refused also where the cache could answer, as the service would say it', async () => {
    const from = '127.0.0.14'
    await fill(copper('&limit=6'), { from })
    const answers = await Promise.all(Array.from({ length: 220 }, () => ask(copper('&limit=6'), { from })))
    const refused = answers.filter(({ status }) => status === 429)
    // The burst of the configuration and one; two of them were taken above.
    assert.equal(answers.filter(({ status }) => status === 200).length, 199)
    assert.equal(refused.length, 21)
    for (const answer of refused) {
      assert.match(String(answer.headers['content-type']), /^application\/problem\+json/)
      assert.deepEqual(json(answer), problemOf('rate_limited', 'en', '/'))
      assert.equal(answer.headers['cache-control'], 'no-store')
    }
    const polish = await edge.ask('/api/v1/cn?q=2603', { from })
    assert.deepEqual(json(polish), problemOf('rate_limited', 'pl', '/'))
    assert.equal((await ask(copper('&limit=6'), { from: '127.0.0.15' })).status, 200)
  })

  /** How many of so many requests at once came through, to the cache or an instance. */
  const passing = async (count: number, path: string, options: (at: number) => Parameters<Edge['ask']>[1]) => {
    const answers = await Promise.all(Array.from({ length: count }, (_, at) => ask(path, options(at))))
    // What nginx itself refuses has not met the cache.
    return answers.filter((answer) => cacheOf(answer) !== undefined).length
  }

  test('nginx: a header that looks like a key is no way around the limit of floods', async () => {
    const bad = [{ 'x-api-key': 'x' }, { 'x-api-key': `cns_${'x'.repeat(36)}` }, { authorization: 'Basic eDp5' }]
    const options = (at: number) => ({ from: '127.0.0.21', headers: bad[at % bad.length]! })
    assert.equal(await passing(WIDE_BURST + 20, copper(), options), WIDE_BURST + 1)
    assert.equal(
      await passing(20, copper(), () => ({ from: '127.0.0.21' })),
      20,
      'without a key it has the other limit',
    )
  })

  test('nginx: the scripts of pages do not use up what is for pages, and are bounded as well', async () => {
    const from = '127.0.0.22'
    const { again: start } = await fill('/en', { from })
    const script = /\/assets\/[^"]+/.exec(start.bytes.toString())?.[0] ?? ''
    assert.equal(await passing(WIDE_BURST + 20, script, () => ({ from })), WIDE_BURST + 1)
    assert.equal(await passing(20, '/en', () => ({ from })), 20)
  })

  test('nginx: the addresses of an IPv6 network of 64 bits flood together, those of IPv4 apart', async () => {
    const client = (address: string) => ({ from: CDN, headers: { 'x-forwarded-for': address } })
    const inOne = (at: number) => client(`2001:db8:0:7:${at.toString(16)}::1`)
    assert.equal(await passing(220, '/healthz', inOne), 201)
    for (const other of ['2001:db8:0:8::1', '2001:db8:1:7::1']) {
      assert.equal(await passing(1, '/healthz', () => client(other)), 1, other)
    }
    assert.equal(await passing(220, '/healthz', (at) => client(`::ffff:192.0.2.${at}`)), 220)
    assert.equal(await passing(220, '/healthz', () => client('::ffff:198.51.100.1')), 201)
  })

  test('nginx: pages, feeds and scripts are kept; answers on pages, problems and what is posted are not', async () => {
    const from = '127.0.0.16'
    const { again: start } = await fill('/en', { from })
    const script = /\/assets\/[^"]+/.exec(start.bytes.toString())?.[0] ?? ''
    for (const path of ['/list', '/changes.atom', '/api/v1/changes', '/openapi.json', script])
      await fill(path, { from })
    for (const path of ['/?q=2603', '/nowhere', '/api/v1/cn?q=260', '/healthz', '/readyz']) {
      for (let time = 0; time < 2; time++) assert.equal(cacheOf(await ask(path, { from })), 'MISS', path)
    }
    const headers = { 'content-type': 'application/json' }
    const ids: unknown[] = []
    for (let time = 0; time < 2; time++) {
      const body = JSON.stringify({ items: [{ id: '1', q: '2603' }] })
      const checked = await ask('/api/v1/check', { from, method: 'POST', headers, body })
      assert.deepEqual([checked.status, cacheOf(checked)], [200, undefined])
      ids.push(checked.headers['x-request-id'])
    }
    assert.equal(new Set(ids).size, 2)
    const large = await ask('/api/v1/check', { from, method: 'POST', headers, body: ' '.repeat(1_100_000) })
    assert.deepEqual([large.status, json(large).code], [413, 'batch_too_large'])
  })

  test('nginx: a host that a client invents comes into no page, nor into the cache of others', async () => {
    const from = '127.0.0.17'
    const invented = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' }
    for (const headers of [invented, { ...invented, host: 'edge.example' }]) {
      const page = await ask('/en/api', { from, headers })
      assert.equal(page.status, 200)
      assert.doesNotMatch(page.bytes.toString(), /evil\.example|gopher/)
    }
  })

  test('nginx: a law that is published is seen once what was kept has expired', async (t) => {
    const from = '127.0.0.18'
    const designation = (answer: EdgeAnswer) =>
      json(answer).results.find(({ annex }: { annex: string }) => annex === 'XXI')?.listed_as
    assert.equal(designation(await ask(copper('&limit=7'), { from })), 'Copper ores and concentrates')
    const file = join(law, '833-2014/annexes/XXI.tsv')
    const changed = join(await lawToEdit(t), '833-2014/annexes/XXI.tsv')
    await writeFile(changed, (await readFile(file, 'utf8')).replace('Copper ores and concentrates', 'Ores of copper'))
    const published = await run(t, ['law', 'publish', join(changed, '../../..')], settings)
    assert.equal(published.code, 0, published.stderr)
    for (const service of [one, two]) await service.line('law replaced')
    const servedByAll = Date.now()
    await until('the new law', async () => {
      // By the clock before it was asked: however late the answer is read, it was no older than that when it was given.
      const asked = Date.now()
      const answer = await ask(copper('&limit=7'), { from: '127.0.0.1' })
      if (answer.status !== 200) return false
      if (designation(answer) === 'Ores of copper') return true
      const age = asked - Date.parse(String(answer.headers.date))
      assert.ok(age <= (KEPT_SECONDS + 2) * 1000, `an answer of the law before, ${age} ms old`)
      assert.ok(Date.parse(String(answer.headers.date)) <= servedByAll, 'and from before the new law')
      return false
    })
  })

  test('nginx: one instance killed is not noticed; with none, what is kept is given and the rest refused', async (t) => {
    const from = '127.0.0.19'
    await ask('/assets/none', { from })
    one.signal('SIGKILL')
    await one.ended()
    for (let at = 0; at < LIMIT; at++) assert.equal((await ask(copper(`&limit=${60 + at}`), { from })).status, 200)
    const headers = { 'content-type': 'application/json' }
    for (let at = 0; at < 6; at++) {
      const body = JSON.stringify({ email: `edge-${at}@example.eu` })
      assert.equal((await ask('/api/lead', { from, method: 'POST', headers, body })).status, 200)
    }
    const leads = (await exportedLeads(t, settings)).map(({ email }) => email)
    assert.deepEqual(
      leads.toSorted(),
      Array.from({ length: 6 }, (_, at) => `edge-${at}@example.eu`),
    )

    const { again: start } = await fill('/en', { from: '127.0.0.20' })
    const script = /\/assets\/[^"]+/.exec(start.bytes.toString())?.[0] ?? ''
    await fill(script, { from: '127.0.0.20' })
    two.signal('SIGKILL')
    await two.ended()
    for (const language of ['en', 'pl'] as const) {
      const away = await ask(`/api/v1/cn?q=72&limit=9&lang=${language}`, { from, headers: { 'accept-language': 'en' } })
      assert.deepEqual([away.status, away.headers['cache-control']], [503, 'no-store'])
      assert.deepEqual(json(away), problemOf('not_ready', language, '/'))
    }
    assert.equal(cacheOf(await ask(script, { from: '127.0.0.20' })), 'HIT')
    // What has expired is not given any more: it may be of the law before, or of yesterday.
    await until('the end of what is kept', async () => {
      const answer = await edge.ask('/en', { from: '127.0.0.1' })
      assert.ok(answer.status === 503 || cacheOf(answer) === 'HIT', `${answer.status} ${cacheOf(answer)}`)
      return answer.status === 503
    })
    t.diagnostic(`${counted.hits} of ${counted.answers} answers in all came from the cache`)
  })
}
