import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packLaw } from '../../src/law/read/pack.ts'
import { openPatiently } from '../store/open-patiently.ts'
import type { Work } from './child.ts'
import { childPost, diesAtStart, killAgainAndAgain, type Post, type Scene, type Toll } from './herd.ts'
import { insist, type Service, startService, storeSettings } from './service.ts'
import { HEADINGS, tinyLaw } from './tiny-law.ts'

const CLIENTS = 3
/** Acknowledged just before the end, and sent once more all the same. */
const SENT_ONCE_MORE = 40

/** Leads sent over HTTP to a service, and added by other processes on the same store, while all of them are killed. */
export async function killWhileAddingLeads(scene: Scene): Promise<Toll> {
  const { place, directory } = scene
  const law = join(directory, 'tiny.law')
  await writeFile(law, await packLaw(tinyLaw(HEADINGS)))
  const settings = {
    LAW_DIR: law,
    LIMIT_LEADS_PER_MINUTE: '0',
    LEADS_PER_DAY: '0',
    ...storeSettings(place, directory),
  }
  const ledger: Ledger = { acknowledged: [], unanswered: [], again: 0 }
  const posts = [servicePost(scene, settings, ledger), writerPost(scene, 'a', ledger), writerPost(scene, 'b', ledger)]
  const kills = await killAgainAndAgain(posts, scene)

  const store = await openPatiently(place)
  try {
    const stored = async () => {
      const emails: string[] = []
      for await (const { email } of store.leads.exportAll()) emails.push(email)
      return emails
    }
    // Before anything that was acknowledged is sent again, which would hide its loss.
    const survived = new Set(await stored())
    const lost = ledger.acknowledged.filter((email) => !survived.has(email))
    const last = startService(settings)
    await last.ready
    const overHttp = ledger.acknowledged.filter((email) => email.startsWith('http'))
    for (const email of [...ledger.unanswered, ...overHttp.slice(-SENT_ONCE_MORE)]) {
      const { status } = await post(last, email)
      if (status !== 200) throw new Error(`${email}, sent again, was answered with ${status}`)
      ledger.again++
    }
    await last.kill()
    const seen = new Set<string>()
    const twice = (await stored()).filter((email) => seen.size === seen.add(email).size)
    return { kills, acknowledged: ledger.acknowledged.length, again: ledger.again, lost, twice, wrong: [] }
  } finally {
    await store.close()
  }
}

interface Ledger {
  readonly acknowledged: string[]
  /** Sent, and the service was killed before it answered. */
  unanswered: string[]
  again: number
}

/** Processes that add leads to the store without HTTP. */
function writerPost(scene: Scene, name: string, ledger: Ledger): Post {
  let life = 0
  let count = 0
  let underWay: string | null = null
  const nextEmail = () => `${name}-${life}-${count++}@example.eu`
  return childPost(scene, {
    lines: 20,
    settings: (): Work => {
      life++
      count = 0
      const again = underWay === null ? [] : [underWay]
      ledger.again += again.length
      underWay ??= nextEmail()
      return { role: 'add-leads', place: scene.place, name: `${name}-${life}`, again }
    },
    onLine: (email) => {
      ledger.acknowledged.push(email)
      underWay = nextEmail()
    },
  })
}

const post = (service: Service, email: string) =>
  service.request('POST', '/api/lead', { email, source: 'kill' }, { 'idempotency-key': email })

/** The service with one or two workers. Of two workers one alone may be killed, which the primary replaces. */
function servicePost(scene: Scene, settings: Readonly<Record<string, string>>, ledger: Ledger): Post {
  let service: Service | null = null
  let clients: Promise<unknown> = Promise.resolve()
  let sent = 0
  /** Answers until the next kill. */
  let left = 0
  let answered = Promise.withResolvers<void>()

  async function send(to: Service, email: string): Promise<boolean> {
    const answer = await insist(
      to,
      () => post(to, email),
      () => ledger.again++,
    )
    if (!answer) return !ledger.unanswered.push(email)
    if (answer.status !== 200) throw new Error(`${email} was answered with ${answer.status}`)
    ledger.acknowledged.push(email)
    if (--left <= 0) answered.resolve()
    return true
  }

  /** First what was not answered before the last kill, as a good client does. */
  async function client(to: Service): Promise<void> {
    for (;;) {
      const cut = ledger.unanswered.pop()
      if (cut !== undefined) ledger.again++
      if (!(await send(to, cut ?? `http-${sent++}@example.eu`))) return
    }
  }

  async function killAll(victim: Service): Promise<void> {
    service = null
    await victim.kill()
    await clients
  }

  return {
    async next() {
      const isNew = service === null
      const current = service ?? startService({ ...settings, WORKERS: scene.random.pick(['1', '2']) })
      service = current
      left = 1 + scene.random.below(30)
      answered = Promise.withResolvers()
      if (isNew) {
        if (await diesAtStart(scene)) {
          clients = Promise.resolve()
          return { kill: () => killAll(current) }
        }
        await current.ready
        clients = Promise.all(Array.from({ length: CLIENTS }, () => client(current)))
      }
      // A client that fails ends the run.
      await Promise.race([answered.promise, clients])
      const workers = current.workers()
      if (workers.length < 2 || scene.random.chance(0.4)) return { kill: () => killAll(current) }
      return { kill: () => current.killWorker(scene.random.pick(workers)) }
    },
    async close() {
      if (service) await killAll(service)
    },
  }
}
