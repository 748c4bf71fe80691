import { setTimeout as pause } from 'node:timers/promises'
import { type Digits, digits, group, onOnePath, ungroup } from '../../src/base/cn-code.ts'
import type { Change } from '../../src/changes/change.ts'
import type { Store } from '../../src/store/store.ts'
import { openPatiently } from '../store/open-patiently.ts'
import { databaseAt, listing, newKey, type Received, receiver, status, verified } from '../webhooks/scene.ts'
import { childPost, killAgainAndAgain, type Scene, type Toll } from './herd.ts'

const WORKERS = 3
/** Many, since a worker that is killed holds eight of them until its leases expire. */
const WEBHOOKS = 120
const ANNEXES = ['IV', 'VII', 'XVII', 'XXIII']
/** All goods; a chapter; one subheading; goods nobody lists. */
const WATCHLISTS = [[], ['84'], ['84101010', '85'], ['0101', '02']].map((codes) => codes.map(digits))
/** One message in so many is refused the first time that it comes. */
const REFUSED = 200

interface Endpoint {
  readonly id: string
  readonly secret: string
  readonly codes: readonly Digits[]
  readonly path: string
}

/** Changes of the law recorded again and again, and sent by workers that are killed. */
export async function killWhileDelivering(scene: Scene): Promise<Toll> {
  const { place, random } = scene
  const store = await openPatiently(place)
  const seen = new Set<string>()
  const sink = await receiver((_, { id }) => {
    const isFirst = seen.size < seen.add(id).size
    return isFirst && random.below(REFUSED) === 0 ? status(503) : status(204)
  })
  try {
    const endpoints = await addEndpoints(store, (path) => sink.url(path))
    const recorded: Change[] = []
    const post = () => childPost(scene, { settings: () => ({ role: 'deliver', place }), lines: 8 })
    const posts = Array.from({ length: WORKERS }, post)
    let ended = false
    const recording = (async () => {
      for (let round = 0; !ended; await pause(20)) {
        const { pending } = await store.deliveries.backlog()
        if (pending < WEBHOOKS) recorded.push(...(await recordChanges(store, round++)))
      }
    })()
    const kills = await killAgainAndAgain(posts, scene).finally(() => {
      ended = true
    })
    await recording
    await deliverTheRest(scene, store)
    return { kills, ...(await compare(scene, sink.received, endpoints, recorded)) }
  } finally {
    await sink.close()
    await store.close()
  }
}

async function addEndpoints(store: Store, url: (path: string) => string): Promise<Endpoint[]> {
  const keyId = await newKey(store)
  const added: Endpoint[] = []
  for (let at = 0; at < WEBHOOKS; at++) {
    const codes = WATCHLISTS[at % WATCHLISTS.length]!
    const path = `/${at}`
    const webhook = { keyId, url: url(path), codes, events: [], language: 'en' as const, at: new Date() }
    added.push({ ...(await store.webhooks.add(webhook)), codes, path })
  }
  return added
}

/** A law that lists some codes more, as whoever publishes it records it. */
async function recordChanges({ datasets }: Store, round: number): Promise<readonly Change[]> {
  const changes = Array.from({ length: 12 }, (_, at) => {
    const annex = ANNEXES[at % ANNEXES.length]!
    return { ...listing(codeOf(round + at), { annex }), id: `ch_${round}_${at}`, act: `32026R${1000 + (round % 9000)}` }
  })
  const after = (await datasets.latest())?.version ?? null
  const version = `kills-${round}`
  const law = Buffer.from(version)
  const added = await datasets.introduce({ version, law, published: false, after, changes, at: new Date() })
  if (added === 'superseded' || added.length !== changes.length) throw new Error(`round ${round} was not recorded`)
  return changes
}

/** Different headings and depths: 8401, 8401 10, 8401 10 10, 8402 … */
function codeOf(at: number): string {
  const heading = `${84 + (at % 3)}${10 + (Math.floor(at / 3) % 30)}`
  return group(digits([heading, `${heading}10`, `${heading}1010`][at % 3]!))
}

/** Nothing is lost when nobody is killed any more: every message arrives, however often it was interrupted. */
async function deliverTheRest({ place }: Scene, store: Store): Promise<void> {
  const { startDelivering } = await import('../../src/webhooks/deliver.ts')
  const quiet = () => {}
  const delivering = startDelivering({
    store,
    now: () => new Date(),
    publicUrl: 'https://cn.example.com',
    toLoopback: true,
    build: 'cn-sanctions test',
    log: { debug: quiet, info: quiet, warn: quiet },
  })
  const deadline = Date.now() + 600_000
  while ((await store.deliveries.backlog()).pending > 0) {
    if (Date.now() > deadline) throw new Error(`messages wait for ever in ${JSON.stringify(place)}`)
    await pause(50)
  }
  await delivering.stop(1_000)
}

interface Told {
  readonly annex: string
  readonly count: number
  readonly changes: readonly { readonly id: string }[] | null
}

/** What the webhooks were told, change by change, against what they watch. */
async function compare(
  { place }: Scene,
  received: readonly Received[],
  endpoints: readonly Endpoint[],
  recorded: readonly Change[],
): Promise<Omit<Toll, 'kills'>> {
  const db = databaseAt(place)
  const deliveries = await db
    .selectFrom('webhook_deliveries')
    .select(['id', 'endpoint_id', 'event_seq', 'state'])
    .execute()
  await db.destroy()
  const byId = new Map(deliveries.map((delivery) => [delivery.id, delivery]))
  const lost = deliveries.filter(({ state }) => state !== 'delivered').map(({ id, state }) => `${id} is ${state}`)
  const twice: string[] = []
  const wrong: string[] = []
  const byPath = Map.groupBy(received, ({ path }) => path)
  let acknowledged = 0
  for (const { id, secret, codes, path } of endpoints) {
    const messages = byPath.get(path) ?? []
    const first = new Map<string, Received>()
    for (const got of messages) {
      const before = first.get(got.id)
      if (before && before.body !== got.body) wrong.push(`${got.id} changed`)
      if (byId.get(got.id)?.endpoint_id !== id) wrong.push(`${got.id} at ${path}`)
      if (!before) first.set(got.id, got)
    }
    const turns = [...first.keys()].map((one) => byId.get(one)?.event_seq ?? 0)
    if (turns.some((turn, at) => at > 0 && turn < turns[at - 1]!)) wrong.push(`${path}: not in order`)
    const told = [...first.values()].map((got) => (verified(secret, got) as { data: Told }).data)
    const ids = told.flatMap(({ changes }) => changes?.map((one) => one.id) ?? ['too many to name'])
    const known = new Set<string>()
    for (const one of ids) if (known.size === known.add(one).size) twice.push(`${path}: ${one}`)
    const watched = recorded.filter(
      ({ cn_codes }) =>
        codes.length === 0 || cn_codes.some((code) => codes.some((own) => onOnePath(own, ungroup(code)))),
    )
    for (const one of watched) if (!known.delete(one.id)) lost.push(`${path}: ${one.id}`)
    for (const one of known) wrong.push(`${path}: ${one} was not to be told`)
    acknowledged += watched.length
  }
  const again = received.length - new Set(received.map(({ id }) => id)).size
  return { acknowledged, again, lost, twice, wrong }
}
