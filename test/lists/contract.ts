import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Answerer } from '../../src/answer/answer.ts'
import { calendarDay, dayInBrussels } from '../../src/base/day.ts'
import { ITEM_FIELDS } from '../../src/law/terms/law-vocabulary.ts'
import { createScreener, type Screener } from '../../src/screening/worker.ts'
import { MAX_LIST_ITEMS, MAX_LISTS } from '../../src/store/lists/list-limits.ts'
import { fieldsOf, type ListItem, NO_FIELDS } from '../../src/store/lists/list-queries.ts'
import type { Place, Store } from '../../src/store/store.ts'
import { createDeliverer } from '../../src/webhooks/deliver.ts'
import { openPatiently } from '../store/open-patiently.ts'
import { addWebhook, newKey, receiver, status, verified } from '../webhooks/scene.ts'
import { ANY, introduce, item, twoLaws } from './scene.ts'

export const AT = new Date('2026-11-16T10:00:00.000Z')
export const MINUTE = 60_000
export const [BEFORE, TODAY] = twoLaws()
/** 2603 is in Annex XXI since then, by Council Regulation (EU) 2026/1848. */
const COPPER_DAY = new Date('2026-07-24T10:00:00.000Z')

/** A store, a law that is served, a clock that only the test moves, and a key. */
export interface Scene {
  readonly t: TestContext
  readonly place: Place
  readonly store: Store
  readonly keyId: string
  now: Date
  law: Answerer
  readonly screener: Screener
  /** A second instance on the same store, with a law of its own. */
  another(law?: () => Answerer): Promise<{ store: Store; screener: Screener }>
  serve(law: Answerer): Promise<void>
  put(name: string, items: readonly ListItem[], keyId?: string): ReturnType<Store['lists']['put']>
  /** Each change in one line. */
  told(name: string): Promise<string[]>
}

export const QUIET = { info: () => {}, warn: () => {} }

export async function sceneFor(t: TestContext, place: Place): Promise<Scene> {
  const store = await openPatiently(place)
  t.after(() => store.close())
  const keyId = await newKey(store)
  const now = () => scene.now
  const scene: Scene = {
    t,
    place,
    store,
    keyId,
    now: AT,
    law: BEFORE,
    screener: createScreener({ store, answerer: () => scene.law, now, log: QUIET }),
    async another(law = () => scene.law) {
      const other = await openPatiently(place)
      t.after(() => other.close())
      return { store: other, screener: createScreener({ store: other, answerer: law, now, log: QUIET }) }
    },
    async serve(law) {
      scene.law = law
      await introduce(store, law, scene.now)
    },
    put: (name, items, owner = keyId) =>
      store.lists.put({ keyId: owner, name, language: 'en', items, condition: ANY, at: scene.now }),
    async told(name) {
      const list = await store.lists.find(keyId, name)
      const changes = await store.lists.changes(list?.id ?? '', 0, 500)
      return changes.map(({ seq, itemId, before, after, day }) => {
        const [extentBefore, extentAfter] = [before, after].map((state) => state.split(' ')[4])
        return `${seq} ${itemId}: ${extentBefore} → ${extentAfter}, ${day}`
      })
    },
  }
  await introduce(store, BEFORE, AT)
  return scene
}

const GOODS = [item('laptop', '8471 30 00'), item('honey', '0409 00 00'), item('pipes', '7304')]

export function listsContract(kind: string, empty: (t: TestContext) => Promise<Place>): void {
  const check = (name: string, body: (scene: Scene) => Promise<void>) =>
    test(`${kind}: ${name}`, async (t) => body(await sceneFor(t, await empty(t))))

  check('a list is kept in its order, and the same content again changes nothing', async ({ store, put, keyId }) => {
    const first = await put('erp', GOODS)
    assert.equal(first.outcome, 'created')
    const again = await put('erp', GOODS)
    assert.deepEqual(again, { outcome: 'unchanged', list: 'list' in first ? first.list : null })
    const list = await store.lists.find(keyId, 'erp')
    assert.deepEqual([list?.count, list?.unchecked, list?.screened], [3, true, null])
    const items = await store.lists.items(list!.id, 0, 100)
    assert.deepEqual(
      items.map(({ id, q }) => [id, q]),
      GOODS.map(({ id, q }) => [id, q]),
    )
    const turned = await put('erp', GOODS.toReversed())
    assert.equal(turned.outcome, 'replaced')
    assert.notEqual('list' in turned && turned.list.version, list?.version)
    assert.deepEqual(
      (await store.lists.items(list!.id, 0, 100)).map(({ id }) => id),
      ['pipes', 'honey', 'laptop'],
    )
  })

  check('items are written and removed one by one', async ({ store, put, keyId }) => {
    await put('erp', GOODS)
    const patch = (set: readonly ListItem[], remove: readonly string[] = []) =>
      store.lists.patch({ keyId, name: 'erp', set, remove, condition: ANY, at: AT })
    assert.equal((await patch([GOODS[0]!], ['unknown'])).outcome, 'unchanged')
    const changed = await patch([item('pipes', '7305'), item('copper', '2603')], ['laptop'])
    assert.equal('list' in changed && changed.list.count, 3)
    const { id } = (await store.lists.find(keyId, 'erp'))!
    const items = await store.lists.items(id, 0, 100)
    assert.deepEqual(
      items.map(({ id, q }) => `${id} ${q}`),
      ['honey 0409 00 00', 'pipes 7305', 'copper 2603'],
    )
    // The positions have a gap now, which is nothing that the holder of the key knows of.
    const same = items.map(({ id, q }) => item(id, q))
    assert.equal((await put('erp', same)).outcome, 'unchanged')
    assert.equal(
      (await store.lists.patch({ keyId, name: 'no', set: [], remove: [], condition: ANY, at: AT })).outcome,
      'list_unknown',
    )
  })

  check('nobody else sees a list, and each key has names of its own', async ({ store, put, keyId }) => {
    const other = await newKey(store)
    await put('erp', GOODS)
    assert.equal(await store.lists.find(other, 'erp'), null)
    assert.deepEqual(await store.lists.all(other), [])
    assert.equal(await store.lists.remove({ keyId: other, name: 'erp', condition: ANY }), 'list_unknown')
    assert.equal((await put('erp', [item('1', '0101')], other)).outcome, 'created')
    assert.equal((await store.lists.find(keyId, 'erp'))?.count, 3)
    assert.equal(await store.lists.remove({ keyId: other, name: 'erp', condition: ANY }), 'removed')
    assert.equal((await store.lists.all()).length, 1)
    assert.equal((await store.lists.items((await store.lists.find(keyId, 'erp'))!.id, 0, 9)).length, 3)
  })

  check('what is asked for must be true when it is written', async ({ store, put, keyId }) => {
    await put('erp', GOODS)
    const version = (await store.lists.find(keyId, 'erp'))!.version
    const write = (condition: (version: string | null) => boolean) =>
      store.lists.put({ keyId, name: 'erp', language: 'pl', items: GOODS, condition, at: AT })
    assert.equal((await write((now) => now === 'another')).outcome, 'condition_failed')
    assert.equal((await write((now) => now === version)).outcome, 'replaced')
    assert.equal((await write((now) => now === version)).outcome, 'condition_failed', 'it was written since')
    assert.equal(await store.lists.remove({ keyId, name: 'erp', condition: () => false }), 'condition_failed')
  })

  check(
    'a key has so many lists and a list so many items, also when they are written at the same time',
    async (scene) => {
      const { put, store, keyId } = scene
      for (let at = 1; at < MAX_LISTS; at++) await put(`list-${at}`, [item('1', '0101')])
      const { store: other } = await scene.another()
      const same = { keyId, language: 'en', items: [item('1', '0101')], condition: ANY, at: AT } as const
      const last = await Promise.all([store, other].map(({ lists }, at) => lists.put({ ...same, name: `last-${at}` })))
      assert.deepEqual(last.map(({ outcome }) => outcome).toSorted(), ['created', 'lists_full'])
      assert.equal((await put('list-1', GOODS)).outcome, 'replaced', 'one that is there')
      const full = Array.from({ length: MAX_LIST_ITEMS }, (_, at) => item(`${at}`, '0101'))
      await put('list-2', full)
      const more = await store.lists.patch({
        keyId,
        name: 'list-2',
        set: [item('new', '0101')],
        remove: [],
        condition: ANY,
        at: AT,
      })
      assert.equal(more.outcome, 'items_full')
      assert.equal((await store.lists.find(keyId, 'list-2'))?.count, MAX_LIST_ITEMS)
    },
  )

  check('the first screening tells nothing; another law tells what it changed, once', async (scene) => {
    const { store, screener, put, told, serve, keyId } = scene
    await put('erp', GOODS)
    assert.equal(await screener.run(), 1)
    assert.deepEqual(await told('erp'), [])
    const { screened, unchecked } = (await store.lists.find(keyId, 'erp'))!
    assert.deepEqual(screened, { dataset: BEFORE.dataset.version, day: '2026-11-16', at: AT.toISOString() })
    assert.equal(unchecked, false)
    assert.equal(await screener.run(), 0, 'nothing waits')

    await serve(TODAY)
    assert.equal(await screener.run(), 1)
    assert.deepEqual(await told('erp'), ['1 laptop: none → whole, 2026-11-16'])
    const [change] = await store.lists.changes((await store.lists.find(keyId, 'erp'))!.id, 0, 9)
    assert.match(change!.sentence, /^Prohibited: .*export to Russia/)
    assert.deepEqual([change!.q, change!.dataset], ['8471 30 00', TODAY.dataset.version])
    assert.ok(change!.acts.length > 0 && change!.acts.every((act) => /^3\d{4}R\d{4}$/.test(act)), String(change!.acts))
    assert.equal(await screener.run(), 0)
  })

  check('every fact of a deal is kept, and another one makes another item', async (scene) => {
    const { store, screener, put, told, serve, keyId } = scene
    const deal = {
      ...{ origin: 'PL', dispatch: 'LV', destination: 'KZ', via: 'RU,BY', value: '12.5' },
      ...{ direction: 'transit' as const, regime: null, contract_date: '2026-01-31', facts: '833-2014.use:no' },
    }
    const laptop = item('laptop', '8471 30 00', deal)
    await put('erp', [laptop, GOODS[1]!])
    await screener.run()
    const { id } = (await store.lists.find(keyId, 'erp'))!
    assert.deepEqual((await store.lists.items(id, 0, 9)).map(fieldsOf), [deal, NO_FIELDS])
    assert.equal((await put('erp', [laptop, GOODS[1]!])).outcome, 'unchanged')
    await serve(TODAY)
    await screener.run()
    assert.deepEqual(await told('erp'), ['1 laptop: none → whole, 2026-11-16'])
    const [change] = await store.lists.changes(id, 0, 9)
    assert.deepEqual({ ...change, ...deal }, change)
    assert.match(change!.sentence, /^Prohibited: transit through Russia; transit through Belarus/)

    for (const field of ITEM_FIELDS) {
      const other = { ...laptop, [field]: field === 'regime' ? 'EU-RU-833-2014' : null }
      for (const way of ['put', 'patch'] as const) {
        const written = await (way === 'put'
          ? put('erp', [other, GOODS[1]!])
          : store.lists.patch({ keyId, name: 'erp', set: [laptop], remove: [], condition: ANY, at: AT }))
        assert.equal(written.outcome, 'replaced', `${field}, ${way}`)
        const [first] = await store.lists.items(id, 0, 1)
        assert.deepEqual(fieldsOf(first!), fieldsOf(way === 'put' ? other : laptop))
        assert.equal(first?.state, null, 'what was found for the other deal does not hold')
      }
    }
  })

  check('a law that is withdrawn again tells the way back', async ({ screener, put, told, serve }) => {
    await put('erp', GOODS)
    await screener.run()
    for (const law of [TODAY, BEFORE, TODAY]) {
      await serve(law)
      await screener.run()
    }
    assert.deepEqual(await told('erp'), [
      '1 laptop: none → whole, 2026-11-16',
      '2 laptop: whole → none, 2026-11-16',
      '3 laptop: none → whole, 2026-11-16',
    ])
  })

  check('a listing that begins or ends is told on its day, with its act', async (scene) => {
    const { store, screener, put, told, serve, keyId } = scene
    const day = (at: Date, by: number) => new Date(at.getTime() + by * 24 * 60 * MINUTE)
    await serve(TODAY)
    scene.now = day(COPPER_DAY, -2)
    await put('erp', [...GOODS, item('copper', '2603', { origin: 'RU' })])
    await screener.run()
    scene.now = day(COPPER_DAY, -1)
    assert.equal(await screener.run(), 1, 'every day')
    assert.deepEqual(await told('erp'), [])
    scene.now = COPPER_DAY
    await screener.run()
    assert.deepEqual(await told('erp'), ['1 copper: none → whole, 2026-07-24'])
    const { id } = (await store.lists.find(keyId, 'erp'))!
    assert.deepEqual((await store.lists.changes(id, 0, 9))[0]?.acts, ['32026R1848'])
    assert.equal((await store.lists.find(keyId, 'erp'))?.screened?.day, dayInBrussels(COPPER_DAY))
  })

  check('new items of a list are compared only with what was found for them before', async (scene) => {
    const { store, screener, put, told, serve, keyId } = scene
    await put('erp', GOODS)
    await screener.run()
    // The laptop asks the same as before and keeps what was found; the new item has nothing to be compared with.
    await put('erp', [item('server', '8471 50 00'), GOODS[0]!, item('pipes', '8471')])
    await serve(TODAY)
    await screener.run()
    assert.deepEqual(await told('erp'), ['1 laptop: none → whole, 2026-11-16'])
    assert.equal((await store.lists.find(keyId, 'erp'))?.unchecked, false)
  })

  check(
    'a list that is replaced while it is screened keeps what is new in it, and nothing is told of what is gone',
    async (scene) => {
      const { store, screener, put, told, serve, keyId } = scene
      await put('erp', GOODS)
      await screener.run()
      await serve(TODAY)
      const racing = createScreener({
        ...scene,
        store: {
          ...store,
          screenings: {
            ...store.screenings,
            async finish(lease, found, at) {
              await put('erp', [item('laptop', '0409'), item('other', '8471 50 00'), GOODS[2]!])
              return store.screenings.finish(lease, found, at)
            },
          },
        },
        answerer: () => scene.law,
        now: () => scene.now,
        log: QUIET,
      })
      const before = (await store.lists.find(keyId, 'erp'))!
      // The list is written anew each time before what was found is stored; the second time there is nothing left to do.
      await racing.run()
      const after = (await store.lists.find(keyId, 'erp'))!
      assert.deepEqual(await told('erp'), [])
      assert.deepEqual([after.id, after.unchecked, after.screened?.dataset], [before.id, false, TODAY.dataset.version])
      const items = await store.lists.items(after.id, 0, 9)
      assert.deepEqual(
        items.map(({ id, position, state }) => [id, position, state?.split(' ')[4]]),
        [
          ['laptop', 1, 'none'],
          ['other', 2, 'whole'],
          ['pipes', 3, 'whole'],
        ],
      )
      await serve(BEFORE)
      await screener.run()
      assert.deepEqual(await told('erp'), ['1 other: whole → none, 2026-11-16'])
    },
  )

  check(
    'a key that is revoked while its list is screened ends it: nothing is stored, and the list is deleted',
    async (scene) => {
      const { store, put, told, serve, keyId } = scene
      await put('erp', GOODS)
      await scene.screener.run()
      await serve(TODAY)
      const [lease] = await store.screenings.claim(
        { dataset: TODAY.dataset.version, introduced: 2, day: dayInBrussels(AT) },
        { at: AT, leaseMs: MINUTE, limit: 1 },
      )
      await store.keys.revoke(keyId, AT)
      const target = { dataset: TODAY.dataset.version, introduced: 2, day: dayInBrussels(AT) }
      assert.equal(await store.screenings.finish(lease!, { target, items: [], changes: [] }, AT), null)
      assert.equal(await scene.screener.run(), 0)
      assert.deepEqual(await told('erp'), [])
      assert.equal((await put('more', GOODS)).outcome, 'key_ended', 'a key that was good a moment ago')
      const id = (await store.lists.find(keyId, 'erp'))!.id
      assert.equal(await store.lists.forget(AT, AT), 1)
      assert.deepEqual([await store.lists.all(), await store.lists.items(id, 0, 9)], [[], []])
      assert.equal(await store.lists.forget(AT, AT), 0)
    },
  )

  check('two instances share the lists, and each list is told once', async (scene) => {
    const { screener, put, told, serve } = scene
    const names = Array.from({ length: 20 }, (_, at) => `list-${at}`)
    for (const name of names) await put(name, GOODS)
    const { screener: second } = await scene.another()
    assert.equal((await screener.run()) + (await second.run()), 20)
    await serve(TODAY)
    const shares = await Promise.all([screener.run(), second.run()])
    assert.equal(shares[0]! + shares[1]!, 20)
    for (const name of names) assert.equal((await told(name)).length, 1, name)
  })

  check('a worker that dies is replaced when its lease has expired, and what it held is told once', async (scene) => {
    const { store, screener, put, told, serve } = scene
    await put('erp', GOODS)
    await screener.run()
    await serve(TODAY)
    const target = { dataset: TODAY.dataset.version, introduced: 2, day: dayInBrussels(AT) }
    const [dead] = await store.screenings.claim(target, { at: AT, leaseMs: MINUTE, limit: 9 })
    assert.equal(await screener.run(), 0, 'it is leased')
    scene.now = new Date(AT.getTime() + MINUTE)
    assert.equal(await screener.run(), 1)
    assert.equal((await told('erp')).length, 1)
    // It was only slow. What it found is not stored a second time.
    assert.equal(await store.screenings.finish(dead!, { target, items: [], changes: [] }, scene.now), null)
    assert.equal(await store.screenings.renew(dead!, scene.now, MINUTE), false)
    assert.equal((await told('erp')).length, 1)
  })

  check(
    'an instance with an older law leaves lists alone, but screens what is new; the newer law has the last word',
    async (scene) => {
      const { store, screener, put, told, serve, keyId } = scene
      await put('erp', GOODS)
      await serve(TODAY)
      await screener.run()
      const { screener: older } = await scene.another(() => BEFORE)
      assert.equal(await older.run(), 0)
      await put('erp', [...GOODS, item('server', '8471 50 00')])
      assert.equal(await older.run(), 1)
      assert.equal((await store.lists.find(keyId, 'erp'))?.screened?.dataset, BEFORE.dataset.version)
      assert.equal(await screener.run(), 1)
      assert.deepEqual(await told('erp'), ['1 server: none → whole, 2026-11-16'])
      assert.equal(await older.run(), 0)
    },
  )

  check('a law that is not recorded yet screens nothing', async (scene) => {
    await scene.put('erp', GOODS)
    scene.law = TODAY
    assert.equal(await scene.screener.run(), 0)
  })

  check('one signed message for each list goes to the webhooks of its key', async (scene) => {
    const { t, store, screener, put, serve, keyId } = scene
    const sink = await receiver(() => status(204))
    t.after(sink.close)
    const { secret } = await addWebhook(store, { keyId, url: sink.url('/own') })
    await addWebhook(store, { url: sink.url('/other-key') })
    await addWebhook(store, { keyId, url: sink.url('/only-listings'), events: ['listing.added'] })
    const many = Array.from({ length: 300 }, (_, at) => item(`article ${at}`, '8471 30 00'))
    await put('erp', many)
    await put('few', [
      item('laptop', '8471 30 00', { origin: 'PL', destination: 'RU', via: 'LV,BY' }),
      item('2', '0101'),
    ])
    await put('none', [item('1', '0101')])
    await screener.run()
    await serve(TODAY)
    await screener.run()
    await screener.run()
    const deliverer = createDeliverer({
      store,
      now: () => scene.now,
      publicUrl: 'https://cn.example.com',
      toLoopback: true,
      build: 'cn-sanctions 1.0.0',
      log: { debug: () => {}, ...QUIET },
    })
    while ((await deliverer.sendDue()) > 0) await deliverer.oneDone()
    assert.deepEqual(
      sink.received.map(({ path }) => path),
      ['/own', '/own'],
    )
    type Told = { type: string; data: { list: string; count: number; changes: string; items: { id: string }[] } }
    const told = sink.received.map((got) => verified(secret, got) as Told)
    const [few, all] = told.toSorted((a, b) => a.data.count - b.data.count)
    const { items, ...data } = few!.data
    const id = (await store.lists.find(keyId, 'few'))!.id
    assert.deepEqual(
      [few!.type, data],
      [
        'list.changed',
        {
          list: 'few',
          day: '2026-11-16',
          dataset: TODAY.dataset.version,
          count: 1,
          changes: `https://cn.example.com/api/v1/lists/few/changes?cursor=${id}.0`,
        },
      ],
    )
    const [laptop] = items as unknown as { before: object; after: { sentence: string; extent: string } }[]
    const { origin, dispatch, destination, via, value } = laptop as unknown as ListItem
    assert.deepEqual([origin, dispatch, destination, via, value], ['PL', null, 'RU', 'LV,BY', null])
    assert.deepEqual(laptop!.before, {
      answer: 'depends',
      verdict: 'no_match',
      checked: true,
      extent: 'none',
      reaches: [],
    })
    assert.equal(laptop!.after.extent, 'whole')
    assert.deepEqual([all!.data.list, all!.data.count], ['erp', 300])
    assert.ok(all!.data.items.length > 10 && all!.data.items.length < 300)
    assert.equal(all!.data.items[0]?.id, 'article 0')
    for (const { body } of sink.received) assert.ok(Buffer.byteLength(body) < 20_000)
  })

  check('a webhook that is off or paused while a list changes is told when it is resumed', async (scene) => {
    const { t, store, screener, put, serve, keyId } = scene
    let answer = 410
    const sink = await receiver(() => status(answer))
    t.after(sink.close)
    const off = await addWebhook(store, { keyId, url: sink.url('/off') })
    const paused = await addWebhook(store, { keyId, url: sink.url('/paused') })
    await store.webhooks.setState(paused.id, 'paused', AT)
    const deliverer = createDeliverer({
      store,
      now: () => scene.now,
      publicUrl: null,
      toLoopback: true,
      build: 'cn-sanctions 1.0.0',
      log: { debug: () => {}, ...QUIET },
    })
    const send = async () => {
      while ((await deliverer.sendDue()) > 0) await deliverer.oneDone()
    }
    await put('erp', GOODS)
    await screener.run()
    await serve(TODAY)
    await screener.run()
    await send()
    assert.equal((await store.webhooks.find(off.id))?.state, 'off')
    await serve(BEFORE)
    await screener.run()
    await send()
    assert.deepEqual(
      sink.received.map(({ path }) => path),
      ['/off'],
    )

    answer = 204
    sink.received.length = 0
    for (const { id } of [off, paused]) await store.webhooks.change(id, keyId, { state: 'active' }, scene.now)
    await send()
    for (const [path, secret] of [
      ['/off', off.secret],
      ['/paused', paused.secret],
    ] as const) {
      const told = sink.received
        .filter((got) => got.path === path)
        .map((got) => verified(secret, got) as { type: string; data: { items: { after: { extent: string } }[] } })
      assert.deepEqual(
        told.map(({ type, data }) => [type, data.items[0]?.after.extent]),
        [
          ['list.changed', 'whole'],
          ['list.changed', 'none'],
        ],
        path,
      )
    }
  })

  check(
    'changes are read behind a number and forgotten when they are old',
    async ({ store, screener, put, serve, keyId }) => {
      await put('erp', [item('a', '8471'), item('b', '8471 30 00'), item('c', '8471 50 00')])
      await screener.run()
      await serve(TODAY)
      await screener.run()
      const { id, lastChange } = (await store.lists.find(keyId, 'erp'))!
      assert.equal(lastChange, 3)
      assert.deepEqual(
        (await store.lists.changes(id, 1, 1)).map(({ itemId }) => itemId),
        ['b'],
      )
      await store.lists.forget(AT, new Date(AT.getTime() + 1))
      assert.deepEqual(await store.lists.changes(id, 0, 9), [])
      assert.equal((await store.lists.find(keyId, 'erp'))?.lastChange, 3, 'numbers are not given twice')
    },
  )

  check('a list of an expired key rests until it is deleted', async (scene) => {
    const { store, put } = scene
    const expiring = await newKey(store, calendarDay('2026-11-16'))
    await put('erp', GOODS, expiring)
    scene.now = new Date(AT.getTime() + 24 * 60 * MINUTE)
    assert.equal(await scene.screener.run(), 0)
    assert.equal(await store.lists.forget(scene.now, AT), 1)
  })

  check('around midnight, when instances differ by a day, the later screening stays', async (scene) => {
    await scene.put('erp', GOODS)
    scene.now = new Date(AT.getTime() + 86_400_000)
    assert.equal(await scene.screener.run(), 1)
    scene.now = AT
    assert.equal(await scene.screener.run(), 0)
  })
}
