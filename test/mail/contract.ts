import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { inspect } from 'node:util'
import { digits } from '../../src/base/cn-code.ts'
import { calendarDay } from '../../src/base/day.ts'
import type { Change } from '../../src/changes/change.ts'
import { createMailer, type MailSettings } from '../../src/mail/mailer.ts'
import type { AskedAlert } from '../../src/store/alerts/alert-requests.ts'
import { NO_FIELDS } from '../../src/store/lists/list-queries.ts'
import type { Place, Store } from '../../src/store/store.ts'
import type { Sender } from '../../src/webhooks/sender.ts'
import { openPatiently } from '../store/open-patiently.ts'
import { AT, databaseAt, listing, newKey } from '../webhooks/scene.ts'
import { type Behaviour, type MailSink, mailSink, type Received } from './smtp.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR
const ANNA = 'Anna.Nowak@example.com'
/** Names of acts and regimes are the same for every law. */
const LAW = {
  acts: [
    {
      celex: '32026R1848',
      title: { pl: 'Rozporządzenie Rady (UE) 2026/1848', en: 'Council Regulation (EU) 2026/1848' },
    },
  ],
  regimes: [
    { data: { code: 'EU-RU-833-2014' }, shortName: { pl: 'Rosja', en: 'Russia' } },
    { data: { code: 'EU-UA-692-2014', on_request: true }, shortName: { pl: 'Krym', en: 'Crimea' } },
  ],
} as unknown as NonNullable<ReturnType<MailSettings['law']>>

/** A store, a mail server that does as it is told, a mailer, and a clock that only the test moves. */
interface Scene {
  readonly t: TestContext
  readonly place: Place
  readonly store: Store
  readonly sink: MailSink
  readonly mailer: Sender
  readonly logged: () => string
  now: Date
  pass(ms: number): void
  mailerWith(over: Partial<MailSettings>): Sender
}

async function sceneFor(t: TestContext, place: Place): Promise<Scene> {
  const store = await openPatiently(place)
  t.after(() => store.close())
  const sink = await mailSink()
  t.after(sink.close)
  const lines: unknown[] = []
  const log = (...line: unknown[]) => void lines.push(line)
  const mailerWith = (over: Partial<MailSettings>) =>
    createMailer({
      store,
      server: { url: sink.url, from: { name: 'Sankcje UE', address: 'alerts@cn.example.com' } },
      publicUrl: 'https://cn.example.com',
      now: () => scene.now,
      law: () => LAW,
      log: { debug: log, info: log, warn: log },
      random: () => 0,
      ...over,
    })
  const scene: Scene = {
    t,
    place,
    store,
    sink,
    mailer: mailerWith({}),
    logged: () => inspect(lines, { depth: null }),
    now: AT,
    pass(ms) {
      scene.now = new Date(scene.now.getTime() + ms)
    },
    mailerWith,
  }
  return scene
}

/** Sends until nothing is due any more. */
async function drain(mailer: Sender): Promise<void> {
  while ((await mailer.sendDue()) > 0) await mailer.oneDone()
}

/** Records changes as whoever publishes a law does. */
async function publish({ store, now: at }: Scene, ...changes: readonly Change[]): Promise<void> {
  const after = (await store.datasets.latest())?.version ?? null
  const version = `law-${after ?? ''}x`
  await store.datasets.introduce({ version, law: Buffer.from(version), published: false, after, changes, at })
}

const asked = ({ now: at }: Scene, over: Partial<AskedAlert> = {}): AskedAlert => ({
  email: ANNA,
  language: 'en',
  codes: [],
  regime: null,
  listId: null,
  network: '192.0.2.1',
  leadsPerDay: 0,
  at,
  ...over,
})

/** The id and the token of a link in a mail. */
function linkIn(mail: Received, page: 'confirm' | 'end' | 'never'): { id: string; token: string } {
  const found = new RegExp(`https://cn\\.example\\.com(?:/en)?/alerts/${page}\\?id=([\\w-]+)&token=([\\w-]+)`).exec(
    mail.text,
  )
  assert.ok(found, `a link to ${page}`)
  return { id: found[1]!, token: found[2]! }
}

/** A token of the same form that is another one. */
const another = (token: string): string => (token.startsWith('A') ? 'B' : 'A') + token.slice(1)

/** Asks, sends the mail and confirms. */
async function subscribe(scene: Scene, over: Partial<AskedAlert> = {}): Promise<void> {
  await scene.store.alerts.ask(asked(scene, over))
  await drain(scene.mailer)
  const { id, token } = linkIn(scene.sink.received.at(-1)!, 'confirm')
  assert.equal(await scene.store.alerts.confirm(id, token, scene.now), 'confirmed')
  scene.sink.received.length = 0
  scene.sink.seen.length = 0
}

export function mailContract(kind: string, empty: (t: TestContext) => Promise<Place>): void {
  const check = (name: string, body: (scene: Scene) => Promise<void>) =>
    test(`${kind}: ${name}`, async (t) => body(await sceneFor(t, await empty(t))))

  check('an address is told of nothing before its owner has pressed the button of the page', async (scene) => {
    const { store, sink, mailer } = scene
    await store.alerts.ask(asked(scene, { codes: [digits('8471')] }))
    await publish(scene, listing('8471 30'))
    await drain(mailer)
    assert.deepEqual(
      sink.received.map(({ subject, to, from }) => [subject, to, from]),
      [['Confirm alerts about changes of EU sanctions', ANNA, 'alerts@cn.example.com']],
    )
    const [mail] = sink.received
    assert.match(mail!.text, /8471 \(Russia and Belarus\)/)
    assert.equal(mail!.header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
    const { id, token } = linkIn(mail!, 'confirm')
    const found = await store.alerts.find('confirm', id, token, scene.now)
    assert.deepEqual(
      Array.isArray(found) && found.map(({ state }) => state),
      ['mailed'],
      'a link that is only opened confirms nothing',
    )
    assert.equal(await store.alerts.find('confirm', id, another(token), scene.now), 'incomplete')
    assert.equal(await store.alerts.confirm(id, another(token), scene.now), 'incomplete')
    assert.equal(await store.alerts.confirm(id, linkIn(mail!, 'end').token, scene.now), 'incomplete')
    assert.equal(await store.alerts.confirm(id, token, scene.now), 'confirmed')
    await drain(mailer)
    assert.equal(sink.received.length, 1, 'what changed before is not told')
    await publish(scene, listing('8471 41'), listing('7304'))
    await drain(mailer)
    const told = sink.received.at(-1)!
    assert.equal(told.subject, 'Changes of EU sanctions: 1 change')
    assert.match(told.text, /8471 41 added to Annex XXIII/)
    assert.match(told.text, /From 24 July 2026 · Russia · Council Regulation \(EU\) 2026\/1848/)
    assert.match(told.text, /https:\/\/eur-lex\.europa\.eu\/legal-content\/EN\/TXT\/\?uri=CELEX:32026R1848/)
    assert.match(told.text, /https:\/\/cn\.example\.com\/en\?q=8471\+41/)
    assert.doesNotMatch(told.text + told.html, /7304/)
    assert.match(told.html, /<html lang="en">/)
  })

  check('a link to confirm is valid for two days, and then the address is deleted', async (scene) => {
    const { store, sink, mailer } = scene
    await store.alerts.ask(asked(scene))
    await drain(mailer)
    const { id, token } = linkIn(sink.received[0]!, 'confirm')
    scene.pass(2 * DAY - SECOND)
    assert.ok(await store.alerts.find('confirm', id, token, scene.now))
    scene.pass(SECOND)
    assert.equal(await store.alerts.find('confirm', id, token, scene.now), null)
    assert.equal(await store.alerts.confirm(id, token, scene.now), 'unknown')
    await store.alerts.forgetOld(scene.now)
    assert.equal(await store.alerts.exportOf(ANNA), null)
  })

  check('there is at most one mail a day, which holds all that changed since the last', async (scene) => {
    const { sink, mailer } = scene
    await subscribe(scene, { language: 'pl' })
    await publish(scene, listing('8471 30'))
    await drain(mailer)
    assert.equal(sink.received.length, 1)
    scene.pass(HOUR)
    await publish(scene, listing('8471 41'))
    scene.pass(HOUR)
    await publish(scene, listing('8471 49'), listing('7304', { regime: 'EU-UA-692-2014', onRequest: true }))
    await drain(mailer)
    assert.equal(sink.received.length, 1)
    scene.pass(22 * HOUR - SECOND)
    await drain(mailer)
    assert.equal(sink.received.length, 1)
    scene.pass(SECOND)
    await drain(mailer)
    const told = sink.received[1]!
    assert.equal(sink.received.length, 2)
    assert.equal(told.subject, 'Zmiany w sankcjach UE: 2 zmiany')
    assert.match(told.text, /Dodano 8471 41 /)
    assert.match(told.text, /Dodano 8471 49 /)
    assert.doesNotMatch(told.text, /8471 30|Dodano 7304/)
    scene.pass(10 * DAY)
    await drain(mailer)
    assert.equal(sink.received.length, 2, 'nothing changed, so nothing is sent')
  })

  check('several alerts of one address are one mail; one of them or all can be ended', async (scene) => {
    const { store, sink, mailer } = scene
    await subscribe(scene, { codes: [digits('84')] })
    scene.pass(SECOND)
    await subscribe(scene, { codes: [digits('7304')], email: ANNA.toLowerCase(), language: 'pl' })
    await publish(scene, listing('8471'), listing('7304'), listing('0101'))
    await drain(mailer)
    assert.equal(sink.received.length, 1)
    const [mail] = sink.received
    assert.equal(mail!.subject, 'Zmiany w sankcjach UE: 2 zmiany', 'in the language asked for last')
    const links = [...mail!.text.matchAll(/alerts\/end\?id=(a[lr])_\w+&token=/g)].map(([, of]) => of)
    assert.deepEqual(links, ['ar', 'al', 'al'])
    assert.equal(mail!.header('list-unsubscribe'), `<${/https:\S+alerts\/end\?id=ar_\S+/.exec(mail!.text)![0]}>`)
    const [, id, token] = /alerts\/end\?id=(al_\w+)&token=(\S+)/.exec(mail!.text)!
    assert.equal(await store.alerts.end(id!, token!), 'ended')
    assert.equal((await store.alerts.exportOf(ANNA))?.alerts.length, 1)
    const all = linkIn(mail!, 'end')
    assert.equal(await store.alerts.end(all.id, another(all.token)), 'incomplete')
    assert.equal((await store.alerts.exportOf(ANNA))?.alerts.length, 1, 'a wrong token ends nothing')
    assert.equal(await store.alerts.end(all.id, all.token), 'ended')
    assert.equal(await store.alerts.end(all.id, all.token), 'ended', 'it has')
    assert.equal(await store.alerts.end(all.id, another(all.token)), 'incomplete')
    assert.equal(await store.alerts.exportOf(ANNA), null)
    const db = databaseAt(scene.place)
    scene.t.after(() => db.destroy())
    assert.deepEqual(await db.selectFrom('mail_recipients').selectAll().execute(), [])
    assert.deepEqual(await db.selectFrom('alerts').selectAll().execute(), [])
  })

  check('a mailbox is sent five requests for confirmation a day, under whatever addresses it has', async (scene) => {
    const { store, sink, mailer } = scene
    const names = ['anna.nowak', 'Anna.Nowak+1', 'ANNA.NOWAK+a+b', 'anna.nowak+', 'Anna.Nowak', 'anna.nowak+2']
    const outcomes = new Set<string>()
    for (const [at, name] of [...names, ...names].entries()) {
      outcomes.add(await store.alerts.ask(asked(scene, { email: `${name}@Example.com`, network: `192.0.${at}.0/24` })))
      await drain(mailer)
      // Whoever ends a request does not make room for another.
      const link = linkIn(sink.received.at(-1)!, 'end')
      await store.alerts.end(link.id, link.token)
    }
    assert.deepEqual([...outcomes], ['asked'], 'no caller is told')
    assert.equal(sink.received.length, 5)
    for (const name of names)
      assert.equal(await store.alerts.exportOf(`${name}@example.com`), null, 'the address is not kept either')
    await store.alerts.ask(asked(scene, { email: 'anna@example.com' }))
    await drain(mailer)
    assert.equal(sink.received.length, 6, 'another mailbox')
    scene.pass(DAY)
    await store.alerts.ask(asked(scene))
    await drain(mailer)
    assert.equal(sink.received.length, 7)
  })

  check('requests at once, to two instances, do not send a mailbox more', async (scene) => {
    const other = await openPatiently(scene.place)
    scene.t.after(() => other.close())
    const ask = (at: number) =>
      [scene.store, other][at % 2]!.alerts.ask(
        asked(scene, { email: `anna+${at}@example.com`, network: `192.0.${at}.0/24` }),
      )
    await Promise.all(Array.from({ length: 16 }, (_, at) => ask(at)))
    await drain(scene.mailer)
    assert.equal(scene.sink.received.length, 5)
  })

  check('a network may ask fifty times a day, and twenty times for one domain', async (scene) => {
    const { store } = scene
    const known = 'known@example.com'
    await subscribe(scene, { email: known, network: 'somebody else' })
    const outcomes: string[] = []
    for (let at = 0; at < 52; at++)
      outcomes.push(await store.alerts.ask(asked(scene, { email: at % 3 ? `a@example${at}.com` : known })))
    assert.equal(outcomes.indexOf('limited'), 50, 'counted alike for a mailbox that gets no more mails')
    const ofDomain = async (network: string, name: string) =>
      store.alerts.ask(asked(scene, { email: `${name}@${name.length % 2 ? 'BIG' : 'big'}.example`, network }))
    for (let at = 0; at < 20; at++) assert.equal(await ofDomain('a network', `b${at}`), 'asked')
    assert.equal(await ofDomain('a network', 'last'), 'limited')
    assert.equal(await ofDomain('another', 'first'), 'asked', 'nobody else is kept from a domain that many use')
    assert.equal(await store.alerts.ask(asked(scene, { network: 'a network' })), 'asked', 'nor from other domains')
  })

  check('what is refused leaves nothing in the store, whatever domains and mailboxes it names', async (scene) => {
    const { store, place, t } = scene
    const db = databaseAt(place)
    t.after(() => db.destroy())
    const counts = async () => (await db.selectFrom('day_counts').select('used').execute()).map(({ used }) => used)
    let number = 0
    const asks = (network: string, perDay: number) =>
      store.alerts.ask(asked(scene, { email: `a@example${number++}.com`, network, leadsPerDay: perDay }))
    for (let at = 0; at < 10; at++) assert.equal(await asks('a', 10), 'asked')
    const before = (await counts()).length
    // The first has used up its share, and the second finds that all together have.
    for (const network of ['a', 'b', 'a', 'b']) assert.equal(await asks(network, 10), 'limited')
    assert.equal((await counts()).length, before)
    assert.ok((await counts()).every((used) => used > 0))
  })

  check(
    'a network uses up 2 % of the mails of a day, but never fewer than ten, and never those of others',
    async (scene) => {
      const { store } = scene
      let number = 0
      const asks = async (network: string, perDay: number, times: number) => {
        const outcomes: string[] = []
        for (let at = 0; at < times; at++)
          outcomes.push(
            await store.alerts.ask(asked(scene, { email: `a@example${number++}.com`, network, leadsPerDay: perDay })),
          )
        return outcomes.filter((outcome) => outcome === 'asked').length
      }
      assert.equal(await asks('a', 1_500, 40), 30)
      assert.equal(await asks('b', 40, 15), 10, 'forty in all, of which thirty were used')
      assert.equal(await asks('c', 40, 1), 0)
      scene.pass(DAY)
      assert.equal(await asks('b', 40, 15), 10)
      assert.equal(await asks('c', 40, 15), 10, 'another network is served')
      assert.equal(await asks('d', 5_000, 60), 50)
    },
  )

  check('whoever chose so is never asked again, under no address of the mailbox, by nobody', async (scene) => {
    const { store, sink, mailer } = scene
    await subscribe(scene, { codes: [digits('84')] })
    await store.alerts.ask(asked(scene, { email: 'anna.nowak+1@example.com' }))
    await drain(mailer)
    await store.alerts.ask(asked(scene, { email: 'anna.nowak+2@example.com' }))
    const [mail] = sink.received
    const { id, token } = linkIn(mail!, 'never')
    assert.deepEqual(await store.alerts.find('never', id, token, scene.now), [])
    assert.equal(await store.alerts.find('never', id, another(token), scene.now), 'incomplete')
    assert.equal(await store.alerts.neverAsk(id, another(token), scene.now), 'incomplete')
    assert.equal(await store.alerts.neverAsk(id, linkIn(mail!, 'end').token, scene.now), 'incomplete')
    assert.equal((await store.alerts.exportOf('anna.nowak+1@example.com'))?.neverAsk, false, 'none of that counts')

    assert.equal(await store.alerts.neverAsk(id, token, scene.now), 'refused')
    assert.equal(await store.alerts.neverAsk(id, token, scene.now), 'refused', 'pressed twice')
    const kept = { createdAt: null, neverAsk: true, alerts: [] }
    for (const name of ['anna.nowak+1', 'anna.nowak+2', 'Anna.Nowak+3']) {
      const email = `${name}@example.com`
      assert.deepEqual(await store.alerts.exportOf(email), { email, ...kept }, 'what was not confirmed is deleted')
    }
    assert.equal((await store.alerts.exportOf(ANNA))?.alerts.length, 1, 'what was confirmed stays')
    sink.received.length = 0
    for (const days of [1, 40, 400]) {
      scene.pass(days * DAY)
      await store.alerts.forgetOld(scene.now)
      for (const [at, email] of [ANNA, 'ANNA.nowak+9@Example.com'].entries())
        assert.equal(
          await store.alerts.ask(asked(scene, { email, network: `n${days}-${at}` })),
          'asked',
          'no caller is told',
        )
    }
    await store.alerts.ask(asked(scene, { email: 'nowak@example.com' }))
    await drain(mailer)
    assert.deepEqual(
      sink.received.map(({ to }) => to),
      ['nowak@example.com'],
    )
    await store.alerts.forget(ANNA)
    assert.equal((await store.alerts.exportOf(ANNA))?.neverAsk, true)

    const db = databaseAt(scene.place)
    scene.t.after(() => db.destroy())
    const rows = await db.selectFrom('refused_mailboxes').select('hash').execute()
    assert.deepEqual([rows.length, rows[0]!.hash.length], [1, 43])
    assert.ok(!id.includes(rows[0]!.hash), 'the link is not what is stored')
    assert.equal(await store.alerts.allow('anna.nowak+x@example.com'), 1)
    assert.equal(await store.alerts.allow(ANNA), 0)
    await store.alerts.ask(asked(scene))
    await drain(mailer)
    assert.deepEqual([sink.received.length, sink.received[1]?.to], [2, ANNA])
  })

  check('a list does not ask who chose never to be asked, and its key holder is not told', async (scene) => {
    const { store, sink, mailer } = scene
    const keyId = await newKey(store)
    const list = { keyId, name: 'erp', language: 'en' as const, items: [], condition: () => true, at: scene.now }
    const put = await store.lists.put(list)
    assert.ok('list' in put)
    await store.alerts.ask(asked(scene))
    await drain(mailer)
    const { id, token } = linkIn(sink.received[0]!, 'never')
    await store.alerts.neverAsk(id, token, scene.now)
    const notify = { email: ANNA, language: 'en' as const, network: keyId, leadsPerDay: 0, at: scene.now }
    assert.equal(await store.alerts.notifyOfList(put.list.id, notify), 'asked')
    await drain(mailer)
    assert.equal(sink.received.length, 1)
    assert.deepEqual(
      await store.alerts.noticesOf([put.list.id]),
      new Map([[put.list.id, { email: ANNA, confirmed: false }]]),
    )
  })

  check('the key of refusals is sealed; without it nobody is asked, and all can be lifted', async (scene) => {
    const { place, store, sink, mailer, t } = scene
    await store.alerts.ask(asked(scene))
    await drain(mailer)
    const { id, token } = linkIn(sink.received[0]!, 'never')
    await store.alerts.neverAsk(id, token, scene.now)
    const sealing = await openPatiently(place, { secretKeys: [randomBytes(32)] })
    t.after(() => sealing.close())
    assert.deepEqual(await sealing.alerts.reseal(), { sealed: 0, unreadable: 0 })
    const db = databaseAt(place)
    t.after(() => db.destroy())
    const { value } = await db
      .selectFrom('store_values')
      .select('value')
      .where('name', '=', 'refused_mailboxes')
      .executeTakeFirstOrThrow()
    assert.match(value, /^sealed\./)
    assert.equal((await sealing.alerts.exportOf(ANNA))?.neverAsk, true)
    await assert.rejects(store.alerts.ask(asked(scene, { email: 'other@example.com' })), /SECRETS_KEY/)
    assert.deepEqual(await store.alerts.reseal(), { sealed: 0, unreadable: 1 })
    assert.equal(await store.alerts.allow(null), 1)
    assert.equal(await store.alerts.ask(asked(scene)), 'asked')
    await drain(mailer)
    assert.equal(sink.received.length, 2)
  })

  check('a server that is away, or breaks connections, loses nothing', async (scene) => {
    const { sink, store } = scene
    const away = scene.mailerWith({ server: { url: 'smtp://127.0.0.1:1', from: { name: '', address: 'a@b.example' } } })
    await subscribe(scene)
    await publish(scene, listing('8471 30'))
    for (let hours = 0; hours < 60; hours++) {
      await drain(away)
      scene.pass(HOUR)
    }
    await publish(scene, listing('8471 41'))
    assert.match(scene.logged(), /ECONNREFUSED/)
    scene.pass(2 * HOUR)
    // Taken in whole, but nobody says so: the same mail is sent again.
    sink.behaviour = () => 'break'
    await drain(scene.mailer)
    assert.deepEqual([sink.received.length, sink.seen.length], [0, 1])
    await publish(scene, listing('8471 49'))
    sink.behaviour = () => 'accept'
    scene.pass(6 * SECOND)
    await drain(scene.mailer)
    const [first, second] = sink.seen
    assert.equal(first!.id, second!.id)
    assert.equal(first!.text, second!.text)
    assert.match(second!.text, /8471 30.*8471 41/s)
    scene.pass(DAY)
    await drain(scene.mailer)
    assert.equal(sink.received.length, 2)
    assert.match(sink.received[1]!.text, /8471 49/)
    assert.notEqual(sink.received[1]!.id, second!.id)
    assert.equal(await store.mails.backlog(scene.now), 0)
  })

  check('a mail that the server refuses is written anew, with what has changed since', async (scene) => {
    const { sink, mailer } = scene
    await subscribe(scene)
    await publish(scene, listing('8471 30'))
    sink.behaviour = () => ({ code: 451, text: 'try later' })
    await drain(mailer)
    await publish(scene, listing('8471 41'))
    sink.behaviour = () => 'accept'
    scene.pass(6 * SECOND)
    await drain(mailer)
    assert.equal(sink.received.length, 1)
    assert.match(sink.received[0]!.text, /8471 30.*8471 41/s)
    assert.notEqual(sink.seen[0]!.id, sink.seen[1]!.id)
  })

  check('a mail that may have arrived stays the same mail, whatever the server answers later', async (scene) => {
    const { sink, mailer } = scene
    await subscribe(scene)
    await publish(scene, listing('8471 30'))
    const answers: Behaviour[] = ['break', { code: 451, text: 'later' }, { code: 554, text: 'no' }, 'accept']
    sink.behaviour = () => answers.shift()!
    for (let at = 0; at < 4; at++) {
      await drain(mailer)
      await publish(scene, listing(`84${50 + at}`))
      scene.pass(3 * HOUR)
    }
    assert.equal(sink.seen.length, 4)
    assert.equal(new Set(sink.seen.map(({ id }) => id)).size, 1)
    assert.equal(new Set(sink.seen.map(({ text }) => text)).size, 1)
  })

  check('a process that was stopped for longer than its lease sends nothing when it goes on', async (scene) => {
    const { sink, store } = scene
    await subscribe(scene)
    await publish(scene, listing('8471 30'))
    const next: Store['mails']['next'] = async (...asked) => {
      const due = await store.mails.next(...asked)
      scene.pass(21 * 60 * SECOND)
      await drain(scene.mailer)
      return due
    }
    await drain(scene.mailerWith({ store: { ...store, mails: { ...store.mails, next } } }))
    assert.equal(sink.seen.length, 1)
  })

  check('one address that is refused holds up no other; refused for days, it is deleted', async (scene) => {
    const { sink, mailer, store } = scene
    await subscribe(scene)
    await subscribe(scene, { email: 'gone@example.com', network: 'b' })
    sink.recipient = (address) => (address === 'gone@example.com' ? { code: 550, text: `no ${address}` } : null)
    await publish(scene, listing('8471 30'))
    await drain(mailer)
    assert.deepEqual(
      sink.received.map(({ to }) => to),
      [ANNA],
    )
    // Refused for a while only, nothing is lost.
    for (let hours = 0; hours < 30; hours++) {
      scene.pass(HOUR)
      await drain(mailer)
    }
    sink.recipient = () => null
    for (let hours = 0; hours < 24; hours++) {
      scene.pass(HOUR)
      await drain(mailer)
    }
    assert.deepEqual(
      sink.received.map(({ to }) => to),
      [ANNA, 'gone@example.com'],
    )
    sink.recipient = (address) => (address === 'gone@example.com' ? { code: 550, text: `no ${address}` } : null)
    await publish(scene, listing('8471 41'))
    for (let hours = 0; hours < 5 * 24; hours++) {
      scene.pass(HOUR)
      await drain(mailer)
    }
    assert.equal(await store.alerts.exportOf('gone@example.com'), null)
    assert.ok(await store.alerts.exportOf(ANNA))
    assert.doesNotMatch(scene.logged(), /@/, 'no address in the log, nor what the server said of it')
  })

  check('a slow server is waited for, and nobody else sends meanwhile', async (scene) => {
    const { sink, mailer } = scene
    await subscribe(scene)
    await publish(scene, listing('8471 30'))
    sink.behaviour = () => 'hang'
    const seen = sink.next()
    await mailer.sendDue()
    await seen
    const second = scene.mailerWith({})
    scene.pass(10 * 60 * SECOND)
    assert.equal(await second.sendDue(), 0, 'the lease lasts longer than a server may take')
    await mailer.stop(0)
    sink.behaviour = () => 'accept'
    scene.pass(6 * SECOND)
    await drain(second)
    assert.deepEqual([sink.received.length, sink.seen.length], [1, 2])
    assert.equal(sink.seen[0]!.id, sink.seen[1]!.id)
  })

  check('what was sent is recorded even when the store is away for a moment', async (scene) => {
    const { sink, store } = scene
    await subscribe(scene)
    await publish(scene, listing('8471 30'))
    let failures = 0
    const record: Store['mails']['record'] = (...result) =>
      failures++ < 1 ? Promise.reject(new Error('away')) : store.mails.record(...result)
    const mailer = scene.mailerWith({ store: { ...store, mails: { ...store.mails, record } } })
    await drain(mailer)
    scene.pass(2 * DAY)
    await drain(mailer)
    assert.deepEqual([failures, sink.seen.length], [2, 1])
  })

  check('a process that dies while it sends has its mail sent by another, under the same Message-ID', async (scene) => {
    const { sink, store } = scene
    await subscribe(scene)
    await publish(scene, listing('8471 30'))
    const [lease] = await store.mails.claim({ at: scene.now, leaseMs: 60 * SECOND, maxLeases: 1 })
    const begun = await store.mails.next(lease!, scene.now, 60 * SECOND)
    await drain(scene.mailer)
    assert.equal(sink.received.length, 0)
    await publish(scene, listing('8471 41'))
    scene.pass(61 * SECOND)
    await drain(scene.mailer)
    assert.equal(sink.received[0]?.id, `<${begun!.id}@cn.example.com>`)
    assert.doesNotMatch(sink.received[0]!.text, /8471 41/)
    // The one that was thought dead comes back too late to change anything.
    await store.mails.record(lease!, begun!.id, { is: 'sent' }, scene.now, DAY)
    scene.pass(DAY)
    await drain(scene.mailer)
    assert.match(sink.received[1]!.text, /8471 41/)
    assert.equal(sink.received.length, 2)
  })

  check('several workers share the work, and nothing is sent twice', async (scene) => {
    const { sink, store } = scene
    for (let at = 0; at < 30; at++) {
      await store.alerts.ask(asked(scene, { email: `a${at}@example.com`, network: `c${at}` }))
    }
    const other = await openPatiently(scene.place)
    scene.t.after(() => other.close())
    await Promise.all([scene.mailer, scene.mailerWith({}), scene.mailerWith({ store: other })].map(drain))
    const to = sink.received.map((mail) => mail.to)
    assert.deepEqual([to.length, new Set(to).size], [30, 30])
  })

  check('nothing that callers give can add a header, a recipient or a line to a mail', async (scene) => {
    const { sink, store, mailer } = scene
    const hostile = [
      'a@example.com\r\nBcc: all@example.com',
      'a@example.com\nSubject: x',
      'a@example.com>, <b@example.com',
      'a@example.com, b@example.com',
      'a@example.com;b@example.com',
      '"a@example.com" <b@example.com>',
    ]
    for (const [at, email] of hostile.entries()) await store.alerts.ask(asked(scene, { email, network: `c${at}` }))
    await drain(mailer)
    assert.deepEqual(
      sink.seen.map(({ raw }) => raw),
      [],
    )
    assert.equal(sink.received.length, 0)
  })

  check('the owner of an address gets all that is kept of it, and has it deleted, by a command', async (scene) => {
    const { store } = scene
    await subscribe(scene, { codes: [digits('84')], regime: 'EU-RU-833-2014' })
    const kept = await store.alerts.exportOf(ANNA.toUpperCase())
    assert.equal(kept?.email, ANNA)
    assert.deepEqual(
      kept?.alerts.map(({ codes, regime, state, language }) => ({ codes, regime, state, language })),
      [{ codes: ['84'], regime: 'EU-RU-833-2014', state: 'confirmed', language: 'en' }],
    )
    assert.equal(await store.alerts.forget('anna.nowak@EXAMPLE.com'), 1)
    assert.equal(await store.alerts.forget(ANNA), 0)
    assert.equal(await store.alerts.exportOf(ANNA), null)
  })

  check('with a key addresses are stored encrypted; without it mails wait and nothing is lost', async (scene) => {
    const { place, sink, t } = scene
    await subscribe(scene)
    const key = randomBytes(32)
    const sealing = await openPatiently(place, { secretKeys: [key] })
    t.after(() => sealing.close())
    assert.deepEqual(await sealing.alerts.reseal(), { sealed: 1, unreadable: 0 })
    const db = databaseAt(place)
    t.after(() => db.destroy())
    const rows = await db.selectFrom('mail_recipients').selectAll().execute()
    assert.doesNotMatch(JSON.stringify(rows), /anna|example\.com/i)
    await publish(scene, listing('8471 30'))
    await drain(scene.mailer)
    assert.equal(sink.received.length, 0)
    assert.match(scene.logged(), /cannot be read/)
    scene.pass(HOUR)
    await drain(scene.mailerWith({ store: sealing }))
    assert.deepEqual(
      sink.received.map(({ to }) => to),
      [ANNA],
    )
  })

  check('a list tells the address that was confirmed for it, and no other', async (scene) => {
    const { store, sink, mailer } = scene
    const keyId = await newKey(store)
    const put = await store.lists.put({
      keyId,
      name: 'erp',
      language: 'en',
      items: [{ id: 'A-1', q: '7304', ...NO_FIELDS }],
      condition: () => true,
      at: scene.now,
    })
    assert.ok('list' in put)
    const listId = put.list.id
    const notice = async () => (await store.alerts.noticesOf([listId])).get(listId)
    const ask = (email: string) => ({ email, language: 'en' as const, network: keyId, leadsPerDay: 0, at: scene.now })
    await store.alerts.notifyOfList(listId, ask(ANNA))
    await store.alerts.notifyOfList(listId, ask(ANNA))
    await drain(mailer)
    assert.equal(sink.received.length, 1, 'asked once')
    assert.match(sink.received[0]!.text, /the list erp/)
    assert.deepEqual(await notice(), { email: ANNA, confirmed: false })
    const { id, token } = linkIn(sink.received[0]!, 'confirm')
    await store.alerts.confirm(id, token, scene.now)
    assert.deepEqual(await notice(), { email: ANNA, confirmed: true })

    const screen = async (introduced: number, after: string) => {
      const target = { dataset: `d${introduced}`, introduced, day: calendarDay('2026-07-24') }
      const [lease] = await store.screenings.claim(target, { at: scene.now, leaseMs: 1_000, limit: 1 })
      const items = (await store.lists.items(listId, 0, 10)).map((item) => ({ ...item, state: after, acts: '' }))
      const { id: itemId, ...rest } = items[0]!
      const change = {
        ...rest,
        itemId,
        before: 'x',
        after,
        sentence: 'Prohibited: imports from Russia.',
        acts: ['32026R1848'],
      }
      const { position: _, state: __, ...stored } = change
      await store.screenings.finish(lease!, { target, items, changes: introduced > 1 ? [stored] : [] }, scene.now)
    }
    await screen(1, '3 none no_match checked none ')
    await screen(2, '3 prohibited restricted checked whole ')
    await publish(scene, listing('7304'))
    await drain(mailer)
    assert.equal(sink.received.length, 2)
    const told = sink.received[1]!
    assert.match(told.text, /A-1 \(7304\), from 24 July 2026: Prohibited: imports from Russia\./)
    assert.match(told.text, /Council Regulation \(EU\) 2026\/1848: https:\/\/eur-lex/)
    assert.doesNotMatch(told.text, /added to Annex/)

    await store.alerts.notifyOfList(listId, ask('other@example.com'))
    assert.equal(await store.alerts.exportOf(ANNA), null, 'whoever was told before is forgotten')
    await store.alerts.notifyOfList(listId, null)
    assert.equal(await notice(), undefined)
    await store.alerts.notifyOfList(listId, ask(ANNA))
    await store.lists.remove({ keyId, name: 'erp', condition: () => true })
    await store.alerts.forgetOld(scene.now)
    assert.equal(await store.alerts.exportOf(ANNA), null, 'with the list its alerts are gone')
  })
}
