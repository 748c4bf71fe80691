// Started by herd.ts, which kills it: does one kind of work on a store until then, and prints a line for what is done.
import { writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { StoreError } from '../../src/store/sql/store-error.ts'
import { openStore, type Place, type Store } from '../../src/store/store.ts'

export type Work =
  | { readonly role: 'warm-up' }
  | { readonly role: 'add-leads'; readonly place: Place; readonly name: string; readonly again: readonly string[] }
  | { readonly role: 'deliver'; readonly place: Place }
  | { readonly role: 'mail'; readonly place: Place; readonly url: string; readonly name: string }
  | { readonly role: 'screen'; readonly place: Place }
  | {
      readonly role: 'put-list'
      readonly place: Place
      readonly keyId: string
      readonly name: string
      /** The number of the first content. */
      readonly from: number
    }
  | {
      readonly role: 'publish'
      readonly place: Place
      /** Dataset files, published one after the other, from the first one again after the last. */
      readonly laws: readonly string[]
    }

type WorkOf<Role extends Work['role']> = Extract<Work, { role: Role }>

/** Written at once, so that a line is either printed or not. */
const print = (line: string): void => void writeSync(1, `${line}\n`)
const quiet = () => {}
const log = { debug: quiet, info: quiet, warn: quiet }
const now = () => new Date()

/** What `law publish` says when others published in between, again and again. */
const SUPERSEDED = 'other services keep introducing other laws'

/** Repeats what the store refuses: on a busy machine a lock or an answer may come too late. */
async function insist<T>(attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof StoreError) && !(error instanceof Error && error.message === SUPERSEDED)) throw error
    }
  }
}

async function addLeads(store: Store, { name, again }: WorkOf<'add-leads'>): Promise<void> {
  const add = async (email: string) => {
    const lead = {
      email,
      source: 'kill',
      utm: null,
      idempotencyKey: email,
      caller: '192.0.2.1',
      network: '192.0.2.0/24',
      at: now(),
    }
    const outcome = await insist(() => store.leads.add(lead))
    if (outcome !== 'stored' && outcome !== 'repeated') throw new Error(`${email}: ${outcome}`)
    print(email)
    // SQLite gives its lock to whoever asks at the right moment: writers without a pause starve the service.
    await pause(2)
  }
  for (const email of again) await add(email)
  for (let at = 0; ; at++) await add(`${name}-${at}@example.eu`)
}

async function deliver(store: Store): Promise<void> {
  const { startDelivering } = await import('../../src/webhooks/deliver.ts')
  startDelivering({
    store,
    now,
    publicUrl: 'https://cn.example.com',
    toLoopback: true,
    build: 'cn-sanctions test',
    log,
    count: print,
    // Short, so that what a killed process held is soon taken over; long enough for an attempt on a busy machine.
    timeoutMs: 3_000,
    leaseMs: 4_000,
  })
}

async function mail(store: Store, { url, name }: WorkOf<'mail'>): Promise<void> {
  const { startMailing } = await import('../../src/mail/mailer.ts')
  startMailing({
    store,
    server: { url, from: { name: '', address: 'alerts@cn.example.com' } },
    publicUrl: 'https://cn.example.com',
    now,
    law: () => ({ acts: [], regimes: [] }),
    // A line for each mail that was sent and whose sending is stored, by the name of this process and the Message-ID.
    log: { ...log, debug: (fields) => print(`${name} <${(fields as { mail: string }).mail}@cn.example.com>`) },
    name,
    everyMs: 0,
    // The lease must outlast an attempt and the storing of its result on a busy machine.
    timeoutMs: 4_000,
    leaseMs: 12_000,
  })
}

async function screen(store: Store): Promise<void> {
  const [{ createScreener }, { listLaws }] = await Promise.all([
    import('../../src/screening/worker.ts'),
    import('./list-laws.ts'),
  ])
  const laws = await listLaws()
  let served = laws[0]
  const screenings: Store['screenings'] = {
    ...store.screenings,
    async finish(...screening) {
      const changes = await store.screenings.finish(...screening)
      print('screened')
      return changes
    },
  }
  const screener = createScreener({ store: { ...store, screenings }, answerer: () => served, now, log, leaseMs: 2_000 })
  await deliver(store)
  for (;;) {
    await insist(async () => {
      const latest = await store.datasets.latest()
      served = laws.find(({ dataset }) => dataset.version === latest?.version) ?? served
      await screener.run()
    })
    await pause(10)
  }
}

async function putList(store: Store, { keyId, name, from }: WorkOf<'put-list'>): Promise<void> {
  const { listContent } = await import('./list-laws.ts')
  for (let number = from; ; number++) {
    const items = listContent(number)
    const list = { keyId, name, language: 'en', items, condition: () => true } as const
    const { outcome } = await insist(() => store.lists.put({ ...list, at: now() }))
    if (!['created', 'replaced', 'unchanged'].includes(outcome)) throw new Error(`${name}: ${outcome}`)
    print(`${number}`)
  }
}

async function publish(store: Store, { laws }: WorkOf<'publish'>): Promise<void> {
  const [{ introduce }, { loadLaw }, { contentsAt }] = await Promise.all([
    import('../../src/versions/record-changes.ts'),
    import('../../src/law/load.ts'),
    import('../../src/law/read/law-source.ts'),
  ])
  for (let at = 0; ; at++) {
    const law = laws[at % laws.length]!
    print(`begin ${law} ${Date.now()}`)
    const version = await loadLaw(contentsAt(law))
    const how = { published: true, before: null, at: now() }
    const [first] = await insist(() => introduce(store.datasets, version, how))
    print(`done ${law} ${Date.now()} ${first?.id ?? ''}`)
  }
}

/** The paths are literals, so that the compiler finds one that has moved. */
const warmUp = (): Promise<unknown> =>
  Promise.all([
    import('../../src/store/sql/sqlite.ts'),
    import('../../src/store/sql/postgres.ts'),
    import('../../src/store/limits/limits-postgres.ts'),
    import('../../src/webhooks/deliver.ts'),
    import('../../src/screening/worker.ts'),
    import('../../src/mail/mailer.ts'),
    import('../../src/versions/record-changes.ts'),
    import('../../src/law/load.ts'),
    import('../../src/law/read/law-source.ts'),
    import('./list-laws.ts'),
  ])

const work = JSON.parse(process.argv.at(-1) ?? '') as Work
if (work.role === 'warm-up') await warmUp()
else {
  const store = await insist(() => openStore(work.place))
  if (work.role === 'add-leads') await addLeads(store, work)
  else if (work.role === 'deliver') await deliver(store)
  else if (work.role === 'mail') await mail(store, work)
  else if (work.role === 'screen') await screen(store)
  else if (work.role === 'put-list') await putList(store, work)
  else await publish(store, work)
}
