import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import Schema from 'typebox/schema'
import type { Parameters } from '../../../src/answer/question/parameters.ts'
import { lookupParameters } from '../../../src/answer/question/question.ts'
import { SUGGEST_PARAMETERS } from '../../../src/answer/shape/suggest.ts'
import { digits } from '../../../src/base/cn-code.ts'
import { calendarDay, type Day } from '../../../src/base/day.ts'
import { atomParameters, changesParameters } from '../../../src/http/changes/change-parameters.ts'
import { ERRORS_LISTED } from '../../../src/http/kernel/problem/problem.ts'
import { PROBLEMS } from '../../../src/http/kernel/problem/problems.ts'
import { LANGUAGE_ONLY } from '../../../src/http/kernel/request/parameters.ts'
import { LIST_CHANGES_PARAMETERS, LIST_PARAMETERS } from '../../../src/http/lists/list-parameters.ts'
import { checkCsvParameters, LISTINGS_PARAMETERS } from '../../../src/http/lookup/lookup-parameters.ts'
import { READINESS_PARAMETERS } from '../../../src/http/ops/readiness.ts'
import { DELIVERIES_PARAMETERS, WEBHOOKS_PARAMETERS } from '../../../src/http/webhooks/parameters.ts'
import { newApiKey } from '../../../src/store/keys/api-key.ts'
import type { Place, Store } from '../../../src/store/store.ts'
import { answerer } from '../../real-law.ts'
import { openPatiently } from '../../store/open-patiently.ts'
import { addWebhook, listing, publish, receiver, status } from '../../webhooks/scene.ts'
import { listWays } from './list-ways.ts'
import {
  type Answered,
  API_VERSION,
  NOON,
  PLENTY,
  problemIn,
  recordLaw,
  type Service,
  type ServiceOptions,
  serviceFor,
} from './service.ts'
import { askRaw, unreadBatch } from './wire.ts'

/** The parts of an OpenAPI document that are walked here. */
interface Described {
  readonly openapi: string
  readonly info: { readonly version: string }
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly headers: Readonly<Record<string, Header>>; readonly schemas: Record<string, object> }
}
interface Operation {
  readonly operationId: string
  parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> }
  readonly responses: Record<string, Response>
}
interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly schema: {
    readonly type: string
    readonly enum?: readonly string[]
    readonly format?: string
    readonly minimum?: number
    readonly maximum?: number
    readonly minLength?: number
    readonly maxLength?: number
    readonly default?: unknown
  }
}
interface Response {
  readonly description: string
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>
  readonly content?: Readonly<Record<string, Content>>
}
interface Content {
  readonly schema: object
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}
interface Header {
  readonly schema: { readonly type: string }
}

const TOO_MANY = Array.from({ length: 51 }, (_, at) => `p${at}`).join('&')

/** What a way of provoking an answer can use; a service on the same store but in other circumstances is made for it. */
export interface Scene {
  readonly service: Service
  readonly store: Store
  readonly place: Place
  /** A store whose database is gone. */
  readonly broken: Store
  readonly keys: Readonly<Record<'good' | 'revoked' | 'expired', string>>
  other(options: ServiceOptions): Promise<Service>
  /** An address nobody has asked from yet. */
  newcomer(): string
}

export type Way = (scene: Scene) => Promise<Answered>
export type Ask = (service: Service, headers?: Record<string, string>, address?: string) => Promise<Answered>

const lookUp: Ask = (service, headers, address) => service.get('/api/v1/cn?q=7304+11+00', headers, address)
const describeDataset: Ask = (service, headers, address) => service.get('/api/v1/dataset', headers, address)
const suggest: Ask = (service, headers, address) => service.get('/api/v1/suggest?q=mikrosk', headers, address)
const listChanges: Ask = (service, headers, address) => service.get('/api/v1/changes', headers, address)
const followChanges: Ask = (service, headers, address) => service.get('/changes.atom', headers, address)
const webhooks: Ask = (service, headers, address) => service.get('/api/v1/webhooks', headers, address)
const deliveries: Ask = (service, headers, address) => service.get('/api/v1/webhooks/deliveries', headers, address)
const checkList: Ask = (service, headers, address) =>
  service.check({ items: [{ id: '1', q: '7304 11 00' }] }, headers, address)
const callTool: Ask = (service, headers, address) =>
  service.mcp(
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'check_code', arguments: { q: '7304' } } },
    headers,
    address,
  )
const sign: Ask = (service, headers, address) => service.get('/api/v1/receipt?q=7304+11+00', headers, address)
const checkCsv: Ask = (service, headers, address) => service.get('/api/v1/check.csv?codes=7304+11+00', headers, address)
const VERSION = answerer.dataset.version
const law: Ask = (service, headers, address) => service.get(`/api/v1/dataset/${VERSION}.law`, headers, address)
const listings: Ask = (service, headers, address) => service.get(`/api/v1/dataset/${VERSION}.csv`, headers, address)
const leaveContact: Ask = (service, headers, address) => service.post({ email: 'anna@example.com' }, headers, address)

const askAlerts =
  (body: unknown): Ask =>
  async ({ app }, headers = {}, remoteAddress = '127.0.0.1') =>
    app.inject({
      method: 'POST',
      url: '/api/v1/alerts',
      headers: { 'content-type': 'application/json', ...headers },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
      remoteAddress,
    })
const ALERT = { email: 'anna@example.com', codes: ['8471 30'] }
const alerts =
  (body: unknown, headers?: Record<string, string>): Way =>
  ({ service, newcomer }) =>
    askAlerts(body)(service, headers, newcomer())

const question =
  (query: string): Way =>
  ({ service }) =>
    service.get(`/api/v1/cn?${query}`)
/** What a lookup refuses, a receipt refuses. */
const WRONG_LOOKUPS = [
  '',
  'q=+',
  `q=${'a'.repeat(201)}`,
  'q=%00a',
  'q=z',
  'q=8',
  'q=3061792',
  'q=3061792&lang=en&detail=short',
  `q=${'8'.repeat(199)}`,
  'q=84&lang=de',
  'q=84&as_of=2026-02-30',
  'q=84&contract_date=yesterday',
  'q=84&direction=sideways',
  'q=84&regime=EU-XX',
  'q=84&destination=SU',
  'q=84&destination=KZ&via=TR,GE,AZ,TM,UZ,TJ,KG,CN,MN,IR,IQ',
  'q=84&origin=PL',
  'q=84&origin=RU&destination=RU',
  'q=84&destination=KZ&via=KZ',
  'q=84&destination=KZ&direction=import',
  'q=84&destination=KZ&value=-1',
  'q=84&limit=501',
  'q=84&offset=-1',
  'q=84&detail=brief',
  'q=84&include=everything',
  'q=84&facts=yes',
  'q=84&as_off=2026-01-01',
  'q=84&q=84',
  'q=%zz',
  TOO_MANY,
]
const fetched =
  (path: string): Way =>
  ({ service }) =>
    service.get(path)
const typed =
  (query: string): Way =>
  ({ service }) =>
    service.get(`/api/v1/suggest?${query}`)
const changes =
  (query: string): Way =>
  ({ service }) =>
    service.get(`/api/v1/changes?${query}`)
const atom =
  (query: string): Way =>
  ({ service }) =>
    service.get(`/changes.atom?${query}`)
const lead =
  (body: unknown, headers?: Record<string, string>): Way =>
  ({ service }) =>
    service.post(body, headers)
/** As the holder of a key, of a path below the webhooks. */
const held =
  (path: string): Way =>
  ({ service, keys }) =>
    service.get(`/api/v1/webhooks${path}`, { 'x-api-key': keys.good })
const list =
  (body: unknown, headers?: Record<string, string>): Way =>
  ({ service }) =>
    service.check(body, headers)
const item = { id: '1', q: '7304 11 00' }
const linesOf = (count: number, q: string) => Array.from({ length: count }, (_, at) => ({ id: String(at), q }))
const known =
  (path: string): Way =>
  async ({ service }) =>
    service.get(path, { 'if-none-match': String((await service.get(path)).headers.etag) })
const notReady =
  (path: string): Way =>
  async ({ other }) =>
    (await other({ answerer: () => null })).get(path)

/** What goes wrong the same way wherever a key may be given and a limit counts. */
export const access = (
  name: string,
  ask: Ask,
  fault: (scene: Scene) => ServiceOptions,
  holder = false,
): Record<string, Way[]> => ({
  [`${name} 400`]: [({ service, keys }) => ask(service, { 'x-api-key': keys.good, authorization: 'Bearer other' })],
  [`${name} 401`]: [
    ({ service }) => ask(service, { 'x-api-key': 'cns_short' }),
    ({ service }) => ask(service, { 'x-api-key': newApiKey() }),
    ({ service, keys }) => ask(service, { 'x-api-key': keys.revoked }),
    ({ service, keys }) => ask(service, { authorization: `Bearer ${keys.expired}` }),
  ],
  [`${name} 429`]: [
    async ({ other, newcomer }) => {
      const service = await other({ limits: { lookups: 1, batches: 1, leads: 1 } })
      const address = newcomer()
      await ask(service, {}, address)
      return ask(service, {}, address)
    },
  ],
  [`${name} 503`]: [async ({ other }) => ask(await other({ store: null }), { 'x-api-key': newApiKey() })],
  [`${name} 500`]: [
    async ({ other, broken }) => ask(await other({ store: broken }), { 'x-api-key': newApiKey() }),
    async (scene) => ask(await scene.other(fault(scene)), holder ? { 'x-api-key': scene.keys.good } : {}),
  ],
})

/** What can go wrong with any body before it is read. */
const arrival = (name: string, url: string): Record<string, Way[]> => {
  const method = name.split(' ')[0] as 'POST'
  const send = (service: Service, key: string, payload: string | Readable, headers: Record<string, string> = {}) =>
    service.app.inject({
      method,
      url,
      headers: { 'content-type': 'application/json', 'x-api-key': key, ...headers },
      payload,
    })
  return {
    [`${name} 408`]: [
      async ({ other, keys }) => {
        const unfinished = new Readable({ read() {} })
        unfinished.push('{')
        return send(await other({ bodies: { windowMs: 1 } }), keys.good, unfinished)
      },
    ],
    [`${name} 415`]: [({ service, keys }) => send(service, keys.good, '{}', { 'content-encoding': 'gzip' })],
    [`${name} 503`]: [async ({ other, keys }) => send(await other({ bodies: { heldBytes: 1 } }), keys.good, '{}')],
  }
}

/** There is no room for another answer. */
const noRoom =
  (url: string): Way =>
  async ({ other, keys }) =>
    (await other({ outputBytes: 0 })).get(url, { 'x-api-key': keys.good })

const faultyLaw = (): ServiceOptions => ({
  answerer: () => {
    throw new Error('a fault nobody foresaw')
  },
})
const faultyLeads = ({ store }: Scene): ServiceOptions => ({
  store: { ...store, leads: { ...store.leads, add: () => Promise.reject(new Error('a fault nobody foresaw')) } },
})

const faultyAlerts = ({ store }: Scene): ServiceOptions => ({
  store: { ...store, alerts: { ...store.alerts, ask: () => Promise.reject(new Error('a fault nobody foresaw')) } },
})

const faultyWebhooks = ({ store }: Scene): ServiceOptions => {
  const fail = () => Promise.reject(new Error('a fault nobody foresaw'))
  const webhooks = { ...store.webhooks, list: fail, find: fail, change: fail, addOwn: fail }
  return { store: { ...store, webhooks, deliveries: { ...store.deliveries, list: fail } } }
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const HOOK = { url: 'https://erp.example.com/hooks', cn_codes: ['8471 30'], events: ['listing.added'], lang: 'en' }

/** Asks below the webhooks with any method. */
const askWebhooks =
  (method: Method, path: string, body?: unknown): Ask =>
  async (service, headers = {}, remoteAddress = '127.0.0.1') =>
    service.app.inject({
      method,
      url: `/api/v1/webhooks${path}`,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      remoteAddress,
    })
const owned =
  (method: Method, path: string, body?: unknown, headers: Record<string, string> = {}): Way =>
  ({ service, keys }) =>
    askWebhooks(method, path, body)(service, { 'x-api-key': keys.good, ...headers })
/** The same of a webhook that the holder of the key has, at this address. */
const ofOwn =
  (method: Method, path: string, body?: unknown, options?: ServiceOptions, url = HOOK.url): Way =>
  async (scene) => {
    const checked = await scene.store.keys.check(scene.keys.good, new Date(NOON))
    assert.ok(checked.status === 'ok')
    const { id } = await addWebhook(scene.store, { keyId: checked.key.id, url })
    const service = options ? await scene.other(options) : scene.service
    const answer = await askWebhooks(method, `/${id}${path}`, body)(service, { 'x-api-key': scene.keys.good })
    await scene.store.webhooks.remove(id)
    return answer
  }
const NOT_OWN = { ownWebhooks: false }
/** Problems of the address, which these requests share. */
const wrongAddress = (method: Method, path: string, body?: unknown): Way[] => [
  owned(method, `${path}?as_of=2026-01-01`, body),
  owned(method, `${path}?lang=de`, body),
  owned(method, `${path}?lang=pl&lang=pl`, body),
  owned(method, `${path}?x=%zz`, body),
  owned(method, `${path}?${TOO_MANY}`, body),
]
/** As another key, which has no webhook yet. */
const asNewcomer =
  (ask: (service: Service, key: string) => Promise<Answered>): Way =>
  async ({ store, service }) => {
    const issued = await store.keys.issue({ name: 'New', perMinute: null, expires: null, at: new Date(NOON) })
    return ask(service, issued.key)
  }
const ownRoute = (method: Method, path: string, body?: unknown): Record<string, Way[]> => {
  const name = `${method} /api/v1/webhooks/{id}${path}`
  const ask = askWebhooks(method, `/we_00000000${path}`, body)
  return together(access(name, ask, faultyWebhooks, true), {
    [`${name} 400`]: wrongAddress(method, `/we_00000000${path}`, body),
    [`${name} 401`]: [({ service }) => ask(service)],
    [`${name} 404`]: [owned(method, `/we_00000000${path}`, body)],
    ...(method !== 'GET' && { [`${name} 403`]: [ofOwn(method, path, body, NOT_OWN)] }),
  }) as Record<string, Way[]>
}

const faultyDatasets = ({ store }: Scene): ServiceOptions => ({
  store: { ...store, datasets: { ...store.datasets, law: () => Promise.reject(new Error('a fault nobody foresaw')) } },
})

/** How every documented answer comes about. */
const WAYS: Readonly<Record<string, readonly Way[]>> = together(
  access('GET /api/v1/cn', lookUp, faultyLaw),
  access('GET /api/v1/dataset', describeDataset, faultyLaw),
  access('GET /api/v1/suggest', suggest, faultyLaw),
  access('GET /api/v1/changes', listChanges, faultyLaw),
  access('GET /changes.atom', followChanges, faultyLaw),
  access('POST /api/v1/check', checkList, faultyLaw),
  access('POST /api/lead', leaveContact, faultyLeads),
  access('POST /api/v1/alerts', askAlerts(ALERT), faultyAlerts),
  access('POST /mcp', callTool, faultyLaw),
  access('GET /api/v1/receipt', sign, faultyLaw),
  access('GET /api/v1/check.csv', checkCsv, faultyLaw),
  access('GET /api/v1/dataset/{version}.csv', listings, faultyLaw),
  access('GET /api/v1/dataset/{version}.law', law, faultyDatasets),
  access('GET /api/v1/webhooks', webhooks, faultyWebhooks, true),
  access('GET /api/v1/webhooks/deliveries', deliveries, faultyWebhooks, true),
  ...listWays(access),
  arrival('POST /api/v1/check', '/api/v1/check'),
  arrival('POST /api/lead', '/api/lead'),
  arrival('POST /api/v1/alerts', '/api/v1/alerts'),
  arrival('POST /mcp', '/mcp'),
  arrival('POST /api/v1/webhooks', '/api/v1/webhooks'),
  arrival('PATCH /api/v1/webhooks/{id}', '/api/v1/webhooks/we_1'),
  arrival('POST /api/v1/webhooks/{id}/replay', '/api/v1/webhooks/we_1/replay'),
  arrival('PUT /api/v1/lists/{name}', '/api/v1/lists/arriving'),
  arrival('PATCH /api/v1/lists/{name}', '/api/v1/lists/arriving'),
  access('POST /api/v1/webhooks', askWebhooks('POST', '', HOOK), faultyWebhooks, true),
  ownRoute('GET', ''),
  ownRoute('PATCH', '', { paused: true }),
  ownRoute('DELETE', ''),
  ownRoute('POST', '/test'),
  ownRoute('POST', '/replay', { since: '2026-11-01' }),
  ownRoute('POST', '/rotate-secret'),
  {
    'POST /api/v1/webhooks 201': [owned('POST', '', HOOK), owned('POST', '', { url: HOOK.url })],
    'POST /api/v1/webhooks 400': [
      owned('POST', '', '{'),
      owned('POST', '', []),
      owned('POST', '', {}),
      owned('POST', '', { ...HOOK, name: 'ERP' }),
      owned('POST', '', { ...HOOK, url: 'https://10.0.0.1/' }),
      owned('POST', '', { ...HOOK, cn_codes: ['8471', '847'] }),
      owned('POST', '', { ...HOOK, events: ['all'] }),
      owned('POST', '', { ...HOOK, lang: 'de' }),
      owned('POST', '', HOOK, { 'idempotency-key': 'a b' }),
      ...wrongAddress('POST', '', HOOK),
    ],
    'POST /api/v1/webhooks 401': [({ service }) => askWebhooks('POST', '', HOOK)(service)],
    'POST /api/v1/webhooks 403': [
      async ({ other, keys }) => askWebhooks('POST', '', HOOK)(await other(NOT_OWN), { 'x-api-key': keys.good }),
    ],
    'POST /api/v1/webhooks 409': [
      asNewcomer(async (service, key) => {
        const add = askWebhooks('POST', '', HOOK)
        for (let count = 0; count < 20; count++) {
          assert.equal((await add(service, { 'x-api-key': key })).statusCode, 201)
        }
        return add(service, { 'x-api-key': key })
      }),
      asNewcomer(async (service, key) => {
        const headers = { 'x-api-key': key, 'idempotency-key': 'once' }
        await askWebhooks('POST', '', HOOK)(service, headers)
        return askWebhooks('POST', '', { url: HOOK.url })(service, headers)
      }),
    ],
    'POST /api/v1/webhooks 413': [owned('POST', '', { ...HOOK, url: 'x'.repeat(70_000) })],
    'POST /api/v1/webhooks 415': [owned('POST', '', 'url=x', { 'content-type': 'text/plain' })],
    'GET /api/v1/webhooks/{id} 200': [ofOwn('GET', '')],
    'PATCH /api/v1/webhooks/{id} 200': [
      ofOwn('PATCH', '', { paused: true }),
      ofOwn('PATCH', '', { paused: false, cn_codes: [], events: [], lang: 'pl' }),
    ],
    'PATCH /api/v1/webhooks/{id} 400': [
      ofOwn('PATCH', '', {}),
      ofOwn('PATCH', '', { url: HOOK.url }),
      ofOwn('PATCH', '', { cn_codes: '8471' }),
      ofOwn('PATCH', '', { events: [1] }),
      ofOwn('PATCH', '', { paused: 'yes' }),
    ],
    'PATCH /api/v1/webhooks/{id} 413': [ofOwn('PATCH', '', { cn_codes: ['x'.repeat(70_000)] })],
    'PATCH /api/v1/webhooks/{id} 415': [owned('PATCH', '/we_00000000', 'x', { 'content-type': 'text/plain' })],
    'DELETE /api/v1/webhooks/{id} 204': [ofOwn('DELETE', '')],
    'POST /api/v1/webhooks/{id}/replay 200': [
      ofOwn('POST', '/replay', { since: '2026-11-01', state: 'dead' }),
      ofOwn('POST', '/replay', { ids: ['msg_1'] }),
    ],
    'POST /api/v1/webhooks/{id}/replay 400': [ofOwn('POST', '/replay', '{'), ofOwn('POST', '/replay', {})],
    'POST /api/v1/webhooks/{id}/replay 413': [ofOwn('POST', '/replay', { ids: ['x'.repeat(70_000)] })],
    'POST /api/v1/webhooks/{id}/replay 415': [
      owned('POST', '/we_00000000/replay', 'x', { 'content-type': 'text/plain' }),
    ],
    'POST /api/v1/webhooks/{id}/rotate-secret 200': [ofOwn('POST', '/rotate-secret')],
    'POST /api/v1/webhooks/{id}/rotate-secret 400': [
      owned('POST', '/we_00000000/rotate-secret', undefined, { 'idempotency-key': 'a b' }),
    ],
    'POST /api/v1/webhooks/{id}/test 200': [
      async (scene) => {
        const sink = await receiver(() => status(204))
        const answer = await ofOwn('POST', '/test', undefined, { webhooksToLoopback: true }, sink.url())(scene)
        await sink.close()
        return answer
      },
      // Its port is closed by now.
      async (scene) => {
        const sink = await receiver(() => status(204))
        await sink.close()
        return ofOwn('POST', '/test', undefined, { webhooksToLoopback: true }, sink.url())(scene)
      },
    ],
  },
  {
    'GET /api/v1/webhooks 200': [
      held(''),
      async (scene) => {
        const { service, keys } = await oneDelivery(scene)
        return service.get('/api/v1/webhooks?limit=1', { authorization: `Bearer ${keys.good}` })
      },
    ],
    'GET /api/v1/webhooks 400': [
      held('?limit=0'),
      held('?limit=501'),
      held('?cursor=x'),
      held('?state=dead'),
      held('?limit=1&limit=1'),
      held('?limit=%zz'),
      held('?lang=de'),
      held(`?${TOO_MANY}`),
    ],
    'GET /api/v1/webhooks 401': [({ service }) => webhooks(service)],
    'GET /api/v1/webhooks/deliveries 200': [
      async (scene) => {
        const { service, keys } = await oneDelivery(scene)
        return service.get('/api/v1/webhooks/deliveries', { 'x-api-key': keys.good })
      },
      held('/deliveries?state=dead&limit=500'),
    ],
    'GET /api/v1/webhooks/deliveries 400': [
      held('/deliveries?limit=ten'),
      held('/deliveries?cursor='),
      held('/deliveries?state=lost'),
      held('/deliveries?webhook=we_00000000'),
      held('/deliveries?q=84'),
      held('/deliveries?state=dead&state=dead'),
      held('/deliveries?webhook=%zz'),
      held('/deliveries?lang=de'),
      held(`/deliveries?${TOO_MANY}`),
    ],
    'GET /api/v1/webhooks/deliveries 401': [({ service }) => deliveries(service)],
    'GET /api/v1/cn 200': [
      question('q=7304+11+00'),
      question('q=7401+00+00&lang=en&contract_date=2026-04-01'),
      question('q=mied%C5%BA'),
      question('q=7304+11&include=tree'),
      question('q=9302&contract_date=2021-01-01'),
      question('q=7304+11+00&detail=short'),
      question('q=rury+stalowe&detail=short&lang=en&contract_date=2022-01-31'),
      question('q=xyzzy&detail=short'),
      question('q=99999999'),
      question('q=8471+50&origin=PL&destination=KZ&via=RU'),
      question('q=8471+50&destination=KZ&detail=short'),
      question('q=2204&origin=UA-43&lang=en'),
      question('q=0101&direction=transit&regime=EU-BY-765-2006&as_of=2023-01-01&limit=1&offset=1'),
      ({ service, keys }) => lookUp(service, { 'x-api-key': keys.good }),
      ({ service, keys }) => lookUp(service, { authorization: `Bearer ${keys.good}` }),
      async ({ other }) => lookUp(await other({ store: null })),
      async ({ other, broken }) => lookUp(await other({ store: broken })),
    ],
    'GET /api/v1/cn 304': [known('/api/v1/cn?q=7304')],
    'GET /api/v1/cn 400': WRONG_LOOKUPS.map(question),
    'GET /api/v1/cn 431': [
      async ({ other }) => askRaw(await (await other({})).listen(), `GET /api/v1/cn?q=${'8'.repeat(20_000)} HTTP/1.1`),
    ],
    'GET /api/v1/cn 503': [notReady('/api/v1/cn?q=84'), noRoom('/api/v1/cn?q=84')],
    'POST /api/v1/check 200': [
      list({ items: [item, { id: '2', q: 'rury stalowe', direction: 'import' }, { id: '3', q: '' }] }),
      list({
        lang: 'en',
        as_of: '2023-01-01',
        detail: 'full',
        items: [{ ...item, contract_date: '2022-01-31' }, { id: 'x' }],
      }),
      list({
        regime: 'EU-BY-765-2006',
        items: [item, { id: '2', q: '3061792' }, { id: '3', q: '84', regime: 'EU-XX' }, { id: '4', q: 'xyzzy' }],
      }),
      list({
        facts: '833-2014.3g(1)(d):no',
        items: [item, { ...item, id: '2', facts: '833-2014.3g(1)(d):yes' }, { ...item, id: '3', q: '4202' }],
      }),
      list({ destination: 'KZ', items: [item, { ...item, id: '2', via: 'RU' }, { ...item, id: '3', origin: 'ZZ' }] }),
      ({ service, keys }) => checkList(service, { 'x-api-key': keys.good }),
      async ({ other }) => checkList(await other({ store: null })),
    ],
    'POST /api/v1/check 400': [
      list('{'),
      list([]),
      list({ items: [item], as_off: '2026-01-01' }),
      list({ items: [item], lang: 'de' }),
      list({ items: [item], as_of: '2026-02-30' }),
      list({ items: [item], detail: 'long' }),
      list({ items: [item], regime: 'EU-XX' }),
      list({ items: [item], regime: null }),
      list({ items: [item], destination: 7 }),
      list({ items: [item], value: {} }),
      list({ items: [item], facts: ['a:yes'] }),
      list({ items: [] }),
      list({ items: Array.from({ length: 501 }, (_, at) => ({ id: String(at), q: '84' })) }),
      list({ items: [item], via: 'RU,'.repeat(100) }),
    ],
    'POST /api/v1/check 429': [
      async ({ other, newcomer }) => {
        const { check } = await other({ limits: { batches: 2 } })
        const address = newcomer()
        await check({ items: [item] }, {}, address)
        return check({ items: linesOf(500, 'kawior') }, {}, address)
      },
      ({ other }) => busy(other, ({ check }) => check({ items: [item] })),
    ],
    'POST /api/v1/check 413': [list({ items: [{ id: '1', q: 'x'.repeat(1024 * 1024) }] })],
    'POST /api/v1/check 415': [list('7304 11 00', { 'content-type': 'text/plain' })],
    'POST /api/v1/check 503': [
      async ({ other }) => (await other({ answerer: () => null })).check({ items: [item] }),
      async ({ other }) => (await other({ outputBytes: 0 })).check({ items: [item] }),
    ],
    'GET /api/v1/receipt 200': [
      fetched('/api/v1/receipt?q=7304+11+00'),
      fetched('/api/v1/receipt?q=laptop&lang=en&detail=short'),
      ({ service, keys }) => sign(service, { 'x-api-key': keys.good }),
    ],
    'GET /api/v1/receipt 400': WRONG_LOOKUPS.map((query) => fetched(`/api/v1/receipt?${query}`)),
    'GET /api/v1/receipt 500': [async ({ other, broken }) => sign(await other({ store: broken }))],
    'GET /api/v1/receipt 503': [
      async ({ other }) => sign(await other({ store: null })),
      notReady('/api/v1/receipt?q=84'),
      noRoom('/api/v1/receipt?q=84'),
      async ({ other }) => sign(await other({ receiptKey: null })),
    ],
    'GET /.well-known/jwks.json 200': [fetched('/.well-known/jwks.json')],
    'GET /.well-known/jwks.json 304': [known('/.well-known/jwks.json')],
    'GET /.well-known/jwks.json 400': [
      fetched('/.well-known/jwks.json?kid=1'),
      fetched('/.well-known/jwks.json?%zz'),
      fetched(`/.well-known/jwks.json?lang=de`),
      fetched(`/.well-known/jwks.json?lang=pl&lang=pl`),
      fetched(`/.well-known/jwks.json?${TOO_MANY}`),
    ],
    'GET /.well-known/jwks.json 429': [
      async ({ other, newcomer }) => {
        const { get } = await other({ limits: { pages: 1 } })
        const address = newcomer()
        await get('/.well-known/jwks.json', {}, address)
        return get('/.well-known/jwks.json', {}, address)
      },
    ],
    'GET /.well-known/jwks.json 500': [
      async ({ other, broken }) => (await other({ store: broken })).get('/.well-known/jwks.json'),
    ],
    'GET /.well-known/jwks.json 503': [
      async ({ other }) => (await other({ store: null })).get('/.well-known/jwks.json'),
    ],
    'GET /api/v1/check.csv 200': [
      fetched('/api/v1/check.csv?codes=7304,8471+30,3061792&names=rury+stalowe;xyzzy'),
      fetched('/api/v1/check.csv?codes=84&lang=en&bom=true&separator=semicolon&destination=KZ&via=RU'),
      ({ service, keys }) => checkCsv(service, { 'x-api-key': keys.good }),
      async ({ other }) => checkCsv(await other({ store: null })),
    ],
    'GET /api/v1/check.csv 304': [known('/api/v1/check.csv?codes=7304')],
    'GET /api/v1/check.csv 400': [
      '',
      `codes=${'84,'.repeat(101)}`,
      'codes=84&lang=de',
      'codes=84&as_of=today',
      'codes=84&direction=sideways',
      'codes=84&regime=EU-XX',
      'codes=84&destination=SU',
      'codes=84&destination=KZ&via=TR,GE,AZ,TM,UZ,TJ,KG,CN,MN,IR,IQ',
      'codes=84&destination=KZ&value=0',
      'codes=84&facts=yes',
      'codes=84&contract_date=yesterday',
      'codes=84&separator=tab',
      'codes=84&bom=yes',
      'codes=84&columns=colour',
      'codes=84&header=no',
      'q=84',
      'codes=84&codes=85',
      'codes=%zz',
      TOO_MANY,
    ].map((query) => fetched(`/api/v1/check.csv?${query}`)),
    'GET /api/v1/check.csv 429': [
      async ({ other, newcomer }) => {
        const { get } = await other({ limits: { batches: 2 } })
        const address = newcomer()
        await get('/api/v1/check.csv?codes=84', {}, address)
        return get(`/api/v1/check.csv?names=${'kawior;'.repeat(99)}`, {}, address)
      },
      ({ other }) => busy(other, ({ get }) => get('/api/v1/check.csv?codes=8471')),
    ],
    'GET /api/v1/check.csv 503': [notReady('/api/v1/check.csv?codes=84'), noRoom('/api/v1/check.csv?codes=84')],
    'GET /api/v1/dataset/{version}.law 200': [
      ({ service }) => law(service),
      ({ service, keys }) => law(service, { 'x-api-key': keys.good }),
    ],
    'GET /api/v1/dataset/{version}.law 304': [known(`/api/v1/dataset/${VERSION}.law`)],
    'GET /api/v1/dataset/{version}.law 400': [
      fetched(`/api/v1/dataset/${VERSION}.law?as_of=2026-01-01`),
      fetched(`/api/v1/dataset/${VERSION}.law?%zz`),
      fetched(`/api/v1/dataset/${VERSION}.law?lang=de`),
      fetched(`/api/v1/dataset/${VERSION}.law?lang=pl&lang=pl`),
      fetched(`/api/v1/dataset/${VERSION}.law?${TOO_MANY}`),
    ],
    'GET /api/v1/dataset/{version}.law 404': [
      fetched('/api/v1/dataset/2026-07-24-000000000000.law'),
      fetched('/api/v1/dataset/latest.law'),
    ],
    'GET /api/v1/dataset/{version}.csv 200': [
      ({ service }) => listings(service),
      ({ service, keys }) => listings(service, { 'x-api-key': keys.good }),
      fetched(`/api/v1/dataset/${VERSION}.csv?as_of=2023-01-01&lang=en&bom=true&separator=comma`),
    ],
    'GET /api/v1/dataset/{version}.csv 304': [known(`/api/v1/dataset/${VERSION}.csv?as_of=2026-11-15`)],
    'GET /api/v1/dataset/{version}.csv 400': [
      'as_of=today',
      'lang=de',
      'separator=;',
      'bom=1',
      'q=84',
      'lang=pl&lang=pl',
      'lang=%zz',
      TOO_MANY,
    ].map((query) => fetched(`/api/v1/dataset/${VERSION}.csv?${query}`)),
    'GET /api/v1/dataset/{version}.csv 404': [
      fetched('/api/v1/dataset/2026-07-24-000000000000.csv'),
      fetched('/api/v1/dataset/today.csv'),
    ],
    'GET /api/v1/dataset/{version}.csv 429': [
      ({ other }) => busy(other, ({ get }) => get(`/api/v1/dataset/${VERSION}.csv`)),
    ],
    'GET /api/v1/dataset/{version}.csv 503': [
      notReady(`/api/v1/dataset/${VERSION}.csv`),
      noRoom(`/api/v1/dataset/${VERSION}.csv`),
    ],
    'GET /api/v1/suggest 200': [
      typed('q=mikrosk'),
      typed('q=73+04&lang=en'),
      typed('q='),
      ({ service, keys }) => suggest(service, { 'x-api-key': keys.good }),
    ],
    'GET /api/v1/suggest 304': [known('/api/v1/suggest?q=mikrosk')],
    'GET /api/v1/suggest 400': [
      typed(''),
      typed(`q=${'a'.repeat(201)}`),
      typed('q=a&lang=de'),
      typed('q=a&as_of=2026-01-01'),
      typed('q=a&q=b'),
      typed('q=%zz'),
      typed(TOO_MANY),
    ],
    'GET /api/v1/suggest 503': [notReady('/api/v1/suggest?q=a'), noRoom('/api/v1/suggest?q=a')],
    'GET /api/v1/dataset 200': [
      ({ service }) => describeDataset(service),
      ({ service, keys }) => describeDataset(service, { 'x-api-key': keys.good }),
    ],
    'GET /api/v1/dataset 400': [
      ({ service }) => service.get('/api/v1/dataset?version=1'),
      ({ service }) => service.get('/api/v1/dataset?%zz'),
      fetched('/api/v1/dataset?lang=de'),
      fetched('/api/v1/dataset?lang=pl&lang=pl'),
      fetched(`/api/v1/dataset?${TOO_MANY}`),
    ],
    'GET /api/v1/dataset 304': [known('/api/v1/dataset')],
    'GET /api/v1/dataset 503': [notReady('/api/v1/dataset')],
    'GET /api/v1/changes 200': [
      changes(''),
      changes('since=2026-04-24&regime=EU-RU-833-2014&code=ex+2603&lang=en&limit=1'),
      changes('cursor=r0'),
      changes('codes=8471+30,7304&act=32024R1745&direction=export&named=true'),
      async ({ service }) => {
        const first = await service.get('/api/v1/changes?limit=3')
        return service.get(`/api/v1/changes?limit=3&cursor=${first.json().next}`)
      },
      ({ service, keys }) => listChanges(service, { 'x-api-key': keys.good }),
      // The history of the law needs no store.
      async ({ other }) => listChanges(await other({ store: null })),
      async ({ other, broken }) => listChanges(await other({ store: broken })),
    ],
    'GET /api/v1/changes 304': [known('/api/v1/changes?code=2603')],
    'GET /api/v1/changes 400': [
      changes('since=2026-02-30'),
      changes('regime=EU-XX'),
      changes('code=copper'),
      changes('codes=8471,copper'),
      changes('act=2024/9999'),
      changes('named=yes'),
      changes('direction=abroad'),
      changes('lang=de'),
      changes('cursor=r-1'),
      changes('limit=501'),
      changes('sinse=2026-01-01'),
      changes('code=84&code=85'),
      changes('code=%zz'),
      changes(TOO_MANY),
    ],
    'GET /api/v1/changes 503': [notReady('/api/v1/changes'), noRoom('/api/v1/changes')],
    'GET /changes.atom 200': [
      atom(''),
      atom('lang=en&codes=8471,7304&act=2024/1745&direction=export&named=true'),
      ({ service, keys }) => followChanges(service, { 'x-api-key': keys.good }),
      async ({ other }) => followChanges(await other({ store: null })),
    ],
    'GET /changes.atom 304': [known('/changes.atom')],
    'GET /changes.atom 400': [
      atom('lang=de'),
      atom('cursor=r0'),
      atom('code=copper'),
      atom('codes=8471,copper'),
      atom('act=2024/9999'),
      atom('named=yes'),
      atom('direction=abroad'),
      atom('since=2026-02-30'),
      atom('regime=EU-XX'),
      atom('lang=pl&lang=en'),
      atom('lang=%zz'),
      atom(TOO_MANY),
    ],
    'GET /changes.atom 503': [notReady('/changes.atom'), noRoom('/changes.atom')],
    'POST /api/lead 200': [
      lead({ email: 'anna@example.com', source: 'landing', utm: { utm_source: 'newsletter' } }),
      ({ service, keys }) => leaveContact(service, { 'x-api-key': keys.good }),
    ],
    'POST /api/lead 400': [
      lead('{'),
      lead('[]'),
      lead({ email: 'anna' }),
      lead({ email: 'anna@example.com', source: 5 }),
      lead({ email: 'anna@example.com', source: 'two\nlines' }),
      lead({
        email: 'anna@example.com',
        utm: Object.fromEntries([...'abcdefghijk'].map((key) => [key, 'v'.repeat(200)])),
      }),
      lead({ email: 'anna@example.com', name: 'Anna' }),
      lead({ email: 'anna@example.com' }, { 'idempotency-key': '' }),
    ],
    'POST /api/lead 409': [
      async ({ service }) => {
        await service.post({ email: 'anna@example.com' }, { 'idempotency-key': 'taken' })
        return service.post({ email: 'other@example.com' }, { 'idempotency-key': 'taken' })
      },
    ],
    'POST /api/lead 413': [lead({ email: 'anna@example.com', source: 'x'.repeat(16 * 1024) })],
    'POST /api/lead 415': [lead('email=anna%40example.com', { 'content-type': 'application/x-www-form-urlencoded' })],
    'POST /api/lead 429': [
      async ({ other, newcomer, store }) => {
        const service = await other({ store, leadsPerDay: 1 })
        await leaveContact(service, {}, newcomer())
        return leaveContact(service, {}, newcomer())
      },
    ],
    // No store, and still a contact: refused, since nothing would be kept.
    'POST /api/lead 500': [async ({ other, broken }) => leaveContact(await other({ store: broken }))],
    'POST /api/lead 503': [async ({ other }) => leaveContact(await other({ store: null }))],
    'POST /api/v1/alerts 202': [
      alerts(ALERT),
      alerts({ email: 'anna@example.com', regime: 'EU-RU-833-2014', lang: 'en' }),
    ],
    'POST /api/v1/alerts 400': [
      alerts('{'),
      alerts({ email: 'anna' }),
      alerts({ ...ALERT, lang: 'de' }),
      alerts({ ...ALERT, regime: 'EU-XX-1-2014' }),
    ],
    'POST /api/v1/alerts 404': [
      async ({ other, newcomer }) => askAlerts(ALERT)(await other({ alerts: false }), {}, newcomer()),
    ],
    'POST /api/v1/alerts 413': [alerts({ ...ALERT, regime: 'x'.repeat(16 * 1024) })],
    'POST /api/v1/alerts 415': [
      alerts('email=anna%40example.com', { 'content-type': 'application/x-www-form-urlencoded' }),
    ],
    'POST /api/v1/alerts 429': [
      async ({ other, newcomer }) => {
        const service = await other({ leadsPerDay: 1 })
        await askAlerts(ALERT)(service, {}, newcomer())
        return askAlerts(ALERT)(service, {}, newcomer())
      },
    ],
    'POST /mcp 200': [
      ({ service }) => callTool(service),
      ({ service, keys }) => callTool(service, { 'x-api-key': keys.good }),
      ({ service }) => service.mcp({ jsonrpc: '2.0', id: 'a', method: 'tools/list' }),
      ({ service }) => service.mcp({ jsonrpc: '2.0', id: 'b', method: 'no/such' }),
    ],
    'POST /mcp 202': [({ service }) => service.mcp({ jsonrpc: '2.0', method: 'notifications/initialized' })],
    'POST /mcp 403': [
      ({ service }) => callTool(service, { host: 'evil.example' }),
      ({ service }) => callTool(service, { origin: 'https://evil.example' }),
    ],
    'POST /mcp 406': [({ service }) => callTool(service, { accept: 'application/json' })],
    'POST /mcp 413': [({ service }) => service.mcp({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(256 * 1024) })],
    'POST /mcp 415': [({ service }) => service.mcp('ping', { 'content-type': 'text/plain' })],
    'POST /mcp 503': [async ({ other }) => callTool(await other({ answerer: () => null }))],
    'GET /healthz 200': [
      ({ service }) => service.get('/healthz'),
      async ({ other }) => (await other({ store: null, answerer: () => null })).get('/healthz'),
    ],
    'GET /readyz 200': [
      ({ service }) => service.get('/readyz'),
      fetched('/readyz?for=lookups'),
      ({ service }) => service.ops('/readyz'),
    ],
    'GET /readyz 503': [
      notReady('/readyz'),
      notReady('/readyz?for=lookups'),
      async ({ other }) => (await other({ stopping: true })).get('/readyz'),
      async ({ other }) => (await other({ store: null })).get('/readyz'),
      async ({ other, broken }) => (await other({ store: broken })).get('/readyz'),
    ],
    'GET /readyz 400': [
      fetched('/readyz?for=lookup'),
      fetched('/readyz?for=lookups&for=lookups'),
      fetched('/readyz?to=lookups'),
      fetched('/readyz?lang=de'),
      fetched('/readyz?%zz'),
      fetched(`/readyz?${TOO_MANY}`),
    ],
    'GET /readyz 401': [({ service }) => service.get('/readyz', { authorization: 'Bearer wrong' })],
    'GET /metrics 200': [({ service }) => service.ops('/metrics')],
    'GET /metrics 401': [
      ({ service }) => service.get('/metrics'),
      ({ service }) => service.get('/metrics', { authorization: 'Bearer wrong' }),
    ],
    'GET /metrics 404': [async ({ other }) => (await other({ opsToken: null })).get('/metrics')],
    'GET /openapi.json 200': [({ service }) => service.get('/openapi.json')],
    'GET /openapi.json 304': [known('/openapi.json')],
    'GET /openapi.json 429': [
      async ({ other, newcomer }) => {
        const { get } = await other({ limits: { pages: 1 } })
        const address = newcomer()
        await get('/openapi.json', {}, address)
        return get('/openapi.json', {}, address)
      },
    ],
    'GET /openapi.json 503': [notReady('/openapi.json')],
  },
)

/** The refusal of a third request while two of the same caller are worked on. */
async function busy(other: Scene['other'], third: (service: Service) => Promise<Answered>): Promise<Answered> {
  const service = await other({})
  const port = await service.listen()
  const underWay = [await unreadBatch(port), await unreadBatch(port)]
  const answer = await third(service)
  for (const { hangUp } of underWay) hangUp()
  return answer
}

/** A webhook of that key with a message that waits. */
async function oneDelivery(scene: Scene): Promise<Scene> {
  const checked = await scene.store.keys.check(scene.keys.good, new Date(NOON))
  assert.ok(checked.status === 'ok')
  await addWebhook(scene.store, { keyId: checked.key.id, codes: [digits('8471')] })
  await publish(scene.place, [listing('8471 30')], new Date(NOON))
  return scene
}

function together(...parts: readonly Record<string, readonly Way[]>[]): Record<string, readonly Way[]> {
  const all: Record<string, readonly Way[]> = {}
  for (const part of parts) for (const [name, ways] of Object.entries(part)) all[name] = [...(all[name] ?? []), ...ways]
  return all
}

/** The service against its own description, on a store that is empty when the suite begins. */
export function httpContract(kind: string, empty: (t: TestContext) => Promise<Place>): void {
  test(`${kind}: every documented answer is given as documented, and no other`, async (t) => {
    const scene = await sceneFor(t, await empty(t))
    const document = await describedBy(scene.service)
    const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { responses }]) =>
        Object.entries(responses).map(
          ([status, response]) => [`${method.toUpperCase()} ${path} ${status}`, response] as const,
        ),
      ),
    )
    await t.test(`${kind}: a way to each documented answer is known, and each known way is documented`, () => {
      assert.deepEqual(Object.keys(WAYS).toSorted(), documented.map(([name]) => name).toSorted())
    })
    for (const [name, response] of documented) {
      await t.test(`${kind}: ${name}`, async () => {
        const codes = new Set<unknown>()
        for (const way of WAYS[name] ?? []) codes.add(codeOf(holdsTo(await way(scene), name, response, document)))
        if (!response.content?.['application/problem+json']) return
        const documented = response.description.split(', ').filter((code) => Object.hasOwn(PROBLEMS, code))
        const seen = [...codes].filter((code) => code !== null)
        assert.deepEqual(seen.toSorted(), documented)
      })
    }
  })

  test(`${kind}: every example in the description is what its schema says`, async (t) => {
    const document = await describedBy((await sceneFor(t, await empty(t))).service)
    let examples = 0
    const holds = ({ schema, example, examples: named = {} }: Content, where: string) => {
      const values = [...(example === undefined ? [] : [example]), ...Object.values(named).map(({ value }) => value)]
      for (const value of values) assert.deepEqual(mistakesIn(value, schema, document), [], where)
      examples += values.length
    }
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const { requestBody, responses } of Object.values(operations)) {
        for (const content of Object.values(requestBody?.content ?? {})) holds(content, `${path} body`)
        for (const [status, { content = {} }] of Object.entries(responses)) {
          for (const each of Object.values(content)) holds(each, `${path} ${status}`)
        }
      }
    }
    assert.ok(examples > 20, `${examples} examples`)
  })

  test(`${kind}: the description is OpenAPI 3.1, whole, and says where the service stands`, async (t) => {
    const { service, other } = await sceneFor(t, await empty(t))
    const document = await describedBy(service)
    assert.equal(document.openapi, '3.1.0')
    assert.equal(document.info.version, API_VERSION)
    assert.ok(!('license' in document.info), 'the owner has chosen no licence')
    assert.deepEqual(document.servers, [{ url: '/' }])
    const elsewhere = await describedBy(await other({ publicUrl: 'https://cn.example.com' }))
    assert.deepEqual(elsewhere.servers, [{ url: 'https://cn.example.com' }])
    const text = JSON.stringify(document)
    const { length } = (await service.get('/openapi.json')).rawPayload
    assert.ok(length < 165_000, `${length} bytes`)
    const { schemas } = document.components
    const isClosed = (name: string) => JSON.stringify(schemas[name]).includes('"additionalProperties":false')
    assert.deepEqual(
      Object.keys(schemas).filter(
        (name) => /^(?:Cn|Check(?!Request)|Problem|Dataset|Changes)/.test(name) && isClosed(name),
      ),
      [],
    )
    for (const name of ['CheckRequest', 'ListRequest', 'WebhookRequest', 'Lead']) assert.ok(isClosed(name), name)
    for (const [, reference = ''] of text.matchAll(/"\$ref":"([^"]+)"/g)) {
      assert.ok(at(document, reference), `${reference} leads nowhere`)
    }
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
    assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length)
  })

  test(`${kind}: parameters are taken up to their documented limits, and no others are taken`, async (t) => {
    const { service, keys } = await sceneFor(t, await empty(t))
    const { paths } = await describedBy(service)
    const holder = { 'x-api-key': keys.good }
    const erp = { items: [item] }
    await service.app.inject({ method: 'PUT', url: '/api/v1/lists/erp', headers: holder, payload: erp })
    for (const path of Object.keys(declaredParameters([]))) {
      const parameters = queryParameters(paths[path]?.get)
      const ask = (given: Record<string, string>) => {
        // Codes or names: neither is required by itself.
        if (path.endsWith('check.csv')) given = { codes: '84', ...given }
        const needed = parameters.filter(({ required }) => required).map(({ name }) => [name, '84'])
        const query = new URLSearchParams({ ...Object.fromEntries(needed), ...given })
        const address = path.replace('{version}', VERSION).replace('{name}', 'erp')
        return service.get(`${address}?${query}`, /webhooks|lists/.test(path) ? holder : {})
      }
      const plain = await ask({})
      assert.equal(plain.statusCode, 200, path)
      for (const { name, schema } of parameters) {
        const { good, bad } = edgesOf(path, name, schema)
        for (const value of good)
          assert.equal((await ask({ [name]: value })).statusCode, 200, `${path} ${name}=${value}`)
        for (const value of bad)
          assert.deepEqual(namesIn(await ask({ [name]: value })), [name], `${path} ${name}=${value}`)
        if (schema.default === undefined) continue
        const given = await ask({ [name]: String(schema.default) })
        // The signature of a receipt shows it as well: with the same clock, the same question has the same bytes.
        assert.equal(given.body, plain.body, `${path} ${name} is as if left out`)
      }
      // Whether a webhook exists is known only to the store, which is not asked while the rest is wrong.
      const wrong = parameters.filter(({ name }) => !['webhook', 'codes', 'names'].includes(name))
      const allBad = wrong.map(({ name, schema }) => [name, edgesOf(path, name, schema).bad[0] ?? ''])
      const answer = await ask({ ...Object.fromEntries(allBad), sort: 'up' })
      const names = ['sort', ...wrong.map(({ name }) => name)]
      assert.deepEqual(namesIn(answer), names.slice(0, ERRORS_LISTED), `${path}: every problem at once`)
      assert.equal(problemIn(answer).errors_omitted ?? 0, Math.max(0, names.length - ERRORS_LISTED), path)
    }
  })

  test(`${kind}: each declared parameter is described with its limits and default, and no other is`, async (t) => {
    const { service } = await sceneFor(t, await empty(t))
    const { paths } = await describedBy(service)
    const described = Object.entries(paths).flatMap(([path, { get }]) =>
      queryParameters(get).map(({ name, required, schema }) => ({ path, name, required, schema })),
    )
    const regimes = answerer.dataset.regimes.map(({ data }) => data.code)
    const all = { ...declaredParameters(regimes), '/api/v1/webhooks/{id}': LANGUAGE_ONLY }
    const declared = Object.entries<Parameters>(all).flatMap(([path, parameters]) =>
      Object.entries(parameters).map(([name, { schema, absent }]) => ({
        path,
        name,
        required: 'problem' in absent,
        schema: JSON.parse(JSON.stringify(schema)),
      })),
    )
    assert.ok(declared.length > 20)
    const byPlace = (a: { path: string; name: string }, b: { path: string; name: string }) =>
      `${a.path} ${a.name}` < `${b.path} ${b.name}` ? -1 : 1
    assert.deepEqual(described.toSorted(byPlace), declared.toSorted(byPlace))
  })
}

/** What the routes declare. */
const declaredParameters = (regimes: readonly string[]): Readonly<Record<string, Parameters>> => ({
  '/api/v1/cn': lookupParameters(regimes),
  '/api/v1/suggest': SUGGEST_PARAMETERS,
  '/api/v1/dataset': LANGUAGE_ONLY,
  '/api/v1/changes': changesParameters(answerer.dataset),
  '/changes.atom': atomParameters(answerer.dataset),
  '/api/v1/webhooks': WEBHOOKS_PARAMETERS,
  '/api/v1/webhooks/deliveries': DELIVERIES_PARAMETERS,
  '/api/v1/lists': LANGUAGE_ONLY,
  '/api/v1/lists/{name}': LIST_PARAMETERS,
  '/api/v1/lists/{name}/changes': LIST_CHANGES_PARAMETERS,
  '/api/v1/receipt': lookupParameters(regimes),
  '/api/v1/check.csv': checkCsvParameters(answerer.dataset),
  '/api/v1/dataset/{version}.csv': LISTINGS_PARAMETERS,
  '/api/v1/dataset/{version}.law': LANGUAGE_ONLY,
  '/readyz': READINESS_PARAMETERS,
})

const queryParameters = (operation: Operation | undefined): readonly Parameter[] =>
  (operation?.parameters ?? []).filter(({ in: place }) => place === 'query')

/** The parameters that a problem names. */
const namesIn = (answer: Answered): string[] =>
  problemIn(answer).errors.map((error) => ('parameter' in error ? (error.parameter ?? '') : ''))

async function sceneFor(t: TestContext, place: Place): Promise<Scene> {
  const [store, broken] = await Promise.all([openPatiently(place), openPatiently(place)])
  // A pool that was never asked anything has nothing to close, and would still work.
  await broken.ping()
  await broken.close()
  t.after(() => store.close())
  const issue = (expires: Day | null) =>
    store.keys.issue({ name: 'Broker', perMinute: null, expires, at: new Date(NOON) })
  const [good, revoked, expired] = [await issue(null), await issue(null), await issue(calendarDay('2026-11-14'))]
  await store.keys.revoke(revoked.id, new Date(NOON))
  await recordLaw(store)
  const other = (options: ServiceOptions) => serviceFor(t, { limits: PLENTY, store, alerts: true, ...options })
  let newcomers = 0
  return {
    service: await other({}),
    store,
    place,
    broken,
    keys: { good: good.key, revoked: revoked.key, expired: expired.key },
    other,
    newcomer: () => `192.0.2.${++newcomers}`,
  }
}

async function describedBy(service: Service): Promise<Described> {
  const answer = await service.get('/openapi.json')
  assert.equal(answer.statusCode, 200)
  const document: Described = answer.json()
  for (const operations of Object.values(document.paths)) {
    for (const operation of Object.values(operations)) {
      const { parameters = [], responses } = operation
      operation.parameters = parameters.map((one) => {
        const parameter = resolved(document, one)
        return { ...parameter, schema: resolved(document, parameter.schema) }
      })
      for (const [status, response] of Object.entries(responses)) {
        responses[status] = resolved(document, response)
      }
    }
  }
  return document
}

/** Status, type, body and headers are the documented ones; gives the body. */
function holdsTo(answer: Answered, name: string, { content = {}, headers = {} }: Response, document: Described) {
  assert.equal(answer.statusCode, Number(name.split(' ')[2]), answer.body)
  for (const [header, { $ref }] of Object.entries(headers)) {
    const value = answer.headers[header.toLowerCase()]
    assert.ok(value !== undefined, `${header} is missing in ${answer.body.slice(0, 120)}`)
    const { type } = (at(document, $ref) as Header).schema
    if (type === 'integer') assert.match(String(value), /^\d+$/, header)
  }
  if (Object.keys(content).length === 0) {
    assert.equal(answer.body, '')
    return null
  }
  const type = String(answer.headers['content-type']).split(';')[0] ?? ''
  assert.ok(Object.hasOwn(content, type), `${type} is not documented`)
  const body: unknown = /json/.test(type) ? JSON.parse(answer.body) : answer.body
  assert.deepEqual(mistakesIn(body, content[type]?.schema ?? {}, document), [])
  return body
}

const codeOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'code' in body ? body.code : null

/** Where a value is not what the schema says; the schema's references are read in the document. */
function mistakesIn(value: unknown, schema: object, { components }: Described): string[] {
  // What is answered may grow, and is documented as open; here, a field that is not documented is a mistake.
  const validator = Schema.Compile(closed({ components, ...schema }) as object)
  if (validator.Check(value)) return []
  const [, errors] = validator.Errors(value)
  return ['not as documented', ...errors.map(({ instancePath, message }) => `${instancePath} ${message}`)]
}

function closed(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(closed)
  const members = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, closed(member)]))
  const isOpen = members.type === 'object' && members.properties && !('additionalProperties' in members)
  return isOpen ? { ...members, additionalProperties: false } : members
}

const resolved = <T extends object>(document: Described, value: T): T =>
  '$ref' in value ? (at(document, String(value.$ref)) as T) : value

function at(document: Described, reference: string): unknown {
  const steps = reference.replace(/^#\//, '').split('/')
  return steps.reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], document)
}

/** Values at the edges of a parameter's schema, on either side. */
function edgesOf(
  path: string,
  name: string,
  schema: Parameter['schema'],
): { good: readonly string[]; bad: readonly string[] } {
  // What is wrong with one of them is told in its line.
  if (path.endsWith('check.csv') && name === 'codes') return { good: ['84', '8471 30,laptop', '84;;85\n86'], bad: [] }
  if (schema.enum) return { good: schema.enum, bad: ['', 'other', ...schema.enum.map((value) => `${value} `)] }
  if (schema.format === 'date') return { good: ['2026-02-28', '2024-02-29'], bad: ['', '2026-02-29', '28.02.2026'] }
  if (schema.type === 'integer') {
    const { minimum = 0, maximum } = schema
    return {
      good: [minimum, ...(maximum === undefined ? [] : [maximum])].map(String),
      bad: ['', '1.5', 'ten', ...[minimum - 1, ...(maximum === undefined ? [] : [maximum + 1])].map(String)],
    }
  }
  const others: Readonly<Record<string, { good: readonly string[]; bad: readonly string[] }>> = {
    code: { good: ['84', '8471.30'], bad: ['copper', '8', ''] },
    codes: { good: ['84', '8471.30, ex 7304'], bad: ['', '84,', 'copper', Array(101).fill('84').join()] },
    columns: { good: ['verdict', 'sentence, verdict'], bad: ['', 'verdict,', 'colour'] },
    act: { good: ['2024/1745', '32024R1745', '833/2014'], bad: ['', '2024/9999', '1745'] },
    cursor: { good: [], bad: ['?', ''] },
    origin: { good: ['RU', 'kz', 'UA-43'], bad: ['', 'ZZ', 'SU'] },
    destination: { good: ['RU', 'kz', 'UA-43'], bad: ['', 'ZZ', 'SU'] },
    // Neither of these alone is a deal.
    dispatch: { good: [], bad: ['', 'ZZ', 'SU'] },
    via: { good: [], bad: ['', 'RU,', 'ZZ'] },
    value: { good: [], bad: ['', '0', '-1', '1,5', '1e3'] },
    facts: { good: [], bad: ['', 'yes', 'a:yes,a:no'] },
    names: { good: ['rury', 'rury;z'], bad: [] },
    webhook: { good: [], bad: ['we_00000000'] },
  }
  const { maxLength } = schema
  assert.ok(maxLength, `${name} has no documented length`)
  const known = others[name] ?? { good: ['a'.repeat(maxLength)], bad: [] }
  // An address is no longer than that, whatever it holds.
  const long = maxLength < 16 * 1024 ? ['a'.repeat(maxLength + 1)] : []
  return { good: known.good, bad: [...known.bad, ...long] }
}
