import type { LogEvent } from 'kysely'
import { isDamage, reasonOf, StoreError } from './store-error.ts'

/** What a check of the whole database found; null: no damage. It names pages and tables, never a stored value. */
export type LookForDamage = (signal: AbortSignal) => Promise<string | null>

/**
 * Remembers that the database is damaged, as a check of all of it or any query found, until a later check finds nothing. A
 * damaged file often goes on taking reads and writes, so nothing else would tell.
 */
export function damageIn(look: LookForDamage) {
  let found: string | null = null
  return {
    /** Told of every query of the database. */
    observe(event: LogEvent): void {
      if (event.level !== 'error') return
      const reason = reasonOf(event.error)
      if (isDamage(reason)) found ??= reason
    },
    async check(signal: AbortSignal): Promise<string | null> {
      found = await look(signal)
      return found
    },
    found: () => found,
    refuse(): void {
      if (found !== null) throw new StoreError('store.check', `damaged: ${found}`)
    },
  }
}
