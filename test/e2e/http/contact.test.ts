import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { openStore } from '../../../src/store/store.ts'
import {
  emptyPlace,
  leadsOf,
  limitIn,
  PLENTY,
  problemIn,
  type Service,
  type ServiceOptions,
  serviceFor,
} from './service.ts'

const FORM = 'application/x-www-form-urlencoded'
const FILLED = { email: 'anna@example.com', about: 'key', consent: 'yes', token: 'one-token' }

async function office(t: TestContext, options: ServiceOptions = {}) {
  const store = await openStore(await emptyPlace(t))
  t.after(() => store.close())
  return { store, service: await serviceFor(t, { store, limits: PLENTY, ...options }) }
}

const post = ({ app }: Service, fields: Record<string, string>, url = '/api') =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': FORM },
    payload: new URLSearchParams(fields).toString(),
  })

describe('the contact form without scripts', () => {
  test('stores a contact through the same code as the API, and shows that it did', async (t) => {
    const { store, service } = await office(t)
    const answer = await post(service, { ...FILLED, utm_source: 'list', utm_term: 'stal' })
    assert.equal(answer.statusCode, 303)
    assert.equal(answer.headers.location, '/api?sent=1#contact')
    const [lead, ...more] = await leadsOf(store)
    assert.deepEqual(
      [lead?.email, lead?.source, lead?.utm, more.length],
      ['anna@example.com', 'api: key', { utm_source: 'list', utm_term: 'stal' }, 0],
    )
    assert.match((await service.get('/api?sent=1')).body, /Dziękujemy/)
    assert.equal((await post(service, FILLED, '/en/api')).headers.location, '/en/api?sent=1#contact')
  })

  test('sent twice is one contact; corrected, it is another', async (t) => {
    const { store, service } = await office(t)
    await post(service, FILLED)
    await post(service, FILLED)
    assert.equal(await store.leads.count(), 1)
    assert.equal((await post(service, { ...FILLED, email: 'jan@example.com' })).statusCode, 303)
    assert.equal(await store.leads.count(), 2)
  })

  test('sent twice without a token, as the page has none of its own, is one contact for a day', async (t) => {
    const { store, service } = await office(t)
    assert.match((await service.get('/api')).body, /name="token" value=""/)
    const untold = { ...FILLED, token: '' }
    for (const [at, count] of [
      ['2026-11-15T08:00:00Z', 1],
      ['2026-11-15T20:00:00Z', 1],
      ['2026-11-16T08:00:00Z', 2],
    ] as const) {
      service.clock.now = new Date(at)
      assert.equal((await post(service, untold)).statusCode, 303)
      assert.equal(await store.leads.count(), count, at)
    }
    assert.equal((await post(service, { ...untold, email: 'jan@example.com' })).statusCode, 303)
    assert.equal(await store.leads.count(), 3)
  })

  test('comes back with what was typed and what is wrong beside it', async (t) => {
    const { store, service } = await office(t)
    const answer = await post(service, { ...FILLED, email: 'anna<b>', consent: '', utm_source: 'list' }, '/en/api')
    assert.equal(answer.statusCode, 400)
    assert.match(answer.body, /value="anna&lt;b&gt;"[^>]*aria-invalid="true"/)
    assert.match(answer.body, /id="email-error">Give an e-mail address/)
    assert.match(answer.body, /id="consent-error">Without this consent/)
    assert.match(answer.body, /name="utm_source" value="list"/)
    assert.equal(await store.leads.count(), 0)
  })

  test('asks for consent even when all else is right', async (t) => {
    const { store, service } = await office(t)
    const { consent: _, ...without } = FILLED
    const answer = await post(service, without)
    assert.equal(answer.statusCode, 400)
    assert.match(answer.body, /id="email-error"><\/p>/)
    assert.equal(await store.leads.count(), 0)
  })

  test('is no way around the limit of contacts', async (t) => {
    const { service } = await office(t, { limits: { ...PLENTY, leads: 2 } })
    assert.equal(limitIn(await service.post({ email: 'anna@example.com' }))?.remaining, 1)
    await post(service, FILLED)
    const refused = await post(service, { ...FILLED, email: 'jan@example.com' })
    assert.equal(refused.statusCode, 429)
    assert.match(refused.body, /Za dużo prób/)
    assert.match(refused.body, /jan@example\.com/, 'what was typed is not lost')
  })

  test('says when nothing could be stored', async (t) => {
    const answer = await post(await serviceFor(t, { store: null }), FILLED)
    assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [503, '5'])
    assert.match(answer.body, /nic nie zapisano/)
  })

  test('is taken nowhere else, and nothing else is taken here', async (t) => {
    const { service } = await office(t)
    problemIn(await post(service, FILLED, '/api/lead'), 'media_type_unsupported')
    const json = { 'content-type': 'application/json' }
    problemIn(
      await service.app.inject({ method: 'POST', url: '/api', headers: json, payload: FILLED }),
      'media_type_unsupported',
    )
    problemIn(await post(service, { ...FILLED, email: 'x'.repeat(20_000) }), 'body_too_large')
  })
})

describe('the pages', () => {
  test('say how long a contact is kept, as it is set', async (t) => {
    const kept = async (leadRetentionDays: number, path: string) =>
      (await (await office(t, { leadRetentionDays })).service.get(path)).body
    assert.match(await kept(90, '/legal'), /usuwamy z bazy automatycznie po upływie 90 dni/)
    assert.match(await kept(90, '/en/legal'), /deleted from the database automatically after 90 days/)
    assert.match(await kept(90, '/api'), /usuniemy automatycznie po upływie 90 dni/)
    assert.match(await kept(90, '/en/api'), /deleted automatically after 90 days/)
    assert.match(await kept(0, '/legal'), /do czasu, gdy poprosisz o jego usunięcie/)
    assert.match(await kept(0, '/en/api'), /kept until you ask for its deletion/)
  })

  test('make of campaign marks what a contact may hold, whatever a link brings', async (t) => {
    const { store, service } = await office(t)
    const marks = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`utm_${'abcdefghi'[i]}`, 'ł'.repeat(200)]))
    assert.equal((await post(service, { ...FILLED, ...marks, utm_source: 'a\u001b[2J\nb\u202e' })).statusCode, 303)
    // Leads of one moment are exported in any order.
    service.clock.now = new Date(service.clock.now.getTime() + 1_000)
    assert.equal((await post(service, { ...FILLED, utm_source: 'a\u001b[2J\nb\u202e' })).statusCode, 303)
    // Both were stored in the same millisecond of the test's clock, so their order says nothing.
    const marksStored = (await leadsOf(store)).map(({ utm }) => Object.entries(utm ?? {}))
    const [short, long] = marksStored.toSorted((a, b) => a.length - b.length)
    assert.deepEqual(short, [['utm_source', 'a [2J b ']])
    assert.equal(long?.map(([name]) => name).join(), 'utm_a,utm_b,utm_c,utm_d,utm_e,utm_source', 'as much as fits')
  })

  test('carry where their reader came from into the form, as far as a contact may hold it', async (t) => {
    const { service } = await office(t)
    const { body } = await service.get(
      `/api?utm_source=news&utm_source=again&utm_Bad=1&other=2&utm_term=${'x'.repeat(300)}`,
    )
    assert.match(body, /name="utm_source" value="news"/)
    assert.match(body, new RegExp(`name="utm_term" value="${'x'.repeat(200)}"`))
    assert.doesNotMatch(body, /again|utm_Bad|name="other"/)
  })

  test('name the address people use in the examples, and nothing a caller could slip in', async (t) => {
    const { service } = await office(t, { publicUrl: 'https://cn.example.com' })
    for (const path of ['/api', '/en/api', '/list', '/en/list']) {
      const answer = await service.get(path, { host: 'evil.example"><script>' })
      assert.equal(answer.statusCode, 200)
      assert.match(answer.body, /curl (--get )?https:\/\/cn\.example\.com\/api\/v1\//)
      assert.doesNotMatch(answer.body, /evil\.example/)
      assert.doesNotMatch(String(answer.headers['content-security-policy']), /unsafe/)
    }
  })

  test('name every address that is described for changes and lookups', async (t) => {
    const { service } = await office(t)
    const { paths } = (await service.get('/openapi.json')).json<{ paths: object }>()
    const { body } = await service.get('/api')
    for (const path of ['/api/v1/cn', '/api/v1/check', '/api/v1/changes']) {
      assert.ok(path in paths && body.includes(path), path)
    }
  })
})
