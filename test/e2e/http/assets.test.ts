import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemIn, serviceFor } from './service.ts'

type Get = Awaited<ReturnType<typeof serviceFor>>['get']

/** What somebody with an empty cache loads with a page: everything that it links to, and what those files import at once. */
async function firstVisit(get: Get, path: string) {
  const page = await get(path, { 'accept-encoding': 'br' })
  assert.equal(page.statusCode, 200, path)
  const { body } = await get(path)
  const waiting = [...body.matchAll(/<(?:link|script|img)[^>]* (?:href|src)="(\/assets\/[^"]+)"/g)].map(([, a]) => a!)
  const loaded = new Set<string>()
  let bytes = page.rawPayload.length
  for (const address of waiting) {
    if (loaded.has(address)) continue
    loaded.add(address)
    const asset = await get(address, { 'accept-encoding': 'br' })
    assert.equal(asset.statusCode, 200, address)
    bytes += asset.rawPayload.length
    const text = (await get(address)).body
    const imported = text.matchAll(/(?:\bfrom|\bimport|@import|\burl\()\s*["']?(\.[^"')]+)/g)
    for (const [, target = ''] of imported) waiting.push(new URL(target, `http://x${address}`).pathname)
  }
  return { requests: 1 + loaded.size, bytes, addresses: [...loaded] }
}

const PAGES = ['/', '/?q=7304+11+00', '/list', '/lists', '/api', '/methodology', '/changes', '/verify', '/legal']

test('a first visit of a page is at most 8 requests and 100 kB', async (t) => {
  const { get } = await serviceFor(t)
  const visits = await Promise.all([...PAGES, '/record?q=7304+11+00'].map((path) => firstVisit(get, path)))
  for (const { requests, bytes, addresses } of visits) {
    assert.ok(
      addresses.some((address) => address.endsWith('.css')) && addresses.some((address) => /icon/.test(address)),
    )
    assert.ok(requests <= 8, `${requests} requests: ${addresses}`)
    assert.ok(bytes < 100_000, `${bytes} bytes: ${addresses}`)
  }
  const scripts = new Set(visits.flatMap(({ addresses }) => addresses.filter((address) => address.endsWith('.js'))))
  assert.ok(scripts.size >= 6, 'every page with a script has its own')
})

test('assets may be kept for ever, and have the type of what they are', async (t) => {
  const { get } = await serviceFor(t)
  const { addresses } = await firstVisit(get, '/list')
  const types = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8', svg: 'image/svg+xml' }
  for (const address of addresses) {
    const { headers } = await get(address)
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(headers['content-type'], types[address.split('.').at(-1) as keyof typeof types], address)
  }
  problemIn(await get('/assets/site-00000000.css'), 'not_found')
  problemIn(await get(`${addresses[0]}/../../../../package.json`), 'not_found')
})

test('a script of a checkout has its source map', async (t) => {
  const { get } = await serviceFor(t)
  const { addresses } = await firstVisit(get, '/')
  const script = addresses.find((address) => address.endsWith('.js')) ?? ''
  const { sources } = (await get(String((await get(script)).headers.sourcemap))).json<{ sources: string[] }>()
  assert.ok(sources.some((source) => source.endsWith('web/client/search.ts')))
  problemIn(await get('/assets/other.js.map'), 'not_found')
})

test('ten visitors behind one address get whole pages within a minute', async (t) => {
  const port = await (await serviceFor(t)).listen()
  const get = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`)
    return { status: answer.status, body: await answer.text() }
  }
  for (let visitor = 1; visitor <= 10; visitor++) {
    const { status, body } = await get('/')
    assert.equal(status, 200)
    const addresses = [...body.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, address]) => address!)
    assert.ok(addresses.length >= 3)
    for (const address of addresses) assert.equal((await get(address)).status, 200, `visitor ${visitor}: ${address}`)
  }
})
