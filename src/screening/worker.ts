import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Answerer } from '../answer/answer.ts'
import type { ListLease, Target } from '../store/lists/screenings.ts'
import type { Store } from '../store/store.ts'
import { errorFields } from '../store/store-error.ts'
import { dayInBrussels } from '../terms/day.ts'
import { type Round, roundOf, screenList } from './screen-list.ts'

export interface ScreeningSettings {
  readonly store: Pick<Store, 'screenings' | 'datasets' | 'lists'>
  /** The law that is served; null until it is loaded. */
  readonly answerer: () => Answerer | null
  readonly now: () => Date
  readonly log: Log
  /** For tests. */
  readonly leaseMs?: number
  readonly pollMs?: number
}

interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** Longer than a list takes. If the process dies, another one can claim its lists after this time. */
const LEASE_MS = 60_000
/** Lists leased at once: few, so that a new list does not wait behind many that are only screened again. */
const LISTS_AT_ONCE = 8

export interface Screener {
  /** Screens all lists that wait for the law that is served and for today. Returns how many were screened. */
  run(): Promise<number>
  /** Ends between two items: what was found of the list so far is given up, and the list goes to another worker. */
  stop(): void
}

/** Screens lists, one after the other. Any number of processes may do so on one store. */
export function createScreener({ store, answerer: served, now, log, leaseMs = LEASE_MS }: ScreeningSettings): Screener {
  const { screenings } = store
  let stopping = false

  /** Null while there is no law, or none that is recorded: another process may still compare it with the one before. */
  async function target(): Promise<{ target: Target; answerer: Answerer } | null> {
    const answerer = served()
    const known = answerer && (await store.datasets.find(answerer.dataset.version))
    if (!known) return null
    const { version: dataset, introduced } = known
    return { answerer, target: { dataset, introduced, day: dayInBrussels(now()) } }
  }

  async function run(): Promise<number> {
    const aimed = await target()
    if (!aimed) return 0
    let round: Round | undefined
    let screened = 0
    let changed = 0
    // A new law or a new day ends the round: the rest of the lists is screened with that.
    while (!stopping && served() === aimed.answerer && dayInBrussels(now()) === aimed.target.day) {
      const leases = await screenings.claim(aimed.target, { at: now(), leaseMs, limit: LISTS_AT_ONCE })
      if (leases.length === 0) break
      round ??= roundOf(aimed.answerer, aimed.target)
      for (const lease of leases) {
        const changes = await screenOne(lease, round)
        if (changes === null) continue
        screened++
        changed += changes
      }
    }
    const { dataset, day } = aimed.target
    if (screened > 0) log.info({ lists: screened, changed, dataset, day }, 'lists screened')
    return screened
  }

  /** How many items changed; null when nothing was stored. */
  async function screenOne(lease: ListLease, round: Round): Promise<number | null> {
    // Lists before this one may have used up the lease.
    if (!(await screenings.renew(lease, now(), leaseMs))) return null
    const found = await screenList(screenings, lease, round, nextTurn, () => stopping)
    if (found) return (await screenings.finish(lease, found, now()))?.length ?? null
    await screenings.release(lease)
    return null
  }

  return {
    run,
    stop: () => {
      stopping = true
    },
  }
}

/** How often the store is asked for lists that wait. */
const POLL_MS = 2_000
const CLEAN_UP_MS = 3_600_000
/** Changes are kept this long. */
const CHANGES_KEPT_MS = 400 * 86_400_000

/** Screens lists until stopped, and deletes those of keys that have ended. */
export function startScreening(settings: ScreeningSettings): { stop(): Promise<void> } {
  const { store, now, log, pollMs = POLL_MS } = settings
  const screener = createScreener(settings)
  const stopping = new AbortController()
  // Not in the first hour: a machine that has just started may have a wrong clock, by which keys have ended.
  let cleanedUpAt = performance.now()
  let failing = false

  async function cleanUp(): Promise<void> {
    if (performance.now() - cleanedUpAt < CLEAN_UP_MS) return
    cleanedUpAt = performance.now()
    const at = now()
    const gone = await store.lists.forget(at, new Date(at.getTime() - CHANGES_KEPT_MS))
    if (gone > 0) log.info({ lists: gone }, 'lists of ended keys deleted')
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await cleanUp()
        await screener.run()
        failing = false
      } catch (error) {
        if (stopping.signal.aborted) return
        // Logged once, not every two seconds. Leases expire by themselves, and nothing was stored.
        if (!failing) log.warn(errorFields(error), 'lists wait to be screened')
        failing = true
      }
      await pause(pollMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const working = work()
  return {
    async stop() {
      stopping.abort()
      screener.stop()
      await working
    },
  }
}
