import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json as readJson } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { CnSanctions } from './client.ts'
import type { NewListItem } from './lists.ts'

/** A list as the stub keeps it. */
interface Kept {
  version: number
  items: Map<string, { id: string; q: string } & Record<(typeof DEAL_FIELDS)[number], string | number | null>>
}

const DEAL_FIELDS = ['origin', 'dispatch', 'destination', 'via', 'value'] as const
const NO_DEAL = Object.fromEntries(DEAL_FIELDS.map((field) => [field, null]))
const KEY = 'cns_key'
const ASSESSMENT = { checked: true, sentence: '…', extent: 'none', reaches: [] }

/**
 * The lists and receipts of the API by the letter of its contract, over real HTTP: it refuses requests without a key, fields
 * it does not know and names it would not store, and fails every third request once, as a service that restarts.
 */
async function stub(t: TestContext): Promise<string> {
  const lists = new Map<string, Kept>()
  let requests = 0
  const head = (name: string) => ({
    name,
    lang: 'en',
    count: lists.get(name)?.items.size,
    state: 'checked',
    changes: 0,
  })
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://stub')
    const { 'x-api-key': key, 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers
    const body = request.headers['content-type'] === 'application/json' ? await readJson(request) : undefined
    const send = (status: number, value?: object, headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(value && JSON.stringify(value))
    const refuse = (status: number, code: string) =>
      send(status, { type: `urn:cn-sanctions:problem:${code}`, status, code, detail: code, errors: [] })
    if (++requests % 3 === 0) return refuse(503, 'not_ready')
    if (url.pathname === '/prefix/api/v1/receipt')
      return send(200, { receipt: `a.${url.searchParams.get('q')}.b`, id: 'f' })
    if (url.pathname === '/prefix/.well-known/jwks.json') return send(200, { keys: [{ kty: 'OKP', kid: '1' }] })
    if (key !== KEY) return refuse(401, 'key_missing')
    if (url.pathname === '/prefix/api/v1/lists') return send(200, { lists: [...lists.keys()].map(head) })
    const [, name = '', changes] = /^\/prefix\/api\/v1\/lists\/([\w.-]+)(\/changes)?$/.exec(url.pathname) ?? []
    const list = lists.get(name)
    if (name === '') return refuse(400, 'list_name_invalid')
    if (changes) {
      const at = Number(url.searchParams.get('cursor') ?? 0)
      return send(200, { changes: [{ id: `c${at}`, item: 'A-1' }], next: String(at + 1), more: at < 2 })
    }
    const isStale = ifMatch !== undefined && ifMatch !== `"${list?.version}"`
    if (isStale || (ifNoneMatch === '*' && list)) return refuse(412, 'list_version_other')
    if (request.method === 'PUT' || request.method === 'PATCH') {
      const fields = request.method === 'PUT' ? ['lang', 'items'] : ['set', 'remove']
      const given = body as { items?: Kept['items'][]; set?: object[]; remove?: string[] }
      if (Object.keys(given).some((field) => !fields.includes(field))) return refuse(400, 'list_field_unknown')
      if (request.method === 'PATCH' && !list) return refuse(404, 'list_unknown')
      const items = request.method === 'PUT' ? new Map() : new Map(list?.items)
      for (const item of (given.items ?? given.set ?? []) as { id: string }[]) {
        if (Object.keys(item).some((field) => !['id', 'q', ...DEAL_FIELDS].includes(field)))
          return refuse(400, 'list_field_unknown')
        if ('via' in item && item.via !== null && typeof item.via !== 'string') return refuse(400, 'list_item_invalid')
        items.set(item.id, { ...NO_DEAL, ...item })
      }
      for (const id of given.remove ?? []) items.delete(id)
      const version = (list?.version ?? 0) + 1
      lists.set(name, { version, items })
      return send(list ? 200 : 201, head(name), { etag: `"${version}"` })
    }
    if (!list) return refuse(404, 'list_unknown')
    if (request.method === 'DELETE') {
      lists.delete(name)
      return response.writeHead(204).end()
    }
    const at = Number(url.searchParams.get('cursor') ?? 0)
    const limit = Number(url.searchParams.get('limit') ?? 100)
    const items = [...list.items.values()].map((item) => ({ ...item, verdict: 'no_match', assessment: ASSESSMENT }))
    const next = at + limit < items.length ? String(at + limit) : null
    return send(200, { ...head(name), items: items.slice(at, at + limit), next }, { etag: `"${list.version}"` })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/prefix`
}

const INSTANTLY = { firstDelayMs: 0 }

test('a list is stored, read page by page, changed by item and deleted, whatever fails on the way', async (t) => {
  const client = new CnSanctions({ baseUrl: await stub(t), apiKey: KEY, lang: 'en', retry: INSTANTLY })
  const items = Array.from({ length: 25 }, (_, at) => ({ id: `A-${at}`, q: '2603', origin: at % 2 ? 'RU' : null }))
  const { list, etag } = await client.lists.put('erp', items)
  assert.deepEqual([list.name, list.count], ['erp', 25])
  const ids: string[] = []
  for await (const { id, assessment } of client.lists.get('erp', { limit: 10 })) {
    assert.equal(assessment.checked, true)
    ids.push(id)
  }
  assert.deepEqual(
    ids,
    items.map(({ id }) => id),
  )
  const patch = {
    set: [
      { id: 'A-3', q: '8471' },
      { id: 'B', q: 'laptop' },
    ],
    remove: ['A-0', 'A-1'],
  }
  const patched = await client.lists.patch('erp', patch, { ifMatch: etag! })
  assert.equal(patched.list.count, 24)
  const { value: page } = await client.lists.get('erp').pages().next()
  assert.deepEqual([page?.etag, page?.items.find(({ id }) => id === 'A-3')?.q], [patched.etag, '8471'])
  assert.deepEqual(
    (await client.lists.names()).map(({ name }) => name),
    ['erp'],
  )
  const changes: string[] = []
  for await (const { id } of client.lists.changes('erp')) changes.push(id)
  assert.deepEqual(changes, ['c0', 'c1', 'c2'])
  await client.lists.delete('erp')
  assert.deepEqual(await client.lists.names(), [])
})

test('a deal is given as in a lookup, and what was read can be sent back', async (t) => {
  const client = new CnSanctions({ baseUrl: await stub(t), apiKey: KEY, retry: INSTANTLY })
  const deal = { origin: 'CN', dispatch: 'TR', destination: 'PL', value: 120.5 }
  await client.lists.put('erp', [
    { id: '1', q: '2603', ...deal, via: ['RU', 'BY'] },
    { id: '2', q: '2603', ...deal, via: [] },
    { id: '3', q: '2603', via: 'RU', destination: 'KZ' },
  ])
  const read = async () => {
    const items: NewListItem[] = []
    for await (const { verdict, assessment, ...item } of client.lists.get('erp')) items.push(item)
    return items
  }
  const items = await read()
  assert.deepEqual(
    items.map(({ via }) => via),
    ['RU,BY', null, 'RU'],
  )
  assert.deepEqual(items[0], { id: '1', q: '2603', ...deal, via: 'RU,BY' })
  await client.lists.patch('erp', { set: items })
  assert.deepEqual(await read(), items)
})

test('a list that somebody else changed is not written over', async (t) => {
  const client = new CnSanctions({ baseUrl: await stub(t), apiKey: KEY, retry: INSTANTLY })
  const { etag } = await client.lists.put('erp', [{ id: '1', q: '2603' }], { onlyNew: true })
  await client.lists.patch('erp', { remove: ['1'] })
  const stale = { code: 'list_version_other', status: 412 }
  await assert.rejects(client.lists.put('erp', [{ id: '2', q: '8471' }], { ifMatch: etag! }), stale)
  await assert.rejects(client.lists.put('erp', [{ id: '2', q: '8471' }], { onlyNew: true }), stale)
  await assert.rejects(client.lists.delete('erp', { ifMatch: etag! }), stale)
})

test('what the service refuses is an error: no key, a name it does not take, a list there is not', async (t) => {
  const baseUrl = await stub(t)
  const client = new CnSanctions({ baseUrl, apiKey: KEY, retry: INSTANTLY })
  await assert.rejects(new CnSanctions({ baseUrl, retry: INSTANTLY }).lists.names(), {
    code: 'key_missing',
    status: 401,
  })
  await assert.rejects(client.lists.delete('../keys'), { code: 'list_name_invalid' })
  await assert.rejects(client.lists.patch('none', { remove: ['1'] }), { code: 'list_unknown' })
})

test('a receipt comes with its id, and the keys that verify it', async (t) => {
  const client = new CnSanctions({ baseUrl: await stub(t), retry: INSTANTLY })
  assert.deepEqual(await client.receipt('7304 11 00', { day: '2026-07-24' }), { receipt: 'a.7304 11 00.b', id: 'f' })
  assert.deepEqual((await client.receiptKeys()).keys[0]?.kty, 'OKP')
})
