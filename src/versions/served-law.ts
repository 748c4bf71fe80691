import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Answerer, buildAnswerer } from '../answer/answer.ts'
import { dayInBrussels } from '../base/day.ts'
import type { Change } from '../changes/change.ts'
import type { Dataset } from '../law/dataset/dataset.ts'
import { type LoadedLaw, loadLaw } from '../law/load.ts'
import type { LawFiles } from '../law/read/law-files.ts'
import { contentsAt, contentsOf, type LawContents } from '../law/read/law-source.ts'
import { LawError, printMistake, totalOf } from '../law/read/mistakes.ts'
import { lawSha256, packLaw, unpackLaw } from '../law/read/pack.ts'
import { errorFields } from '../store/sql/store-error.ts'
import type { Store } from '../store/store.ts'
import { CheckUnavailable, loadAside } from './check-law.ts'
import { lawExtender } from './extended-law.ts'
import { fingerprint } from './fingerprint.ts'
import { introduce, recordDays } from './record-changes.ts'

/** A law that was offered and is not served, because it has mistakes or could not be checked. */
interface RefusedLaw {
  readonly at: Date
  readonly mistakes: number
  readonly first: string
}

export type ServedLaw = ReturnType<typeof serveLaw>

export interface ServedLawOptions {
  /** A directory or a dataset file. */
  readonly place: string
  readonly build: string
  readonly store: () => Store | null
  readonly now: () => Date
  readonly log: Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>
  /** Loads a law beside the one that is served; by default one that is new is checked in a process of its own, which may crash. */
  readonly loadBeside?: (contents: LawContents, stopping: AbortSignal) => Promise<LoadedLaw>
}

/** A version of the law at `place` whose changes are not recorded in the store yet. */
interface PendingRecord extends LoadedLaw {
  readonly reason: 'started' | 'replaced'
  readonly before: Dataset | null
}

/** Serves one law. A new law is loaded beside it and swapped in between two requests; one with mistakes never is. */
export function serveLaw({ place, build, store, now, log, loadBeside = loadAside }: ServedLawOptions) {
  let answerer: Answerer | null = null
  /** The version that is served, without the unread acts that were added to it. */
  let baseVersion = ''
  /** The base and the acts that were last listed when it was extended. */
  let extendedFor = ''
  /** Always that of the law of `answerer`: both are replaced together. */
  let sha256: () => string | null = () => null
  let refused: RefusedLaw | null = null
  /** The fingerprint of `place` when it was last loaded. */
  let loadedFingerprint = fingerprint(place)
  /** The fingerprint at the last check. A law is loaded only when two checks see the same, so not while it is copied. */
  let lastFingerprint = loadedFingerprint
  /** A published law with mistakes, which is not tried again until another one is published. */
  let rejectedVersion = ''
  const stopping = new AbortController()
  const recorder = lawRecorder({ now, log }, stopping.signal)
  const extender = lawExtender((read) => load(read))
  const servedVersion = () => answerer?.dataset.version
  const today = () => dayInBrussels(now())

  /** Loads the law at `place` for the first time; throws a LawError if it has mistakes. */
  async function start(): Promise<void> {
    const { dataset, files } = await loadFirst()
    answerer = buildAnswerer(dataset, build)
    baseVersion = dataset.version
    // As it is, it is extended for a list without acts, and need not be loaded a second time for one.
    extendedFor = `${baseVersion} ${extender.key()}`
    sha256 = hashOnce(files)
    recorder.remember({ dataset, files, reason: 'started', before: null })
    log.info({ dataset: dataset.version }, 'law loaded')
  }

  async function loadFirst(): Promise<LoadedLaw> {
    try {
      return await loadLaw(contentsAt(place))
    } catch (error) {
      if (!(error instanceof LawError)) log.error({ err: error }, 'law could not be loaded')
      throw error
    }
  }

  /** Loads a law beside the one that is served; null when it is refused. */
  async function load(read: () => LawContents): Promise<LoadedLaw | null> {
    const dataset = servedVersion()
    try {
      const contents = read()
      log.info({ dataset }, 'checking another law')
      // The bytes that are loaded are the ones that were checked.
      const law = await loadBeside(contents, stopping.signal)
      refused = null
      return law
    } catch (error) {
      // Nothing that the law did: it is tried again.
      if (error instanceof CheckUnavailable || isOfSystem(error)) throw error
      refused = refusalOf(error, place, now())
      const { mistakes, first } = refused
      if (error instanceof LawError) log.error({ mistakes, first, dataset }, 'law refused, the one before is kept')
      // An error of this program, not a mistake in the law: the stack is needed to fix it.
      else log.error({ err: error, dataset }, 'law could not be checked, the one before is kept')
      return null
    }
  }

  /** Serves a law with the acts that it does not know added to it, recorded first where there is a store. */
  async function serveExtended(base: LoadedLaw, open: Store | null): Promise<void> {
    const key = extender.key()
    const law = await extender.extend(base)
    if (open) await recordExtended(open)
    baseVersion = base.dataset.version
    extendedFor = `${baseVersion} ${key}`
    await swap(law)
  }

  async function swap({ dataset, files }: LoadedLaw): Promise<void> {
    if (dataset.version === servedVersion()) return
    const next = buildAnswerer(dataset, build)
    await next.indexNames(today(), nextTurn) // so that the first name search does not wait for it
    const before = servedVersion()
    answerer = next
    sha256 = hashOnce(files)
    log.info({ dataset: dataset.version, before }, 'law replaced')
  }

  /** Serves the law at `place` once its files have stopped changing. */
  async function followPlace(force: boolean): Promise<void> {
    const current = fingerprint(place)
    const isStable = current === lastFingerprint
    lastFingerprint = current
    if (!force && (current === loadedFingerprint || !isStable)) return
    const version = await load(() => contentsAt(place))
    // If the files changed while they were read, the law may be half of one version and half of another.
    if (fingerprint(place) !== current) return
    loadedFingerprint = current
    if (!version) return
    const { version: dataset } = version.dataset
    if (dataset === recorder.ownVersion()) return log.info({ dataset }, 'law unchanged')
    recorder.remember({ ...version, reason: 'replaced', before: answerer?.dataset ?? null })
    await serveExtended(version, null)
  }

  /** A law that was published after the law at `place` was first seen takes precedence over it. */
  async function followPublished(open: Store): Promise<void> {
    const { datasets } = open
    const published = await datasets.published()
    if (!published || published.version === baseVersion || published.version === rejectedVersion) return
    const own = await datasets.find(recorder.ownVersion())
    // A law at `place` that the store does not know yet is introduced now, which is after any publication.
    if (!own || own.introduced > published.introduced) return
    const version = await load(await storedLaw(datasets, published.version))
    if (version) await serveExtended(version, open)
    else rejectedVersion = published.version
  }

  /** Extends the law that is served anew when other acts are listed. */
  async function followChecks(open: Store): Promise<void> {
    await extender.readChecks(open)
    if (`${baseVersion} ${extender.key()}` === extendedFor) return
    const isOwn = baseVersion === recorder.ownVersion()
    const base = await load(isOwn ? () => contentsAt(place) : await storedLaw(open.datasets, baseVersion))
    // Its files may have changed meanwhile, which the next check sees.
    if (base?.dataset.version === baseVersion) await serveExtended(base, open)
  }

  async function checkAll(force: boolean): Promise<void> {
    if (force) rejectedVersion = ''
    await followPlace(force)
    const open = store()
    if (open && !stopping.signal.aborted) {
      await recorder.recordOwn(open)
      await followPublished(open)
      await followChecks(open)
      await recordExtended(open)
      await recorder.recordDays(open, answerer?.dataset)
    }
    sha256() // so that the files need not be held until the first receipt
  }

  async function recordExtended(open: Store): Promise<void> {
    const changes = await extender.record(open, now())
    if (changes) log.info({ dataset: changes.version, changes: changes.recorded.length }, 'changes recorded')
  }

  const queue = serialQueue((error) => {
    if (stopping.signal.aborted) return
    const fields = error instanceof CheckUnavailable ? { reason: error.message } : errorFields(error)
    log.warn(fields, 'law not checked, trying again')
  }, stopping.signal)

  return {
    /** Null until the law is loaded. */
    answerer: () => answerer,
    /** SHA-256 of the law being served (`lawSha256`); null until it is loaded. */
    lawSha256: () => sha256(),
    refused: () => refused,
    start,
    /** Indexes names in the background, so that the first question by name need not wait for it. */
    warmNames: () => answerer?.indexNames(today(), nextTurn) ?? null,
    /** Serves the law that was published on the store, if it was published after the law at `place` was first seen. */
    followPublished: () =>
      queue.add(async () => {
        const open = store()
        if (!open) return
        await followPublished(open)
        await followChecks(open)
      }),
    /** When the official source was last asked, as the store knows it, and what it listed then. */
    checks: () => extender.checks(),
    /**
     * Looks for a new law, at `place` and on the store, and serves it; records changes that are not recorded yet. While a slow
     * database holds up one check, the following ones are not queued behind it.
     */
    check: ({ force = false } = {}) => (queue.isBusy() && !force ? queue.idle() : queue.add(() => checkAll(force))),
    /** Checks no more; resolves when a check in progress has ended. */
    stop() {
      stopping.abort()
      return queue.idle()
    },
  }
}

/** Records in the store, once for all processes, what changed: with a law at `place`, and with the days that pass. */
function lawRecorder({ now, log }: Pick<ServedLawOptions, 'now' | 'log'>, stopping: AbortSignal) {
  /** The version of the law at `place` that was loaded last. */
  let ownVersion = ''
  let pending: PendingRecord | null = null
  /** The last day whose wind-downs this process has recorded. */
  let recordedDay = ''

  const logRecorded = (changes: readonly Change[], dataset: string): void =>
    log.info({ dataset, changes: changes.length }, 'changes recorded')

  return {
    ownVersion: () => ownVersion,
    /** A version of the law at `place` was loaded. */
    remember(record: PendingRecord): void {
      ownVersion = record.dataset.version
      pending = record
    },
    /** Records the law at `place` unless the store knows it. */
    async recordOwn({ datasets }: Store): Promise<void> {
      const record = pending
      if (!record) return
      const { version } = record.dataset
      const known = record.reason === 'started' ? await datasets.find(version) : await datasets.latest()
      if (known?.version !== version) {
        const { before } = record
        const changes = await introduce(datasets, record, { published: false, before, at: now(), stopping })
        logRecorded(changes, version)
      }
      // Known from a time when it was not the newest, and its text was deleted.
      else if (!(await datasets.hasLaw(version))) await datasets.restoreLaw(version, await packLaw(record.files))
      if (pending === record) pending = null
    },
    /** Records the wind-downs of the days that have passed, once a day. */
    async recordDays(open: Store, dataset: Dataset | undefined): Promise<void> {
      const day = dayInBrussels(now())
      if (!dataset || recordedDay === day) return
      const changes = await recordDays(open.changes, dataset, now())
      recordedDay = day
      if (changes.length > 0) logRecorded(changes, dataset.version)
    },
  }
}

async function storedLaw(datasets: Store['datasets'], version: string): Promise<() => LawContents> {
  const packed = await datasets.law(version)
  return () => contentsOf('published', unpackLaw(packed ?? Buffer.alloc(0), 'published'))
}

function refusalOf(error: unknown, place: string, at: Date): RefusedLaw {
  if (!(error instanceof LawError))
    return { at, mistakes: 1, first: 'it could not be checked: internal error, see the log' }
  const [mistake] = error.mistakes
  return {
    at,
    mistakes: totalOf(error),
    first: mistake ? withoutRoot(printMistake(mistake), place) : 'it cannot be read',
  }
}

/** The hash of a law, worked out when it is first asked for; then the files are let go. */
function hashOnce(files: LawFiles): () => string {
  let held: LawFiles | null = files
  let hash = ''
  return () => {
    if (held) hash = lawSha256(held)
    held = null
    return hash
  }
}

/** Runs tasks one at a time. An error is reported once, not again while the following tasks fail in the same way. */
function serialQueue(report: (error: unknown) => void, stopping: AbortSignal) {
  let tail = Promise.resolve()
  let queued = 0
  let lastError = ''

  async function run(task: () => Promise<void>): Promise<void> {
    if (stopping.aborted) return
    try {
      await task()
      lastError = ''
    } catch (error) {
      if (messageOf(error) !== lastError) report(error)
      lastError = messageOf(error)
    }
  }

  return {
    add(task: () => Promise<void>): Promise<void> {
      queued++
      tail = tail.then(() => run(task)).finally(() => queued--)
      return tail
    },
    isBusy: () => queued > 0,
    idle: () => tail,
  }
}

/** Whether the operating system refused something, such as another open file. */
const isOfSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown')

/** Paths of this machine are not shown outside it. */
const withoutRoot = (text: string, root: string): string => text.replace(root, '').replace(/^[/\\]+/, '')
