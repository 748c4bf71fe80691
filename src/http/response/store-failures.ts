import type { StoreError } from '../../store/store-error.ts'
import type { Services } from '../services.ts'

interface Told {
  at: number
  /** Failures since then that were not logged. */
  since: number
}

/** A failure that lasts is logged once in this time, with the number of requests that met it. */
const TELL_EVERY_MS = 60_000

const told = new WeakMap<Services['log'], Map<string, Told>>()

/**
 * Logs that a request failed because of the store: the first time at once, then once a minute for each reason. A line for
 * each request would let callers fill a disk that may be full already.
 */
export function logStoreFailure({ log }: Pick<Services, 'log'>, { message: reason }: StoreError, reqId?: string): void {
  const reasons = told.get(log) ?? new Map<string, Told>()
  told.set(log, reasons)
  const last = reasons.get(reason)
  const now = performance.now()
  if (last && now - last.at < TELL_EVERY_MS) return void last.since++
  log.warn({ ...(reqId && { reqId }), reason, ...(last && { failures: last.since + 1 }) }, 'store failed')
  reasons.set(reason, { at: now, since: 0 })
}
