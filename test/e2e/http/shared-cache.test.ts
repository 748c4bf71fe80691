import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openStore } from '../../../src/store/store.ts'
import { emptyPlace, problemIn, serviceFor } from './service.ts'
import { askOver } from './wire.ts'

const LOOKUP = '/api/v1/cn?q=7304+11+00'
const PUBLIC_URL = 'https://cn.example.com'

describe('with a shared cache in front', () => {
  test('it is told how long to keep answers and pages, also those from our own cache', async (t) => {
    const service = await serviceFor(t, { sharedCacheSeconds: 300, publicUrl: PUBLIC_URL })
    const port = await service.listen()
    const headersOf = async (path: string) => (await askOver(port, path)).headers
    for (let time = 0; time < 3; time++) {
      assert.equal((await headersOf(LOOKUP))['cache-control'], 'public, max-age=60, s-maxage=300')
    }
    for (const path of [
      '/api/v1/suggest?q=84',
      '/api/v1/changes',
      '/changes.atom',
      '/api/v1/dataset',
      '/openapi.json',
    ]) {
      assert.equal((await headersOf(path))['cache-control'], 'public, max-age=60, s-maxage=300', path)
    }
    for (const path of ['/', '/en', '/list', '/api', '/methodology', '/legal', '/changes']) {
      const { 'cache-control': kept, vary } = await headersOf(path)
      assert.equal(kept, 'public, max-age=0, must-revalidate, s-maxage=300', path)
      assert.equal(vary, 'Accept-Encoding', path)
    }
    service.clock.now = new Date('2026-11-15T22:59:40Z')
    for (const path of [LOOKUP, LOOKUP, LOOKUP]) {
      assert.equal((await headersOf(path))['cache-control'], 'public, max-age=20, s-maxage=20')
    }
  })

  test('it keeps no problem, no answer made for one reader, and nothing of the holder of a key', async (t) => {
    const store = await openStore(await emptyPlace(t))
    t.after(() => store.close())
    const { key } = await store.keys.issue({ name: 'Broker', perMinute: null, expires: null, at: new Date() })
    const { get } = await serviceFor(t, {
      store,
      sharedCacheSeconds: 300,
      publicUrl: PUBLIC_URL,
      // The page costs five points.
      limits: { lookups: 10 },
    })
    for (const way of [{ 'x-api-key': key }, { authorization: `Bearer ${key}` }]) {
      assert.equal((await get(LOOKUP, way)).headers['cache-control'], 'private, max-age=60')
    }
    assert.equal((await get('/?q=7304')).headers['cache-control'], 'no-cache')
    assert.equal((await get('/nowhere', { accept: 'text/html' })).headers['cache-control'], 'no-cache')
    problemIn(await get('/api/v1/cn?q=730'), 'q_code_length')
    problemIn(await get(LOOKUP, { 'x-api-key': 'cn_live_wrong' }), 'key_malformed')
    for (let time = 0; time < 3; time++) await get(LOOKUP)
    problemIn(await get(LOOKUP), 'rate_limited')
  })

  test('the headers of a key are named in Vary, so that a kept answer is not given to a key that ended', async (t) => {
    const { get } = await serviceFor(t)
    for (const path of [LOOKUP, '/api/v1/dataset', '/api/v1/changes', '/api/v1/check.csv?codes=7304']) {
      assert.equal((await get(path)).headers.vary, 'Accept-Encoding, Authorization, X-API-Key', path)
    }
  })

  test('a host that a caller invents is in no page that others get', async (t) => {
    const { get } = await serviceFor(t, { sharedCacheSeconds: 300, trustProxy: 1 })
    const invented = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    for (const path of ['/list', '/api']) {
      const page = await get(path, invented)
      assert.match(page.body, /evil\.example/)
      assert.equal(page.headers['cache-control'], 'no-cache', 'so nobody else gets it')
    }
    const named = await serviceFor(t, { sharedCacheSeconds: 300, trustProxy: 1, publicUrl: PUBLIC_URL })
    for (const path of ['/list', '/api', '/', '/methodology', '/legal', '/changes', '/lists']) {
      const page = await named.get(path, invented)
      assert.doesNotMatch(page.body, /evil\.example/, path)
      assert.match(String(page.headers['cache-control']), /s-maxage=300/)
    }
  })
})
