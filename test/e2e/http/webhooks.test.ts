import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { digits } from '../../../src/base/cn-code.ts'
import { openStore } from '../../../src/store/store.ts'
import { addWebhook, listing, publish } from '../../webhooks/scene.ts'
import { emptyPlace, limitIn, NOON, problemIn, reasonsIn, serviceFor } from './service.ts'

type Page = { readonly webhooks?: unknown[]; readonly deliveries?: unknown[]; readonly next: string | null }

/** Two holders of keys: one with three webhooks and as many messages, one with one. */
async function sceneFor(t: TestContext) {
  const place = await emptyPlace(t)
  const store = await openStore(place)
  t.after(() => store.close())
  const service = await serviceFor(t, { store })
  const issue = (name: string) =>
    store.keys.issue({ name, perMinute: null, expires: null, at: new Date('2026-01-01T00:00:00Z') })
  const [anna, bert] = [await issue('Anna'), await issue('Bert')]
  const own: string[] = []
  for (const codes of [['8471'], ['84', '73041100'], []]) {
    own.push((await addWebhook(store, { keyId: anna.id, codes: codes.map(digits) })).id)
  }
  const other = await addWebhook(store, { keyId: bert.id, url: 'https://bert.example.com/?token=hidden' })
  await publish(place, [listing('8471 30')], new Date(NOON))
  const get = (path: string, key = anna.key) => service.get(`/api/v1/webhooks${path}`, { 'x-api-key': key })
  return { store, service, anna, bert, own, other, get }
}

test('a key holder sees its own webhooks and deliveries, never another’s and never a secret', async (t) => {
  const { get, own, other, bert, store } = await sceneFor(t)
  const [webhooks, deliveries] = [await get(''), await get('/deliveries')]
  assert.deepEqual(
    webhooks
      .json()
      .webhooks.map(({ id }: { id: string }) => id)
      .toSorted(),
    own.toSorted(),
  )
  assert.deepEqual(
    deliveries
      .json()
      .deliveries.map(({ webhook }: { webhook: string }) => webhook)
      .toSorted(),
    own.toSorted(),
  )
  for (const { body } of [webhooks, deliveries]) {
    assert.ok(!body.includes('whsec_') && !body.includes(other.id) && !body.includes('hidden'))
    for (const id of own)
      for (const secret of (await store.webhooks.secrets(id, new Date())) ?? []) assert.ok(!body.includes(secret))
  }
  assert.equal(webhooks.headers['cache-control'], 'no-store')
  assert.equal(limitIn(webhooks)?.limit, 3_000)
  const [his] = (await get('', bert.key)).json().webhooks
  assert.deepEqual([his.id, his.cn_codes, his.lang, his.state], [other.id, [], 'en', 'active'])
  assert.deepEqual(reasonsIn(await get(`/deliveries?webhook=${other.id}`)), ['webhook_unknown webhook'])
})

test('codes are grouped as the tariff prints them, and a delivery says where it stands', async (t) => {
  const { get, own } = await sceneFor(t)
  const { webhooks } = (await get('')).json()
  const second = webhooks.find(({ id }: { id: string }) => id === own[1])
  assert.deepEqual(second.cn_codes, ['84', '7304 11 00'])
  const [delivery] = (await get(`/deliveries?webhook=${own[1]}&state=pending`)).json().deliveries
  assert.deepEqual(delivery, {
    id: delivery.id,
    webhook: own[1],
    type: 'listing.added',
    day: '2026-07-24',
    state: 'pending',
    attempts: 0,
    created_at: '2026-11-15T11:00:00.000Z',
    next_attempt_at: '2026-11-15T11:00:00.000Z',
    last_attempt_at: null,
    last_status: null,
    last_error: null,
  })
  assert.deepEqual((await get('/deliveries?state=dead')).json(), { deliveries: [], next: null })
})

test('page by page everything comes once', async (t) => {
  const { get } = await sceneFor(t)
  for (const [path, name] of [
    ['', 'webhooks'],
    ['/deliveries', 'deliveries'],
  ] as const) {
    const whole = (await get(path)).json()
    assert.equal(whole.next, null)
    const paged: unknown[] = []
    let next: string | null = ''
    for (let pages = 0; next !== null; pages++) {
      const page: Page = (await get(`${path}?limit=2${next && `&cursor=${next}`}`)).json()
      paged.push(...(page[name] ?? []))
      next = page.next
      assert.ok(pages < 2)
    }
    assert.deepEqual(paged, whole[name])
  }
})

test('without a key, or with a wrong one, there is nothing to see', async (t) => {
  const { service, get, anna, store } = await sceneFor(t)
  for (const path of ['/api/v1/webhooks', '/api/v1/webhooks/deliveries']) {
    problemIn(await service.get(path), 'key_missing')
    problemIn(await service.get(path, { authorization: 'Basic eA==' }), 'key_malformed')
  }
  await store.keys.revoke(anna.id, new Date(NOON))
  problemIn(await get(''), 'key_revoked')
})
