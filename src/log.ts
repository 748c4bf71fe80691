import { type Logger, pino } from 'pino'

export interface Log {
  readonly log: Logger
  /** Writes the rest of the log. Afterwards the process can exit. */
  close(): Promise<void>
}

/** A reader of the log that is stuck does not keep the process from ending for longer than this. */
const CLOSE_TIMEOUT_MS = 1_000

/**
 * Logs JSON lines to stdout. Writes are asynchronous, so that a slow reader of the log does not block requests. `close` must be
 * awaited before `process.exit()`: pino flushes what is left in an exit handler, and `flushSync` of sonic-boom 4 retries
 * every error for ever, also EPIPE of a pipe whose reader is gone, so the process would never end.
 */
export function openLog(level: string): Log {
  // Reading `process.stdout` makes Node set a pipe to non-blocking. A blocking write of a thread would delay the exit.
  const destination = pino.destination({ dest: process.stdout.fd, sync: false })
  const broken = new Promise<void>((resolve) => destination.once('error', () => resolve()))
  return {
    log: pino({ level, base: { pid: process.pid } }, destination),
    async close() {
      const closed = new Promise<void>((resolve) => destination.once('close', resolve))
      destination.end()
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const timeout = setTimeout(resolve, CLOSE_TIMEOUT_MS)
      await Promise.race([closed, broken, late])
      clearTimeout(timeout)
      destination.flushSync = () => {}
    },
  }
}
