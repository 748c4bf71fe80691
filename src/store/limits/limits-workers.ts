import type { Worker } from 'node:cluster'
import { type LimitState, type Limits, limitsInMemory, NO_LIMIT } from './limits.ts'

/** After this time without an answer the worker counts alone. It is long enough for a worker that is busy loading a law. */
const TIMEOUT_MS = 2_000

/** What a worker asks its primary. `ask` numbers the requests of one worker. */
interface Request {
  readonly ask: number
  readonly consume: Parameters<Limits['consume']>
}

interface Reply {
  /** The `ask` of the request. */
  readonly answer: number
  readonly state: LimitState
}

/**
 * Counts shared by the workers of one machine and kept by their primary process, see `answerWorker`. They cost one message
 * in each direction (about 0.1 ms), however many buckets are charged.
 */
export function limitsAmongWorkers(): Limits {
  const alone = limitsInMemory()
  const waiting = new Map<number, (state: LimitState) => void>()
  let requests = 0
  process.on('message', (message: unknown) => {
    if (isReply(message)) waiting.get(message.answer)?.(message.state)
  })

  const ask = (consume: Request['consume']): Promise<LimitState> =>
    new Promise((resolve) => {
      const id = requests++
      const settle = (state: LimitState) => {
        clearTimeout(timeout)
        waiting.delete(id)
        resolve(state)
      }
      const countAlone = () => settle(alone.count(...consume))
      const timeout = setTimeout(countAlone, TIMEOUT_MS).unref()
      waiting.set(id, settle)
      process.send?.({ ask: id, consume } satisfies Request, undefined, undefined, (error) => {
        if (error && waiting.has(id)) countAlone()
      })
    })

  return {
    count: alone.count,
    consume: (...charge) => (charge[1] <= 0 ? Promise.resolve(NO_LIMIT) : ask(charge)),
  }
}

/** In the primary: answers a worker's requests from the counts that all workers share. */
export function answerWorker(worker: Worker, counts: Limits): void {
  worker.on('message', (message: unknown) => {
    if (!isRequest(message)) return
    const reply: Reply = { answer: message.ask, state: counts.count(...message.consume) }
    if (worker.isConnected()) worker.send(reply)
  })
}

const isRequest = (message: unknown): message is Request =>
  typeof message === 'object' && message !== null && 'ask' in message

const isReply = (message: unknown): message is Reply =>
  typeof message === 'object' && message !== null && 'answer' in message
