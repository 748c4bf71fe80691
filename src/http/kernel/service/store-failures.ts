import type { StoreError } from '../../../store/sql/store-error.ts'
import type { Services } from './services.ts'

interface Logged {
  at: number
  /** Failures since then that were not logged. */
  since: number
}

/** A failure that lasts is logged once in this time, with the number of requests that met it. */
const LOG_EVERY_MS = 60_000

const logged = new WeakMap<Services['log'], Map<string, Logged>>()

/**
 * Logs that a request failed because of the store: the first time at once, then once a minute for each reason. A line for
 * each request would let callers fill a disk that may be full already.
 */
export function logStoreFailure({ log }: Pick<Services, 'log'>, { message: reason }: StoreError, reqId?: string): void {
  const reasons = logged.get(log) ?? new Map<string, Logged>()
  logged.set(log, reasons)
  const last = reasons.get(reason)
  const now = performance.now()
  if (last && now - last.at < LOG_EVERY_MS) return void last.since++
  log.warn({ ...(reqId && { reqId }), reason, ...(last && { failures: last.since + 1 }) }, 'store failed')
  reasons.set(reason, { at: now, since: 0 })
}
