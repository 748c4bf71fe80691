import { setTimeout as pause } from 'node:timers/promises'
import { errorFields } from '../store/sql/store-error.ts'
import type { Receiver } from '../store/webhooks/leases.ts'

export type Log = Record<'debug' | 'info' | 'warn', (fields: object, message: string) => void>

/** What a lease gives to do: all that is due to one receiver. */
interface Job extends Receiver {
  /** Never rejects. After an error its lease expires by itself, and what was not recorded is sent again. */
  run(): Promise<void>
}

export type Sender = ReturnType<typeof createSender>

/** What a job may ask while it runs. */
export interface Sending {
  isStopping(): boolean
  readonly aborted: AbortSignal
}

type ClaimJobs = (
  how: { maxLeases: number; inFlight: readonly Receiver[] },
  sending: Sending,
) => Promise<readonly Job[]>

/** Sends under leases, to webhooks and by e-mail: several receivers at once, one message at a time to each. */
export function createSender(atOnce: number, claim: ClaimJobs) {
  const running = new Map<Promise<void>, Receiver>()
  const aborting = new AbortController()
  let stopping = false
  const sending: Sending = { isStopping: () => stopping, aborted: aborting.signal }
  // Replaced at the start of each claim, so that a receiver finished during the claim is not overlooked.
  let done = Promise.withResolvers<void>()

  function begin(job: Job): void {
    const work = job.run().finally(() => {
      running.delete(work)
      done.resolve()
    })
    running.set(work, job)
  }

  return {
    /** Claims what is due and begins to send it. Returns how many receivers it is sending to now, without waiting. */
    async sendDue(): Promise<number> {
      done = Promise.withResolvers()
      const maxLeases = atOnce - running.size
      const inFlight = [...running.values()]
      if (!stopping && maxLeases > 0) for (const job of await claim({ maxLeases, inFlight }, sending)) begin(job)
      return running.size
    },
    /** Resolves when it has finished with a receiver since `sendDue` was last called. */
    oneDone: (): Promise<void> => done.promise,
    /** Lets requests in flight finish. Those that take longer are aborted and their leases released, to be sent again. */
    async stop(timeoutMs: number): Promise<void> {
      stopping = true
      const timeout = setTimeout(() => aborting.abort(), timeoutMs)
      await Promise.allSettled(running.keys())
      clearTimeout(timeout)
    },
  }
}

/** How often the store is polled for what has become due. */
const POLL_MS = 1_000
const CLEAN_UP_MS = 3_600_000

interface Round {
  readonly sender: Sender
  /** Once an hour. Not in the first: a machine that has just started may have a wrong clock, by which all is old. */
  readonly cleanUp: () => Promise<void>
  readonly log: Log
  /** What is logged, once and not every second, while the store is away. */
  readonly storeAway: string
}

/** Sends what is due until stopped. Any number of processes may do so on one store. */
export function startSending({ sender, cleanUp, log, storeAway }: Round) {
  const stopping = new AbortController()
  let cleanedUpAt = performance.now()
  let isAway = false

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        if (performance.now() - cleanedUpAt >= CLEAN_UP_MS) {
          cleanedUpAt = performance.now()
          await cleanUp()
        }
        await sender.sendDue()
        isAway = false
      } catch (error) {
        if (!isAway) log.warn(errorFields(error), storeAway)
        isAway = true
      }
      const tick = new AbortController()
      const waiting = pause(POLL_MS, undefined, { signal: AbortSignal.any([stopping.signal, tick.signal]) })
      await Promise.race([waiting.catch(() => {}), sender.oneDone()])
      tick.abort()
    }
  }

  const running = run()
  return {
    async stop(timeoutMs: number): Promise<void> {
      stopping.abort()
      await running
      await sender.stop(timeoutMs)
    },
  }
}
