import { fixedWindows, type LimitState } from './windows.ts'

export type { LimitState } from './windows.ts'

export interface Limits {
  /** Takes one from the bucket's minute. A limit of 0 or less is none: allowed, nothing counted. Never rejects. */
  consume(bucket: string, perMinute: number): Promise<LimitState>
  /** The same without a promise, for the hot path; null where counts are shared over the network. */
  readonly consumeNow: ((bucket: string, perMinute: number) => LimitState) | null
}

/** Memory stays below some 20 MB whatever addresses come; beyond that the oldest count is forgotten. */
const BUCKETS_AT_MOST = 100_000

export const NO_LIMIT: LimitState = Object.freeze({ allowed: true, limit: 0, remaining: 0, resetSeconds: 0 })

/** Counts of this process alone: with several workers on one machine, each has its own. */
export function limitsInMemory(): Limits & { consumeNow: NonNullable<Limits['consumeNow']> } {
  const windows = fixedWindows(BUCKETS_AT_MOST)
  const consumeNow = (bucket: string, perMinute: number): LimitState =>
    perMinute > 0 ? windows.take(bucket, perMinute, Date.now()) : NO_LIMIT
  return { consumeNow, consume: async (bucket, perMinute) => consumeNow(bucket, perMinute) }
}

/** What the library counted, as we tell it. */
export const stateOf = (
  left: { readonly remainingPoints: number; readonly msBeforeNext: number },
  limit: number,
  allowed: boolean,
): LimitState => ({
  allowed,
  limit,
  remaining: left.remainingPoints,
  resetSeconds: Math.ceil(left.msBeforeNext / 1000),
})
