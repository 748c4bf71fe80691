import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './schema.ts'

/** How a database waits for its write lock. The busy timeout of SQLite blocks the whole process, so SQLite retries instead. */
export interface WriteLock {
  /** Runs a transaction, and runs it again while another process holds the lock. */
  retryWhileBusy<T>(transaction: () => Promise<T>): Promise<T>
  /** Runs the first statement of the transaction, which fails at once when the lock is held. */
  failIfBusy<T>(statement: () => Promise<T>): Promise<T>
}

/** For a database that waits for locks without blocking this process. */
const DATABASE_WAITS: WriteLock = { retryWhileBusy: (work) => work(), failIfBusy: (work) => work() }

/**
 * Runs a transaction whose first statement writes. On SQLite that statement takes the write lock, and the transaction is
 * tried again while another process has it.
 */
export type Transact = <F, T>(
  first: (trx: Transaction<Tables>) => Promise<F>,
  rest: (trx: Transaction<Tables>, found: F) => Promise<T>,
) => Promise<T>

export const transactIn =
  (db: Kysely<Tables>, { retryWhileBusy, failIfBusy } = DATABASE_WAITS): Transact =>
  (first, rest) =>
    retryWhileBusy(() => db.transaction().execute(async (trx) => rest(trx, await failIfBusy(() => first(trx)))))
