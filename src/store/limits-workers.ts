import type { Worker } from 'node:cluster'
import { type Charge, type LimitState, type Limits, limitsInMemory, NO_LIMIT } from './limits.ts'

/** Longer than this and the primary process is in trouble: the worker counts alone until it answers again. Long enough for a worker that is itself busy loading a law. */
const PATIENCE_MS = 2_000

/** What a worker asks its primary, and what comes back. `count` numbers the questions of one worker. */
interface Question {
  readonly count: number
  readonly bucket: string
  readonly perMinute: number
  readonly points: number
  readonly wider: readonly Charge[]
}
interface Answer {
  readonly counted: number
  readonly state: LimitState
}

/**
 * Counts shared by the workers of one machine, kept by their primary process (see countFor): exact, for one message
 * there and back (about 0.1 ms) a request, however many buckets it charges.
 */
export function limitsAmongWorkers(): Limits {
  const alone = limitsInMemory()
  const waiting = new Map<number, (state: LimitState) => void>()
  let asked = 0
  process.on('message', (message: unknown) => {
    if (isAnswer(message)) waiting.get(message.counted)?.(message.state)
  })
  return {
    consumeNow: null,
    consume(bucket, perMinute, points = 1, wider = []) {
      if (perMinute <= 0) return Promise.resolve(NO_LIMIT)
      return new Promise((resolve) => {
        const count = asked++
        const settle = (state: LimitState) => {
          clearTimeout(late)
          waiting.delete(count)
          resolve(state)
        }
        const countAlone = () => {
          if (waiting.has(count)) settle(alone.consumeNow(bucket, perMinute, points, wider))
        }
        const late = setTimeout(countAlone, PATIENCE_MS).unref()
        waiting.set(count, settle)
        const question: Question = { count, bucket, perMinute, points, wider }
        process.send?.(question, undefined, undefined, (error) => {
          if (error) countAlone()
        })
      })
    },
  }
}

/** In the primary: answers the worker's questions from the counts that all workers share. */
export function countFor(worker: Worker, counts: ReturnType<typeof limitsInMemory>): void {
  worker.on('message', (message: unknown) => {
    if (!isQuestion(message)) return
    const { count, bucket, perMinute, points, wider } = message
    const answer: Answer = { counted: count, state: counts.consumeNow(bucket, perMinute, points, wider) }
    if (worker.isConnected()) worker.send(answer)
  })
}

const isQuestion = (message: unknown): message is Question =>
  typeof message === 'object' && message !== null && 'count' in message && 'bucket' in message

const isAnswer = (message: unknown): message is Answer =>
  typeof message === 'object' && message !== null && 'counted' in message
