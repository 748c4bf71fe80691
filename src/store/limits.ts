import { type Charge, fixedWindows, type LimitState } from './fixed-window.ts'

export type { Charge, LimitState } from './fixed-window.ts'

export interface Limits {
  /**
   * Takes points from the bucket's minute, and from the wider buckets around it: from all, or from none when one of
   * them has too few left. A limit of 0 or less is none: allowed, nothing counted. Never rejects.
   */
  consume(bucket: string, perMinute: number, points?: number, wider?: readonly Charge[]): Promise<LimitState>
  /** The same without a promise, for the hot path; null where counts are shared over the network. */
  readonly consumeNow:
    | ((bucket: string, perMinute: number, points?: number, wider?: readonly Charge[]) => LimitState)
    | null
}

/** Memory stays below some 20 MB whatever addresses come; beyond that the oldest count is forgotten. */
const BUCKETS_AT_MOST = 100_000

export const NO_LIMIT: LimitState = Object.freeze({ allowed: true, limit: 0, remaining: 0, resetSeconds: 0 })

/** Counts of this process alone: with several workers on one machine, each has its own. */
export function limitsInMemory(): Limits & { consumeNow: NonNullable<Limits['consumeNow']> } {
  const windows = fixedWindows(BUCKETS_AT_MOST)
  const consumeNow: NonNullable<Limits['consumeNow']> = (bucket, perMinute, points, wider) =>
    perMinute > 0 ? windows.take(bucket, perMinute, Date.now(), points, wider) : NO_LIMIT
  return { consumeNow, consume: async (...charge) => consumeNow(...charge) }
}
