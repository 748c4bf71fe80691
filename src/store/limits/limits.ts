import { type Charge, fixedWindows, type LimitState } from './fixed-window.ts'

export type { Charge, LimitState } from './fixed-window.ts'

export interface Limits {
  /**
   * Takes points from the bucket and from the wider buckets around it: from all of them, or from none when one has too
   * few left in this minute, for all processes together. A limit of 0 or less is no limit: the request is allowed and not counted. Never rejects.
   */
  consume(bucket: string, perMinute: number, points?: number, wider?: readonly Charge[]): Promise<LimitState>
  /** The same for requests that must not wait: counted by this process alone, see ADR 0045. */
  count(bucket: string, perMinute: number, points?: number, wider?: readonly Charge[]): LimitState
}

/** Bounds the memory to some 20 MB whatever addresses come; beyond that the oldest counts are forgotten. */
const MAX_BUCKETS = 100_000

export const NO_LIMIT: LimitState = Object.freeze({ allowed: true, limit: 0, remaining: 0, resetSeconds: 0 })

/** Counts of this process alone. */
export function limitsInMemory(): Limits {
  const windows = fixedWindows(MAX_BUCKETS)
  const count: Limits['count'] = (bucket, perMinute, points, wider) =>
    perMinute > 0 ? windows.take(bucket, perMinute, Date.now(), points, wider) : NO_LIMIT
  return { count, consume: async (...charge) => count(...charge) }
}
