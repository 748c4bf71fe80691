import { setTimeout as pause } from 'node:timers/promises'
import type { Answerer } from '../../src/answer/answer.ts'
import { createScreener } from '../../src/screening/worker.ts'
import type { Store } from '../../src/store/store.ts'
import { startDelivering } from '../../src/webhooks/deliver.ts'
import { introduce } from '../lists/scene.ts'
import { openPatiently } from '../store/open-patiently.ts'
import { addWebhook, newKey, type Received, receiver, status, verified } from '../webhooks/scene.ts'
import { childPost, killAgainAndAgain, type Post, type Scene, type Toll } from './herd.ts'
import { CHANGING_ITEMS, ITEMS, listContent, listLaws } from './list-laws.ts'

const SCREENERS = 2
const KEYS = 20
const LISTS_OF_KEY = 4
const quiet = () => {}
const log = { debug: quiet, info: quiet, warn: quiet }
const now = () => new Date()

/** A key whose lists are not written while they are screened, and what its webhook is told. */
interface Holder {
  readonly keyId: string
  readonly secret: string
  readonly path: string
}

/** Lists screened and others written by processes that are killed, while the law goes back and forth. */
export async function killWhileScreening(scene: Scene): Promise<Toll> {
  const store = await openPatiently(scene.place)
  const sink = await receiver(() => status(204))
  try {
    const holders = await addLists(store, (path) => sink.url(path))
    const writer = listWriter(scene, store, await newKey(store))
    const laws = await listLaws()
    const isScreened = async (law: Answerer) =>
      (await Promise.all(holders.map(({ keyId }) => store.lists.all(keyId)))).every((lists) =>
        lists.every(({ screened }) => screened?.dataset === law.dataset.version),
      )
    let ended = false
    let round = 0
    const introducing = (async () => {
      for (; !ended; round++) {
        await introduce(store, laws[round % 2]!, now())
        while (!ended && !(await isScreened(laws[round % 2]!))) await pause(50)
      }
    })()
    const screener = (): Post =>
      childPost(scene, { settings: () => ({ role: 'screen', place: scene.place }), lines: 6 })
    const posts = [...Array.from({ length: SCREENERS }, screener), writer.post]
    const kills = await killAgainAndAgain(posts, scene).finally(() => {
      ended = true
    })
    await introducing
    await screenAndDeliverTheRest(store, laws[(round - 1) % 2]!, isScreened)
    // The first law gave every list its first state, which is told to nobody.
    const changes = round - 1
    const wrong = [...writer.wrong]
    const lost: string[] = []
    for (const { keyId } of holders) lost.push(...(await brokenLists(store, keyId, changes)))
    const messages = told(sink.received, holders, changes)
    const acknowledged = writer.acknowledged() + holders.length * LISTS_OF_KEY * changes
    const again = sink.received.length - new Set(sink.received.map(({ id }) => id)).size
    return { kills, acknowledged, again, lost: [...lost, ...messages.lost], twice: messages.twice, wrong }
  } finally {
    await sink.close()
    await store.close()
  }
}

async function addLists(store: Store, url: (path: string) => string): Promise<Holder[]> {
  const holders: Holder[] = []
  for (let key = 0; key < KEYS; key++) {
    const keyId = await newKey(store)
    const path = `/${key}`
    const { secret } = await addWebhook(store, { keyId, url: url(path) })
    for (let list = 0; list < LISTS_OF_KEY; list++)
      await store.lists.put({
        keyId,
        name: `list-${list}`,
        language: 'en',
        items: listContent(0),
        condition: () => true,
        at: now(),
      })
    holders.push({ keyId, secret, path })
  }
  return holders
}

/** Replaces a list as a whole again and again. After each kill it is there whole, as acknowledged or one step further. */
function listWriter(scene: Scene, store: Store, keyId: string) {
  const name = 'written'
  const wrong: string[] = []
  let acknowledged = 0
  const post = childPost(scene, {
    lines: 8,
    settings: () => ({ role: 'put-list', place: scene.place, keyId, name, from: acknowledged + 1 }),
    onLine: (number) => {
      acknowledged = Number(number)
    },
    async onKilled() {
      const list = await store.lists.find(keyId, name)
      const items = list ? await store.lists.items(list.id, -1, ITEMS * 10) : []
      const numbers = new Set(items.map(({ id }) => Number(id.split('.')[0])))
      const [number = 0] = numbers
      const isWhole = number === 0 || (numbers.size === 1 && items.length === ITEMS && list?.count === ITEMS)
      if (!isWhole) wrong.push(`${items.length} items of the contents ${[...numbers].join(', ')}`)
      else if (number !== acknowledged && number !== acknowledged + 1)
        wrong.push(`content ${number}, though ${acknowledged} was acknowledged`)
      // What was stored and not acknowledged is not sent again: that would be the same content under another number.
      else acknowledged = number
    },
  })
  return { post, wrong, acknowledged: () => acknowledged }
}

/** As a service does that nobody kills. */
async function screenAndDeliverTheRest(
  store: Store,
  law: Answerer,
  isScreened: (law: Answerer) => Promise<boolean>,
): Promise<void> {
  const screener = createScreener({ store, answerer: () => law, now, log })
  const build = 'cn-sanctions test'
  const delivering = startDelivering({ store, now, publicUrl: 'https://cn.example.com', toLoopback: true, build, log })
  const deadline = Date.now() + 600_000
  while (!(await isScreened(law)) || (await store.deliveries.backlog()).pending > 0) {
    if (Date.now() > deadline) throw new Error('lists or messages wait for ever')
    await screener.run()
    await pause(50)
  }
  await delivering.stop(1_000)
}

/** Every change of the law changes the same items, and each change follows from the one before. */
async function brokenLists(store: Store, keyId: string, expected: number): Promise<string[]> {
  const broken: string[] = []
  for (const { id, name } of await store.lists.all(keyId)) {
    const found = await store.lists.changes(id, 0, 1_000_000)
    if (found.some(({ seq }, at) => seq !== at + 1)) broken.push(`${keyId}, ${name}: numbers with gaps`)
    if (found.length !== expected * CHANGING_ITEMS) broken.push(`${keyId}, ${name}: ${found.length} changes`)
    for (const [item, own] of Map.groupBy(found, ({ itemId }) => itemId)) {
      const isChained = own.every(({ before }, at) => at === 0 || before === own[at - 1]!.after)
      if (own.length !== expected || !isChained)
        broken.push(`${keyId}, ${name}, item ${item}: ${own.length} changes of ${expected}`)
    }
  }
  return broken
}

/** Each list is told once of each change of the law, under one id. */
function told(received: readonly Received[], holders: readonly Holder[], expected: number) {
  const lost: string[] = []
  const twice: string[] = []
  for (const { secret, path } of holders) {
    const byId = Map.groupBy(
      received.filter((got) => got.path === path),
      ({ id }) => id,
    )
    const messages = [...byId.values()].map(
      ([got]) => (verified(secret, got!) as { data: { list: string; count: number } }).data,
    )
    for (let list = 0; list < LISTS_OF_KEY; list++) {
      const name = `list-${list}`
      const own = messages.filter((message) => message.list === name)
      if (own.length < expected) lost.push(`${path}, ${name}: told ${own.length} times of ${expected}`)
      if (own.length > expected) twice.push(`${path}, ${name}: told ${own.length} times of ${expected}`)
      if (own.some(({ count }) => count !== CHANGING_ITEMS)) lost.push(`${path}, ${name}: too few items`)
    }
  }
  return { lost, twice }
}
