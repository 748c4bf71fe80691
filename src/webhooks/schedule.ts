const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** After each failure, the time to the next attempt. Ten attempts in about three days, then it is given up. */
export const RETRY_AFTER_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const

/** So much of a wait, at most, is added by chance: receivers that failed together are not asked again together. */
const JITTER = 0.1
/** A receiver may ask for patience, but not for ever. */
const PATIENCE_MOST_MS = 24 * HOUR

/** When to try again after so many attempts; null: no more. `retryAfterMs` is what the receiver asked for. */
export function nextAttempt(attempts: number, at: Date, random: number, retryAfterMs: number | null): Date | null {
  const wait = RETRY_AFTER_MS[attempts - 1]
  if (wait === undefined) return null
  const asked = Math.min(retryAfterMs ?? 0, PATIENCE_MOST_MS)
  return new Date(at.getTime() + Math.max(wait, asked) * (1 + JITTER * random))
}

/** The header Retry-After, seconds or a date; null when it is neither, or over. */
export function readRetryAfter(value: string | undefined, at: Date): number | null {
  if (value === undefined) return null
  const wait = /^\d{1,9}$/.test(value) ? Number(value) * SECOND : Date.parse(value) - at.getTime()
  return wait > 0 ? wait : null
}
