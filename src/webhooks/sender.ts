import { setTimeout as pause } from 'node:timers/promises'
import { errorFields } from '../store/store-error.ts'

export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** What a lease gives to do: all that is due to one receiver. */
interface Job {
  readonly id: string
  /** The server it is sent to, by which concurrent requests are limited. */
  readonly host: string
  run(): Promise<void>
}

export interface Sender {
  /** Claims what is due and begins to send it. Returns how many receivers it is sending to now, without waiting. */
  sendDue(): Promise<number>
  /** Resolves when it has finished with a receiver since `sendDue` was last called. */
  oneDone(): Promise<void>
  /** Lets requests in flight finish. Those that take longer are aborted and their leases released, to be sent again. */
  stop(timeoutMs: number): Promise<void>
}

/** What a job may ask while it runs. */
export interface Sending {
  isStopping(): boolean
  readonly aborted: AbortSignal
}

interface SenderSettings {
  readonly atOnce: number
  claim(how: { maxLeases: number; inFlight: ReadonlyMap<string, number> }, sending: Sending): Promise<readonly Job[]>
  /** Told of an error that a job throws. Its lease expires by itself, and what was not recorded is sent again. */
  onError(id: string, error: unknown): void
}

/** Sends under leases, to webhooks and by e-mail: several receivers at once, one message at a time to each. */
export function createSender({ atOnce, claim, onError }: SenderSettings): Sender {
  const running = new Map<string, Promise<void>>()
  const inFlight = new Map<string, number>()
  const aborting = new AbortController()
  let stopping = false
  const sending: Sending = { isStopping: () => stopping, aborted: aborting.signal }
  // Replaced at the start of each claim, so that a receiver finished during the claim is not overlooked.
  let done = Promise.withResolvers<void>()

  function begin({ id, host, run }: Job): void {
    inFlight.set(host, (inFlight.get(host) ?? 0) + 1)
    const work = run()
      .catch((error: unknown) => onError(id, error))
      .finally(() => {
        running.delete(id)
        const left = (inFlight.get(host) ?? 1) - 1
        if (left === 0) inFlight.delete(host)
        else inFlight.set(host, left)
        done.resolve()
      })
    running.set(id, work)
  }

  return {
    async sendDue() {
      done = Promise.withResolvers()
      const maxLeases = atOnce - running.size
      if (!stopping && maxLeases > 0) for (const job of await claim({ maxLeases, inFlight }, sending)) begin(job)
      return running.size
    },
    oneDone: () => done.promise,
    async stop(timeoutMs) {
      stopping = true
      const timeout = setTimeout(() => aborting.abort(), timeoutMs)
      await Promise.allSettled(running.values())
      clearTimeout(timeout)
    },
  }
}

/** How often the store is polled for what has become due. */
const POLL_MS = 1_000
const CLEAN_UP_MS = 3_600_000

interface Round {
  readonly sender: Sender
  /** Before each claim. */
  readonly prepare?: () => Promise<void>
  /** Once an hour. Not in the first: a machine that has just started may have a wrong clock, by which all is old. */
  readonly cleanUp: () => Promise<void>
  readonly log: Log
  /** What is logged, once and not every second, while the store is away. */
  readonly storeAway: string
}

/** Sends what is due until stopped. Any number of processes may do so on one store. */
export function startSending({ sender, prepare, cleanUp, log, storeAway }: Round): {
  stop(timeoutMs: number): Promise<void>
} {
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
        await prepare?.()
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
    async stop(timeoutMs) {
      stopping.abort()
      await running
      await sender.stop(timeoutMs)
    },
  }
}
