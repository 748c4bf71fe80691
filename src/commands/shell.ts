import { InvalidArgumentError } from 'commander'
import { type Day, isDay } from '../base/day.ts'
import { parseWholeNumber } from '../base/whole-number.ts'
import { adviceOn, StoreError } from '../store/sql/store-error.ts'
import type { Store } from '../store/store.ts'

/** What commands need from outside; main.ts provides it. */
export interface Shell {
  /** Identifier of the build, as in `meta.source`. */
  readonly build: string
  lawDir(): string
  /** How to contact the official sources, and where downloaded pages are cached. */
  sources(): { contact: string | null; cellarUrl: string | null; cacheDir: string }
  /** Where the key that signs receipts is, and whether the operator gave one instead. */
  receipts(): { readonly keyFile: string; readonly isGiven: boolean }
  /** Settings that decide which addresses webhooks may have. */
  webhooks(): { readonly toLoopback: boolean }
  /** Opens the store for one command and closes it afterwards, also after an error. */
  withStore(work: (store: Store) => Promise<void>): Promise<void>
  /** The same for a command that changes or hands out something, which is noted for the audit log with what it concerned. */
  audited(what: string, work: (store: Store) => Promise<string>): Promise<void>
}

/** Exit codes besides 0: the command failed, it was called wrongly, `check --fail-on` found what it was to find. */
export const FAILED = 1
export const USAGE_ERROR = 2
export const FOUND = 3

/** A wrong argument or setting. The message says what to do, so it is printed without a stack. */
export class UsageError extends Error {}

/** Errors that JavaScript itself throws, which point to a bug in this program and not to its input. */
const BUGS = ['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError', 'AssertionError']

/**
 * An error as the command line prints it. Most errors say by their message what went wrong (a missing file, a database that
 * is away), so the stack is printed only on demand.
 */
export function printError(error: unknown, debug: boolean): string {
  if (!(error instanceof Error)) return `${String(error)}\n`
  if (debug) return `${error.stack ?? error.message}\n`
  const advice = BUGS.includes(error.name)
    ? 'This is an error in the program; run with DEBUG=1 for the stack.'
    : error instanceof StoreError && adviceOn(error)
  return advice ? `${error.message}\n${advice}\n` : `${error.message}\n`
}

export const wholeNumber = (value: string): number => {
  const number = parseWholeNumber(value, 0, 9_999_999)
  if (number === undefined) throw new InvalidArgumentError('It must be a whole number.')
  return number
}

export const day = (value: string): Day => {
  if (!isDay(value)) throw new InvalidArgumentError('It must be a day, YYYY-MM-DD.')
  return value
}
