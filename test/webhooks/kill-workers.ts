// By hand, in full size: npm run kill:webhooks
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Change } from '../../src/changes/change.ts'
import { enqueue } from '../../src/store/outbox.ts'
import { openStore, type Place } from '../../src/store/store.ts'
import { webhooksIn } from '../../src/store/webhooks.ts'
import { type Digits, digits, group, onOnePath, ungroup } from '../../src/terms/cn-code.ts'
import { startPostgres } from '../store/postgres-server.ts'
import { databaseAt, listing, newKey, type Received, receiver, status, verified } from './scene.ts'

export interface Size {
  readonly webhooks: number
  readonly listings: number
  readonly workers: number
  readonly kills: number
}

export interface Toll {
  readonly deliveries: number
  readonly received: number
  /** Kills that hit a worker at work. */
  readonly kills: number
  /** Received again under a webhook-id seen before. */
  readonly repeated: number
  readonly lost: readonly string[]
  readonly wrong: readonly string[]
  readonly enqueueMs: number
  readonly deliverMs: number
}

const ANNEXES = ['IV', 'VII', 'XI', 'XVII', 'XVIII', 'XX', 'XXI', 'XXIII', 'XXIV', 'XXV'] as const
/** For each message: far more than one takes, on a machine that is busy with other things. */
const PATIENCE_MS = 200

/** A publication of many listings, sent to many webhooks by workers of which one after the other is killed. */
export async function killWorkers(place: Place, { webhooks: count, listings, workers, kills }: Size): Promise<Toll> {
  const store = await openStore(place)
  const db = databaseAt(place)
  const children = new Set<ChildProcess>()
  const sink = await receiver(() => status(204))
  try {
    const keyId = await newKey(store)
    const changes = Array.from({ length: listings }, (_, at) =>
      listing(codeOf(at), { annex: ANNEXES[at % ANNEXES.length]! }),
    )
    const endpoints = await db.transaction().execute(async (trx) => {
      const added = []
      for (let at = 0; at < count; at++) {
        const codes = watchlistOf(at)
        const webhook = { keyId, url: sink.url(`/${at}`), codes, events: [], language: 'en' as const, at: new Date() }
        added.push({ ...(await webhooksIn(trx).add(webhook)), codes, path: `/${at}` })
      }
      return added
    })
    const enqueueing = performance.now()
    await db.transaction().execute((trx) => enqueue(trx, changes, new Date()))
    const enqueueMs = Math.round(performance.now() - enqueueing)
    const expected = await db.selectFrom('webhook_deliveries').select(['id', 'endpoint_id', 'event_seq']).execute()

    const delivering = performance.now()
    const start = () => {
      const args = [join(import.meta.dirname, 'work.ts'), JSON.stringify(place)]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] })
      children.add(child.once('close', () => children.delete(child)))
    }
    for (let worker = 0; worker < workers; worker++) start()
    let killed = 0
    const deadline = Date.now() + PATIENCE_MS * expected.length
    while ((await store.deliveries.backlog()).pending > 0) {
      if (Date.now() > deadline)
        throw new Error(`waited in vain: ${sink.received.length} of ${expected.length} received`)
      // Spread over the whole run; the moment within a message is chance.
      if (killed < kills && sink.received.length > ((killed + 0.5) / kills) * expected.length) {
        const [victim] = children
        if (victim) {
          victim.kill('SIGKILL')
          await once(victim, 'close')
          killed++
          start()
        }
      }
      await pause(Math.random() * 40)
    }
    const deliverMs = Math.round(performance.now() - delivering)
    const states = await db.selectFrom('webhook_deliveries').select(['id', 'state']).execute()
    const byId = Map.groupBy(sink.received, ({ id }) => id)
    return {
      deliveries: expected.length,
      received: sink.received.length,
      kills: killed,
      repeated: sink.received.length - byId.size,
      lost: states.filter(({ id, state }) => state !== 'delivered' || !byId.has(id)).map(({ id }) => id),
      wrong: [
        ...wrongOf(sink.received, byId, expected, endpoints),
        ...endpoints.flatMap((endpoint) => missingOf(endpoint, byId, expected, changes)),
      ],
      enqueueMs,
      deliverMs,
    }
  } finally {
    for (const child of [...children]) {
      child.kill('SIGKILL')
      await once(child, 'close')
    }
    await sink.close()
    await db.destroy()
    await store.close()
  }
}

/** Different headings and depths: 8401, 8401 10, 8401 10 10, 8402 … */
function codeOf(at: number): string {
  const heading = `${84 + (Math.floor(at / 90) % 10)}${String(10 + (Math.floor(at / 3) % 30)).padStart(2, '0')}`
  return group(digits([heading, `${heading}${10 + (at % 80)}`, `${heading}${10 + (at % 80)}10`][at % 3]!))
}

/** All goods; a chapter; one subheading; goods nobody lists. */
const watchlistOf = (at: number): Digits[] => [[], ['84'], ['84101010', '85'], ['0101', '02']][at % 4]!.map(digits)

interface Endpoint {
  readonly id: string
  readonly secret: string
  readonly codes: readonly Digits[]
  readonly path: string
}
interface Expected {
  readonly id: string
  readonly endpoint_id: string
  readonly event_seq: number
}

/** Messages nobody expected, at another's address, with another's signature, not the same each time, or out of order. */
function wrongOf(
  received: readonly Received[],
  byId: ReadonlyMap<string, readonly Received[]>,
  expected: readonly Expected[],
  endpoints: readonly Endpoint[],
): string[] {
  const owner = new Map(expected.map(({ id, endpoint_id }) => [id, endpoint_id]))
  const known = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]))
  const wrong: string[] = []
  for (const got of received) {
    const endpoint = known.get(owner.get(got.id) ?? '')
    if (endpoint?.path !== got.path) wrong.push(`${got.id} at ${got.path}`)
    else verified(endpoint.secret, got)
    if (got.body !== byId.get(got.id)?.[0]?.body) wrong.push(`${got.id} changed`)
    if (Buffer.byteLength(got.body) >= 20_000) wrong.push(`${got.id} is too large`)
  }
  const turn = new Map(expected.map(({ id, event_seq }) => [id, event_seq]))
  for (const [path, messages] of Map.groupBy(received, (got) => got.path)) {
    const turns = [...new Set(messages.map(({ id }) => id))].map((id) => turn.get(id) ?? 0)
    if (turns.some((one, at) => at > 0 && one < turns[at - 1]!)) wrong.push(`${path} out of order`)
  }
  return wrong
}

interface Body {
  readonly data: {
    readonly annex: string
    readonly count: number
    readonly cn_codes: readonly string[] | null
    readonly changes: readonly { readonly id: string }[] | null
  }
}

/** Compares what one webhook was told with what it watches, change by change. */
function missingOf(
  { id, codes, path }: Endpoint,
  byId: ReadonlyMap<string, readonly Received[]>,
  expected: readonly Expected[],
  changes: readonly Change[],
): string[] {
  const watched = changes.filter(
    ({ cn_codes }) => codes.length === 0 || cn_codes.some((code) => codes.some((own) => onOnePath(own, ungroup(code)))),
  )
  const wanted = Map.groupBy(watched, ({ annex }) => annex)
  const told = expected
    .filter(({ endpoint_id }) => endpoint_id === id)
    .flatMap((delivery) => byId.get(delivery.id)?.slice(0, 1) ?? [])
    .map(({ body }) => (JSON.parse(body) as Body).data)
  const wrong: string[] = []
  if (told.length !== wanted.size) wrong.push(`${path} was told ${told.length} times of ${wanted.size}`)
  for (const { annex, count, cn_codes, changes: listed } of told) {
    const own = wanted.get(annex) ?? []
    const sorted = (texts: readonly string[]) => [...new Set(texts)].toSorted().join()
    if (count !== own.length) wrong.push(`${path}, ${annex}: ${count} changes instead of ${own.length}`)
    if (listed && sorted(listed.map((one) => one.id)) !== sorted(own.map((one) => one.id)))
      wrong.push(`${path}, ${annex}`)
    if (cn_codes && sorted(cn_codes) !== sorted(own.flatMap((one) => one.cn_codes)))
      wrong.push(`${path}, ${annex} codes`)
  }
  return wrong
}

/** Both stores, in full size: docs/adr/0010 has the figures. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const size = { webhooks: 1_000, listings: 500, workers: 2, kills: 10 }
  const dataDir = await mkdtemp(join(tmpdir(), 'cn-sanctions-webhooks-'))
  const server = await startPostgres()
  const places = [{ dataDir }, ...(typeof server === 'string' ? [] : [{ databaseUrl: await server.emptySchema() }])]
  try {
    for (const place of places) {
      const toll = await killWorkers(place, size)
      process.stdout.write(`${'dataDir' in place ? 'sqlite' : 'postgres'} ${JSON.stringify(toll)}\n`)
      if (toll.lost.length + toll.wrong.length > 0) process.exitCode = 1
    }
  } finally {
    if (typeof server !== 'string') await server.remove()
    await rm(dataDir, { recursive: true, force: true })
  }
}
