import { generations } from './bounded-map.ts'

/** Where a caller stands in its minute. */
export interface LimitState {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
}

/** A bucket, and what it may give in a minute. */
export interface Charge {
  readonly bucket: string
  readonly perMinute: number
}

export const WINDOW_MS = 60_000

interface Window {
  taken: number
  readonly ends: number
}

const NO_CHARGES: readonly Charge[] = []

/** Counts by bucket in windows of one minute, each opened by its first request. Time is given by the caller. */
export function fixedWindows(bucketsAtMost: number) {
  const windows = generations<Window>(bucketsAtMost)
  let turned = 0

  // A window ending more than a minute ahead was opened before the clock was set back: it counts no longer.
  const isOpen = (window: Window, now: number): boolean => now < window.ends && now >= window.ends - WINDOW_MS

  function open(bucket: string, now: number): Window {
    // Once a minute, or when the clock was set back. Unless the map was full meanwhile, all that is dropped had ended.
    if (now >= turned + WINDOW_MS || now < turned) {
      windows.turn()
      turned = now
    }
    const window = { taken: 0, ends: now + WINDOW_MS }
    windows.set(bucket, window)
    return window
  }

  function current(bucket: string, now: number): Window {
    const window = windows.get(bucket)
    return window && isOpen(window, now) ? window : open(bucket, now)
  }

  const stateOf = (allowed: boolean, limit: number, { taken, ends }: Window, now: number): LimitState => ({
    allowed,
    limit,
    remaining: Math.max(limit - taken, 0),
    resetSeconds: Math.ceil((ends - now) / 1000),
  })

  /** All buckets are looked at before anything is taken, so that a refusal by one costs the others nothing. */
  function takeFromAll(charges: readonly Charge[], points: number, now: number): LimitState {
    const opened = charges.map(({ bucket, perMinute }) => ({ window: current(bucket, now), perMinute }))
    const full = opened.find(({ window, perMinute }) => window.taken + points > perMinute)
    if (full) return stateOf(false, full.perMinute, full.window, now)
    for (const { window } of opened) window.taken += points
    return tightest(opened.map(({ window, perMinute }) => stateOf(true, perMinute, window, now)))
  }

  return {
    /** Takes the points from the bucket and the wider ones around it, or from none when one has too few left. */
    take(bucket: string, limit: number, now: number, points = 1, wider: readonly Charge[] = NO_CHARGES): LimitState {
      if (wider.length > 0) return takeFromAll([{ bucket, perMinute: limit }, ...wider], points, now)
      const window = current(bucket, now)
      const allowed = window.taken + points <= limit
      if (allowed) window.taken += points
      return stateOf(allowed, limit, window, now)
    },
    size: windows.size,
  }
}

/** The state that will refuse first: what a caller should be told of several. */
export const tightest = (states: readonly LimitState[]): LimitState =>
  states.reduce((tight, state) => (state.remaining < tight.remaining ? state : tight))
