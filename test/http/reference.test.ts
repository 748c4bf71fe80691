import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemIn, serviceFor } from './service.ts'

test('the page to try requests in comes whole from this service, and may load nothing from elsewhere', async (t) => {
  const { get } = await serviceFor(t, { store: null })
  const short = await get('/docs?x=1')
  assert.deepEqual([short.statusCode, short.headers.location], [301, '/docs/'])
  const page = await get('/docs/')
  assert.equal(page.statusCode, 200)
  assert.match(String(page.headers['content-type']), /^text\/html/)
  assert.match(page.body, /"\/openapi\.json"/)
  const links = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link = '']) => link)
  assert.ok(links.length > 0)
  for (const link of links) {
    const { origin, pathname } = new URL(link, 'http://localhost/docs/')
    assert.equal(origin, 'http://localhost', link)
    assert.equal((await get(pathname)).statusCode, 200, link)
  }
  const policy = String(page.headers['content-security-policy'])
  assert.match(policy, /^default-src 'none';/)
  assert.match(policy, /frame-ancestors 'none'/)
  assert.doesNotMatch(policy, /https?:|\*|unsafe-eval/)
})

test('what is not part of the page is not found', async (t) => {
  const { get } = await serviceFor(t, { store: null })
  for (const path of ['/docs/nowhere', '/docs/js/other.js', '/docs/..%2fpackage.json', '/docs/js/']) {
    problemIn(await get(path), 'not_found')
  }
})
