import type { LogEvent } from 'kysely'
import { reasonOf } from './store-error.ts'

/** Reasons with which a database that can be read refuses to write: a full disk, a file or a server that is read-only. */
const CANNOT_WRITE = /^(SQLITE_(FULL|READONLY|IOERR|CANTOPEN)|25006|53100|58030)/

/** Remembers the last write that the database refused, until one succeeds. */
export interface WriteFailure {
  /** Told of every query of the database. */
  readonly observe: (event: LogEvent) => void
  /** Tries a write when one was refused before; rejects while it is. */
  readonly tryAgain: (write: () => Promise<unknown>) => Promise<void>
}

export function writeFailure(): WriteFailure {
  let refused = false
  return {
    observe(event) {
      refused ||= event.level === 'error' && CANNOT_WRITE.test(reasonOf(event.error))
    },
    async tryAgain(write) {
      if (!refused) return
      await write()
      refused = false
    },
  }
}
