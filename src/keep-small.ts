import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { collectGarbage } from './versions/collect-garbage.ts'

const CHECK_MS = 10_000
/** Shares of the time in which the event loop works. */
const BUSY = 0.25
const QUIET = 0.05

/**
 * Keeps the process small from now on (ADR 0033); `stop` ends it. Garbage is collected when the heap has grown by a fifth,
 * rather than to a multiple; not by a flag on the command line, so that the start, which allocates most, waits for no
 * collection. Node holds the compiled code of every module in memory until it is written for the next start.
 */
export function keepSmall(): { stop(): void } {
  setFlagsFromString('--heap-growing-percent=20')
  flushCompileCache()
  const isDue = quietAfterBusy()
  let before = performance.eventLoopUtilization()
  const checking = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (isDue(utilization)) void collectGarbage('last-resort')
  }, CHECK_MS).unref()
  return { stop: () => clearInterval(checking) }
}

/**
 * Whether garbage is to be collected, now that the event loop has worked for this share of the time: once after every
 * busy time, as soon as it is quiet. V8 collects when memory is asked for, so a process that has become quiet would keep
 * the garbage of its busiest minute, and the buffers it holds: 100 MB after a flood of requests.
 */
export function quietAfterBusy(): (utilization: number) => boolean {
  let wasBusy = false
  return (utilization) => {
    const isDue = wasBusy && utilization < QUIET
    wasBusy = utilization >= BUSY || (wasBusy && !isDue)
    return isDue
  }
}
