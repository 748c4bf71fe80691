import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Place } from '../../src/store/store.ts'
import { MAX_REPLAYED, WAITED_TOO_LONG } from '../../src/store/webhooks/deliveries.ts'
import { cleanUpDeliveries } from '../../src/webhooks/deliver.ts'
import { drain, type Scene, sceneFor } from './contract.ts'
import { AT, addWebhook, databaseAt, listing, newKey, publish, status, verified } from './scene.ts'

const SECOND = 1_000
const DAY = 86_400 * SECOND

/** A webhook that is off, whoever switched it off, loses nothing. */
export function offWebhooksContract(kind: string, empty: (t: TestContext) => Promise<Place>): void {
  const check = (name: string, body: (scene: Scene) => Promise<void>) =>
    test(`${kind}: ${name}`, async (t) => body(await sceneFor(t, await empty(t))))
  const codesIn = ({ sink }: Scene): string[] => sink.received.map(({ body }) => JSON.parse(body).data.cn_codes[0])
  const deliveriesOf = async ({ store }: Scene, webhookId: string) =>
    (await store.deliveries.list({ limit: 100, webhookId })).toReversed()

  check(
    '410 switches a webhook off; resumed, it is sent all that waited, in order, under the same ids',
    async (scene) => {
      const { store, sink, place, deliverer } = scene
      const keyId = await newKey(store)
      const { id, secret } = await addWebhook(store, { url: sink.url(), keyId })
      scene.behaviour = () => status(410)
      for (const code of ['8401', '8402']) await publish(place, [listing(code)])
      scene.pass(5 * SECOND)
      await drain(deliverer)
      const off = await store.webhooks.find(id)
      assert.deepEqual(
        [off?.state, off?.reason, off?.stateSince],
        ['off', 'answered 410 Gone', new Date(AT.getTime() + 5 * SECOND).toISOString()],
      )
      await publish(place, [listing('8403')], scene.now)
      await drain(deliverer)
      assert.deepEqual(codesIn(scene), ['8401'], 'nothing is sent while it is off')
      assert.deepEqual(
        (await deliveriesOf(scene, id))
          .map(({ state, attempts, lastStatus }) => [state, attempts, lastStatus])
          .toSorted(),
        [
          ['pending', 0, null],
          ['pending', 0, null],
          ['pending', 1, 410],
        ],
      )
      assert.deepEqual(scene.outcomes, ['gone'])
      assert.deepEqual(await store.deliveries.backlog(), { pending: 0, oldest: null, paused: 0, off: 3 })
      assert.deepEqual(await store.deliveries.waiting([id, 'we_unknown']), new Map([[id, 3]]))

      scene.behaviour = () => status(204)
      scene.pass(DAY)
      const resumed = await store.webhooks.change(id, keyId, { state: 'active' }, scene.now)
      assert.deepEqual(
        [resumed?.state, resumed?.reason, resumed?.stateSince],
        ['active', null, scene.now.toISOString()],
      )
      await drain(deliverer)
      assert.deepEqual(codesIn(scene), ['8401', '8401', '8402', '8403'])
      assert.equal(sink.received[0]?.id, sink.received[1]?.id)
      for (const got of sink.received) verified(secret, got)
      assert.deepEqual(await store.deliveries.backlog(), { pending: 0, oldest: null, paused: 0, off: 0 })
    },
  )

  check('whoever pauses a webhook is named; resumed, a message in back-off is due at once', async (scene) => {
    const { store, sink, place, deliverer } = scene
    const keyId = await newKey(store)
    const { id } = await addWebhook(store, { url: sink.url(), keyId })
    scene.behaviour = () => status(500)
    await publish(place, [listing('8401')])
    for (const wait of [0, 5 * SECOND, 300 * SECOND]) {
      scene.pass(wait)
      await drain(deliverer)
    }
    assert.equal(sink.received.length, 3)
    assert.ok(await store.webhooks.setState(id, 'paused', scene.now))
    assert.equal((await store.webhooks.find(id))?.reason, 'paused by the operator')
    const again = await store.webhooks.change(id, keyId, { state: 'paused' }, new Date(scene.now.getTime() + DAY))
    assert.deepEqual([again?.reason, again?.stateSince], ['paused by the operator', scene.now.toISOString()])
    scene.behaviour = () => status(204)
    await store.webhooks.change(id, keyId, { state: 'active' }, scene.now)
    assert.equal((await store.webhooks.change(id, keyId, { state: 'paused' }, AT))?.reason, 'paused by the key holder')
    await store.webhooks.setState(id, 'active', scene.now)
    await drain(deliverer)
    assert.deepEqual(
      (await deliveriesOf(scene, id)).map(({ state, attempts }) => [state, attempts]),
      [['delivered', 1]],
    )
  })

  check('what waits is given up after thirty days, counted, told, and can still be replayed', async (scene) => {
    const { store, sink, place, deliverer, settings } = scene
    const expired: number[] = []
    const cleanUp = () => cleanUpDeliveries({ ...settings, store, countExpired: (count) => void expired.push(count) })
    const { id } = await addWebhook(store, { url: sink.url() })
    const other = await addWebhook(store, { url: sink.url() })
    for (const webhook of [id, other.id]) await store.webhooks.setState(webhook, 'paused', AT)
    await publish(place, [listing('8401')])
    scene.pass(DAY)
    await publish(place, [listing('8402')], scene.now)
    scene.pass(29 * DAY)
    await cleanUp()
    assert.deepEqual([expired, await store.deliveries.waiting([id])], [[], new Map([[id, 2]])])
    scene.pass(1)
    await cleanUp()
    assert.deepEqual([expired, await store.deliveries.waiting([id])], [[2], new Map([[id, 1]])])
    assert.match(scene.logged(), /webhook messages waited too long/)
    const [old] = await deliveriesOf(scene, id)
    assert.deepEqual([old?.state, old?.lastError], ['dead', WAITED_TOO_LONG])
    assert.equal((await store.deliveries.replay({ webhookId: id, ids: [old!.id] }, scene.now)).count, 1)
    await cleanUp()
    assert.deepEqual(await store.deliveries.waiting([id]), new Map([[id, 2]]), 'it waits for thirty days more')
    await store.webhooks.setState(id, 'active', scene.now)
    await drain(deliverer)
    assert.deepEqual(codesIn(scene), ['8401', '8402'])

    scene.pass(30 * DAY + 1)
    await cleanUp()
    assert.deepEqual(
      (await deliveriesOf(scene, other.id)).map(({ state }) => state),
      ['dead'],
      'the first is deleted, thirty days after it was given up',
    )
    scene.pass(31 * DAY)
    await cleanUp()
    const db = databaseAt(place)
    const left = await db.selectFrom('webhook_events').selectAll().execute()
    await db.destroy()
    assert.deepEqual([left, await deliveriesOf(scene, other.id), expired], [[], [], [2, 1]])
  })

  check('nothing waits for the webhooks of a key that has ended', async (scene) => {
    const { store, sink, place, settings } = scene
    const keyId = await newKey(store)
    const { id } = await addWebhook(store, { url: sink.url(), keyId })
    await store.webhooks.setState(id, 'paused', AT)
    await publish(place, [listing('8401')])
    await store.keys.revoke(keyId, AT)
    await cleanUpDeliveries({ ...settings, store, countExpired: () => assert.fail('nobody expects it') })
    assert.deepEqual(
      (await deliveriesOf(scene, id)).map(({ state, lastError }) => [state, lastError]),
      [['dead', 'key revoked']],
    )
    assert.equal((await store.deliveries.backlog()).paused, 0)
  })

  check('messages since a moment are replayed page by page, all or those that were given up', async (scene) => {
    const { store, sink, place, deliverer } = scene
    const { id: webhookId } = await addWebhook(store, { url: sink.url() })
    const other = await addWebhook(store, { url: sink.url('/other') })
    await publish(place, [listing('8401')])
    scene.pass(SECOND)
    const since = scene.now
    await publish(place, [listing('8402')], since)
    await drain(deliverer)
    const [first, second] = await deliveriesOf(scene, webhookId)
    const [foreign] = await deliveriesOf(scene, other.id)
    const db = databaseAt(place)
    const copies = Array.from({ length: MAX_REPLAYED }, (_, at) => `msg_copy${String(at).padStart(4, '0')}`)
    const row = await db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('id', '=', second!.id)
      .executeTakeFirstOrThrow()
    for (let at = 0; at < copies.length; at += 100)
      await db
        .insertInto('webhook_deliveries')
        .values(copies.slice(at, at + 100).map((id) => ({ ...row, id, state: 'dead' as const })))
        .execute()
    await db.destroy()

    const page = await store.deliveries.replay({ webhookId, since }, scene.now)
    assert.equal(page.count, MAX_REPLAYED)
    assert.deepEqual(await store.deliveries.replay({ webhookId, since, after: page.next! }, scene.now), {
      count: 1,
      next: null,
    })
    assert.deepEqual(await store.deliveries.waiting([webhookId, other.id]), new Map([[webhookId, MAX_REPLAYED + 1]]))
    assert.equal((await store.deliveries.find(first!.id))?.state, 'delivered', 'it is older')
    assert.equal((await store.deliveries.replay({ webhookId, ids: [foreign!.id] }, scene.now)).count, 0)
    const dead = await store.deliveries.replay({ webhookId: other.id, since: AT, state: 'dead' }, scene.now)
    assert.deepEqual(dead, { count: 0, next: null })
  })

  check('a rotation that is repeated with its Idempotency-Key gives the same secret', async ({ store, ...scene }) => {
    const { id, secret } = await addWebhook(store)
    const fresh = await store.webhooks.rotate(id, scene.now, 'once')
    assert.equal(await store.webhooks.rotate(id, scene.now, 'once'), fresh)
    assert.deepEqual(await store.webhooks.secrets(id, scene.now), [fresh, secret], 'the receiver’s secret signs on')
    const other = await store.webhooks.rotate(id, scene.now, 'twice')
    assert.deepEqual(await store.webhooks.secrets(id, scene.now), [other, fresh])
    const later = new Date(scene.now.getTime() + DAY)
    await store.webhooks.forgetOldSecrets(later)
    assert.notEqual(await store.webhooks.rotate(id, later, 'twice'), other, 'the key is forgotten after a day')
  })
}
