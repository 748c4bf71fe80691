import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { type LimitState, type Limits, limitsInMemory, NO_LIMIT, stateOf } from './limits.ts'
import { StoreError } from './store-error.ts'
import { WINDOW_MS } from './windows.ts'

/** While the database is away, one request in this time asks whether it is back. */
const ASK_AGAIN_MS = 1_000
const CLEAN_EVERY_MS = 300_000

/**
 * Counts shared by all instances. Each costs one round trip and one row written (unlogged, so no fsync);
 * a bucket that is used up is refused locally until its minute ends, so a flood does not reach the database.
 */
export function limitsShared(pool: Pool, onTrouble: (error: StoreError) => void): Limits & { close(): Promise<void> } {
  // Stands in while the database is away. The library's own insurance is unbounded, and asks a dead database each time.
  const alone = limitsInMemory()
  const limiters = new Map<number, RateLimiterPostgres>()
  let awayUntil = 0

  function limiterOf(perMinute: number): RateLimiterPostgres {
    const limiter =
      limiters.get(perMinute) ??
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true, // by our migrations
        clearExpiredByTimeout: false, // below, once for all of them
        keyPrefix: '',
        points: perMinute,
        duration: WINDOW_MS / 1000,
        inMemoryBlockOnConsumed: perMinute,
      })
    limiters.set(perMinute, limiter) // as many as the operator has set different limits
    return limiter
  }

  async function consume(bucket: string, perMinute: number): Promise<LimitState> {
    if (perMinute <= 0) return NO_LIMIT
    const now = Date.now()
    if (now < awayUntil) return alone.consumeNow(bucket, perMinute)
    if (awayUntil > 0) awayUntil = now + ASK_AGAIN_MS // this request asks; those behind it do not wait for it
    try {
      const left = await limiterOf(perMinute).consume(bucket)
      awayUntil = 0
      return stateOf(left, perMinute, true)
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return stateOf(refusal, perMinute, false)
      if (awayUntil === 0) onTrouble(new StoreError('limits.consume', refusal))
      awayUntil = Date.now() + ASK_AGAIN_MS
      return alone.consumeNow(bucket, perMinute)
    }
  }

  // Buckets name addresses of people: kept no longer than they count.
  const cleaning = setInterval(() => {
    pool.query('delete from rate_limits where expire < $1', [Date.now()]).catch(() => {}) // next time, then
  }, CLEAN_EVERY_MS).unref()

  return {
    consume,
    consumeNow: null,
    close() {
      clearInterval(cleaning)
      return pool.end()
    },
  }
}
