import type { Ask, access, Scene, Way } from './contract.ts'
import { NOON, type Service, type ServiceOptions } from './service.ts'

type Method = 'GET' | 'PUT' | 'PATCH' | 'DELETE'

const send = (
  { app }: Service,
  method: Method,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
  remoteAddress = '127.0.0.1',
) =>
  app.inject({
    method,
    url: `/api/v1/lists${path}`,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    remoteAddress,
  })

const ITEM = { id: '1', q: '7304 11 00' }
const LIST = { items: [ITEM] }
const PATCH = { set: [ITEM] }
const LIST_OR_PATCH = (method: 'PUT' | 'PATCH') => (method === 'PUT' ? LIST : PATCH)
const TOO_MANY = Array.from({ length: 51 }, (_, at) => `p${at}`).join('&')
const many = (count: number, q: string) => Array.from({ length: count }, (_, at) => ({ id: String(at), q }))

/** As the holder of the key; the list is there before. */
const held =
  (method: Method, path: string, body?: unknown, headers: Record<string, string> = {}): Way =>
  async ({ service, keys }) => {
    await store(service, keys.good)
    return send(service, method, path, body, { 'x-api-key': keys.good, ...headers })
  }

const store = (service: Service, key: string) => send(service, 'PUT', '/erp', LIST, { 'x-api-key': key })

/** A key that has used up nothing yet: on PostgreSQL all services count together. */
const newcomer = async ({ store }: Scene): Promise<string> =>
  (await store.keys.issue({ name: 'Newcomer', perMinute: null, expires: null, at: new Date(NOON) })).key

const asking =
  (method: Method, path: string, body?: unknown): Ask =>
  (service, headers, address) =>
    send(service, method, path, body, headers, address)

const faulty = ({ store }: Scene): ServiceOptions => {
  const fail = () => Promise.reject(new Error('a fault nobody foresaw'))
  const lists = { ...store.lists, put: fail, patch: fail, remove: fail, all: fail, find: fail }
  return { store: { ...store, lists } }
}

const known =
  (path: string): Way =>
  async (scene) => {
    const first = await held('GET', path)(scene)
    return held('GET', path, undefined, { 'if-none-match': String(first.headers.etag) })(scene)
  }

const notReady =
  (method: Method, path: string, body?: unknown): Way =>
  async ({ other, keys }) =>
    send(await other({ answerer: () => null }), method, path, body, { 'x-api-key': keys.good })

/** Parameters of the address, which a request that writes takes none of, and a name that is none. */
const noParameters = (method: Method, body?: unknown): Way[] => [
  held(method, '/erp?as_of=2026-01-01', body),
  held(method, '/erp?%zz', body),
  held(method, `/erp?${TOO_MANY}`, body),
  held(method, '/erp?lang=de', body),
  held(method, '/erp?lang=pl&lang=pl', body),
  held(method, '/-erp', body),
]

/** Bodies that are refused, with the items in this field. */
const refused = (method: Method, field: 'items' | 'set'): Way[] =>
  [
    '{',
    { [field]: [ITEM], as_of: '2026-01-01' },
    { [field]: 'all' },
    { [field]: many(20_001, '84') },
    { [field]: ['7304'] },
    { [field]: [{ q: '84' }] },
    { [field]: [ITEM, ITEM] },
    ...[
      {},
      { q: ' ' },
      { q: 'a'.repeat(201) },
      { q: 'a\u0007b' },
      { q: 'z' },
      { q: '3061792' },
      { q: '84', destination: 'SU' },
      { q: '84', origin: 'PL' },
      { q: '84', origin: 'RU', destination: 'RU' },
      { q: '84', destination: 'KZ', via: 'TR,GE,AZ,TM,UZ,TJ,KG,CN,MN,IR,IQ' },
      { q: '84', destination: 'KZ', via: 'KZ' },
      { q: '84', destination: 'KZ', value: -1 },
      { q: '84', destination: 'KZ', direction: 'import' },
      { q: '84', direction: 'sideways' },
      { q: '84', regime: 'EU-XX' },
      { q: '84', contract_date: 'today' },
      { q: '84', facts: 'no' },
      { q: '4202', facts: '833-2014.3g(1)(d):no' },
    ].map((item) => ({ [field]: [{ id: '1', ...item }] })),
  ].map((body) => held(method, '/erp', body))

const written = (method: 'PUT' | 'PATCH', body: unknown, names: unknown): Record<string, Way[]> => {
  const name = `${method} /api/v1/lists/{name}`
  return {
    [`${name} 400`]: [
      ...noParameters(method, body),
      ...refused(method, method === 'PUT' ? 'items' : 'set'),
      held(method, '/erp', { ...LIST_OR_PATCH(method), notify: 'anna' }),
    ],
    [`${name} 401`]: [({ service }) => send(service, method, '/erp', body)],
    [`${name} 404`]: [
      async (scene) => {
        const key = await newcomer(scene)
        await store(scene.service, key)
        const told = { ...LIST_OR_PATCH(method), notify: 'anna@example.com' }
        return send(await scene.other({ alerts: false }), method, '/erp', told, { 'x-api-key': key })
      },
    ],
    [`${name} 412`]: [held(method, '/erp', body, { 'if-match': '"another"' })],
    [`${name} 413`]: [held(method, '/erp', `{"items":"${'x'.repeat(8 * 1024 * 1024)}"}`)],
    [`${name} 415`]: [held(method, '/erp', '7304', { 'content-type': 'text/plain' })],
    [`${name} 429`]: [
      async (scene) => {
        const service = await scene.other({ limits: { keyLists: 2 } })
        const key = await newcomer(scene)
        await store(service, key)
        return send(service, method, '/erp', names, { 'x-api-key': key })
      },
      async ({ service, keys }) => {
        await store(service, keys.good)
        // Long enough that the third comes while the first two are worked on.
        const long = { [method === 'PUT' ? 'items' : 'set']: many(5_000, '8471') }
        const ask = () => send(service, method, '/erp', long, { 'x-api-key': keys.good })
        const answers = await Promise.all([ask(), ask(), ask()])
        return answers.find(({ statusCode }) => statusCode !== 200) ?? answers[0]
      },
      async (scene) => {
        const key = await newcomer(scene)
        await store(scene.service, key)
        const told = (at: number) => ({ ...LIST_OR_PATCH(method), notify: `anna.${at}@example.com` })
        for (let at = 0; at < 50; at++) await send(scene.service, method, '/erp', told(at), { 'x-api-key': key })
        return send(scene.service, method, '/erp', told(50), { 'x-api-key': key })
      },
    ],
    [`${name} 503`]: [notReady(method, '/erp', body)],
  }
}

/** How every documented answer about lists comes about. */
export const listWays = (accessOf: typeof access): readonly Record<string, Way[]>[] => [
  accessOf('GET /api/v1/lists', asking('GET', ''), faulty, true),
  accessOf('GET /api/v1/lists/{name}', asking('GET', '/erp'), faulty, true),
  accessOf('PUT /api/v1/lists/{name}', asking('PUT', '/erp', LIST), faulty, true),
  accessOf('PATCH /api/v1/lists/{name}', asking('PATCH', '/erp', PATCH), faulty, true),
  accessOf('DELETE /api/v1/lists/{name}', asking('DELETE', '/erp'), faulty, true),
  accessOf('GET /api/v1/lists/{name}/changes', asking('GET', '/erp/changes'), faulty, true),
  written('PUT', LIST, { items: many(100, 'kawior') }),
  written('PATCH', PATCH, { set: many(100, 'kawior') }),
  {
    'GET /api/v1/lists 200': [held('GET', '')],
    'GET /api/v1/lists 304': [known('')],
    'GET /api/v1/lists 400': [
      held('GET', '?limit=1'),
      held('GET', '?%zz'),
      held('GET', '?lang=de'),
      held('GET', '?lang=pl&lang=pl'),
      held('GET', `?${TOO_MANY}`),
    ],
    'GET /api/v1/lists 401': [({ service }) => send(service, 'GET', '')],
    'PUT /api/v1/lists/{name} 200': [held('PUT', '/erp', { ...LIST, lang: 'en' })],
    'PUT /api/v1/lists/{name} 201': [held('PUT', '/another', LIST, { 'if-none-match': '*' })],
    'PUT /api/v1/lists/{name} 400': [held('PUT', '/erp', { ...LIST, lang: 'de' })],
    'PUT /api/v1/lists/{name} 409': [
      async (scene) => {
        for (let at = 0; at < 50; at++) await held('PUT', `/list-${at}`, LIST)(scene)
        const answer = await held('PUT', '/one-more', LIST)(scene)
        for (let at = 0; at < 50; at++) await held('DELETE', `/list-${at}`)(scene)
        return answer
      },
    ],
    'PATCH /api/v1/lists/{name} 200': [
      held('PATCH', '/erp', {
        set: [{ id: '2', q: 'laptop', origin: 'PL', destination: 'KZ', via: 'RU,BY' }],
        remove: ['x'],
      }),
      held('PATCH', '/erp', { set: [{ id: '2', q: '0709 56 00', dispatch: 'LV', destination: 'RU', value: 299.99 }] }),
      held('PATCH', '/erp', { remove: [] }),
    ],
    'PATCH /api/v1/lists/{name} 404': [held('PATCH', '/none', PATCH)],
    'GET /api/v1/lists/{name} 200': [held('GET', '/erp'), held('GET', '/erp?limit=1')],
    'GET /api/v1/lists/{name} 304': [known('/erp')],
    'GET /api/v1/lists/{name} 400': [
      held('GET', '/erp?limit=0'),
      held('GET', '/erp?cursor=x'),
      held('GET', '/erp?lang=de'),
      held('GET', '/erp?q=84'),
      held('GET', '/erp?limit=1&limit=1'),
      held('GET', '/erp?%zz'),
      held('GET', `/erp?${TOO_MANY}`),
      held('GET', '/-erp'),
    ],
    'GET /api/v1/lists/{name} 401': [({ service }) => send(service, 'GET', '/erp')],
    'GET /api/v1/lists/{name} 404': [held('GET', '/none')],
    'GET /api/v1/lists/{name} 429': [
      async (scene) => {
        const key = { 'x-api-key': await newcomer(scene) }
        const limited = await scene.other({ limits: { keyLists: 3 } })
        await send(limited, 'PUT', '/names', { items: many(100, 'kawior') }, key)
        return send(limited, 'GET', '/names', undefined, key)
      },
    ],
    'GET /api/v1/lists/{name} 503': [
      notReady('GET', '/erp'),
      async ({ service, other, keys }) => {
        await store(service, keys.good)
        return send(await other({ outputBytes: 0 }), 'GET', '/erp', undefined, { 'x-api-key': keys.good })
      },
    ],
    'DELETE /api/v1/lists/{name} 204': [held('DELETE', '/erp')],
    'DELETE /api/v1/lists/{name} 400': noParameters('DELETE'),
    'DELETE /api/v1/lists/{name} 401': [({ service }) => send(service, 'DELETE', '/erp')],
    'DELETE /api/v1/lists/{name} 404': [held('DELETE', '/none')],
    'DELETE /api/v1/lists/{name} 412': [held('DELETE', '/erp', undefined, { 'if-match': '"another"' })],
    'GET /api/v1/lists/{name}/changes 200': [held('GET', '/erp/changes')],
    'GET /api/v1/lists/{name}/changes 304': [known('/erp/changes')],
    'GET /api/v1/lists/{name}/changes 400': [
      held('GET', '/erp/changes?limit=0'),
      held('GET', '/erp/changes?cursor=x'),
      held('GET', '/erp/changes?cursor=ls_000000000000.0'),
      held('GET', '/erp/changes?since=2026-01-01'),
      held('GET', '/erp/changes?limit=1&limit=1'),
      held('GET', '/erp/changes?lang=de'),
      held('GET', '/erp/changes?%zz'),
      held('GET', `/erp/changes?${TOO_MANY}`),
      held('GET', '/-erp/changes'),
    ],
    'GET /api/v1/lists/{name}/changes 401': [({ service }) => send(service, 'GET', '/erp/changes')],
    'GET /api/v1/lists/{name}/changes 404': [held('GET', '/none/changes')],
  },
]
