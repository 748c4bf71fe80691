import { performance } from 'node:perf_hooks'

/** How long one piece of work may go on before others get their turn. A single step may add some milliseconds to it. */
const SLICE_MS = 5

/** Requests that wait for a turn, of all callers: each holds its connection and its parsed request. */
const MAX_WAITING = 2_000

/** How long work may wait to begin: less than the minute after which a connection on which nothing moves is closed. */
const MAX_WAIT_MS = 20_000

/** Awaited before each step of a piece of work. Undefined: the slice is not used up, go on. Rejects with `TurnRefused`. */
export type NextTurn = () => Promise<void> | undefined

/** Too many wait for a turn, and the caller of this work has most of them; it has waited for too long; or the service ends. */
export class TurnRefused extends Error {
  override readonly name = 'TurnRefused'
}

interface Options {
  /** Once it is aborted, work that has not begun is refused instead of waiting. */
  readonly ending?: AbortSignal
  readonly maxWaiting?: number
  /** A clock in milliseconds. */
  readonly now?: () => number
  /** Counts what the loop has served. */
  readonly ioEvents?: () => number
}

interface Waiting {
  readonly work: NextTurn
  /** Work that has begun is never refused. */
  readonly isFirst: boolean
  resume(): void
  refuse(): void
}

/**
 * Shares the event loop between everything that takes long: large answers, and the items of batches. In each turn of the
 * loop one piece of work runs at most, until its slice of time is used up; then sockets are served until none is ready, or
 * for as long as the slice took. libuv accepts one connection in each turn of the loop, so without this a new one would
 * wait for a slice for every connection before it: https://github.com/libuv/libuv/pull/3696
 * Networks take turns, in each of them its callers, and the work of one caller is done in the order it came. Whoever comes
 * while nobody waits goes on at once. `mayBegin`: whether new work of this caller may begin now.
 */
export function fairTurns(
  mayBegin: (caller: string, network: string) => boolean = () => true,
  {
    ending,
    maxWaiting = MAX_WAITING,
    now = () => performance.now(),
    ioEvents = () => performance.nodeTiming.uvMetricsInfo.events,
  }: Options = {},
) {
  /** By network and caller; those whose turn is next come first. */
  const queues = new Map<string, Map<string, Waiting[]>>()
  let waiting = 0
  let running: NextTurn | null = null
  let since = 0
  let scheduled = false
  /** Sockets are served first until then. */
  let ioUntil = 0
  let ioSeen = 0

  function schedule(): void {
    if (scheduled) return
    scheduled = true
    // An immediate that is set inside another runs in the next turn of the loop.
    setImmediate(runNext)
  }

  function begin(work: NextTurn): void {
    running = work
    since = now()
    // The next turn of the loop ends the slice, whether somebody waits by then or not.
    schedule()
  }

  /** Whether the last turn of the loop served a socket, and others may still be ready. */
  function hasIo(): boolean {
    const seen = ioSeen
    ioSeen = ioEvents()
    return ioSeen > seen && now() < ioUntil
  }

  function runNext(): void {
    scheduled = false
    if (running !== null) {
      running = null
      ioUntil = now() + (now() - since)
    }
    if (waiting === 0) return
    if (hasIo()) {
      schedule()
      return
    }
    for (const [network, callers] of queues) {
      for (const [caller, queue] of callers) {
        const at = mayBegin(caller, network) ? 0 : queue.findIndex(({ isFirst }) => !isFirst)
        const next = queue[at]
        if (!next) continue
        // Whoever has its turn stands last afterwards.
        queues.delete(network)
        queues.set(network, callers)
        callers.delete(caller)
        callers.set(caller, queue)
        remove(next, caller, network)
        begin(next.work)
        next.resume()
        return
      }
    }
  }

  function remove(one: Waiting, caller: string, network: string): boolean {
    const callers = queues.get(network)
    const queue = callers?.get(caller)
    const at = queue?.indexOf(one) ?? -1
    if (!callers || !queue || at < 0) return false
    queue.splice(at, 1)
    waiting--
    if (queue.length === 0) callers.delete(caller)
    if (callers.size === 0) queues.delete(network)
    return true
  }

  /**
   * When too many wait, the last of the network that has most of them is refused, and there of its caller that has most,
   * unless all its work has begun. Of those with equally many it is the one whose turn is furthest away: otherwise each
   * newcomer would take the place of the next.
   */
  function refuseOne(): void {
    const [network, callers] = largest(queues, (of) => [...of.values()].flat().length)
    const [caller, queue] = largest(callers, ({ length }) => length)
    const last = queue.findLast(({ isFirst }) => isFirst)
    if (last) refuse(last, caller, network)
  }

  /** Refuses work that has not begun. */
  function refuse(one: Waiting, caller: string, network: string): void {
    if (remove(one, caller, network)) one.refuse()
  }

  ending?.addEventListener('abort', () => {
    for (const [network, callers] of queues)
      for (const [caller, queue] of callers)
        for (const one of queue.filter(({ isFirst }) => isFirst)) refuse(one, caller, network)
  })

  /** Adds a piece of work of a caller. */
  function add(caller: string, network = caller): NextTurn {
    let isFirst = true
    const work: NextTurn = () => {
      if (running === work && now() - since < SLICE_MS) return undefined
      const waits = { work, isFirst }
      isFirst = false
      if (running === null && waiting === 0 && (!waits.isFirst || mayBegin(caller, network))) {
        begin(work)
        return undefined
      }
      if (waits.isFirst && ending?.aborted) return Promise.reject(new TurnRefused())
      return new Promise((resume, reject) => {
        const callers = queues.get(network) ?? new Map<string, Waiting[]>()
        queues.set(network, callers)
        const queue = callers.get(caller) ?? []
        callers.set(caller, queue)
        const end = (settle: () => void) => () => {
          clearTimeout(tooLong)
          settle()
        }
        const waited = { ...waits, resume: end(resume), refuse: end(() => reject(new TurnRefused())) }
        const tooLong = waits.isFirst
          ? setTimeout(() => refuse(waited, caller, network), MAX_WAIT_MS).unref()
          : undefined
        queue.push(waited)
        waiting++
        if (waiting > maxWaiting) refuseOne()
        schedule()
      })
    }
    return work
  }

  // To be called when work that `mayBegin` kept waiting may begin.
  return { add, wake: schedule }
}

/** The entry with most of what is counted; of several the last. */
const largest = <T>(of: ReadonlyMap<string, T>, count: (one: T) => number): [string, T] =>
  [...of].reduce((most, one) => (count(one[1]) >= count(most[1]) ? one : most))
