import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createMailer } from '../../../src/mail/mailer.ts'
import { openStore, type Store } from '../../../src/store/store.ts'
import { type MailSink, mailSink } from '../../mail/smtp.ts'
import { answerer } from '../../real-law.ts'
import { listing } from '../../webhooks/scene.ts'
import { emptyPlace, NOON, problemIn, recordLaw, type Service, type ServiceOptions, serviceFor } from './service.ts'

const PUBLIC_URL = 'https://cn.example.com'

interface Scene {
  readonly service: Service
  readonly store: Store
  readonly sink: MailSink
  /** Sends what is due. */
  mail(): Promise<void>
}

async function sceneFor(t: TestContext, options: ServiceOptions = {}): Promise<Scene> {
  const store = await recordLaw(await openStore(await emptyPlace(t)))
  t.after(() => store.close())
  const sink = await mailSink()
  t.after(sink.close)
  const service = await serviceFor(t, { store, alerts: true, publicUrl: PUBLIC_URL, ...options })
  const quiet = () => {}
  const mailer = createMailer({
    store,
    server: { url: sink.url, from: { name: '', address: 'alerts@cn.example.com' } },
    publicUrl: PUBLIC_URL,
    now: () => service.clock.now,
    law: () => answerer.dataset,
    log: { debug: quiet, info: quiet, warn: quiet },
  })
  return {
    service,
    store,
    sink,
    async mail() {
      while ((await mailer.sendDue()) > 0) await mailer.oneDone()
    },
  }
}

const ask = ({ app }: Service, body: unknown, remoteAddress = '192.0.2.1', headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/api/v1/alerts', payload: body as object, remoteAddress, headers })

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const post = ({ app }: Service, url: string, payload = '', headers: Record<string, string> = FORM) =>
  app.inject({ method: 'POST', url, payload, headers })

/** The path of a link in the last mail. */
function linkIn({ sink }: Scene, page: 'confirm' | 'end' | 'never'): string {
  const [link] = new RegExp(`${PUBLIC_URL}\\S*/alerts/${page}\\?\\S+`).exec(sink.received.at(-1)?.text ?? '') ?? []
  assert.ok(link)
  return link.slice(PUBLIC_URL.length)
}

test('without a mail server there are no alerts, and no form offers them', async (t) => {
  const service = await serviceFor(t)
  problemIn(await ask(service, { email: 'anna@example.com' }), 'alerts_off')
  for (const url of ['/?q=7304', '/changes', '/en/changes?code=7304'])
    assert.doesNotMatch((await service.get(url)).body, /class="alert-form"/)
  assert.equal((await post(service, '/alerts', 'email=anna@example.com')).statusCode, 404)
  assert.equal((await service.get('/alerts')).statusCode, 404)
})

test('the form below an answer and on /changes leads to a mail, its button to alerts, one step to their end', async (t) => {
  const scene = await sceneFor(t)
  const { service, sink, store } = scene
  const page = await service.get('/?q=7304+11+00')
  assert.match(page.body, /Powiadom mnie, gdy się zmieni/)
  const [form = ''] = /<form method="post" action="\/alerts">.*?<\/form>/s.exec(page.body) ?? []
  assert.match(form, /name="codes" value="7304 11 00"/)
  assert.match(form, /Kody: 7304 11 00 · Sankcje wobec: Rosja i Białoruś</)
  const iran = (await service.get('/en?q=7304&regime=EU-IR-267-2012')).body
  assert.match(iran, /Codes: 7304 · Sanctions against: Iran \(267\/2012\)<.*name="regime" value="EU-IR-267-2012"/s)
  assert.match((await service.get('/en/changes?code=8471')).body, /action="\/en\/alerts".*name="codes" value="8471"/s)
  assert.match((await service.get('/changes')).body, /name="codes" value=""/)
  assert.doesNotMatch((await service.get('/?q=kawior')).body, /class="alert-form"/, 'a name is no code')

  const asked = await post(service, '/alerts', 'email=anna%40example.com&codes=7304+11+00&regime=')
  assert.equal(asked.statusCode, 202)
  assert.match(asked.body, /Sprawdź skrzynkę/)
  assert.equal(asked.headers['cache-control'], 'no-store')
  await scene.mail()
  assert.match(sink.received[0]!.text, /7304 11 00/)

  const confirm = linkIn(scene, 'confirm')
  const shown = await service.get(confirm)
  assert.equal(shown.statusCode, 200)
  assert.equal(shown.headers['x-robots-tag'], 'noindex')
  assert.match(shown.body, /<button class="button">Potwierdzam<\/button>/)
  assert.doesNotMatch(shown.body, /anna/, 'a link that is passed on does not show the address')
  const states = async () => (await store.alerts.exportOf('anna@example.com'))?.alerts.map(({ state }) => state)
  assert.deepEqual(await states(), ['mailed'], 'opened, but not confirmed')
  assert.match((await post(service, confirm)).body, /Powiadomienia są włączone/)
  assert.match((await post(service, confirm)).body, /Powiadomienia są włączone/, 'pressed twice')
  assert.deepEqual(await states(), ['confirmed'])
  const { version } = answerer.dataset
  const next = { version: 'next', law: Buffer.from('next'), published: false, after: version }
  await store.datasets.introduce({ ...next, changes: [listing('7304 11')], at: new Date(NOON) })
  await scene.mail()
  assert.equal(sink.received.length, 2)
  const end = linkIn(scene, 'end')
  assert.match((await service.get(end)).body, /<button class="button">Zakończ<\/button>/)
  assert.deepEqual(await states(), ['confirmed'], 'opened, but not ended')
  // As a mail program posts it (RFC 8058).
  const boundary = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
  const [, header = ''] = /^<(.*)>$/.exec(sink.received[1]!.header('list-unsubscribe')) ?? []
  const ended = await post(service, header.slice(PUBLIC_URL.length), boundary, {
    'content-type': 'multipart/form-data; boundary=x',
  })
  assert.equal(ended.statusCode, 200)
  assert.equal(await states(), undefined)
  assert.match((await post(service, end, 'List-Unsubscribe=One-Click')).body, /Powiadomienia są zakończone/)
  assert.equal((await service.get(end)).statusCode, 404)
  assert.doesNotMatch(service.logged(), /anna|al_|ar_/, 'neither addresses nor links in the log')
})

const cut = (link: string): string => link.slice(0, -1)
const guessed = (link: string): string => link.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'))

test('a link that was cut or guessed does nothing, and the page says so', async (t) => {
  const scene = await sceneFor(t)
  const { service, store } = scene
  await ask(service, { email: 'anna@example.com', lang: 'en' })
  await scene.mail()
  const states = async () => (await store.alerts.exportOf('anna@example.com'))?.alerts.map(({ state }) => state)
  for (const page of ['confirm', 'end', 'never'] as const) {
    const link = linkIn(scene, page)
    const [other = ''] = ['confirm', 'end', 'never'].filter((name) => name !== page)
    const wrong = [cut(link), guessed(link), link.replace(/&token=.*/, ''), link.replace(page, other)]
    for (const url of wrong)
      for (const answer of [await service.get(url), await post(service, url), await post(service, url.slice(3))]) {
        assert.equal(answer.statusCode, 404, url)
        assert.match(answer.body, /<h1>(The link is incomplete|Link jest niepełny)<\/h1>/, url)
        assert.equal(answer.headers['cache-control'], 'no-store')
      }
    assert.deepEqual(await states(), ['mailed'], 'nothing was done')
  }
  await post(service, linkIn(scene, 'end'))
  assert.equal(await states(), undefined)
  assert.match((await post(service, linkIn(scene, 'end'))).body, /<h1>The alerts have ended</, 'posted again')
  assert.equal((await service.get(linkIn(scene, 'confirm'))).statusCode, 404)
  assert.match((await post(service, linkIn(scene, 'confirm'))).body, /<h1>This link is no longer valid</)
})

test('a mail that asks for confirmation has a link with which its owner is never asked again', async (t) => {
  const scene = await sceneFor(t)
  const { service, store, sink } = scene
  await post(service, '/alerts', 'email=anna%2B1%40example.com&codes=&regime=')
  await scene.mail()
  assert.match(sink.received[0]!.text, /Nie wysyłajcie tu więcej takich próśb:\n?\s*https/)
  const link = linkIn(scene, 'never')
  const shown = await service.get(link)
  assert.equal(shown.statusCode, 200)
  assert.match(
    shown.body,
    /<h1>Bez dalszych próśb o potwierdzenie<.*<button class="button">Nie wysyłajcie więcej próśb</s,
  )
  assert.doesNotMatch(shown.body, /anna/, 'a link that is passed on does not show the address')
  assert.equal((await store.alerts.exportOf('anna@example.com'))?.neverAsk, undefined, 'opened, but not pressed')
  assert.match((await service.get(`/en${link}`)).body, /<button class="button">Never ask again</)
  const pressed = await post(service, link)
  assert.equal(pressed.statusCode, 200)
  assert.match(pressed.body, /<h1>Nie wyślemy więcej próśb</)
  assert.match((await post(service, `/en${link}`)).body, /<h1>This address is not asked again</, 'pressed twice')
  assert.equal((await post(service, linkIn(scene, 'confirm'))).statusCode, 404, 'the request is gone')
  for (const email of ['anna@example.com', 'ANNA+2@example.com'])
    assert.deepEqual((await ask(service, { email }, '198.51.100.7')).json(), { ok: true })
  await scene.mail()
  assert.equal(sink.received.length, 1)
  assert.doesNotMatch(service.logged(), /anna|mb_/, 'neither addresses nor links in the log')
})

test('the answer does not tell whether an address is known, was asked too often or has alerts', async (t) => {
  const scene = await sceneFor(t, { limits: { leads: 0 } })
  const { service } = scene
  const answers: string[] = []
  const told = async (email: string) => {
    const { statusCode, headers, body } = await ask(service, { email, lang: 'en' })
    const { 'x-request-id': _, date: __, ...others } = headers
    answers.push(JSON.stringify([statusCode, others, body]))
  }
  await told('known@example.com')
  await scene.mail()
  await post(service, linkIn(scene, 'confirm'))
  for (let at = 0; at < 8; at++) await told('known@example.com')
  await told('unknown@example.com')
  assert.equal(new Set(answers).size, 1)
  assert.match(answers[0]!, /^\[202,.*\{\\"ok\\":true\}/)
  await scene.mail()
  const to = Map.groupBy(scene.sink.received, (mail) => mail.to)
  assert.deepEqual([to.get('known@example.com')?.length, to.get('unknown@example.com')?.length], [5, 1])
})

test('alerts count as leads do, and by the day', async (t) => {
  const { service } = await sceneFor(t)
  for (let at = 0; at < 10; at++)
    assert.equal((await ask(service, { email: `a@example${at}.com` }, '192.0.2.7')).statusCode, 202)
  problemIn(await ask(service, { email: 'b@example.com' }, '192.0.2.7'), 'rate_limited')
  assert.equal((await post(service, '/alerts', 'email=a@example.com')).statusCode, 202)
})

/** Addresses of one IPv6 /48, each in a /56 of its own. */
const ofOneNetwork = (at: number): string => `2001:db8:1:${(at << 8).toString(16)}::1`

test('one network can have no mailbox flooded, and ends the alerts of no other', async (t) => {
  const { service, sink, mail } = await sceneFor(t, { limits: { leads: 0 }, leadsPerDay: 400 })
  const statuses = new Set<number>()
  for (let at = 0; at < 150; at++)
    statuses.add((await ask(service, { email: `victim+a${at}@example.org` }, ofOneNetwork(at % 32))).statusCode)
  for (let at = 0; at < 150; at++)
    statuses.add((await ask(service, { email: `p${at}@example${at}.org` }, ofOneNetwork(at % 32))).statusCode)
  assert.deepEqual([...statuses], [202, 429])
  const limited = await ask(service, { email: 'p@example.org' }, ofOneNetwork(99))
  problemIn(limited, 'alerts_limited')
  const midnight = Date.parse(`${NOON.slice(0, 10)}T24:00:00Z`)
  assert.equal(Number(limited.headers['retry-after']), (midnight - Date.parse(NOON)) / 1000)
  assert.equal((await ask(service, { email: 'honest@example.org' }, '198.51.100.7')).statusCode, 202)
  await mail()
  const victims = sink.received.filter(({ to }) => to.startsWith('victim'))
  assert.deepEqual([victims.length, sink.received.length], [5, 5 + 1], 'its share of ten was used up for one mailbox')
})

test('an address that a list is to notify counts in the same day', async (t) => {
  const { service, store } = await sceneFor(t, { leadsPerDay: 2 })
  const { key } = await store.keys.issue({ name: 'Broker', perMinute: null, expires: null, at: new Date(NOON) })
  const notify = (name: string, email: string) =>
    service.app.inject({
      method: 'PUT',
      url: `/api/v1/lists/${name}`,
      headers: { 'x-api-key': key },
      payload: { items: [{ id: '1', q: '7304' }], notify: email },
    })
  assert.equal((await ask(service, { email: 'anna@example.com' })).statusCode, 202)
  assert.equal((await notify('erp', 'jan@example.com')).statusCode, 201)
  assert.equal((await notify('erp', 'jan@example.com')).statusCode, 200, 'it was asked before')
  problemIn(await notify('shop', 'ewa@example.com'), 'alerts_limited')
  problemIn(await ask(service, { email: 'ola@example.com' }, '198.51.100.7'), 'alerts_limited')
})

test('what is not an address, a code or a regime is refused, and so is whatever could become a header', async (t) => {
  const { service, store, sink, mail } = await sceneFor(t, { limits: { leads: 0 } })
  const hostile = [
    'a@example.com\r\nBcc: b@example.com',
    'a@example.com\nSubject: x',
    'a@example.com, b@example.com',
    'a@example.com;b@example.com',
    '"a b"@example.com',
    'Anna <a@example.com>',
    '<a@example.com>',
    'a@example.com\u0000',
    'a@exa\u00admple.com',
    '\uFF41@example.com',
    'a@[127.0.0.1]',
    'a@localhost',
    '',
  ]
  for (const email of hostile) problemIn(await ask(service, { email }), 'email_invalid')
  const wrong = [[], {}, { email: 'a@example.com', codes: ['x'] }, { email: 'a@example.com', name: 'Anna' }]
  for (const body of wrong) assert.equal((await ask(service, body)).statusCode, 400)
  problemIn(await ask(service, { email: 'a@example.com', codes: Array(201).fill('84') }), 'alert_invalid')
  problemIn(await ask(service, { email: 'a@example.com', regime: 'EU-RU' }), 'regime_unknown')
  assert.equal((await post(service, '/en/alerts', 'email=anna%0d%0aBcc:x@example.com')).statusCode, 400)
  await mail()
  assert.equal(sink.seen.length, 0)
  assert.equal(await store.alerts.exportOf('a@example.com'), null)
  assert.equal((await ask(service, { email: 'a@example.com', codes: Array(200).fill('84') })).statusCode, 202)
})

test('a list carries the address that is told of its changes, once it is confirmed', async (t) => {
  const scene = await sceneFor(t)
  const { service, store } = scene
  const { key } = await store.keys.issue({ name: 'Broker', perMinute: null, expires: null, at: new Date(NOON) })
  const send = async (method: 'PUT' | 'PATCH' | 'GET', body?: object) =>
    (
      await service.app.inject({
        method,
        url: '/api/v1/lists/erp',
        headers: { 'x-api-key': key },
        ...(body && { payload: body }),
      })
    ).json()
  const items = [{ id: '1', q: '7304' }]
  const notified = ({ notify, notify_confirmed }: Record<string, unknown>) => [notify, notify_confirmed]
  assert.deepEqual(notified(await send('PUT', { items })), [null, false])
  assert.deepEqual(notified(await send('PATCH', { notify: 'anna@example.com' })), ['anna@example.com', false])
  await scene.mail()
  await post(service, linkIn(scene, 'confirm'))
  assert.deepEqual(notified(await send('PUT', { items })), ['anna@example.com', true], 'left out, it stays')
  assert.deepEqual(notified(await send('GET')), ['anna@example.com', true])
  assert.deepEqual(notified(await send('PUT', { items, notify: null })), [null, false])
  assert.equal(await store.alerts.exportOf('anna@example.com'), null)
})
