import type { LogEvent } from 'kysely'

/** Messages of the drivers that quote no value. Any other message could quote a stored e-mail. */
const SAFE_MESSAGE =
  /^(Connection terminated|Client has encountered a connection error|timeout e|Query read timeout|Cannot use a pool)/
/** Reasons of errors that JavaScript itself throws. */
const BUG = /^(Type|Range|Reference|Syntax)Error$/
const CODE = /^[A-Z][A-Z0-9_]{1,40}$|^[0-9A-Z]{5}$/

/**
 * An error of the database, with the operation and a code (SQLSTATE, SQLITE_…, E…) but never a stored value. It has no
 * `cause`, since loggers print that even when it is not enumerable.
 */
export class StoreError extends Error {
  readonly operation: string
  readonly reason: string

  constructor(operation: string, cause: unknown) {
    const reason = typeof cause === 'string' ? cause : reasonOf(cause)
    super(`${operation}: ${reason}`)
    this.name = 'StoreError'
    this.operation = operation
    this.reason = reason
    // The frames say where it failed; they name places in the code and no values.
    const frames = cause instanceof Error ? (cause.stack?.match(/^ {4}at .*$/gm) ?? []) : []
    if (frames.length > 0) this.stack = [`${this.name}: ${this.message}`, ...frames].join('\n')
  }
}

/** A code, or the name of the error; never a stored value. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  const code = 'code' in error ? error.code : undefined
  if (typeof code === 'string' && CODE.test(code)) return code
  return SAFE_MESSAGE.test(error.message) ? error.message : error.name
}

/** Runs one operation of the store and turns whatever it throws into a StoreError. */
export async function guarded<T>(operation: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof StoreError ? error : new StoreError(operation, error)
  }
}

/** The same for each operation of a part of the store, under its name. */
export const guardedAll = <Operations extends object>(part: string, operations: Operations): Operations =>
  Object.fromEntries(
    Object.entries(operations).map(([name, operation]: [string, (...given: unknown[]) => Promise<unknown>]) => [
      name,
      (...given: unknown[]) => guarded(`${part}.${name}`, () => operation(...given)),
    ]),
  ) as Operations

/**
 * The fields of a log line about an error. Of a failure of the database only the reason is logged. Any other error is a bug in
 * this program and is logged with its stack, but without further properties, which may hold a URL or a stored value.
 */
export function errorFields(error: unknown): {
  readonly reason: string
  readonly err?: { readonly type: string; readonly message: string; readonly stack: string | undefined }
} {
  if (error instanceof StoreError && !BUG.test(error.reason)) return { reason: error.message }
  if (!(error instanceof Error)) return { reason: String(error) }
  const { name: type, message, stack } = error
  return { reason: message, err: { type, message, stack } }
}

/** Reasons with which a database says that its own files are wrong. */
const DAMAGED = /^(SQLITE_(CORRUPT|NOTADB)|XX00[12])/

export const isDamage = (reason: string): boolean => DAMAGED.test(reason)

/** Reasons with which a database that can be read refuses to write: a full disk, a file or a server that is read-only. */
const CANNOT_WRITE = /^(SQLITE_(FULL|READONLY|IOERR|CANTOPEN)|25006|53100|58030)/

/** What an operator can do about a failure of the database, in one line; null where the reason says enough. */
export function adviceOn({ reason }: StoreError): string | null {
  if (CANNOT_WRITE.test(reason))
    return 'The database cannot be written: its disk is full, or it is read-only. Make room, where DATA_DIR/cellar may be deleted, and run the command again.'
  if (isDamage(reason)) return 'The database is damaged: see the runbook of docs/operating.md.'
  return null
}

/** Remembers the last write that the database refused, until one succeeds. */
export function writeFailure() {
  let refused = false
  return {
    /** Told of every query of the database. */
    observe(event: LogEvent): void {
      refused ||= event.level === 'error' && CANNOT_WRITE.test(reasonOf(event.error))
    },
    /** Tries a write when one was refused before; rejects while it is. */
    async tryAgain(write: () => Promise<unknown>): Promise<void> {
      if (!refused) return
      await write()
      refused = false
    },
  }
}
