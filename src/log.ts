import { pino } from 'pino'

/** A reader of the log that is stuck does not keep the process from ending for longer than this. */
const CLOSE_TIMEOUT_MS = 1_000
/** What waits to be written, while the disk is full or the reader is stuck, is bounded: later lines are dropped and counted. */
const WAITING_BYTES = 4 * 1024 * 1024

/**
 * Logs JSON lines to stdout. Writes are asynchronous, so that a slow reader of the log does not block requests. A log that
 * cannot be written, because its disk is full, never ends the service: each further line tries again. `close` must be
 * awaited before `process.exit()`: pino flushes what is left in an exit handler, and `flushSync` of sonic-boom 4 retries
 * every error for ever, also EPIPE of a pipe whose reader is gone, so the process would never end.
 */
export function openLog(level: string) {
  // Reading `process.stdout` makes Node set a pipe to non-blocking. A blocking write of a thread would delay the exit.
  const destination = pino.destination({ dest: process.stdout.fd, sync: false, maxLength: WAITING_BYTES })
  const log = pino({ level, base: { pid: process.pid } }, destination)
  const flushSync = destination.flushSync.bind(destination)
  let failing = false
  let dropped = 0
  // Without a listener the second error would be thrown: pino removes its own with the first.
  destination.on('error', () => {
    failing = true
  })
  destination.on('write', () => {
    failing = false
  })
  destination.on('drop', () => dropped++)
  destination.on('drain', () => {
    if (dropped > 0) log.warn({ lines: dropped }, 'log lines were lost')
    dropped = 0
  })
  destination.flushSync = () => {
    if (!failing) flushSync()
  }
  return {
    log,
    /** Writes the rest of the log. Afterwards the process can exit. */
    async close(): Promise<void> {
      const closed = new Promise<void>((resolve) => destination.once('close', resolve).once('error', () => resolve()))
      destination.end()
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const timeout = setTimeout(resolve, CLOSE_TIMEOUT_MS)
      await Promise.race([closed, late])
      clearTimeout(timeout)
      destination.flushSync = () => {}
    },
  }
}
