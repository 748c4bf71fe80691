import { InvalidArgumentError } from 'commander'
import type { Store } from '../store/store.ts'
import { isDay } from '../terms/day.ts'
import { parseWholeNumber } from '../terms/whole-number.ts'

/** What every command shares; wired in main.ts. */
export interface Shell {
  /** Identifier of the build, as in `meta.source`. */
  readonly build: string
  lawDir(): string
  /** How the official sources are asked, and where their pages are kept. */
  sources(): { contact: string | null; cellarUrl: string | null; cacheDir: string }
  /** What decides where webhooks may go. */
  webhooks(): { readonly toLoopback: boolean }
  /** Opens the store for one command and closes it whatever happens. */
  withStore(work: (store: Store) => Promise<void>): Promise<void>
}

/** Exit codes: done is 0; failed, misuse, and `check --fail-on` found what it was to find. */
export const FAILED = 1
export const MISUSE = 2
export const FOUND = 3

/** Said to a person at a terminal, who can mend it. */
export class Misuse extends Error {}

export const wholeNumber = (value: string): number => {
  const number = parseWholeNumber(value, 0, 9_999_999)
  if (number === undefined) throw new InvalidArgumentError('It must be a whole number.')
  return number
}

export const day = (value: string): string => {
  if (!isDay(value)) throw new InvalidArgumentError('It must be a day, YYYY-MM-DD.')
  return value
}
