import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ungroup } from '../../src/base/cn-code.ts'
import { loadDataset } from '../../src/law/load.ts'
import { contentsOf } from '../../src/law/read/law-source.ts'
import { packLaw } from '../../src/law/read/pack.ts'
import type { Store } from '../../src/store/store.ts'
import type { RecordedChange } from '../../src/store/versions/changes.ts'
import { openPatiently } from '../store/open-patiently.ts'
import { addWebhook, databaseAt } from '../webhooks/scene.ts'
import {
  childPost,
  diesAtStart,
  killAgainAndAgain,
  type Post,
  type Program,
  type Scene,
  SERVICE,
  startProgram,
  type Toll,
} from './herd.ts'
import { type Service, startService, storeSettings } from './service.ts'
import { HEADINGS, tinyLaw } from './tiny-law.ts'

/** Laws that are published in turn. */
const LAWS = 24
const CHANGES_AT_ONCE = 1_000

/** One of the laws, in a file as `law pack` writes it. */
interface Law {
  readonly file: string
  readonly version: string
  readonly listed: ReadonlySet<string>
}

/** An attempt to publish a law. Times are milliseconds of the clock of this machine. */
interface Publication {
  readonly version: string
  readonly begun: number
  /** When it was acknowledged, or the process was dead. */
  ended: number
  acknowledged: boolean
  /** Of those that it recorded; null when it recorded none or was killed. */
  firstChange: string | null
}

/** Laws published by commands and processes that are killed, on a store whose services are killed too. */
export async function killWhilePublishing(scene: Scene): Promise<Toll> {
  const { place, directory } = scene
  const [own, ...laws] = await writeLaws(directory)
  if (!own) throw new RangeError('no laws')
  const byVersion = new Map(laws.map((law) => [law.version, law]))
  const store = await openPatiently(place)
  const publications: Publication[] = []
  const wrong: string[] = []
  const settings = { LAW_DIR: own.file, LIMIT_LOOKUPS_PER_MINUTE: '0', ...storeSettings(place, directory) }
  try {
    const webhook = await addWebhook(store, {})
    await publishFirst(store, own)
    const judge = (what: string, version: string | undefined, asked: number): void => {
      const stale = staleness(publications, version, asked)
      if (stale) wrong.push(`${what}: ${stale}`)
    }
    /** The law that is published is one of them, whole, and no older than the last one acknowledged. */
    const check = async (): Promise<void> => {
      const asked = Date.now()
      const published = await store.datasets.published()
      const law = byVersion.get(published?.version ?? '')
      judge('the store', published?.version, asked)
      const packed = law && (await store.datasets.law(law.version))
      if (law && !packed?.equals(await readFile(law.file))) wrong.push(`${law.version} is not whole`)
    }
    const posts = [
      publisherPost(scene, laws, publications, check),
      publisherPost(scene, laws, publications, check),
      commandPost(scene, settings, laws, publications, check),
      servicePost(scene, settings, (version, asked) => judge('a service', version, asked)),
    ]
    const kills = await killAgainAndAgain(posts, scene)
    await check()
    for (const version of await servedAtLast(settings))
      if (version !== (await store.datasets.published())?.version) wrong.push(`a service still has ${version}`)
    const feed = await wholeFeed(store)
    const lost = publications
      .filter(({ firstChange }) => firstChange !== null && !feed.some(({ id }) => id === firstChange))
      .map(({ version, firstChange }) => `${firstChange} of ${version}`)
    const told = await toldOf(scene, webhook.id, feed)
    const acknowledged = publications.filter((one) => one.acknowledged).length
    const again = publications.length - acknowledged
    return {
      kills,
      acknowledged,
      again,
      lost: [...lost, ...told.lost],
      twice: told.twice,
      wrong: [...wrong, ...brokenFeed(feed, [own, ...laws])],
    }
  } finally {
    await store.close()
  }
}

/** The first law is that of LAW_DIR and is not published again. */
async function writeLaws(directory: string): Promise<Law[]> {
  return Promise.all(
    Array.from({ length: LAWS + 1 }, async (_, at) => {
      // Windows of different places and widths, so that any two laws differ.
      const listed = HEADINGS.filter((_, heading) => (heading * 5 + at) % HEADINGS.length < 3 + (at % 2))
      const marks = at < HEADINGS.length ? [] : [HEADINGS[at % HEADINGS.length]!]
      const codes = [...new Set([...listed, ...marks])].toSorted()
      const files = tinyLaw(codes)
      const file = join(directory, `${at}.law`)
      await writeFile(file, await packLaw(files))
      const { version } = await loadDataset(contentsOf(file, files))
      return { file, version, listed: new Set(codes) }
    }),
  )
}

async function publishFirst({ datasets }: Store, { file, version }: Law): Promise<void> {
  const law = await readFile(file)
  await datasets.introduce({ version, law, published: true, after: null, changes: [], at: new Date() })
}

/**
 * Null when this version may be served to whoever asked at that moment: no other law was begun after the last attempt to
 * publish this one had ended, and acknowledged before the question.
 */
function staleness(publications: readonly Publication[], version: string | undefined, asked: number): string | null {
  const ended = Math.max(0, ...publications.filter((one) => one.version === version).map((one) => one.ended))
  const newer = publications.find(
    (one) => one.version !== version && one.acknowledged && one.begun > ended && one.ended < asked,
  )
  return newer ? `${version}, though ${newer.version} was published since` : null
}

/** Processes that publish one law after the other by the module behind `law publish`. */
function publisherPost(
  scene: Scene,
  laws: readonly Law[],
  publications: Publication[],
  check: () => Promise<void>,
): Post {
  const versions = new Map(laws.map(({ file, version }) => [file, version]))
  let current: Publication | null = null
  return childPost(scene, {
    lines: 10,
    settings: () => {
      const first = scene.random.below(laws.length)
      const files = laws.map(({ file }) => file)
      return { role: 'publish', place: scene.place, laws: [...files.slice(first), ...files.slice(0, first)] }
    },
    onLine(line) {
      const [what, file = '', at, id = ''] = line.split(' ')
      if (what === 'begin') {
        current = begin(versions.get(file) ?? '', Number(at))
        publications.push(current)
      } else if (current) {
        acknowledge(current, Number(at), id === '' ? null : id)
        current = null
      }
    },
    async onKilled() {
      if (current) current.ended = Date.now()
      current = null
      await check()
    },
  })
}

const begin = (version: string, begun: number): Publication => ({
  version,
  begun,
  ended: Number.POSITIVE_INFINITY,
  acknowledged: false,
  firstChange: null,
})

function acknowledge(publication: Publication, at: number, firstChange: string | null): void {
  publication.ended = at
  publication.acknowledged = true
  publication.firstChange = firstChange
}

/** The command itself, killed at a random moment of the time that it takes. */
function commandPost(
  { random }: Scene,
  settings: Readonly<Record<string, string>>,
  laws: readonly Law[],
  publications: Publication[],
  check: () => Promise<void>,
): Post {
  let usualMs = 1_000
  let program: Program | null = null
  return {
    async next() {
      for (;;) {
        const { file, version } = random.pick(laws)
        const begun = Date.now()
        const publication = begin(version, begun)
        publications.push(publication)
        const current = startProgram([SERVICE, 'law', 'publish', file], () => {}, settings)
        program = current
        const dies = Promise.withResolvers<'dies'>()
        const timer = setTimeout(() => dies.resolve('dies'), random.below(usualMs * 1.3))
        const end = await Promise.race([current.ended, dies.promise])
        clearTimeout(timer)
        if (end === 'dies')
          return {
            async kill() {
              current.child.kill('SIGKILL')
              const { code } = await current.ended
              // It may have ended by itself at the last moment, and is then acknowledged like any other.
              if (code === 0) acknowledge(publication, Date.now(), null)
              else publication.ended = Date.now()
              await check()
            },
          }
        // On a busy machine the store may be too slow for it, and it says so.
        if (end.code === 0) acknowledge(publication, Date.now(), null)
        else publication.ended = Date.now()
        usualMs = (usualMs * 3 + (Date.now() - begun)) / 4
        await check()
      }
    },
    async close() {
      program?.child.kill('SIGKILL')
      await program?.ended
    },
  }
}

/** A service that is asked which law it serves while it starts, and once it is ready. */
function servicePost(
  scene: Scene,
  settings: Readonly<Record<string, string>>,
  judge: (version: string | undefined, asked: number) => void,
): Post {
  let service: Service | null = null
  return {
    async next() {
      const started = Date.now()
      const current = startService({ ...settings, WORKERS: scene.random.pick(['1', '2']) })
      service = current
      if (await diesAtStart(scene)) return { kill: () => current.kill() }
      let isReady = false
      void current.ready.then(() => {
        isReady = true
      })
      for (let last = false; !last; ) {
        last = isReady
        const version = await servedBy(current)
        if (version !== null) judge(version, started)
      }
      return { kill: () => current.kill() }
    },
    async close() {
      service?.program.child.kill('SIGKILL')
      await service?.program.ended
    },
  }
}

/** Null while it has no law yet. */
async function servedBy(service: Service): Promise<string | null> {
  const { status, text } = await service.request('GET', '/api/v1/dataset')
  return status === 200 ? (JSON.parse(text) as { version: string }).version : null
}

/** What a service with two workers serves when all is over. */
async function servedAtLast(settings: Readonly<Record<string, string>>): Promise<readonly (string | null)[]> {
  const service = startService({ ...settings, WORKERS: '2' })
  await service.ready
  const versions = [await servedBy(service), await servedBy(service)]
  await service.kill()
  return versions
}

async function wholeFeed({ changes }: Store): Promise<RecordedChange[]> {
  const feed: RecordedChange[] = []
  for (;;) {
    const page = await changes.after(feed.at(-1)?.seq ?? 0, CHANGES_AT_ONCE)
    if (page.length === 0) return feed
    feed.push(...page)
  }
}

/** Each law that was published tells exactly how it differs from the one published before, and then of itself. */
function brokenFeed(feed: readonly RecordedChange[], laws: readonly Law[]): string[] {
  const known = new Map(laws.map((law) => [law.version, law]))
  const broken: string[] = []
  let last = laws[0]!
  let own: string[] = []
  for (const { seq, type, cn_codes, text } of feed) {
    if (type !== 'dataset.published') {
      own.push(`${type} ${cn_codes.map(ungroup).join()}`)
      continue
    }
    const [, version = '', before = ''] = /^New dataset (\S+) \(before: (\S+)\)/.exec(text.en) ?? []
    const law = known.get(version)
    if (!law || before !== last.version) broken.push(`${seq}: ${text.en} The one before was ${last.version}.`)
    const added = [...(law?.listed ?? [])].filter((code) => !last.listed.has(code))
    const removed = [...last.listed].filter((code) => !law?.listed.has(code))
    const expected = [
      ...added.map((code) => `listing.added ${code}`),
      ...removed.map((code) => `listing.removed ${code}`),
    ]
    if (own.toSorted().join() !== expected.toSorted().join())
      broken.push(`${seq}: ${own.join(', ')} instead of ${expected.join(', ')}`)
    last = law ?? last
    own = []
  }
  if (own.length > 0) broken.push(`half of a publication at the end: ${own.join(', ')}`)
  return broken
}

/** The messages to a webhook that hears of everything: each change of the feed is in one of them. */
async function toldOf({ place }: Scene, webhookId: string, feed: readonly RecordedChange[]) {
  const db = databaseAt(place)
  const events = await db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_events as e', 'e.seq', 'd.event_seq')
    .select('e.changes')
    .where('d.endpoint_id', '=', webhookId)
    .execute()
  await db.destroy()
  const told = events.flatMap(({ changes }) => (JSON.parse(changes) as { id: string }[]).map(({ id }) => id))
  const once = new Set(told)
  return {
    lost: feed.filter(({ id }) => !once.has(id)).map(({ id, type }) => `${type} ${id} is told to nobody`),
    twice: told.filter((id, at) => told.indexOf(id) !== at),
  }
}
