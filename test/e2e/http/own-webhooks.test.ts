import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { CnSanctions } from '../../../src/client/index.ts'
import { openStore } from '../../../src/store/store.ts'
import { createDeliverer } from '../../../src/webhooks/deliver.ts'
import { listing, publish, receiver, status, verified } from '../../webhooks/scene.ts'
import { emptyPlace, limitIn, NOON, problemIn, reasonsIn, type ServiceOptions, serviceFor } from './service.ts'

const AT = new Date(NOON)

/** Two holders of keys, a receiver, and whoever sends to it. */
async function sceneFor(t: TestContext, options: ServiceOptions = {}) {
  const place = await emptyPlace(t)
  const store = await openStore(place)
  t.after(() => store.close())
  const answers = { status: 204 }
  const sink = await receiver(() => status(answers.status))
  t.after(sink.close)
  const service = await serviceFor(t, { store, webhooksToLoopback: true, ...options })
  const issue = (name: string) => store.keys.issue({ name, perMinute: null, expires: null, at: AT })
  const [anna, bert] = [await issue('Anna'), await issue('Bert')]
  const ask = (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    { key = anna.key, ...headers }: Record<string, string> = {},
  ) =>
    service.app.inject({
      method,
      url: `/api/v1/webhooks${path}`,
      headers: { 'x-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
  const log = { debug: () => {}, info: () => {}, warn: () => {} }
  const deliverer = createDeliverer({ store, now: () => AT, publicUrl: null, toLoopback: true, build: 'x 1', log })
  /** Records a change of this code, and sends what is due. */
  const tell = async (code: string) => {
    await publish(place, [listing(code)], AT)
    while ((await deliverer.sendDue()) > 0) await deliverer.oneDone()
    return sink.received.map(({ body }) => JSON.parse(body).data.cn_codes[0])
  }
  return { store, service, sink, answers, anna, bert, ask, tell }
}

test('from adding to removing: added, tested, told, narrowed, paused, resumed, removed', async (t) => {
  const { ask, sink, tell } = await sceneFor(t)
  const added = await ask('POST', '', { url: sink.url(), cn_codes: ['8471.30', '8471 30', 'ex 7304'], lang: 'en' })
  assert.deepEqual([added.statusCode, added.headers['cache-control']], [201, 'no-store'])
  const { id, secret, cn_codes, state } = added.json()
  assert.deepEqual([cn_codes, state], [['7304', '8471 30'], 'active'])
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)

  const tested = (await ask('POST', `/${id}/test`)).json()
  assert.deepEqual([tested.delivered, tested.status, tested.error], [true, 204, null])
  assert.equal((verified(secret, sink.received[0]!) as { type: string }).type, 'webhook.test')
  sink.received.length = 0

  assert.deepEqual(await tell('8471'), ['8471'])
  verified(secret, sink.received[0]!)
  assert.equal((await ask('PATCH', `/${id}`, { paused: true, cn_codes: ['2603'] })).json().state, 'paused')
  assert.deepEqual(await tell('2603'), ['8471'], 'it waits')
  assert.deepEqual(await tell('8471'), ['8471'], 'no longer watched')
  const resumed = (await ask('PATCH', `/${id}`, { paused: false })).json()
  assert.deepEqual([resumed.state, resumed.cn_codes], ['active', ['2603']])
  assert.deepEqual(await tell('9401'), ['8471', '2603'])
  const { body } = await ask('GET', '')
  assert.ok(body.includes(id) && !body.includes('whsec_'))

  assert.deepEqual([(await ask('DELETE', `/${id}`)).statusCode, (await ask('GET', '')).json().webhooks], [204, []])
  problemIn(await ask('DELETE', `/${id}`, undefined, { 'content-type': 'application/json' }), 'webhook_not_found')
  assert.deepEqual(await tell('2603'), ['8471', '2603'])
})

test('another’s webhook is as if it were not there', async (t) => {
  const { ask, bert, sink, tell } = await sceneFor(t)
  const { id } = (await ask('POST', '', { url: sink.url() }, { key: bert.key })).json()
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['PATCH', '', { paused: true }],
    ['DELETE', '', undefined],
    ['POST', '/test', undefined],
  ] as const) {
    problemIn(await ask(method, `/${id}${path}`, body), 'webhook_not_found')
  }
  assert.deepEqual((await ask('GET', '')).json().webhooks, [])
  assert.deepEqual(await tell('8471'), ['8471'], 'it is still told')
})

test('a key revoked meanwhile: its webhooks stop, and nothing can be added', async (t) => {
  const { ask, anna, sink, store, tell } = await sceneFor(t)
  const { id } = (await ask('POST', '', { url: sink.url() })).json()
  assert.deepEqual(await tell('8471'), ['8471'])
  await store.keys.revoke(anna.id, AT)
  assert.deepEqual(await tell('7304'), ['8471'])
  problemIn(await ask('POST', '', { url: sink.url() }), 'key_revoked')
  problemIn(await ask('PATCH', `/${id}`, { paused: false }), 'key_revoked')
})

test('a key with a new secret keeps its webhooks, their secrets, its lists and its limit; the old one is refused', async (t) => {
  const { service, ask, anna, sink, store, tell } = await sceneFor(t)
  const { id, secret } = (await ask('POST', '', { url: sink.url() })).json()
  const lists = (key: string, payload?: string) =>
    service.app.inject({
      method: payload ? 'PUT' : 'GET',
      url: '/api/v1/lists/erp',
      headers: { 'x-api-key': key, ...(payload && { 'content-type': 'application/json' }) },
      ...(payload && { payload }),
    })
  assert.equal((await lists(anna.key, '{"items":[{"id":"1","q":"7304"}]}')).statusCode, 201)

  const key = (await store.keys.rotate(anna.id, 3_600_000, AT))!
  for (const one of [anna.key, key]) {
    assert.deepEqual(
      (await ask('GET', '', undefined, { key: one })).json().webhooks.map((hook: { id: string }) => hook.id),
      [id],
    )
    assert.equal((await lists(one)).json().count, 1)
  }
  const spent = async (one: string) =>
    limitIn(await service.get('/api/v1/cn?q=7304', { 'x-api-key': one }))?.remaining ?? Number.NaN
  assert.equal((await spent(anna.key)) - (await spent(key)), 1, 'both count as one caller')

  const next = (await store.keys.rotate(anna.id, 0, AT))!
  for (const one of [anna.key, key]) assert.equal((await lists(one)).statusCode, 401)
  problemIn(await ask('PATCH', `/${id}`, { paused: true }, { key }), 'key_revoked')
  assert.equal((await lists(next)).json().count, 1)
  assert.deepEqual(await tell('8471'), ['8471'])
  verified(secret, sink.received[0]!)
})

test('a repeated request adds nothing and gets the same secret', async (t) => {
  const { ask, bert } = await sceneFor(t)
  const body = { url: 'https://example.com/hook' }
  const once = { 'idempotency-key': 'setup-1' }
  const [first, again] = [await ask('POST', '', body, once), await ask('POST', '', body, once)]
  assert.deepEqual([again.statusCode, again.json()], [201, first.json()])
  problemIn(await ask('POST', '', { ...body, lang: 'en' }, once), 'idempotency_conflict')
  assert.notEqual((await ask('POST', '', body, { ...once, key: bert.key })).json().id, first.json().id)
  assert.equal((await ask('GET', '')).json().webhooks.length, 1)
})

test('every mistake is named with its place; an address that is not public says why, in both languages', async (t) => {
  const { ask } = await sceneFor(t, { webhooksToLoopback: false })
  const wrong = { url: 'http://example.com/', cn_codes: ['8471', '847', 'copper'], events: ['x'], lang: 'de', name: 1 }
  assert.deepEqual(reasonsIn(await ask('POST', '', wrong)), [
    'webhook_url_invalid /url',
    'webhook_field_unknown /name',
    'webhook_codes_invalid /cn_codes/1',
    'webhook_codes_invalid /cn_codes/2',
    'webhook_events_invalid /events',
    'webhook_field_invalid /lang',
  ])
  const told = async (url: string, language: string) =>
    problemIn(await ask('POST', '', { url, lang: language }), 'webhook_url_invalid').detail
  assert.match(await told('http://example.com/', 'en'), /address\. The URL must start with https:\/\/\.$/)
  const [error] = problemIn(await ask('POST', '', { url: 'https://10.1.2.3/' })).errors
  assert.match(error?.detail ?? '', /publiczny adres https\. Adres prowadzi do sieci prywatnej/)
  assert.match(await told('https://10.1.2.3/', 'pl'), /Adres prowadzi do sieci prywatnej/)
  assert.match(await told('https://localhost/', 'pl'), /Adres prowadzi do tego komputera\.$/)
  problemIn(await ask('PATCH', '/we_00000000', { paused: 'yes' }), 'webhook_field_invalid')
})

test('a receiver’s 410 loses nothing: the holder sees why it is off and what waits, and resumes it', async (t) => {
  const { ask, sink, tell, store, service, answers } = await sceneFor(t)
  const { id, state, reason, state_since, waiting } = (await ask('POST', '', { url: sink.url() })).json()
  assert.deepEqual([state, reason, state_since, waiting], ['active', null, AT.toISOString(), 0])
  answers.status = 410
  assert.deepEqual(await tell('8471'), ['8471'])
  await tell('7304')
  const off = (await ask('GET', `/${id}`)).json()
  assert.deepEqual(
    [off.state, off.reason, off.state_since, off.waiting],
    ['off', 'answered 410 Gone', AT.toISOString(), 2],
  )
  assert.deepEqual((await ask('GET', '')).json().webhooks, [off])
  const { deliveries } = (await ask('GET', '/deliveries?state=pending')).json()
  assert.equal(deliveries.length, 2)
  assert.equal((await store.deliveries.backlog()).off, 2)
  answers.status = 204
  const resumed = (await ask('PATCH', `/${id}`, { paused: false })).json()
  assert.deepEqual([resumed.state, resumed.reason, resumed.waiting], ['active', null, 2])
  assert.deepEqual(await tell('0101'), ['8471', '8471', '7304', '0101'])
  assert.equal((await ask('GET', `/${id}`)).json().waiting, 0)
  assert.ok(!service.logged().includes('whsec_'))
})

test('a holder has messages sent again, by id or since a moment, also while it is paused', async (t) => {
  const { ask, sink, tell, bert } = await sceneFor(t)
  const { id } = (await ask('POST', '', { url: sink.url() })).json()
  await tell('8471')
  await tell('7304')
  const [first] = sink.received
  const replay = async (body: unknown, headers = {}) => ask('POST', `/${id}/replay`, body, headers)
  assert.deepEqual((await replay({ ids: [first!.id, 'msg_unknown'] })).json(), { replayed: 1, next: null })
  assert.deepEqual(await tell('0101'), ['8471', '7304', '8471', '0101'])
  assert.equal(sink.received[2]!.id, first!.id)
  problemIn(await replay({ ids: [first!.id] }, { key: bert.key }), 'webhook_not_found')

  await ask('PATCH', `/${id}`, { paused: true })
  assert.deepEqual((await replay({ since: '2026-11-15' })).json(), { replayed: 3, next: null })
  assert.deepEqual((await replay({ since: AT.toISOString() })).json(), { replayed: 0, next: null }, 'they wait already')
  sink.received.length = 0
  assert.equal((await ask('PATCH', `/${id}`, { paused: false })).json().waiting, 3)
  assert.deepEqual(await tell('0201'), ['8471', '7304', '0101', '0201'])
  assert.deepEqual((await replay({ since: '2026-11-15T11:00Z', state: 'dead' })).json(), { replayed: 0, next: null })
})

test('what to replay must be clear', async (t) => {
  const { ask, sink } = await sceneFor(t, { limits: { keyWebhooks: 1_000 } })
  const { id } = (await ask('POST', '', { url: sink.url() })).json()
  for (const [body, pointer] of [
    [[], ''],
    [{}, '/since'],
    [{ ids: [] }, '/ids'],
    [{ ids: Array.from({ length: 101 }, (_, at) => `msg_${at}`) }, '/ids'],
    [{ ids: ['8471'] }, '/ids'],
    [{ ids: ['msg_1'], since: '2026-11-01' }, '/since'],
    [{ since: 'yesterday' }, '/since'],
    [{ since: '2026-13-01' }, '/since'],
    [{ since: '2026-11-01', state: 'pending' }, '/state'],
    [{ since: '2026-11-01', cursor: 'x' }, '/cursor'],
    [{ since: '2026-11-01', until: '2026-11-02' }, '/until'],
  ] as const) {
    assert.deepEqual(reasonsIn(await ask('POST', `/${id}/replay`, body)), [`webhook_replay_invalid ${pointer}`])
  }
})

test('a holder rotates its secret: both sign for a day, and a repeated request gets the same one', async (t) => {
  const { ask, sink, tell, bert } = await sceneFor(t)
  const { id, secret } = (await ask('POST', '', { url: sink.url() })).json()
  const once = { 'idempotency-key': 'rotation-1' }
  const rotated = await ask('POST', `/${id}/rotate-secret`, undefined, once)
  assert.deepEqual([rotated.statusCode, rotated.headers['cache-control']], [200, 'no-store'])
  const fresh = rotated.json()
  assert.deepEqual([fresh.id, fresh.old_secret_until], [id, new Date(AT.getTime() + 86_400_000).toISOString()])
  assert.notEqual(fresh.secret, secret)
  assert.deepEqual((await ask('POST', `/${id}/rotate-secret`, undefined, once)).json(), fresh)
  await tell('8471')
  for (const known of [secret, fresh.secret]) verified(known, sink.received[0]!)
  problemIn(await ask('POST', `/${id}/rotate-secret`, undefined, { key: bert.key }), 'webhook_not_found')
  problemIn(await ask('POST', `/${id}/rotate-secret`, undefined, { 'idempotency-key': '' }), 'idempotency_key_invalid')
})

test('the client adds, pauses, resumes, replays, rotates, tests and removes', async (t) => {
  const { service, anna, sink, tell, answers } = await sceneFor(t)
  const asked: string[] = []
  const client = new CnSanctions({
    baseUrl: 'https://cn.example.com',
    apiKey: anna.key,
    lang: 'en',
    async fetch(address, { method = 'GET', headers, body }) {
      asked.push(`${method} ${new URL(address).pathname}`)
      const answer = await service.app.inject({
        method: method as 'GET',
        url: address.replace('https://cn.example.com', ''),
        headers: Object.fromEntries(new Headers(headers)),
        ...(typeof body === 'string' && { payload: body }),
      })
      return new Response(answer.body === '' ? null : answer.body, { status: answer.statusCode })
    },
  })
  const { id, secret, lang } = await client.webhooks.add(sink.url(), { cnCodes: ['8471'] })
  assert.equal(lang, 'en')
  assert.equal((await client.webhooks.test(id)).delivered, true)
  assert.deepEqual((await client.webhooks.change(id, { cnCodes: ['7304', '8471'] })).cn_codes, ['7304', '8471'])
  answers.status = 410
  sink.received.length = 0
  await tell('8471')
  assert.deepEqual([(await client.webhooks.get(id)).state, (await client.webhooks.get(id)).waiting], ['off', 1])
  answers.status = 204
  assert.equal((await client.webhooks.pause(id)).state, 'paused')
  const rotated = await client.webhooks.rotateSecret(id)
  assert.equal((await client.webhooks.resume(id)).state, 'active')
  assert.deepEqual(await tell('7304'), ['8471', '8471', '7304'])
  for (const known of [secret, rotated.secret]) verified(known, sink.received[2]!)
  const delivered: string[] = []
  for await (const delivery of client.webhooks.deliveries({ webhook: id, state: 'delivered', limit: 1 }))
    delivered.push(delivery.id)
  assert.equal(delivered.length, 2)
  assert.equal(await client.webhooks.replay(id, [delivered[0]!]), 1)
  assert.equal(await client.webhooks.replaySince(id, AT), 1, 'the other one')
  assert.equal(await client.webhooks.replaySince(id, '2026-11-15', { state: 'dead' }), 0)
  const ids: string[] = []
  for await (const webhook of client.webhooks.list()) ids.push(webhook.id)
  assert.deepEqual(ids, [id])
  await client.webhooks.remove(id)
  await assert.rejects(client.webhooks.get(id), { code: 'webhook_not_found' })
  assert.ok(asked.includes(`POST /api/v1/webhooks/${id}/rotate-secret`))
})

test('changes have a limit of their own, a test costs six; the operator can switch them off', async (t) => {
  const { ask } = await sceneFor(t, { limits: { keyWebhooks: 7 } })
  const { id } = (await ask('POST', '', { url: 'http://127.0.0.1:1081/' })).json()
  const tested = await ask('POST', `/${id}/test`)
  assert.deepEqual([tested.statusCode, limitIn(tested)?.remaining], [200, 0])
  problemIn(await ask('PATCH', `/${id}`, { paused: true }), 'rate_limited')
  assert.equal((await ask('GET', `/${id}`)).statusCode, 200, 'reading is not counted there')

  const off = await sceneFor(t, { ownWebhooks: false })
  problemIn(await off.ask('POST', '', { url: 'https://example.com/' }), 'own_webhooks_off')
  assert.equal((await off.ask('GET', '')).statusCode, 200)
})

test('every change of a key holder is an audit line with ids alone; what is read or refused is none', async (t) => {
  const { ask, service, anna, bert, sink } = await sceneFor(t)
  const { id } = (await ask('POST', '', { url: sink.url(), lang: 'en' })).json()
  await ask('GET', `/${id}`)
  await ask('PATCH', `/${id}`, { paused: true })
  await ask('PATCH', `/${id}`, { paused: true }, { key: bert.key })
  await ask('PATCH', `/${id}`, { paused: 1 })
  const headers = { 'x-api-key': anna.key, 'content-type': 'application/json' }
  const list = { items: [{ id: 'a', q: '8471 30 00' }] }
  await service.app.inject({ method: 'PUT', url: '/api/v1/lists/erp', headers, payload: JSON.stringify(list) })
  await service.app.inject({ method: 'POST', url: '/api/v1/check', headers, payload: JSON.stringify(list) })
  await ask('DELETE', `/${id}`)
  const audits = service.log.flatMap(({ level, message, fields }) =>
    level === 'info' && message === 'audit' && 'audit' in fields ? [fields.audit] : [],
  )
  const line = (what: string, object: string | null) => ({
    at: AT.toISOString(),
    who: anna.id,
    from: 'api',
    what,
    object,
  })
  assert.deepEqual(audits, [
    line('POST /api/v1/webhooks', null),
    line('PATCH /api/v1/webhooks/:id', id),
    line('PUT /api/v1/lists/:name', null),
    line('DELETE /api/v1/webhooks/:id', id),
  ])
  for (const { key } of [anna, bert]) assert.ok(!service.logged().includes(key))
})
