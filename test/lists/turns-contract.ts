import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Answerer } from '../../src/answer/answer.ts'
import { dayInBrussels } from '../../src/base/day.ts'
import { createScreener } from '../../src/screening/worker.ts'
import type { Screenings, Target } from '../../src/store/lists/screenings.ts'
import type { Place } from '../../src/store/store.ts'
import { newKey } from '../webhooks/scene.ts'
import { AT, BEFORE, MINUTE, QUIET, type Scene, sceneFor, TODAY } from './contract.ts'
import { ANY, item } from './scene.ts'

const CODES = ['0409 00 00', '0101 21 00', '0201 10 00', '0302 11 00', '0405 10 00', '0701 10 00']

/** No key takes the time of another, and no worker the list of another. */
export function turnsContract(kind: string, empty: (t: TestContext) => Promise<Place>): void {
  const check = (name: string, body: (scene: Scene) => Promise<void>) =>
    test(`${kind}: ${name}`, async (t) => body(await sceneFor(t, await empty(t))))
  const targetOf = async ({ store, law }: Scene): Promise<Target> => {
    const { version } = law.dataset
    const { introduced } = (await store.datasets.find(version))!
    return { dataset: version, introduced, day: dayInBrussels(AT) }
  }
  /** A law whose every answer takes this long by the clock of the scene. */
  const slow = (scene: Scene, law: Answerer, ms: number): Answerer => ({
    ...law,
    answer(question) {
      scene.now = new Date(scene.now.getTime() + ms)
      return law.answer(question)
    },
  })
  /** Pages of one item, with something done between them. */
  const pageByPage = (screenings: Screenings, between: (listName: string) => Promise<void>): Screenings => ({
    ...screenings,
    async *items(lease) {
      for await (const page of screenings.items(lease)) {
        for (const one of page) {
          yield [one]
          await between(lease.list.name)
        }
      }
    },
  })

  check('a list that takes longer than a lease stays with its worker', async (scene) => {
    const { store, put } = scene
    await put(
      'erp',
      CODES.map((q, at) => item(String(at), q)),
    )
    await put('another', [item('1', '0409 00 00')])
    const law = slow(scene, BEFORE, MINUTE / 2)
    const target = await targetOf(scene)
    const { store: other } = await scene.another()
    let tried = 0
    const screenings = pageByPage(store.screenings, async (name) => {
      if (name !== 'erp') return
      const taken = await other.screenings.claim(target, { at: scene.now, leaseMs: MINUTE, limit: 9 })
      for (const lease of taken) {
        assert.notEqual(lease.list.name, 'erp', 'two workers would screen the same list')
        await other.screenings.release(lease)
      }
      tried++
    })
    const screener = createScreener({
      store: { ...store, screenings },
      answerer: () => law,
      now: () => scene.now,
      log: QUIET,
    })
    assert.equal(await screener.run(), 2)
    assert.equal(tried, CODES.length)
    assert.ok(scene.now.getTime() - AT.getTime() >= 3 * MINUTE)
    assert.equal(await scene.screener.run(), 0, 'all is stored')
  })

  check('a worker whose lease was lost gives its list up, and nothing is stored twice', async (scene) => {
    const { store, put, told, serve } = scene
    await put('erp', [item('laptop', '8471 30 00'), ...CODES.map((q, at) => item(String(at), q))])
    await scene.screener.run()
    await serve(TODAY)
    const law = slow(scene, TODAY, MINUTE / 2)
    const target = await targetOf(scene)
    let taken = false
    const screenings: Screenings = {
      ...pageByPage(store.screenings, async () => {
        if (taken) return
        taken = true
        // The process stood still for so long that another one took over.
        scene.now = new Date(scene.now.getTime() + 2 * MINUTE)
        const [lease] = await store.screenings.claim(target, { at: scene.now, leaseMs: MINUTE, limit: 1 })
        assert.ok(lease)
        await store.screenings.release(lease)
        assert.equal(await scene.screener.run(), 1)
      }),
      finish: () => assert.fail('it is not its list any more'),
    }
    const late = createScreener({
      store: { ...store, screenings },
      answerer: () => law,
      now: () => scene.now,
      log: QUIET,
    })
    assert.equal(await late.run(), 0)
    assert.deepEqual(await told('erp'), ['1 laptop: none → whole, 2026-11-16'])
  })

  check('fifty lists of one key do not go before the list of another', async (scene) => {
    const { store, put } = scene
    for (let at = 0; at < 50; at++)
      await put(
        `list-${at}`,
        CODES.slice(0, 3).map((q, n) => item(String(n), q)),
      )
    const second = await newKey(store)
    await put('small', [item('1', '0409')], second)
    const finished: string[] = []
    const screenings: Screenings = {
      ...store.screenings,
      finish(lease, found, at) {
        finished.push(lease.list.name)
        return store.screenings.finish(lease, found, at)
      },
    }
    const screener = createScreener({
      store: { ...store, screenings },
      answerer: () => scene.law,
      now: () => scene.now,
      log: QUIET,
    })
    assert.equal(await screener.run(), 51)
    assert.ok(finished.indexOf('small') < 2, `it was number ${finished.indexOf('small') + 1}`)
  })

  check('a list that comes while a long one is screened is done before it', async (scene) => {
    const { store, put } = scene
    await put(
      'long',
      CODES.map((q, at) => item(String(at), q)),
    )
    const second = await newKey(store)
    const law = slow(scene, BEFORE, 5_000)
    const finished: string[] = []
    let isPut = false
    const screenings: Screenings = {
      ...pageByPage(store.screenings, async () => {
        if (!isPut) await put('late', [item('1', '0409')], second)
        isPut = true
      }),
      finish(lease, found, at) {
        finished.push(lease.list.name)
        return store.screenings.finish(lease, found, at)
      },
    }
    const screener = createScreener({
      store: { ...store, screenings },
      answerer: () => law,
      now: () => scene.now,
      log: QUIET,
    })
    assert.equal(await screener.run(), 2)
    assert.deepEqual(finished, ['late', 'long'])
  })

  check('a list that cannot be screened holds up its own key alone', async (scene) => {
    const { store, put, keyId } = scene
    const second = await newKey(store)
    await put('broken', [item('1', '0101')])
    for (const name of ['a', 'b', 'c']) await put(name, [item('1', '0409')], second)
    const law: Answerer = {
      ...BEFORE,
      answer(question) {
        if (question.query === '0101') throw new Error('a fault nobody foresaw')
        return BEFORE.answer(question)
      },
    }
    const screener = createScreener({ store, answerer: () => law, now: () => scene.now, log: QUIET })
    await assert.rejects(screener.run(), /nobody foresaw/)
    for (const name of ['a', 'b', 'c']) assert.equal((await store.lists.find(second, name))?.unchecked, false, name)
    assert.equal((await store.lists.find(keyId, 'broken'))?.unchecked, true)
    assert.equal(await scene.screener.run(), 1, 'its lease was given back')
  })

  check('keys take turns also from worker to worker: the one served longest ago comes first', async (scene) => {
    const { store, put, keyId } = scene
    const [second, third] = [await newKey(store), await newKey(store)]
    for (const key of [keyId, second, third]) for (const name of ['a', 'b']) await put(name, [item('1', '0409')], key)
    const target = await targetOf(scene)
    const claim = async (limit: number, notOf: readonly string[] = []) =>
      store.screenings.claim(target, { at: scene.now, leaseMs: MINUTE, limit, notOf })
    const all = await claim(9)
    assert.deepEqual(new Set(all.map(({ list }) => list.keyId)), new Set([keyId, second, third]), 'one of each key')
    for (const lease of all) await store.screenings.release(lease)

    const [first] = await claim(1)
    const [other] = await claim(1)
    assert.notEqual(other!.list.keyId, first!.list.keyId, 'a key that a worker is busy with comes last')
    assert.deepEqual(await claim(9, [keyId, second, third]), [])
    for (const lease of [first!, other!]) {
      const found = { target, items: [], changes: [] }
      scene.now = new Date(scene.now.getTime() + 1_000)
      await store.screenings.finish(lease, found, scene.now)
    }
    const [never] = await claim(1)
    assert.ok(never!.list.keyId !== first!.list.keyId && never!.list.keyId !== other!.list.keyId)
    const [next] = await claim(1, [never!.list.keyId])
    assert.equal(next!.list.keyId, first!.list.keyId)
  })

  check('a list that is longer than it may be takes nothing more, and may shrink', async (scene) => {
    const { store, keyId } = scene
    const write = { keyId, name: 'erp', condition: ANY, at: scene.now }
    const put = (items: readonly ReturnType<typeof item>[]) => store.lists.put({ ...write, language: 'en', items })
    const names = Array.from({ length: 2_001 }, (_, at) => item(`${at}`, 'kawior'))
    assert.equal((await put(names)).outcome, 'items_full')
    assert.equal(await store.lists.find(keyId, 'erp'), null, 'nothing was stored')
    assert.equal((await put(names.slice(1))).outcome, 'created')
    const patch = (set: readonly ReturnType<typeof item>[], remove: readonly string[] = []) =>
      store.lists.patch({ ...write, set, remove })
    assert.equal((await patch([item('new', '84')])).outcome, 'items_full')
    assert.equal((await patch([item('new', '84')], ['1'])).outcome, 'replaced')
    assert.equal((await patch([item('2', '8471')])).outcome, 'replaced')
    assert.equal((await patch([item('3', 'laptop')])).outcome, 'replaced', 'one name for another')
  })
}
