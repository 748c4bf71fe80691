import { generations } from './generations.ts'

/** Where a caller stands in its minute. */
export interface LimitState {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
}

export const WINDOW_MS = 60_000

interface Window {
  taken: number
  readonly ends: number
}

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

  return {
    take(bucket: string, limit: number, now: number): LimitState {
      const current = windows.get(bucket)
      const window = current && isOpen(current, now) ? current : open(bucket, now)
      const allowed = window.taken < limit
      if (allowed) window.taken++
      const resetSeconds = Math.ceil((window.ends - now) / 1000)
      return { allowed, limit, remaining: Math.max(limit - window.taken, 0), resetSeconds }
    },
    size: windows.size,
  }
}
