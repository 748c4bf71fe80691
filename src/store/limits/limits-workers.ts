import type { Worker } from 'node:cluster'
import { type Charge, type LimitState, type Limits, limitsInMemory, NO_LIMIT } from './limits.ts'

/** After this time without an answer the worker counts alone. It is long enough for a worker that is busy loading a law. */
const TIMEOUT_MS = 2_000

/** What a worker sends to its primary. `count` numbers the requests of one worker. */
interface CountRequest {
  readonly count: number
  readonly bucket: string
  readonly perMinute: number
  readonly points: number
  readonly wider: readonly Charge[]
}

interface CountReply {
  /** The `count` of the request. */
  readonly counted: number
  readonly state: LimitState
}

/**
 * Counts shared by the workers of one machine and kept by their primary process, see countFor. They are exact and cost one
 * message in each direction (about 0.1 ms) for a request, however many buckets it charges.
 */
export function limitsAmongWorkers(): Limits {
  const fallback = limitsInMemory()
  const waiting = new Map<number, (state: LimitState) => void>()
  let requests = 0
  process.on('message', (message: unknown) => {
    if (isReply(message)) waiting.get(message.counted)?.(message.state)
  })
  return {
    consumeNow: null,
    consume(bucket, perMinute, points = 1, wider = []) {
      if (perMinute <= 0) return Promise.resolve(NO_LIMIT)
      return new Promise((resolve) => {
        const count = requests++
        const settle = (state: LimitState) => {
          clearTimeout(timeout)
          waiting.delete(count)
          resolve(state)
        }
        const countAlone = () => {
          if (waiting.has(count)) settle(fallback.consumeNow(bucket, perMinute, points, wider))
        }
        const timeout = setTimeout(countAlone, TIMEOUT_MS).unref()
        waiting.set(count, settle)
        const request: CountRequest = { count, bucket, perMinute, points, wider }
        process.send?.(request, undefined, undefined, (error) => {
          if (error) countAlone()
        })
      })
    },
  }
}

/** In the primary: answers a worker's requests from the counts that all workers share. */
export function countFor(worker: Worker, counts: ReturnType<typeof limitsInMemory>): void {
  worker.on('message', (message: unknown) => {
    if (!isRequest(message)) return
    const { count, bucket, perMinute, points, wider } = message
    const reply: CountReply = { counted: count, state: counts.consumeNow(bucket, perMinute, points, wider) }
    if (worker.isConnected()) worker.send(reply)
  })
}

const isRequest = (message: unknown): message is CountRequest =>
  typeof message === 'object' && message !== null && 'count' in message && 'bucket' in message

const isReply = (message: unknown): message is CountReply =>
  typeof message === 'object' && message !== null && 'counted' in message
