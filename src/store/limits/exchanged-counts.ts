import { type Charge, isOpen, type LimitState, minuteWindows, stateOf, tightest, WINDOW_MS } from './fixed-window.ts'

/** Points that a process counted in a bucket and that the others do not know of yet. */
export interface Increment {
  readonly bucket: string
  readonly points: number
  /** Identifies the window, as the exchange named it; 0 before the first exchange. */
  readonly window: number
}

/** What all processes counted in a bucket together, the increment just sent included. */
export interface Total {
  readonly bucket: string
  readonly points: number
  readonly window: number
  readonly endsInMs: number
}

interface Window {
  readonly bucket: string
  /** What all processes together had counted at the last exchange. */
  total: number
  /** Counted here and not confirmed by an exchange yet. */
  pending: number
  /** The part of `pending` that is being exchanged. */
  sent: number
  ends: number
  window: number
}

/**
 * The share of a limit that one machine may grant before it has heard from the others. Of n machines that a caller uses
 * at once, each grants at most this much on old totals, so together they exceed the limit by (n - 1) times it at most.
 */
const UNCONFIRMED_SHARE = 0.05

export interface Taken {
  readonly state: LimitState
  readonly urgent: boolean
}

/** Bounds one exchange; the rest follows in the next one. */
const MAX_INCREMENTS = 5_000

/**
 * Counts of this process and what it last heard of the others, without clock and timers. A request is judged by both. It
 * has to wait only while this process has granted so much of the same bucket since the last exchange that the others
 * might together exceed the limit by more than UNCONFIRMED_SHARE.
 */
export function exchangedCounts(maxBuckets: number, processes: number) {
  const current = minuteWindows<Window>(maxBuckets, (ends, bucket) => ({
    bucket,
    total: 0,
    pending: 0,
    sent: 0,
    ends,
    window: 0,
  }))
  const unsent = new Map<string, Window>()
  let exchanging: Window[] = []

  const maxUnconfirmed = (perMinute: number, points: number): number =>
    Math.max(points, Math.floor((perMinute * UNCONFIRMED_SHARE) / processes))

  /** Bounded as the windows are: while nobody answers, more and more callers would wait here. */
  function keepUnsent(window: Window): void {
    if (window.pending > 0 && (unsent.size < maxBuckets || unsent.has(window.bucket))) unsent.set(window.bucket, window)
  }

  return {
    /**
     * Takes the points from all buckets or from none. `wait`: the request can be judged after an exchange; never when
     * `alone`, for times in which nobody answers. `urgent`: the next exchange should come soon, lest a request must wait.
     */
    take(charges: readonly Charge[], points: number, now: number, alone: boolean): Taken | 'wait' {
      let urgent = false
      let wait = false
      for (const { bucket, perMinute } of charges) {
        const window = current(bucket, now)
        const { total, pending } = window
        if (total + pending + points > perMinute)
          return { state: stateOf(false, perMinute, total + pending, window, now), urgent: false }
        const unconfirmed = maxUnconfirmed(perMinute, points)
        wait ||= pending + points > unconfirmed
        urgent ||= (pending + points) * 2 >= unconfirmed
      }
      if (wait && !alone) return 'wait'
      const states = charges.map(({ bucket, perMinute }) => {
        const window = current(bucket, now)
        window.pending += points
        keepUnsent(window)
        return stateOf(true, perMinute, window.total + window.pending, window, now)
      })
      return { state: tightest(states), urgent }
    },
    hasUnsent: (): boolean => unsent.size > 0,
    /** What to exchange now. Counts of a window that has ended would count against the next one, so they are dropped. */
    outgoing(now: number): Increment[] {
      for (const window of unsent.values()) {
        if (exchanging.length >= MAX_INCREMENTS) break
        unsent.delete(window.bucket)
        if (isOpen(window, now)) exchanging.push(window)
      }
      for (const window of exchanging) window.sent = window.pending
      return exchanging.map(({ bucket, sent, window }) => ({ bucket, points: sent, window }))
    },
    /** The answer to `outgoing`. A bucket without a total: its window ended on the way. */
    incoming(totals: readonly Total[], now: number): void {
      const totalOf = new Map(totals.map((total) => [total.bucket, total]))
      for (const window of exchanging) {
        const told = totalOf.get(window.bucket)
        window.pending -= window.sent
        window.total = told?.points ?? window.total
        window.window = told?.window ?? 0
        window.ends = told ? Math.min(now + told.endsInMs, now + WINDOW_MS) : now
        keepUnsent(window)
      }
      exchanging = []
    },
    /** Nobody answered `outgoing`: its counts go with the next one. */
    unanswered(): void {
      for (const window of exchanging) keepUnsent(window)
      exchanging = []
    },
  }
}
