import type { Worker } from 'node:cluster'
import type { Increment, Total } from './exchanged-counts.ts'
import { minuteWindows } from './fixed-window.ts'
import { type LimitState, type Limits, limitsInMemory, MAX_BUCKETS, NO_LIMIT } from './limits.ts'
import { limitsExchanged } from './limits-exchanged.ts'

/** After this time without an answer the worker counts alone. It is long enough for a worker that is busy loading a law. */
const TIMEOUT_MS = 2_000

/** What a worker asks its primary. `ask` numbers the requests of one worker. */
type Request =
  | { readonly ask: number; readonly consume: Parameters<Limits['consume']> }
  | { readonly ask: number; readonly exchange: readonly Increment[] }

interface Reply {
  /** The `ask` of the request. */
  readonly answer: number
  readonly value: LimitState | readonly Total[]
}

/**
 * Counts shared by the workers of one machine and kept by their primary process, see countFor. `count` judges from memory,
 * and increments are exchanged with the primary in the background. `consume` is exact and costs one message in each
 * direction (about 0.1 ms), however many buckets it charges.
 */
export function limitsAmongWorkers(workers: number): Limits {
  const fallback = limitsInMemory()
  const waiting = new Map<number, (value: Reply['value']) => void>()
  let requests = 0
  process.on('message', (message: unknown) => {
    if (isReply(message)) waiting.get(message.answer)?.(message.value)
  })

  function ask(request: { consume: Parameters<Limits['consume']> } | { exchange: readonly Increment[] }) {
    return new Promise<Reply['value']>((resolve, reject) => {
      const id = requests++
      const settle = (end: () => void) => {
        clearTimeout(timeout)
        waiting.delete(id)
        end()
      }
      const fail = () => settle(() => reject(new Error('the primary process does not answer')))
      // What was exchanged is counted, however late the answer is read: given up, it would be sent and counted again, and
      // a caller would get less than its limit. The channel loses nothing, and lookups do not wait for it.
      const timeout = 'consume' in request ? setTimeout(fail, TIMEOUT_MS).unref() : undefined
      waiting.set(id, (value) => settle(() => resolve(value)))
      process.send?.({ ask: id, ...request } satisfies Request, undefined, undefined, (error) => {
        if (error) fail()
      })
    })
  }

  const { count } = limitsExchanged(
    async (exchange) => (await ask({ exchange })) as readonly Total[],
    workers,
    () => {}, // a primary that does not answer ends its workers too
  )
  return {
    count,
    consume: (...charge) => {
      if (charge[1] <= 0) return Promise.resolve(NO_LIMIT)
      return ask({ consume: charge }).then(
        (state) => state as LimitState,
        () => fallback.count(...charge),
      )
    },
  }
}

/** In the primary: the counts that all workers share. */
export function countsOfWorkers() {
  const exact = limitsInMemory()
  const current = minuteWindows(MAX_BUCKETS, (ends) => ({ points: 0, ends }))

  function add({ bucket, points, window }: Increment, now: number): Total[] {
    // The window ended on the way: its points must not count against the next one.
    if (window !== 0 && window <= now) return []
    const total = current(bucket, now)
    total.points += points
    return [{ bucket, points: total.points, window: total.ends, endsInMs: total.ends - now }]
  }

  return {
    consume: exact.count,
    exchange: (increments: readonly Increment[], now: number): Total[] =>
      increments.flatMap((increment) => add(increment, now)),
  }
}

/** In the primary: answers a worker's requests. */
export function countFor(worker: Worker, counts: ReturnType<typeof countsOfWorkers>): void {
  worker.on('message', (message: unknown) => {
    if (!isRequest(message)) return
    const value =
      'consume' in message ? counts.consume(...message.consume) : counts.exchange(message.exchange, Date.now())
    const reply: Reply = { answer: message.ask, value }
    if (worker.isConnected()) worker.send(reply)
  })
}

const isRequest = (message: unknown): message is Request =>
  typeof message === 'object' && message !== null && 'ask' in message

const isReply = (message: unknown): message is Reply =>
  typeof message === 'object' && message !== null && 'answer' in message
