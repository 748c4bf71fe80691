import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Runtime } from '../../src/client/runtime.ts'

/** A clock that stands still until everything waits for it, and then jumps to the next timer. */
export interface VirtualTime extends Runtime {
  /** How long each timer that fired was set for. */
  readonly fired: number[]
  /** Timers that are neither fired nor cancelled. */
  pending(): number
  /** The outcome of some work; whenever nothing else goes on, the next timer fires. */
  until<T>(work: Promise<T>): Promise<T>
}

export function virtualTime({
  random = (): number => 0.5,
  start = Date.parse('2026-11-15T11:00:00Z'),
} = {}): VirtualTime {
  let now = start
  const timers = new Map<object, { at: number; milliseconds: number; run: () => void }>()
  const fired: number[] = []
  return {
    fired,
    now: () => now,
    random,
    pending: () => timers.size,
    setTimer: (milliseconds, run) => {
      const id = {}
      timers.set(id, { at: now + milliseconds, milliseconds, run })
      return () => void timers.delete(id)
    },
    async until(work) {
      let isSettled = false
      const settled = () => {
        isSettled = true
      }
      work.then(settled, settled)
      while (true) {
        // Enough turns for a chain of promises to come to rest.
        for (let turn = 0; turn < 20 && !isSettled; turn++) await nextTurn()
        if (isSettled) return work
        const [next] = [...timers].toSorted(([, a], [, b]) => a.at - b.at)
        if (!next) throw new Error('waits for something that no timer brings')
        const [id, { at, milliseconds, run }] = next
        timers.delete(id)
        now = at
        fired.push(milliseconds)
        run()
      }
    },
  }
}
