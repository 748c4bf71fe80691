import { RateLimiterCluster, RateLimiterRes } from 'rate-limiter-flexible'
import { type Limits, limitsInMemory, NO_LIMIT, stateOf } from './limits.ts'
import { WINDOW_MS } from './windows.ts'

/** Longer than this and the primary process is in trouble: the worker counts alone until it answers again. Long enough for a worker that is itself busy loading a law. */
const PATIENCE_MS = 2_000

/**
 * Counts shared by the workers of one machine, kept by their primary process: exact, for one message there and back
 * (about 0.1 ms) a request. The primary must have a RateLimiterClusterMaster.
 */
export function limitsAmongWorkers(): Limits {
  const alone = limitsInMemory()
  const limiters = new Map<number, RateLimiterCluster>()
  const limiterOf = (perMinute: number): RateLimiterCluster => {
    const limiter =
      limiters.get(perMinute) ??
      new RateLimiterCluster({
        keyPrefix: `per-minute-${perMinute}`,
        points: perMinute,
        duration: WINDOW_MS / 1000,
        timeoutMs: PATIENCE_MS,
      })
    limiters.set(perMinute, limiter)
    return limiter
  }
  return {
    consumeNow: null,
    async consume(bucket, perMinute) {
      if (perMinute <= 0) return NO_LIMIT
      try {
        return stateOf(await limiterOf(perMinute).consume(bucket), perMinute, true)
      } catch (refusal) {
        if (isRefusal(refusal)) return stateOf(refusal, perMinute, false)
        return alone.consumeNow(bucket, perMinute)
      }
    },
  }
}

/** The library sends refusals over as plain objects; its timeouts are errors. */
const isRefusal = (refusal: unknown): refusal is RateLimiterRes =>
  refusal instanceof RateLimiterRes || (typeof refusal === 'object' && refusal !== null && 'msBeforeNext' in refusal)
