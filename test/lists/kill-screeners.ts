// By hand, in full size: npm run kill:lists
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openStore, type Place } from '../../src/store/store.ts'
import { dayInBrussels } from '../../src/terms/day.ts'
import { smallLaw } from '../small-law.ts'
import { startPostgres } from '../store/postgres-server.ts'
import { addWebhook, newKey, receiver, status, verified } from '../webhooks/scene.ts'
import { ANY, introduce, item, twoLaws } from './scene.ts'

export interface Size {
  readonly lists: number
  /** Of each list; every second one changes with the law. */
  readonly items: number
  readonly workers: number
  /** How often the law is replaced, and how many workers are killed each time. */
  readonly laws: number
  readonly kills: number
}

export interface Toll {
  readonly kills: number
  readonly changes: number
  readonly messages: number
  /** Received again under a webhook-id seen before. */
  readonly repeated: number
  readonly wrong: readonly string[]
}

/** Far more than it takes, on a machine that is busy with other things. */
const PATIENCE_MS = 1_200_000

/** Lists screened by workers of which one after the other is killed, while the law goes back and forth. */
export async function killScreeners(place: Place, { lists, items, workers, laws, kills }: Size): Promise<Toll> {
  const store = await openStore(place)
  const sink = await receiver(() => status(204))
  const children = new Set<ChildProcess>()
  const versions = twoLaws()
  const deadline = Date.now() + PATIENCE_MS
  const start = async () => {
    const child = fork(join(import.meta.dirname, 'work.ts'), [JSON.stringify(place)], {
      env: { ...process.env, SMALL_LAW: smallLaw() },
    })
    children.add(child.once('close', () => children.delete(child)))
    await once(child, 'message')
  }
  const serve = async (at: number) => {
    const law = versions[at % 2]!
    await introduce(store, law, new Date())
    const { introduced } = (await store.datasets.latest())!
    return { dataset: law.dataset.version, introduced, day: dayInBrussels(new Date()) }
  }
  try {
    const keyId = await newKey(store)
    const { secret } = await addWebhook(store, { keyId, url: sink.url() })
    const names = Array.from({ length: Math.min(lists, 50) }, (_, at) => `list-${at}`)
    const content = Array.from({ length: items }, (_, at) => item(`${at}`, at % 2 ? '8471 30 00' : '0409 00 00'))
    for (const name of names)
      await store.lists.put({ keyId, name, language: 'en', items: content, condition: ANY, at: new Date() })
    await Promise.all(Array.from({ length: workers }, start))
    let killed = 0
    for (let at = 0; at <= laws; at++) {
      const target = await serve(at)
      let now = 0
      for (let left = names.length; left > 0; left = await store.screenings.waiting(target)) {
        if (Date.now() > deadline) throw new Error(`waited in vain: ${left} lists of law ${at}`)
        // Spread over the run; the moment within a list is chance.
        if (at > 0 && now < kills && left < names.length * (1 - now / kills)) {
          const [victim] = children
          victim?.kill('SIGKILL')
          if (victim) await once(victim, 'close')
          now++
          void start()
        }
        await pause(Math.random() * 20)
      }
      killed += now
    }
    while ((await store.deliveries.backlog()).pending > 0) {
      if (Date.now() > deadline) throw new Error('waited in vain: messages')
      await pause(20)
    }
    const wrong: string[] = []
    let changes = 0
    for (const name of names) {
      const list = (await store.lists.find(keyId, name))!
      const found = await store.lists.changes(list.id, 0, 1_000_000)
      changes += found.length
      if (found.some(({ seq }, at) => seq !== at + 1)) wrong.push(`${name}: numbers with gaps`)
      for (const [id, own] of Map.groupBy(found, ({ itemId }) => itemId)) {
        const chained = own.every(({ before }, at) => at === 0 || before === own[at - 1]!.after)
        if (own.length !== laws || !chained) wrong.push(`${name}, item ${id}: ${own.length} changes of ${laws}`)
      }
      if (found.length !== laws * Math.floor(items / 2)) wrong.push(`${name}: ${found.length} changes`)
    }
    const byId = Map.groupBy(sink.received, ({ id }) => id)
    const told = [...byId.values()].map(([got]) => verified(secret, got!) as { data: { list: string; count: number } })
    for (const name of names) {
      const own = told.filter(({ data }) => data.list === name)
      if (own.length !== laws || own.some(({ data }) => data.count !== Math.floor(items / 2)))
        wrong.push(`${name}: told ${own.length} times of ${laws}`)
    }
    return { kills: killed, changes, messages: byId.size, repeated: sink.received.length - byId.size, wrong }
  } finally {
    for (const child of [...children]) {
      child.kill('SIGKILL')
      await once(child, 'close')
    }
    await sink.close()
    await store.close()
  }
}

/** Both stores, in full size: docs/adr/0026 has the figures. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const size = { lists: 50, items: 1_000, workers: 2, laws: 6, kills: 5 }
  const dataDir = await mkdtemp(join(tmpdir(), 'cn-sanctions-lists-'))
  const server = await startPostgres()
  const places = [{ dataDir }, ...(typeof server === 'string' ? [] : [{ databaseUrl: await server.emptySchema() }])]
  try {
    for (const place of places) {
      const toll = await killScreeners(place, size)
      process.stdout.write(`${'dataDir' in place ? 'sqlite' : 'postgres'} ${JSON.stringify(toll)}\n`)
      if (toll.wrong.length > 0) process.exitCode = 1
    }
  } finally {
    if (typeof server !== 'string') await server.remove()
    await rm(dataDir, { recursive: true, force: true })
  }
}
