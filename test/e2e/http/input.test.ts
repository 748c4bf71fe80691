import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import type { LightMyRequestResponse } from 'fastify'
import type { Parameter } from '../../../src/answer/question/parameters.ts'
import type { Bounds } from '../../../src/http/kernel/body/json-bounds.ts'
import { type DeclaredRoute, PATH_VALUE_CHARACTERS } from '../../../src/http/kernel/body/route-input.ts'
import { openStore } from '../../../src/store/store.ts'
import { answerer } from '../../real-law.ts'
import { emptyPlace, NOON, PLENTY, problemIn, recordLaw, type Service, serviceFor } from './service.ts'
import { askRaw, sendBytes } from './wire.ts'

const { dataset } = answerer

const parametersOf = ({ input: { query } }: DeclaredRoute): [string, Parameter<unknown>][] =>
  query === 'ignored' ? [] : Object.entries(query(dataset))

/** An address of the route; what is asked for need not exist, since a wrong request is refused before. */
const addressOf = (url: string): string =>
  url.replace(':version', dataset.version).replace(':name', 'erp').replace(':id', 'we_1')

async function serviceWithKey(t: Parameters<typeof serviceFor>[0]) {
  const store = await recordLaw(await openStore(await emptyPlace(t)))
  t.after(() => store.close())
  const service = await serviceFor(t, { store, limits: PLENTY })
  const { key } = await store.keys.issue({ name: 'a', perMinute: 1_000_000, expires: null, at: new Date(NOON) })
  return { service, headers: { 'x-api-key': key } }
}

/** Routes with parameters of their own, and what they need to get as far as the parameter. */
const NEEDED: Readonly<Record<string, string>> = {
  '/api/v1/cn': 'q=84&',
  '/api/v1/receipt': 'q=84&',
  '/api/v1/suggest': 'q=84&',
  '/api/v1/check.csv': 'codes=84&',
  '/': 'q=84&',
  '/en': 'q=84&',
}

const query = (path: string, name: string, value: string): string =>
  `${path}?${new URLSearchParams(NEEDED[path] ?? '')}`.replace(`${name}=84`, '') +
  `&${new URLSearchParams([[name, value]])}`

const FORMS = ['/api/lead', '/api/v1/alerts']

describe('what a route takes', () => {
  test('is declared by every route, or the service does not start', async (t) => {
    const { app } = await serviceFor(t, { store: null })
    assert.throws(() => app.get('/undeclared', () => 'x'), /GET \/undeclared does not declare what it takes/)
    assert.ok(app.declaredRoutes.length > 40, `${app.declaredRoutes.length}`)
    for (const { method, url, input } of app.declaredRoutes) {
      const { body } = input
      if (body) for (const bound of ['bytes', 'parts', 'depth', 'textBytes'] as const) assert.ok(body[bound] > 0, url)
      if (body) assert.ok(/^(POST|PUT|PATCH)$/.test(method), url)
      for (const [name, { maxCharacters, maxParts = 1 }] of parametersOf({ method, url, input })) {
        assert.ok(maxCharacters > 0 && maxCharacters <= 16 * 1024, `${url} ${name}`)
        assert.ok(maxParts > 0 && maxParts <= 100, `${url} ${name}`)
      }
    }
  })

  test('is no more than the API description says, and no less', async (t) => {
    const { app, get } = await serviceFor(t, { store: null })
    interface Parameter {
      readonly name: string
      readonly in: string
      readonly $ref?: string
    }
    const { paths, components } = (await get('/openapi.json')).json<{
      paths: Record<string, Record<string, { parameters?: Parameter[]; requestBody?: unknown }>>
      components: { parameters: Record<string, Parameter> }
    }>()
    const referred = (one: Parameter) => components.parameters[one.$ref?.split('/').at(-1) ?? ''] ?? one
    for (const [path, operations] of Object.entries(paths)) {
      const url = path.replace(/\{(\w+)\}/g, ':$1')
      for (const [method, operation] of Object.entries(operations)) {
        const route = app.declaredRoutes.find((one) => one.url === url && one.method === method.toUpperCase())
        assert.ok(route, `${method} ${path}`)
        assert.equal(route.input.body !== null, operation.requestBody !== undefined, `${method} ${path}: a body`)
        const parameters = (operation.parameters ?? []).map(referred)
        const described = parameters.filter((one) => one.in === 'query').map(({ name }) => name)
        // The packed law is one of two files at the same address; nothing else is read of the addresses of forms.
        if (path.endsWith('.law') || FORMS.includes(path)) assert.deepEqual(described, ['lang'])
        else
          assert.deepEqual(
            described,
            parametersOf(route).map(([name]) => name),
            `${method} ${path}`,
          )
      }
    }
  })

  test('is bounded in each parameter: a longer text or one part more is refused', async (t) => {
    const { service, headers } = await serviceWithKey(t)
    let refused = 0
    for (const route of service.app.declaredRoutes.filter(({ method }) => method === 'GET')) {
      for (const [name, parameter] of parametersOf(route)) {
        const { maxCharacters, maxParts = 1, problems } = parameter
        const path = addressOf(route.url)
        const long = 'x'.repeat(Math.min(maxCharacters + 1, 15_000))
        const many = Array.from({ length: maxParts + 1 }, () => '84').join(name === 'names' ? ';' : ',')
        const texts = [...(long.length > maxCharacters ? [long] : []), ...(maxParts > 1 ? [many] : [])]
        for (const text of texts) {
          const answer = await service.get(query(path, name, text), headers)
          // A link of a mail that was cut or mended leads to a page that says what to do.
          const status = path.includes('/alerts/') ? 404 : 400
          assert.equal(answer.statusCode, status, `${path} ${name} ${answer.body.slice(0, 300)}`)
          const isProblem = answer.headers['content-type'] === 'application/problem+json; charset=utf-8'
          if (isProblem) assert.ok(problems.includes(problemIn(answer).code), `${path} ${name}: ${answer.body}`)
          assert.ok(answer.rawPayload.length < 60_000)
          refused++
        }
      }
    }
    assert.ok(refused > 60, `${refused}`)
  })

  test('is bounded in what a path names', async (t) => {
    const { service, headers } = await serviceWithKey(t)
    for (const { method, url } of service.app.declaredRoutes.filter(({ url }) => url.includes(':'))) {
      const long = url.replace(/:\w+/, 'x'.repeat(PATH_VALUE_CHARACTERS + 1))
      const answer = await service.app.inject({ method: method as 'GET', url: long, headers })
      assert.equal(answer.statusCode, 400, `${method} ${url}`)
    }
  })
})

test('of long bodies one is read in a turn of the event loop, so that others are answered in between', async (t) => {
  const service = await serviceFor(t, { store: null, limits: PLENTY })
  const body = JSON.stringify({ items: [], unknown: Array.from({ length: 8 }, () => 'x'.repeat(15_000)) })
  let turn = 0
  let over = false
  const count = () => {
    turn++
    if (!over) setImmediate(count)
  }
  setImmediate(count)
  const headers = { 'content-type': 'application/json' }
  const turns = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const answer = await service.app.inject({ method: 'POST', url: '/api/v1/check', headers, body })
      assert.equal(answer.statusCode, 400, answer.body)
      return turn
    }),
  )
  over = true
  assert.equal(new Set(turns).size, turns.length, turns.join(', '))
})

test('the documents say of every body what its route declares', async (t) => {
  const { app } = await serviceFor(t, { store: null })
  const written = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8')
  const rows = [...written.matchAll(/^\| `(\w+) (\/\S+)` \| (.+) \|$/gm)].map(([, method, path, bounds = '']) => [
    `${method} ${path}`,
    ...bounds.split(' | '),
  ])
  const size = (bytes: number) => (bytes >= 1024 ** 2 ? `${bytes / 1024 ** 2} MiB` : `${bytes / 1024} KiB`)
  const declared = app.declaredRoutes
    .filter(({ input }) => input.body?.type === 'application/json')
    .map(({ method, url, input }) => {
      const { bytes, parts, depth, textBytes } = input.body!
      const path = url.replace(/:(\w+)/g, '{$1}')
      return [`${method} ${path}`, size(bytes), parts.toLocaleString('en'), `${depth}`, size(textBytes)]
    })
  assert.deepEqual(rows.toSorted(), declared.toSorted())
})

/** Bodies that exceed one bound each and are well within the others. */
const exceeding = ({ bytes, parts, depth, textBytes }: Bounds, isForm: boolean): Record<keyof Bounds, string> =>
  isForm
    ? {
        bytes: `${'a=1&'.repeat(bytes / 4)}a=1`,
        parts: '&'.repeat(parts),
        depth: '',
        textBytes: `a=${'x'.repeat(textBytes)}`,
      }
    : {
        bytes: `{"a":[${'1,'.repeat(10)}1]${' '.repeat(bytes)}}`,
        parts: `{"items":[${'{},'.repeat(parts / 2)}{}]}`,
        depth: `{"items":${'['.repeat(depth)}${']'.repeat(depth)}}`,
        textBytes: `{"items":"${'x'.repeat(textBytes + 1)}"}`,
      }

const TOO_LARGE = /^(body|batch|list|webhook|mcp|receipt)_too_large$/

describe('a body', () => {
  const send = (
    { app }: Service,
    { method, url, input }: DeclaredRoute,
    payload: string,
    headers: Record<string, string>,
  ): Promise<LightMyRequestResponse> =>
    app.inject({
      method: method as 'POST',
      url: addressOf(url),
      headers: { 'content-type': input.body?.type ?? 'application/json', accept: '*/*', ...headers },
      payload,
    })

  test('that exceeds any bound of its route is refused before it is parsed, and nothing is stored', async (t) => {
    const { service, headers } = await serviceWithKey(t)
    const routes = service.app.declaredRoutes.filter(({ input }) => input.body)
    assert.ok(routes.length >= 9, `${routes.length}`)
    for (const route of routes) {
      const body = route.input.body!
      const isForm = body.type !== 'application/json'
      for (const [bound, payload] of Object.entries(exceeding(body, isForm))) {
        if (payload === '') continue
        const parsing = t.mock.method(JSON, 'parse')
        const answer = await send(service, route, payload, headers)
        assert.equal(parsing.mock.callCount(), 0, `${route.url} ${bound}`)
        parsing.mock.restore()
        assert.match(problemIn(answer).code, TOO_LARGE, `${route.method} ${route.url} ${bound}`)
        assert.equal(answer.statusCode, 413)
      }
    }
  })

  test('of most messages to an assistant is smaller than that of a list', async (t) => {
    const { mcp } = await serviceFor(t, { limits: PLENTY })
    const initialize = (experimental: unknown) => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-06-18',
        clientInfo: { name: 'x', version: '1' },
        capabilities: { experimental },
      },
    })
    assert.equal((await mcp(initialize({ a: {} }))).statusCode, 200)
    problemIn(await mcp(initialize({ a: Array.from({ length: 400 }, () => ({})) })), 'mcp_too_large')
    problemIn(
      await mcp(initialize({ a: ' '.repeat(15_000), b: ' '.repeat(15_000), c: ' '.repeat(4_000) })),
      'mcp_too_large',
    )
    const items = Array.from({ length: 50 }, (_, at) => ({ id: `${at}`, q: '0101', origin: 'PL', destination: 'KZ' }))
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'check_list', arguments: { items } } }
    assert.equal((await mcp(list)).statusCode, 200, 'more than 400 parts')
  })

  test('is never read by a route that takes none', async (t) => {
    const { service, headers } = await serviceWithKey(t)
    const routes = service.app.declaredRoutes.filter(
      ({ method, input }) => /^(POST|DELETE)$/.test(method) && input.body === null,
    )
    assert.ok(routes.length > 0)
    for (const route of routes) {
      const answer = await send(service, route, '{"a":'.repeat(100_000), headers)
      assert.equal(answer.statusCode, 404, `${route.url} ${answer.body}`)
    }
  })

  test('that is compressed is refused with what to do', async (t) => {
    const { service, headers } = await serviceWithKey(t)
    for (const route of service.app.declaredRoutes.filter(({ input }) => input.body)) {
      const answer = await send(service, route, 'xx', { ...headers, 'content-encoding': 'gzip' })
      assert.match(problemIn(answer, 'content_encoding_unsupported').detail, /Content-Encoding/)
      assert.equal(answer.statusCode, 415)
    }
  })
})

describe('bodies that do not end', () => {
  const unfinished = (bytes: number, announced = 1024 * 1024) =>
    `POST /api/v1/check HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${announced}\r\n\r\n${' '.repeat(bytes)}`

  test('give way to others once all of them hold more than the budget, the oldest of a caller first', async (t) => {
    const { listen, check } = await serviceFor(t, { limits: PLENTY, bodies: { heldBytes: 256 * 1024 } })
    const port = await listen()
    const callers = Array.from({ length: 5 }, () => connect(port, '127.0.0.1'))
    for (const socket of callers) socket.write(unfinished(100 * 1024))
    const [answer] = await Promise.race(callers.map((socket) => once(socket, 'data')))
    assert.match(`${answer}`, /^HTTP\/1\.1 503 /)
    assert.match(`${answer}`, /\r\nretry-after: 5\r\n/i)
    assert.match(`${answer}`, /"code":"busy"/)
    assert.equal((await check({ items: [{ id: '1', q: '0101' }] })).statusCode, 200)
    for (const socket of callers) socket.destroy()
  })

  test('nor are bodies that have arrived free of it until they are read', async (t) => {
    const { check } = await serviceFor(t, { limits: PLENTY, bodies: { heldBytes: 400 * 1024 } })
    // Long enough that one is read in a turn of the event loop; the others wait for theirs.
    const items = Array.from({ length: 500 }, (_, at) => ({ id: `${at}`, q: '0101'.padEnd(280) }))
    const answers = await Promise.all(Array.from({ length: 8 }, () => check({ items })))
    const refused = answers.filter(({ statusCode }) => statusCode === 503)
    assert.ok(refused.length >= 4, `${refused.length} of 8 gave way`)
    assert.ok(refused.every((answer) => answer.json().code === 'busy'))
    assert.equal((await check({ items })).statusCode, 200)
  })

  test('and bring too little are given up', async (t) => {
    const { listen } = await serviceFor(t, { limits: PLENTY, bodies: { windowMs: 50, leastBytes: 1024 } })
    const answer = (await sendBytes(await listen(), unfinished(10))).toString()
    assert.match(answer, /^HTTP\/1\.1 408 /)
    assert.match(answer, /"code":"body_too_slow"/)
  })
})

test('of bodies that arrive at the same time no more than some are read in a turn of the event loop', async (t) => {
  const { app, listen } = await serviceFor(t, { limits: PLENTY, bodies: { heldBytes: 100 * 1024 * 1024 } })
  const port = await listen()
  const received: Socket[] = []
  app.server.on('connection', (socket: Socket) => received.push(socket))
  let most = 0
  let before = 0
  let counting = true
  const count = () => {
    const now = received.reduce((sum, { bytesRead }) => sum + bytesRead, 0)
    most = Math.max(most, now - before)
    before = now
    if (counting) setImmediate(count)
  }
  setImmediate(count)
  const body = ' '.repeat(1024 * 1024)
  const bodies = Array.from({ length: 64 }, () =>
    askRaw(
      port,
      'POST /api/v1/check HTTP/1.1',
      ['Content-Type: application/json', `Content-Length: ${body.length}`],
      body,
    ),
  )
  const answers = await Promise.all(bodies)
  counting = false
  assert.ok(answers.every(({ statusCode }) => statusCode === 400))
  assert.ok(before > 64 * body.length, 'all were read')
  assert.ok(most < body.length, `${most} in one turn`)
})
