const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The back-off: the time to the next attempt after each failure. Ten attempts in about three days, then it is given up. */
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

/** The share of a delay that is added at random, at most, so that receivers that failed together are not retried together. */
const JITTER = 0.1
/** The longest Retry-After that is honoured. */
const MAX_RETRY_AFTER_MS = 24 * HOUR

/** When to retry after this many attempts; null to give up. `retryAfterMs` is what the receiver asked for. */
export function nextAttempt(attempts: number, at: Date, random: number, retryAfterMs: number | null): Date | null {
  const wait = RETRY_AFTER_MS[attempts - 1]
  if (wait === undefined) return null
  const asked = Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS)
  return new Date(at.getTime() + Math.max(wait, asked) * (1 + JITTER * random))
}

/** The header Retry-After, seconds or a date (RFC 9110, section 10.2.3), in milliseconds; null when it is neither, or past. */
export function readRetryAfter(value: string | undefined, at: Date): number | null {
  if (value === undefined) return null
  const wait = /^\d{1,9}$/.test(value) ? Number(value) * SECOND : Date.parse(value) - at.getTime()
  return wait > 0 ? wait : null
}
