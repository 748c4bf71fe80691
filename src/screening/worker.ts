import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Answerer } from '../answer/answer.ts'
import { dayInBrussels } from '../base/day.ts'
import type { ListLease, Screening, Target } from '../store/lists/screenings.ts'
import { errorFields } from '../store/sql/store-error.ts'
import type { Store } from '../store/store.ts'
import { type Round, roundOf, screenList } from './screen-list.ts'

export interface ScreeningSettings {
  readonly store: Pick<Store, 'screenings' | 'datasets' | 'lists'>
  /** The law that is served; null until it is loaded. */
  readonly answerer: () => Answerer | null
  readonly now: () => Date
  readonly log: Record<'info' | 'warn', (fields: object, message: string) => void>
  /** For tests. */
  readonly leaseMs?: number
  readonly pollMs?: number
}

/** Renewed while lists are screened. If the process dies, another one can claim its lists after this time. */
const LEASE_MS = 60_000
/** Lists leased at once, each of another key; they are screened in turns, a page of each. */
const LISTS_AT_ONCE = 8
/** Lists that are screened in turns have no more items than this together, since what is found of them is kept meanwhile. */
const ITEMS_AT_ONCE = 40_000
/** A list of so few items waits for none. */
const FEW_ITEMS = 1_000
/** How often other lists are looked for while some are under way. */
const CLAIM_MS = 2_000

export type Screener = ReturnType<typeof createScreener>

/** A list that this process has the lease of. */
interface Task {
  readonly lease: ListLease
  readonly steps: ReturnType<typeof screenList>
  isBegun: boolean
  isLost: boolean
}

/** Screens lists, those of several keys in turns. Any number of processes may do so on one store. */
export function createScreener({ store, answerer: served, now, log, leaseMs = LEASE_MS }: ScreeningSettings) {
  const { screenings } = store
  let stopping = false

  /** Null while there is no law, or none that is recorded: another process may still compare it with the one before. */
  async function aim(): Promise<{ target: Target; answerer: Answerer } | null> {
    const answerer = served()
    const known = answerer && (await store.datasets.find(answerer.dataset.version))
    if (!known) return null
    const { version: dataset, introduced } = known
    return { answerer, target: { dataset, introduced, day: dayInBrussels(now()) } }
  }

  /** Screens all lists that wait for the law that is served and for today. Returns how many were screened. */
  async function run(): Promise<number> {
    const aimed = await aim()
    if (!aimed) return 0
    const { target, answerer } = aimed
    // A new law or a new day ends the round: the rest of the lists is screened with that.
    const isCurrent = () => !stopping && served() === answerer && dayInBrussels(now()) === target.day
    let round: Round | undefined
    const tasks: Task[] = []
    const last = { claimed: Number.NEGATIVE_INFINITY, renewed: now().getTime() }
    let isEnded = false
    /** Keys with a list that could not be screened wait for the next run, so that they hold up no other. */
    const failed = new Map<string, unknown>()
    let screened = 0
    let changed = 0

    /** Other lists are looked for when one has ended and few are left, and now and then. */
    async function claimMore(): Promise<void> {
      const at = now()
      const isDue = (isEnded && tasks.length * 2 <= LISTS_AT_ONCE) || Math.abs(at.getTime() - last.claimed) >= CLAIM_MS
      if (!isDue || tasks.length >= LISTS_AT_ONCE || !isCurrent()) return
      last.claimed = at.getTime()
      isEnded = false
      const limit = LISTS_AT_ONCE - tasks.length
      const notOf = [...failed.keys(), ...tasks.map(({ lease }) => lease.list.keyId)]
      for (const lease of await screenings.claim(target, { at, leaseMs, limit, notOf })) tasks.push(begin(lease))
    }

    function begin(lease: ListLease): Task {
      round ??= roundOf(answerer, target)
      const isStopping = () => stopping || task.isLost
      const steps = screenList(screenings, lease, round, { turn: nextTurn, keepLease, isStopping })
      const task: Task = { lease, steps, isBegun: false, isLost: false }
      return task
    }

    /** A lease that another worker has taken is lost: what was found is given up. */
    function keepLease(): Promise<void> | undefined {
      const at = now()
      if (Math.abs(at.getTime() - last.renewed) * 3 < leaseMs) return undefined
      last.renewed = at.getTime()
      return (async () => {
        for (const task of tasks) task.isLost ||= !(await screenings.renew(task.lease, at, leaseMs))
      })()
    }

    /** How many items changed; null when nothing was stored. */
    async function finish(lease: ListLease, found: Screening | null): Promise<number | null> {
      if (found) return (await screenings.finish(lease, found, now()))?.length ?? null
      await screenings.release(lease)
      return null
    }

    /** Whether the list is done, and if so what was found. While the store is away, releasing the lease fails as well. */
    async function screenPage({ lease, steps }: Task): Promise<IteratorResult<undefined, Screening | null>> {
      try {
        return await steps.next()
      } catch (error) {
        failed.set(lease.list.keyId, error)
        return { done: true, value: null }
      }
    }

    for (;;) {
      await claimMore()
      if (tasks.length === 0) break
      for (const task of inTurn(tasks)) {
        task.isBegun = true
        const step = await screenPage(task)
        if (!step.done) continue
        tasks.splice(tasks.indexOf(task), 1)
        isEnded = true
        const changes = await finish(task.lease, step.value)
        if (changes === null) continue
        screened++
        changed += changes
      }
    }
    const { dataset, day } = target
    if (screened > 0) log.info({ lists: screened, changed, dataset, day }, 'lists screened')
    for (const error of failed.values()) throw error
    return screened
  }

  return {
    run,
    /** Ends between two items: what was found of the list so far is given up, and the list goes to another worker. */
    stop(): void {
      stopping = true
    },
  }
}

/** The lists that have a page screened now: those begun, short ones, and as many others as may be under way together. */
function inTurn(tasks: readonly Task[]): Task[] {
  const bySize = tasks.toSorted((a, b) => a.lease.list.count - b.lease.list.count)
  const begun = bySize.filter(({ isBegun }) => isBegun)
  let items = begun.reduce((sum, { lease }) => sum + lease.list.count, 0)
  const more = bySize.filter(({ isBegun, lease: { list } }) => {
    if (isBegun || (items > 0 && list.count > FEW_ITEMS && items + list.count > ITEMS_AT_ONCE)) return false
    items += list.count
    return true
  })
  return [...more, ...begun]
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
