import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { inspect } from 'node:util'
import { digits } from '../../src/base/cn-code.ts'
import { calendarDay } from '../../src/base/day.ts'
import { traceIdIn } from '../../src/http/kernel/request/trace-id.ts'
import type { Place, Store } from '../../src/store/store.ts'
import { createDeliverer, type DeliverySettings } from '../../src/webhooks/deliver.ts'
import { RETRY_AFTER_MS } from '../../src/webhooks/schedule.ts'
import type { Sender } from '../../src/webhooks/sender.ts'
import { until } from '../e2e/process/service.ts'
import { openPatiently } from '../store/open-patiently.ts'
import {
  AT,
  addWebhook,
  type Behaviour,
  databaseAt,
  listing,
  newKey,
  publish,
  type Receiver,
  receiver,
  status,
  verified,
} from './scene.ts'

const SECOND = 1_000
const DAY = 86_400 * SECOND

/** A store, a receiver that does as `behaviour` says, a deliverer, and a clock that only the test moves. */
export interface Scene {
  readonly t: TestContext
  readonly place: Place
  readonly store: Store
  readonly sink: Receiver
  readonly deliverer: Sender
  readonly logged: () => string
  readonly outcomes: string[]
  readonly settings: Omit<DeliverySettings, 'store'>
  behaviour: (path: string) => Behaviour
  now: Date
  pass(ms: number): void
  another(over?: Partial<DeliverySettings>): Promise<Sender>
}

export async function sceneFor(t: TestContext, place: Place): Promise<Scene> {
  const store = await openPatiently(place)
  t.after(() => store.close())
  const sink = await receiver((path) => scene.behaviour(path))
  t.after(sink.close)
  const lines: unknown[] = []
  const log = (...line: unknown[]) => void lines.push(line)
  const outcomes: string[] = []
  const settings = {
    now: () => scene.now,
    publicUrl: 'https://cn.example.com',
    toLoopback: true,
    build: 'cn-sanctions 1.0.0',
    log: { debug: log, info: log, warn: log },
    count: (outcome: string) => void outcomes.push(outcome),
    random: () => 0,
  }
  const scene: Scene = {
    t,
    place,
    store,
    sink,
    deliverer: createDeliverer({ ...settings, store }),
    logged: () => inspect(lines, { depth: null }),
    outcomes,
    settings,
    behaviour: () => status(204),
    now: AT,
    pass(ms) {
      scene.now = new Date(scene.now.getTime() + ms)
    },
    async another(over = {}) {
      const other = await openPatiently(place)
      t.after(() => other.close())
      return createDeliverer({ ...settings, store: other, ...over })
    },
  }
  return scene
}

/** Sends until nothing is due any more. */
export async function drain(deliverer: Sender): Promise<void> {
  while ((await deliverer.sendDue()) > 0) await deliverer.oneDone()
}

export function webhooksContract(kind: string, empty: (t: TestContext) => Promise<Place>): void {
  const check = (name: string, body: (scene: Scene) => Promise<void>) =>
    test(`${kind}: ${name}`, async (t) => body(await sceneFor(t, await empty(t))))
  const deliveriesOf = async ({ store }: Scene, webhookId?: string) =>
    (await store.deliveries.list({ limit: 100, ...(webhookId !== undefined && { webhookId }) })).toReversed()

  check('a change reaches those who watch it, up and down the tariff, and nobody else', async (scene) => {
    const { store, sink, place, deliverer } = scene
    const watch = async (path: string, over: Parameters<typeof addWebhook>[1]) =>
      addWebhook(store, { url: sink.url(path), ...over })
    await watch('/all', {})
    await watch('/heading', { codes: [digits('8471')] })
    await watch('/below', { codes: [digits('84713000'), digits('0101')] })
    await watch('/elsewhere', { codes: [digits('7304')] })
    await watch('/removals', { events: ['listing.removed'] })
    const paused = await watch('/paused', {})
    await store.webhooks.setState(paused.id, 'paused', AT)
    await watch('/expired', { keyId: await newKey(store, calendarDay('2026-07-23')) })
    const revoked = await newKey(store)
    await watch('/revoked', { keyId: revoked })
    await store.keys.revoke(revoked, AT)

    await publish(place, [listing('8471 30')])
    await drain(deliverer)
    const paths = () => sink.received.map(({ path }) => path).toSorted()
    assert.deepEqual(paths(), ['/all', '/below', '/heading'])
    assert.equal((await deliveriesOf(scene, paused.id)).length, 1, 'a paused webhook keeps its post')

    sink.received.length = 0
    await publish(place, [listing('0', { type: 'act.pending', cn_codes: [], annex: null })])
    await drain(deliverer)
    assert.deepEqual(paths(), ['/all', '/below', '/elsewhere', '/heading'], 'it may concern all goods')

    sink.received.length = 0
    await publish(place, [listing('8471 30', { regime: 'EU-UA-692-2014', onRequest: true })])
    await drain(deliverer)
    assert.deepEqual(paths(), [], 'a lookup checks this regime only on request')
  })

  check('changes of one kind to one annex by one act on one day are one message', async (scene) => {
    const { store, sink, place, deliverer } = scene
    const { secret } = await addWebhook(store, { url: sink.url(), codes: [digits('84')] })
    await publish(place, [
      listing('8471'),
      listing('8472'),
      listing('8471', { annex: 'VII' }),
      listing('8473', { type: 'listing.removed' }),
      listing('8474', { day: '2026-08-01' }),
      listing('9401'),
      listing('9402', { annex: 'XI' }),
    ])
    await drain(deliverer)
    const told = sink.received.map((got) => verified(secret, got) as { type: string; data: Record<string, unknown> })
    assert.deepEqual(
      told.map(({ type, data }) => [type, data.annex, data.day, data.cn_codes]),
      [
        ['listing.added', 'XXIII', '2026-07-24', ['8471', '8472']],
        ['listing.added', 'VII', '2026-07-24', ['8471']],
        ['listing.removed', 'XXIII', '2026-07-24', ['8473']],
        ['listing.added', 'XXIII', '2026-08-01', ['8474']],
      ],
    )
    const { headers } = sink.received[0]!
    assert.equal(headers['content-type'], 'application/json')
    assert.equal(headers['user-agent'], 'cn-sanctions/1.0.0')
    assert.match(String(headers['webhook-id']), /^msg_[0-9A-Za-z]{24}$/)
    assert.equal(traceIdIn(headers.traceparent), hash('sha256', String(headers['webhook-id'])).slice(0, 32))
    assert.deepEqual(new Set(scene.outcomes), new Set(['delivered']))
    assert.deepEqual(await store.deliveries.backlog(), { pending: 0, oldest: null, paused: 0, off: 0 })
  })

  check('when the changes are not recorded after all, nothing is sent', async ({ store, place, deliverer, sink }) => {
    await addWebhook(store, { url: sink.url() })
    const db = databaseAt(place)
    const { enqueue } = await import('../../src/store/outbox/outbox.ts')
    const failing = db.transaction().execute(async (trx) => {
      await enqueue(trx, [listing('8471')], AT)
      throw new Error('the version was recorded by another')
    })
    await assert.rejects(failing, /another/)
    await db.destroy()
    await drain(deliverer)
    assert.deepEqual([sink.received.length, (await store.deliveries.list({ limit: 9 })).length], [0, 0])
  })

  check(
    'a receiver that fails is tried ten times over three days under one webhook-id, then no more',
    async (scene) => {
      const { store, sink, place, deliverer } = scene
      const { secret } = await addWebhook(store, { url: sink.url() })
      scene.behaviour = () => status(500)
      await publish(place, [listing('8471')])
      for (const [attempt, wait] of RETRY_AFTER_MS.entries()) {
        await drain(deliverer)
        assert.equal(sink.received.length, attempt + 1)
        const [waiting] = await deliveriesOf(scene)
        assert.equal(Date.parse(waiting?.dueAt ?? '') - scene.now.getTime(), wait)
        scene.pass(wait - 1)
        await drain(deliverer)
        assert.equal(sink.received.length, attempt + 1, 'not a moment too soon')
        scene.pass(1)
      }
      await drain(deliverer)
      const [dead] = await deliveriesOf(scene)
      assert.deepEqual([dead?.state, dead?.attempts, dead?.lastStatus, dead?.dueAt], ['dead', 10, 500, null])
      scene.pass(30 * DAY)
      await drain(deliverer)
      assert.equal(sink.received.length, 10)
      assert.equal(new Set(sink.received.map(({ id }) => id)).size, 1)
      assert.equal(new Set(sink.received.map(({ body }) => body)).size, 1)
      assert.equal(new Set(sink.received.map(({ headers }) => headers['webhook-timestamp'])).size, 10)
      for (const got of sink.received) verified(secret, got)
      assert.deepEqual(scene.outcomes, [...new Array(9).fill('again'), 'dead'])
      assert.doesNotMatch(scene.logged(), /whsec_|127\.0\.0\.1/, 'no secret and no address in the log')
    },
  )

  check('order is kept while a receiver is down for a moment; what fails for long steps aside', async (scene) => {
    const { store, sink, place, deliverer } = scene
    await addWebhook(store, { url: sink.url() })
    const told = () => sink.received.map(({ body }) => JSON.parse(body).data.cn_codes[0])
    let down: (code: string) => boolean = () => true
    scene.behaviour = () => (down(told().at(-1)) ? status(503) : status(200))
    for (const code of ['8401', '8402', '8403']) await publish(place, [listing(code)])
    await drain(deliverer)
    assert.deepEqual(told(), ['8401'], 'the others wait behind it')
    down = () => false
    scene.pass(5 * SECOND)
    await drain(deliverer)
    assert.deepEqual(told(), ['8401', '8401', '8402', '8403'])

    sink.received.length = 0
    down = (code) => code === '8404' // a message this receiver cannot stomach
    for (const code of ['8404', '8405']) await publish(place, [listing(code)], scene.now)
    for (const wait of [0, 5 * SECOND, 300 * SECOND]) {
      scene.pass(wait)
      await drain(deliverer)
    }
    assert.deepEqual(told(), ['8404', '8404', '8404', '8405'])
    down = () => false
    scene.pass(1_800 * SECOND)
    await drain(deliverer)
    assert.deepEqual(told().slice(4), ['8404'])
  })

  check('a receiver that asks for patience is given it', async (scene) => {
    await addWebhook(scene.store, { url: scene.sink.url() })
    scene.behaviour = () => status(429, { 'retry-after': '120' })
    await publish(scene.place, [listing('8471')])
    await drain(scene.deliverer)
    const [waiting] = await deliveriesOf(scene)
    assert.equal(Date.parse(waiting?.dueAt ?? '') - scene.now.getTime(), 120 * SECOND)
  })

  check(
    'a delivery that is replayed comes again under its old id',
    async ({ store, sink, place, deliverer, ...scene }) => {
      const { id: webhookId } = await addWebhook(store, { url: sink.url() })
      await publish(place, [listing('8401')])
      await drain(deliverer)
      const [first] = sink.received
      assert.ok(first)
      const replay = async (id: string) => (await store.deliveries.replay({ webhookId, ids: [id] }, scene.now)).count
      assert.equal(await replay(first.id), 1)
      assert.equal(await replay(first.id), 0, 'it waits already')
      assert.equal(await replay('msg_unknown'), 0)
      await drain(deliverer)
      assert.deepEqual(
        sink.received.map(({ id, body }) => [id, body]),
        [1, 2].map(() => [first.id, first.body]),
      )
    },
  )

  check('while paused nothing is sent, and afterwards everything that waited', async (scene) => {
    const { store, sink, place, deliverer } = scene
    const { id } = await addWebhook(store, { url: sink.url() })
    await store.webhooks.setState(id, 'paused', AT)
    await publish(place, [listing('8401')])
    await publish(place, [listing('8402')])
    await drain(deliverer)
    assert.equal(sink.received.length, 0)
    assert.deepEqual(await store.deliveries.backlog(), { pending: 0, oldest: null, paused: 2, off: 0 })
    await store.webhooks.setState(id, 'active', scene.now)
    assert.deepEqual(await store.deliveries.backlog(), { pending: 2, oldest: AT.toISOString(), paused: 0, off: 0 })
    await drain(deliverer)
    assert.equal(sink.received.length, 2)
  })

  check('paused while it is being sent to, a webhook gets no more than what is under way', async (scene) => {
    const { store, sink, place, deliverer } = scene
    const { id } = await addWebhook(store, { url: sink.url() })
    scene.behaviour = () => (response) => {
      void store.webhooks.setState(id, 'paused', AT).then(() => response.end())
    }
    for (const code of ['8401', '8402']) await publish(place, [listing(code)])
    await drain(deliverer)
    assert.deepEqual((await deliveriesOf(scene)).map(({ state }) => state).toSorted(), ['delivered', 'pending'])
  })

  check('when its key ends, a webhook ends with it', async (scene) => {
    const { store, sink, place, deliverer } = scene
    const keyId = await newKey(store)
    const { id } = await addWebhook(store, { url: sink.url(), keyId })
    await publish(place, [listing('8401')])
    await store.keys.revoke(keyId, AT)
    await drain(deliverer)
    const webhook = await store.webhooks.find(id)
    assert.deepEqual([webhook?.state, webhook?.reason, sink.received.length], ['off', 'key revoked', 0])
    assert.equal((await deliveriesOf(scene))[0]?.state, 'dead')
  })

  check('after a rotation both secrets sign for a day; then the old one is gone', async (scene) => {
    const { store, sink, place, deliverer } = scene
    const { id, secret } = await addWebhook(store, { url: sink.url() })
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    const fresh = await store.webhooks.rotate(id, AT)
    assert.ok(fresh !== null && fresh !== secret)
    assert.equal(await store.webhooks.rotate('we_unknown', AT), null)
    const told = async () => {
      await publish(place, [listing('8401')], scene.now)
      await drain(deliverer)
      return sink.received.at(-1)!
    }
    scene.pass(DAY - SECOND)
    const both = await told()
    verified(secret, both)
    verified(fresh, both)
    scene.pass(SECOND)
    const one = await told()
    verified(fresh, one)
    assert.throws(() => verified(secret, one))
    await store.webhooks.forgetOldSecrets(scene.now)
    const db = databaseAt(place)
    const [row] = await db.selectFrom('webhook_endpoints').selectAll().execute()
    await db.destroy()
    assert.deepEqual([row?.old_secret, row?.old_secret_until], [null, null])
    assert.ok(!JSON.stringify(await store.webhooks.list()).includes('whsec_'))
  })

  check(
    'a lease is one worker’s alone until it runs out, and what a late one says counts only when it arrived',
    async ({ store, place, sink }) => {
      await addWebhook(store, { url: sink.url() })
      await publish(place, [listing('8401')])
      const claim = (ms: number) =>
        store.leases.claim({
          at: new Date(AT.getTime() + ms),
          leaseMs: 1_000,
          maxLeases: 9,
          maxPerHost: 9,
          inFlight: [],
        })
      const [first] = await claim(0)
      assert.ok(first)
      assert.deepEqual(await claim(999), [])
      const [second] = await claim(1_000)
      assert.ok(second && second.first.id === first.first.id)
      const attempt = { status: 500, error: null, ms: 1 }
      const at = new Date(AT.getTime() + 1_100)
      await store.leases.record(first, first.first, { ...attempt, outcome: 'dead' }, at, 1_000)
      assert.equal((await store.deliveries.find(first.first.id))?.state, 'pending')
      await store.leases.release(first, at)
      assert.deepEqual(await claim(1_200), [], 'the second still holds it')
      await store.leases.record(first, first.first, { ...attempt, status: 200, outcome: 'delivered' }, at, 1_000)
      assert.equal((await store.deliveries.find(first.first.id))?.state, 'delivered')
    },
  )

  check('several workers share the work, and nothing is sent twice', async (scene) => {
    const { store, sink, place } = scene
    const keyId = await newKey(store)
    for (let at = 0; at < 20; at++) await addWebhook(store, { url: sink.url(`/${at}`), keyId })
    for (const code of ['8401', '8402', '8403']) await publish(place, [listing(code)])
    const workers = await Promise.all([scene.another(), scene.another(), scene.another()])
    await Promise.all(workers.map((worker) => drain(worker)))
    assert.equal(sink.received.length, 60)
    assert.equal(new Set(sink.received.map(({ id }) => id)).size, 60)
    for (const messages of Map.groupBy(sink.received, ({ path }) => path).values()) {
      const codes = messages.map(({ body }) => JSON.parse(body).data.cn_codes[0])
      assert.deepEqual(codes, ['8401', '8402', '8403'])
    }
  })

  check('one host is asked eight at a time, and does not keep others waiting', async (scene) => {
    const { store, sink, place, deliverer } = scene
    const keyId = await newKey(store)
    for (let at = 0; at < 40; at++) await addWebhook(store, { url: sink.url(`/${at}`), keyId })
    const other = await receiver(() => status(200))
    scene.t.after(other.close)
    await addWebhook(store, { url: `http://localhost:${other.port}/`, keyId })
    const held: (() => void)[] = []
    let most = 0
    scene.behaviour = () => (response) => {
      held.push(() => response.end())
      most = Math.max(most, held.length)
      // Nobody is answered until the host is full; then all, and the next come.
      if (held.length === 8) for (const answer of held.splice(0)) answer()
    }
    await publish(place, [listing('8401')])
    await drain(deliverer)
    assert.deepEqual([sink.received.length, most, other.received.length], [40, 8, 1])
  })

  check('four keys whose receivers hang do not keep the webhooks of others waiting', async (scene) => {
    const { store, sink, place } = scene
    const deliverer = await scene.another({ resolve: (_, found) => found(null, ['127.0.0.1']) })
    const hanging: (() => void)[] = []
    scene.behaviour = (path) =>
      path === '/honest' ? status(204) : (response) => void hanging.push(() => response.end())
    for (let key = 0; key < 4; key++) {
      const keyId = await newKey(store)
      for (let at = 0; at < 20; at++)
        await addWebhook(store, { keyId, url: `http://h${at}.k${key}.example:${sink.port}/hangs` })
    }
    await publish(place, [listing('8471 30')])
    await deliverer.sendDue()
    const busy = await deliverer.sendDue()
    await addWebhook(store, { url: sink.url('/honest') })
    await publish(place, [listing('7304')])
    assert.equal(await deliverer.sendDue(), busy + 1)
    await until('the message', () => sink.received.some(({ path }) => path === '/honest'))
    scene.behaviour = () => status(204)
    await until('requests that hang', () => hanging.length >= busy)
    for (const answer of hanging) answer()
    await drain(deliverer)
    assert.equal(sink.received.length, 4 * 20 * 2 + 1, 'nothing is lost')
  })

  check('told to stop, it lets messages under way finish, and gives back what does not', async (scene) => {
    const { store, sink, place } = scene
    const deliverer = await scene.another()
    const slow = Promise.withResolvers<void>()
    const [polite, rude] = [
      await addWebhook(store, { url: sink.url('/a') }),
      await addWebhook(store, { url: sink.url('/b') }),
    ]
    const both = Promise.withResolvers<void>()
    scene.behaviour = (path) => (response) => {
      if (sink.received.length === 2) both.resolve()
      if (path === '/a') void slow.promise.then(() => response.end())
    }
    for (const code of ['8401', '8402']) await publish(place, [listing(code)])
    await deliverer.sendDue()
    await both.promise
    const stopped = deliverer.stop(300)
    slow.resolve()
    await stopped
    const states = async (id: string) =>
      (await deliveriesOf(scene, id)).map(({ state, attempts }) => [state, attempts]).toSorted()
    assert.deepEqual(await states(polite.id), [
      ['delivered', 1],
      ['pending', 0],
    ])
    assert.deepEqual(await states(rude.id), [
      ['pending', 0],
      ['pending', 0],
    ])
    assert.equal(await deliverer.sendDue(), 0, 'nothing new begins')
    scene.behaviour = () => status(200)
    await drain(scene.deliverer)
    assert.equal(
      (await store.deliveries.backlog()).pending,
      0,
      'another takes over at once, without waiting for a lease',
    )
  })

  check('what is over goes after its time, and its event with the last of it; what waits stays', async (scene) => {
    const { store, sink, place, deliverer } = scene
    const { id } = await addWebhook(store, { url: sink.url() })
    const waiting = await addWebhook(store, { url: sink.url() })
    await store.webhooks.setState(waiting.id, 'paused', AT)
    await publish(place, [listing('8401')])
    await drain(deliverer)
    assert.equal(await store.deliveries.forgetBefore(AT), 0)
    assert.equal(await store.deliveries.forgetBefore(new Date(AT.getTime() + 1)), 1)
    assert.deepEqual([(await deliveriesOf(scene, id)).length, (await deliveriesOf(scene, waiting.id)).length], [0, 1])
    assert.ok(await store.webhooks.remove(waiting.id))
    assert.equal(await store.webhooks.remove(waiting.id), false)
    await store.deliveries.forgetBefore(new Date(AT.getTime() + 1))
    const db = databaseAt(place)
    const left = [db.selectFrom('webhook_events').selectAll(), db.selectFrom('webhook_deliveries').selectAll()] as const
    const rows = await Promise.all(left.map((query) => query.execute()))
    await db.destroy()
    assert.deepEqual(rows, [[], []])
  })

  check('the law an event speaks of is served before its first message, once for all receivers', async (scene) => {
    const { store, sink, place } = scene
    const order: string[] = []
    const deliverer = await scene.another({ serveLawFirst: async () => void order.push('law') })
    scene.behaviour = () => {
      order.push('message')
      return status(204)
    }
    for (const path of ['/a', '/b']) await addWebhook(store, { url: sink.url(path) })
    await publish(place, [listing('8401')])
    await drain(deliverer)
    assert.deepEqual(order, ['law', 'message', 'message'])
    await publish(place, [listing('8402')])
    await drain(deliverer)
    assert.deepEqual(order.slice(3), ['law', 'message', 'message'])
  })

  check('a database that is away for a moment loses nothing', async (scene) => {
    const { store, sink, place } = scene
    await addWebhook(store, { url: sink.url() })
    await publish(place, [listing('8401')])
    const other = await openPatiently(place)
    scene.t.after(() => other.close())
    const record = () => Promise.reject(new Error('leases.record: 57P01'))
    const broken = await scene.another({ store: { ...other, leases: { ...other.leases, record } } })
    const claimed = await broken.sendDue()
    await broken.oneDone()
    assert.deepEqual([claimed, sink.received.length], [1, 1])
    scene.pass(60 * SECOND)
    await drain(scene.deliverer)
    assert.equal(sink.received.length, 2)
    assert.equal(new Set(sink.received.map(({ id }) => id)).size, 1)
    assert.match(scene.logged(), /webhook interrupted/)
  })

  check('with a key secrets are stored encrypted, sign as before, and are rotated to a new key', async (scene) => {
    const { place, sink } = scene
    const [first, second] = [randomBytes(32), randomBytes(32)]
    const storeWith = async (...secretKeys: Buffer[]) => {
      const store = await openPatiently(place, { secretKeys })
      scene.t.after(() => store.close())
      return store
    }
    const stored = async () => {
      const db = databaseAt(place)
      const rows = await db.selectFrom('webhook_endpoints').selectAll().orderBy('id').execute()
      await db.destroy()
      return rows.flatMap(({ secret, old_secret }) => [secret, old_secret ?? ''])
    }
    const plain = await addWebhook(scene.store, { url: sink.url('/plain') })
    const sealing = await storeWith(first)
    const sealed = await addWebhook(sealing, { url: sink.url('/sealed') })
    const fresh = await sealing.webhooks.rotate(sealed.id, AT)
    assert.deepEqual(await sealing.webhooks.resealSecrets(), { sealed: 1, unreadable: 0 })
    assert.deepEqual(await sealing.webhooks.resealSecrets(), { sealed: 0, unreadable: 0 })
    assert.ok(!(await stored()).join().includes('whsec_'))
    assert.deepEqual(await sealing.webhooks.secrets(sealed.id, AT), [fresh, sealed.secret])

    const rotated = await storeWith(second, first)
    assert.deepEqual(await rotated.webhooks.resealSecrets(), { sealed: 2, unreadable: 0 })
    const alone = await storeWith(second)
    assert.deepEqual(await alone.webhooks.secrets(plain.id, AT), [plain.secret])
    assert.deepEqual(await alone.webhooks.secrets(sealed.id, AT), [fresh, sealed.secret])
    assert.ok(!JSON.stringify(await alone.webhooks.list()).includes('sealed.'))

    await publish(place, [listing('8401')])
    await drain(await scene.another({ store: alone }))
    for (const got of sink.received) verified(got.path === '/plain' ? plain.secret : sealed.secret, got)
    assert.equal(sink.received.length, 2)
  })

  check('without the key nothing is sent and nothing is lost; readable webhooks are served', async (scene) => {
    const { place, sink, deliverer } = scene
    const sealing = await openPatiently(place, { secretKeys: [randomBytes(32)] })
    scene.t.after(() => sealing.close())
    const sealed = await addWebhook(sealing, { url: sink.url('/sealed') })
    await addWebhook(scene.store, { url: sink.url('/plain') })
    await publish(place, [listing('8401')])
    for (let minute = 0; minute < 12; minute++) {
      await drain(deliverer)
      scene.pass(60 * SECOND)
    }
    assert.deepEqual(
      sink.received.map(({ path }) => path),
      ['/plain'],
    )
    assert.equal(scene.logged().match(/webhook secret cannot be read/g)?.length, 1, 'told once')
    const [waiting] = await deliveriesOf(scene, sealed.id)
    assert.deepEqual([waiting?.state, waiting?.attempts], ['pending', 0])
    assert.deepEqual(await scene.store.webhooks.resealSecrets(), { sealed: 0, unreadable: 1 })
    assert.equal(await scene.store.webhooks.secrets(sealed.id, AT), null)
    await drain(await scene.another({ store: sealing }))
    verified(sealed.secret, sink.received[1]!)
  })

  check(
    'a key holder adds as many webhooks as it may, also at once, and a repeated request makes none',
    async (scene) => {
      const { store, place } = scene
      const keyId = await newKey(store)
      const url = 'https://example.com/hook'
      const webhook = { keyId, url, codes: [digits('8471')], events: [], language: 'pl' as const, at: AT }
      const first = await store.webhooks.addOwn(webhook, 3, 'once')
      assert.ok(typeof first === 'object')
      assert.deepEqual(await store.webhooks.addOwn(webhook, 3, 'once'), first)
      assert.equal(await store.webhooks.addOwn({ ...webhook, codes: [] }, 3, 'once'), 'conflict')
      const other = await openPatiently(place)
      scene.t.after(() => other.close())
      const many = await Promise.all([store, other, store, other].map((one) => one.webhooks.addOwn(webhook, 3, null)))
      assert.equal(many.filter((one) => one === 'full').length, 2)
      assert.equal((await store.webhooks.list({ keyId })).length, 3)
      const stranger = await newKey(store)
      assert.ok(typeof (await store.webhooks.addOwn({ ...webhook, keyId: stranger }, 3, 'once')) === 'object')

      await store.webhooks.forgetOldSecrets(new Date(AT.getTime() + DAY))
      assert.equal(await store.webhooks.addOwn(webhook, 3, 'once'), 'full', 'the key is forgotten after a day')
      await store.keys.revoke(stranger, AT)
      assert.equal(await store.webhooks.addOwn({ ...webhook, keyId: stranger }, 3, null), 'key_ended')
    },
  )

  check('a key holder changes its own webhooks only', async ({ store }) => {
    const [keyId, stranger] = [await newKey(store), await newKey(store)]
    const { id } = await addWebhook(store, { keyId })
    const changed = await store.webhooks.change(
      id,
      keyId,
      { codes: [digits('7304')], events: ['listing.added'], language: 'pl', state: 'paused' },
      AT,
    )
    assert.deepEqual(
      [changed?.codes, changed?.events, changed?.language, changed?.state],
      [['7304'], ['listing.added'], 'pl', 'paused'],
    )
    assert.deepEqual(await store.webhooks.change(id, keyId, {}, AT), changed)
    assert.equal(await store.webhooks.change(id, stranger, { state: 'active' }, AT), null)
    assert.deepEqual(await store.webhooks.find(id), changed)
  })
}
