import { boundedMap } from '../sql/bounded-map.ts'

/** What is left of a caller's limit in the current window. */
export interface LimitState {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
}

/** A bucket to take points from, and its limit a minute. */
export interface Charge {
  readonly bucket: string
  readonly perMinute: number
}

export const WINDOW_MS = 60_000

const NO_CHARGES: readonly Charge[] = []

export const stateOf = (
  allowed: boolean,
  limit: number,
  used: number,
  { ends }: { readonly ends: number },
  now: number,
): LimitState => ({
  allowed,
  limit,
  remaining: Math.max(limit - used, 0),
  resetSeconds: Math.max(Math.ceil((ends - now) / 1000), 0),
})

interface Window {
  taken: number
  readonly ends: number
}

/** A window that ends more than a minute ahead was opened before the clock was set back, and no longer counts. */
const isOpen = ({ ends }: Window, now: number): boolean => now < ends && now >= ends - WINDOW_MS

/** Fixed-window rate limits: counts by bucket in windows of one minute, each opened by its first request. */
export function fixedWindows(maxBuckets: number) {
  const windows = boundedMap<Window>(maxBuckets)
  let agedAt = 0

  /** The window of a bucket that is open, or a new one. */
  function current(bucket: string, now: number): Window {
    const known = windows.get(bucket)
    if (known && isOpen(known, now)) return known
    // Once a minute, or when the clock was set back. Unless the map was full meanwhile, all windows dropped have ended.
    if (now >= agedAt + WINDOW_MS || now < agedAt) {
      windows.age()
      agedAt = now
    }
    const window = { taken: 0, ends: now + WINDOW_MS }
    windows.set(bucket, window)
    return window
  }

  /** Looks at all buckets before it takes anything, so that a request refused by one of them costs the others nothing. */
  function takeFromAll(charges: readonly Charge[], points: number, now: number): LimitState {
    const opened = charges.map(({ bucket, perMinute }) => ({ window: current(bucket, now), perMinute }))
    const full = opened.find(({ window, perMinute }) => window.taken + points > perMinute)
    if (full) return stateOf(false, full.perMinute, full.window.taken, full.window, now)
    for (const { window } of opened) window.taken += points
    return tightest(opened.map(({ window, perMinute }) => stateOf(true, perMinute, window.taken, window, now)))
  }

  return {
    /** Takes the points from the bucket and the wider ones around it, or from none when one has too few left. */
    take(bucket: string, limit: number, now: number, points = 1, wider: readonly Charge[] = NO_CHARGES): LimitState {
      if (wider.length > 0) return takeFromAll([{ bucket, perMinute: limit }, ...wider], points, now)
      const window = current(bucket, now)
      const allowed = window.taken + points <= limit
      if (allowed) window.taken += points
      return stateOf(allowed, limit, window.taken, window, now)
    },
  }
}

/** Of several states the one that will refuse first, which is what a caller is told. */
export const tightest = (states: readonly LimitState[]): LimitState =>
  states.reduce((tight, state) => (state.remaining < tight.remaining ? state : tight))
