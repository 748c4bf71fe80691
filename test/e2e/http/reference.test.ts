import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { problemIn, serviceFor } from './service.ts'
import { askOver } from './wire.ts'

test('the page to try requests in comes whole from this service, and may load nothing from elsewhere', async (t) => {
  const { get } = await serviceFor(t, { store: null })
  const short = await get('/docs?x=1')
  assert.deepEqual([short.statusCode, short.headers.location], [301, '/docs/'])
  const page = await get('/docs/')
  assert.equal(page.statusCode, 200)
  assert.match(String(page.headers['content-type']), /^text\/html/)
  const links = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link = '']) => link)
  assert.ok(links.length > 0)
  for (const link of links) {
    const { origin, pathname } = new URL(link, 'http://localhost/docs/')
    assert.equal(origin, 'http://localhost', link)
    assert.equal((await get(pathname)).statusCode, 200, link)
  }
  assert.match((await get('/docs/js/start.js')).body, /"\/openapi\.json"/)
  assert.doesNotMatch(page.body, /<script(?![^>]+src=)[^>]*>/, 'nothing inline, which the policy would have to allow')
  const policy = String(page.headers['content-security-policy'])
  assert.match(policy, /^default-src 'none';/)
  assert.match(policy, /frame-ancestors 'none'/)
  assert.doesNotMatch(policy, /https?:|\*|unsafe-eval/)
  assert.match(policy, /script-src 'self';/)
  assert.match(policy, /base-uri 'none'/)
  assert.match(policy, /form-action 'none'/)
  assert.match(String(page.headers['permissions-policy']), /camera=\(\)/)
})

test('its script is the one of the package, kept encoded: packed, tagged, and nothing for who has it', async (t) => {
  const { get, listen } = await serviceFor(t, { store: null })
  const path = '/docs/js/scalar.js'
  const plain = await get(path)
  const { default: plugin } = await import('@scalar/fastify-api-reference')
  const original = Fastify()
  await original.register(plugin, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
  const expected = (await original.inject(path)).rawPayload
  await original.close()
  assert.ok(expected.length > 1_000_000)
  assert.ok(plain.rawPayload.equals(expected), 'byte for byte')

  const br = await get(path, { 'accept-encoding': 'gzip, br' })
  assert.equal(br.headers['content-encoding'], 'br')
  assert.ok(brotliDecompressSync(br.rawPayload).equals(expected))
  assert.ok(br.rawPayload.length < expected.length / 3)
  const known = await get(path, { 'accept-encoding': 'gzip, br', 'if-none-match': String(br.headers.etag) })
  assert.deepEqual([known.statusCode, known.rawPayload.length], [304, 0])
  const head = await askOver(await listen(), path, { method: 'HEAD' })
  assert.deepEqual([head.statusCode, head.bytes.length], [200, 0])
  assert.equal(head.headers['content-length'], String(expected.length))
  assert.equal(head.headers.etag, plain.headers.etag)
  for (const { headers } of [plain, br, known, head]) assert.equal(headers['cache-control'], 'public, max-age=3600')
})

test('what is not part of the page is not found', async (t) => {
  const { get } = await serviceFor(t, { store: null })
  for (const path of ['/docs/nowhere', '/docs/js/other.js', '/docs/..%2fpackage.json', '/docs/js/']) {
    problemIn(await get(path), 'not_found')
  }
})
