import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { openStore } from '../../../src/store/store.ts'
import { emptyPlace, NOON, PLENTY, recordLaw, serviceFor } from './service.ts'

const LARGE = '/api/v1/cn?q=84&limit=500&include=tree,history'

test('requests cost points by what they may cost, and little when they are cached', async (t) => {
  const { get } = await serviceFor(t)
  /** Each is asked from an address of its own, so that the minute does not matter in which it is asked. */
  const costOf = async (url: string, at: number) => {
    const answer = await get(url, {}, `127.0.1.${at}`)
    assert.equal(answer.statusCode, 200, url)
    return 300 - Number(answer.headers['ratelimit-remaining'])
  }
  const asked: [points: number, url: string][] = [
    [1, '/api/v1/cn?q=84'],
    [1, '/api/v1/cn?q=8471+30+00&limit=500&include=tree,history'],
    [5, LARGE],
    [3, '/api/v1/cn?q=laptop&limit=500'],
    [2, '/api/v1/receipt?q=8471+30+00'],
    [10, LARGE.replace('/cn?', '/receipt?')],
    [1, '/api/v1/suggest?q=lap'],
    [1, '/api/v1/changes'],
    [2, '/api/v1/changes?limit=500'],
    [2, '/changes.atom?code=8471'],
    [1, '/changes.atom?code=8471'],
    [2, '/changes?page=2'],
    [1, '/changes?page=2'],
    [2, '/changes?page=3'],
    [5, '/en?q=84'],
    [1, '/en?q=8471+30+00'],
  ]
  const found: [number, string][] = []
  for (const [at, [, url]] of asked.entries()) found.push([await costOf(url, at), url])
  assert.deepEqual(found, asked)
})

test('what costs more than the whole limit passes when nothing else was asked, and otherwise not', async (t) => {
  const { get } = await serviceFor(t, { limits: { lookups: 4 } })
  assert.equal((await get(LARGE)).statusCode, 200)
  const refused = await get('/api/v1/cn?q=8471', {}, '127.0.0.2')
  assert.equal(refused.statusCode, 200)
  const answer = await get(LARGE, {}, '127.0.0.2')
  assert.deepEqual([answer.statusCode, answer.json().code], [429, 'rate_limited'])
})

test('of many large answers asked for at once one is made at a time, and others are served in between', async (t) => {
  const { get } = await serviceFor(t, { limits: PLENTY })
  await get(LARGE)
  const done: string[] = []
  const ask = async (name: string, url: string, from: string) => {
    assert.equal((await get(url, {}, from)).statusCode, 200)
    done.push(name)
  }
  await Promise.all([
    ...Array.from({ length: 20 }, (_, at) => ask('large', `${LARGE}&offset=${at}`, '127.0.0.1')),
    ask('health', '/healthz', '127.0.0.1'),
    ask('other', '/api/v1/cn?q=0101+21+00', '127.0.0.2'),
  ])
  assert.ok(done.indexOf('health') < 3, done.join())
  assert.ok(done.indexOf('other') < 6, done.join())
})

test('lists whose bodies do not arrive keep nobody from writing', async (t) => {
  const store = await recordLaw(await openStore(await emptyPlace(t)))
  t.after(() => store.close())
  const { listen } = await serviceFor(t, { store })
  const keys = await Promise.all(
    ['one', 'two', 'three'].map((name) =>
      store.keys.issue({ name, perMinute: null, expires: null, at: new Date(NOON) }),
    ),
  )
  const port = await listen()
  const slow = [0, 0, 1, 1].map((at, nth) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      `PUT /api/v1/lists/slow${nth} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${keys[at]!.key}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
    )
    return socket
  })
  t.after(() => {
    for (const socket of slow) socket.destroy()
  })
  await Promise.all(slow.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/lists/erp`, {
    method: 'PUT',
    headers: { 'x-api-key': keys[2]!.key, 'content-type': 'application/json' },
    body: JSON.stringify({ items: [{ id: '1', q: '8471 30 00' }] }),
  })
  assert.equal(answer.status, 201)
})

test('a law that many ask for at once is read from the store once, and kept', async (t) => {
  const opened = await recordLaw(await openStore(await emptyPlace(t)))
  t.after(() => opened.close())
  let reads = 0
  const law = (version: string) => {
    reads++
    return opened.datasets.law(version)
  }
  const { get } = await serviceFor(t, { store: { ...opened, datasets: { ...opened.datasets, law } }, limits: PLENTY })
  const { version } = (await get('/api/v1/dataset')).json()
  const download = () => get(`/api/v1/dataset/${version}.law`)
  const answers = await Promise.all(Array.from({ length: 5 }, download))
  assert.deepEqual(new Set([...answers, await download()].map(({ statusCode }) => statusCode)), new Set([200]))
  assert.equal(reads, 1)
})
