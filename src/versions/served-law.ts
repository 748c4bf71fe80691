import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Answerer, buildAnswerer } from '../answer/answer.ts'
import type { Change } from '../changes/change.ts'
import type { Dataset } from '../law/build/dataset.ts'
import { inspectLaw, inspectLawInTurns } from '../law/build/load.ts'
import { contentsAt, contentsOf, type LawContents, lawAt, lawOf, remembering } from '../law/read/law-source.ts'
import { LawError, printMistake, type Report, totalOf } from '../law/read/mistakes.ts'
import { unpackLaw } from '../law/read/pack.ts'
import type { Store } from '../store/store.ts'
import { StoreError } from '../store/store-error.ts'
import { dayInBrussels } from '../terms/day.ts'
import { CheckUnavailable, checkLaw } from './check-law.ts'
import { recordDays } from './days.ts'
import { fingerprint } from './fingerprint.ts'
import { introduce, type Version } from './record-changes.ts'
import { releaseMemory } from './release-memory.ts'

/** A law that was offered and is not served, because it has mistakes or could not be checked. */
interface RefusedLaw {
  readonly at: Date
  readonly mistakes: number
  readonly first: string
}

export interface Keeper {
  /** Null until the law is loaded. */
  answerer(): Answerer | null
  refused(): RefusedLaw | null
  /** Loads the law for the first time; throws a LawError if it has mistakes. */
  start(): void
  /** Serves what was published on the store in place of the own law, if that came later. */
  takePublished(): Promise<void>
  /** Looks whether there is a new law, here or published, and swaps it in; records what is not recorded yet. */
  check(how?: { readonly again?: boolean }): Promise<void>
  /** Looks no more; resolves when a look under way is over. */
  stop(): Promise<void>
}

export interface KeeperSurroundings {
  /** A directory or a dataset file. */
  readonly place: string
  readonly build: string
  readonly store: () => Store | null
  readonly now: () => Date
  readonly log: Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>
  /** Whether a law may be served; by default asked of a process of its own, which may crash. */
  readonly check?: (contents: LawContents, stopping: AbortSignal) => Promise<Report>
}

/** Keeps one law served: a new one is loaded beside it, replaces it between two requests, and a bad one never does. */
export function keepLaw({ place, build, store, now, log, check = checkLaw }: KeeperSurroundings): Keeper {
  let answerer: Answerer | null = null
  let refused: RefusedLaw | null = null
  /** Of `place` when it was last read, and when it was last looked at: a copy still under way is not read. */
  let read = fingerprint(place)
  let seen = read
  /** What `place` holds, as far as it could be loaded. */
  let ownVersion = ''
  let unrecorded: (Version & { readonly how: 'started' | 'replaced'; readonly before: Dataset | null }) | null = null
  /** A law was read, replaced or packed, and has left much behind. */
  let litter = false
  let recordedDay = ''
  /** A published law with mistakes is not tried again until there is another. */
  let hopeless = ''
  const stopping = new AbortController()

  function start(): void {
    const { dataset, files } = loadFirst()
    answerer = answererOf(dataset)
    ownVersion = dataset.version
    unrecorded = { dataset, files, how: 'started', before: null }
    log.info({ dataset: dataset.version }, 'law loaded')
    // Names are indexed behind the first answers, so that neither a start nor a first name question waits for it.
    void answerer.indexNames(today(), nextTurn)
  }

  const today = () => dayInBrussels(now())

  /** Names of other years than today's are indexed when somebody asks for them, since each takes some 25 MB; that leaves as much behind. */
  function answererOf(dataset: Dataset): Answerer {
    const built = buildAnswerer(dataset, build)
    const indexNames: Answerer['indexNames'] = (day, turn) =>
      built.indexNames(day, turn)?.then(() => {
        litter = true
      }) ?? null
    return { ...built, indexNames }
  }

  function loadFirst(): Version {
    try {
      const { source, files } = remembering(lawAt(place))
      const { dataset, ...report } = inspectLaw(source)
      if (!dataset) throw new LawError(report)
      return { dataset, files }
    } catch (error) {
      if (!(error instanceof LawError)) log.error({ err: error }, 'law could not be loaded')
      throw error
    }
  }

  /** A law beside the one that is served. It is checked elsewhere first, and the very bytes that were checked are loaded. */
  async function load(open: () => LawContents): Promise<Version | null> {
    try {
      const contents = open()
      log.info({ dataset: served() }, 'checking another law')
      const checked = await check(contents, stopping.signal)
      if (checked.mistakes.length > 0) throw new LawError(checked)
      const { source, files } = remembering(lawOf(contents))
      const { dataset, ...report } = await inspectLawInTurns(source, nextTurn)
      if (!dataset) throw new LawError(report)
      refused = null
      return { dataset, files }
    } catch (error) {
      if (error instanceof CheckUnavailable) throw error
      if (error instanceof LawError) {
        const first = error.mistakes[0] ? withoutRoot(printMistake(error.mistakes[0]), place) : 'it cannot be read'
        refused = { at: now(), mistakes: totalOf(error), first }
        log.error({ mistakes: refused.mistakes, first, dataset: served() }, 'law refused, the one before is kept')
      } else {
        // A mistake in this program, not in the law: whoever mends it needs the stack.
        refused = { at: now(), mistakes: 1, first: 'it could not be checked: internal error, see the log' }
        log.error({ err: error, dataset: served() }, 'law could not be checked, the one before is kept')
      }
      return null
    }
  }

  const served = () => answerer?.dataset.version

  async function swap({ dataset }: Version): Promise<void> {
    if (dataset.version === served()) return
    const next = answererOf(dataset)
    await next.indexNames(today(), nextTurn) // before anybody asks
    const before = served()
    answerer = next
    litter = true
    log.info({ dataset: dataset.version, before }, 'law replaced')
  }

  /** The law at `place`, once its files have stopped changing. */
  async function followPlace(again: boolean): Promise<void> {
    const found = fingerprint(place)
    const settled = found === seen
    seen = found
    if (!again && (found === read || !settled)) return
    const version = await load(() => contentsAt(place))
    // Changed while it was read: half of one law and half of another is neither.
    if (fingerprint(place) !== found) return
    read = found
    if (!version) return
    if (version.dataset.version === ownVersion) return log.info({ dataset: ownVersion }, 'law unchanged')
    ownVersion = version.dataset.version
    unrecorded = { ...version, how: 'replaced', before: answerer?.dataset ?? null }
    await swap(version)
  }

  async function recordOwn({ datasets }: Store): Promise<void> {
    const own = unrecorded
    if (!own) return
    const { version } = own.dataset
    const isKnown =
      own.how === 'started' ? (await datasets.find(version)) !== null : (await datasets.latest())?.version === version
    if (!isKnown) {
      const { before } = own
      tell(await introduce(datasets, own, { published: false, before, at: now(), turn: nextTurn }), version)
    }
    if (unrecorded === own) unrecorded = null
    litter ||= !isKnown
  }

  /** What was published after the law at `place` was first seen counts more than it. */
  async function followPublished({ datasets }: Store): Promise<void> {
    const published = await datasets.published()
    if (!published || published.version === served() || published.version === hopeless) return
    const own = await datasets.find(ownVersion)
    // Never seen here before: it is introduced now, after whatever was published.
    if (!own || own.introduced > published.introduced) return
    const packed = await datasets.law(published.version)
    const version = await load(() => contentsOf('published', unpackLaw(packed ?? Buffer.alloc(0), 'published')))
    if (version) await swap(version)
    else hopeless = published.version
  }

  function tell(changes: readonly Change[], dataset: string): void {
    log.info({ dataset, changes: changes.length }, 'changes recorded')
  }

  async function followStore(open: Store): Promise<void> {
    await recordOwn(open)
    await followPublished(open)
    const dataset = answerer?.dataset
    const day = today()
    if (!dataset || recordedDay === day) return
    const days = await recordDays(open.changes, dataset, now())
    recordedDay = day
    if (days.length > 0) tell(days, dataset.version)
  }

  async function look(again: boolean): Promise<void> {
    if (again) hopeless = ''
    await followPlace(again)
    const open = store()
    if (open && !stopping.signal.aborted) await followStore(open)
    if (litter) await releaseMemory()
    litter = false
  }

  async function takePublished(): Promise<void> {
    const open = store()
    if (open) await followPublished(open)
  }

  async function trying(work: () => Promise<void>): Promise<void> {
    if (stopping.signal.aborted) return
    try {
      await work()
      trouble = ''
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown'
      const isExpected = error instanceof StoreError || error instanceof CheckUnavailable
      const fields = isExpected ? { reason } : { reason, err: error }
      if (reason !== trouble && !stopping.signal.aborted) log.warn(fields, 'law not checked, trying again')
      trouble = reason
    }
  }

  /** One at a time. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    waiting++
    looking = looking.then(() => trying(work)).finally(() => waiting--)
    return looking
  }

  /** Told once, not at every look. */
  let trouble = ''
  let waiting = 0
  let looking = Promise.resolve()
  return {
    answerer: () => answerer,
    refused: () => refused,
    start,
    takePublished: () => inTurn(takePublished),
    // While a database keeps one waiting, further looks are not lined up behind it.
    check: ({ again = false } = {}) => (waiting > 0 && !again ? looking : inTurn(() => look(again))),
    stop: () => {
      stopping.abort()
      return looking
    },
  }
}

/** A path of this machine is nobody's business outside it. */
const withoutRoot = (text: string, root: string): string => text.replace(root, '').replace(/^[/\\]+/, '')
