import { StoreError } from '../sql/store-error.ts'
import { exchangedCounts, type Increment, type Total } from './exchanged-counts.ts'
import { type Charge, type Limits, MAX_BUCKETS, NO_LIMIT } from './limits.ts'

/** How often counts are exchanged. */
const EXCHANGE_MS = 200
/** Without an answer in this time, requests are judged by what is known here until one comes. */
const LATE_MS = 100
/** The delay before the next attempt when an exchange failed. */
const RETRY_MS = 1_000

export type Exchange = (increments: readonly Increment[]) => Promise<readonly Total[]>

/**
 * Counts that several processes share without a request waiting for them: each judges from memory, and the counts are
 * exchanged in the background. See ADR 0030 for how far a caller can exceed a limit.
 */
export function limitsExchanged(
  exchange: Exchange,
  processes: number,
  onError: (error: StoreError) => void,
): Pick<Limits, 'count'> & { close(): void } {
  const counts = exchangedCounts(MAX_BUCKETS, processes)
  let running: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let alone = false
  let closed = false

  /** Exchanges now, or joins the exchange in progress. Never rejects. */
  function exchangeNow(): Promise<void> {
    running ??= exchangeOnce().finally(() => {
      running = null
      if (counts.hasUnsent()) exchangeLater(alone ? RETRY_MS : EXCHANGE_MS)
    })
    return running
  }

  async function exchangeOnce(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const increments = counts.outgoing(Date.now())
    try {
      if (increments.length > 0) counts.incoming(await exchange(increments), Date.now())
      alone = false
    } catch (error) {
      counts.unanswered()
      if (!alone && !closed) onError(new StoreError('limits.exchange', error))
      alone = true
    }
  }

  function exchangeLater(ms: number): void {
    if (closed) return
    timer ??= setTimeout(() => void exchangeNow(), ms).unref()
  }

  /** Waits for the exchange in progress, or a new one, until it is late. */
  function exchanged(): Promise<void> {
    return new Promise((resolve) => {
      const late = setTimeout(() => {
        alone = true
        resolve()
      }, LATE_MS)
      void exchangeNow().then(() => {
        clearTimeout(late)
        resolve()
      })
    })
  }

  async function countAfterExchange(charges: readonly Charge[], points: number) {
    for (;;) {
      await exchanged()
      const taken = counts.take(charges, points, Date.now(), alone)
      if (taken !== 'wait') return taken.state
    }
  }

  return {
    count(bucket, perMinute, points = 1, wider = []) {
      if (perMinute <= 0) return NO_LIMIT
      const charges = [{ bucket, perMinute }, ...wider]
      const taken = counts.take(charges, points, Date.now(), alone)
      if (taken === 'wait') return countAfterExchange(charges, points)
      // While nobody answers, attempts stay a second apart however many requests come.
      if (taken.urgent && !alone) void exchangeNow()
      else if (counts.hasUnsent()) exchangeLater(EXCHANGE_MS)
      return taken.state
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
