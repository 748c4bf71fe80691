import { chmod, lstat, mkdir, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { Kysely, type LogEvent, SqliteDialect, sql } from 'kysely'
import { migrate } from './migrations.ts'
import type { StoreSettings, Tables } from './schema.ts'
import { StoreError } from './store-error.ts'
import type { WriteLock } from './transact.ts'

const FILE = 'cn-sanctions.db'
/** What else this program keeps in the directory: downloads of `law fetch`, the key of receipts. */
const OTHER_ENTRIES = ['cellar', 'receipt-key.pem']
const MIGRATION_TIMEOUT_MS = 30_000
const RECORDING_TIMEOUT_MS = 10_000

/** Opens the database file, and creates it if there is none. Several processes may do so at once. */
export async function openSqlite(dataDir: string, settings: StoreSettings, log: (event: LogEvent) => void = () => {}) {
  const { timeoutMs, onError } = settings
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, FILE)
  await (await open(file, 'a', 0o600)).close() // it holds e-mails: only the owner may read a new file and its logs
  await restrictToOwner(dataDir, onError)
  const database = new Database(file, { timeout: 0 })
  try {
    await retryWhileBusy(() => database.pragma('journal_mode = WAL'))
    database.pragma('synchronous = FULL') // one fsync for each commit, so that a stored lead survives a power cut
    database.pragma('fullfsync = ON') // on macOS fsync alone stops at the drive's cache: https://www.sqlite.org/pragma.html#pragma_fullfsync
    database.pragma('foreign_keys = ON')
    database.pragma('secure_delete = ON') // a deleted e-mail is overwritten, not only unlinked
    const db = new Kysely<Tables>({ dialect: dialectOn(database), log })
    // Kysely's migrator takes no lock on SQLite, so the write lock of the file is held meanwhile to keep other processes out.
    await retryWhileBusy(() => database.exec('begin immediate'))
    await migrate(db, 'sqlite', settings)
    database.exec('commit')
    // Waiting for the lock blocks this process, but not for long: others hold it for a statement or one short transaction.
    database.pragma(`busy_timeout = ${timeoutMs}`)
    const writeLock: WriteLock = {
      retryWhileBusy: (transaction) => retryWhileBusy(transaction, RECORDING_TIMEOUT_MS),
      failIfBusy: async (statement) => {
        database.pragma('busy_timeout = 0')
        try {
          return await statement()
        } finally {
          database.pragma(`busy_timeout = ${timeoutMs}`)
        }
      },
    }
    // Truncates the write-ahead log, which otherwise keeps deleted rows until it is next full. Through Kysely, which waits
    // for a transaction of this connection that is under way.
    const truncateLog = async () => void (await sql`pragma wal_checkpoint(truncate)`.execute(db))
    return { db, file, writeLock, truncateLog }
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * When a disk is full SQLite may roll a transaction back by itself (https://www.sqlite.org/lang_transaction.html, section
 * 2.2). Kysely's rollback would then fail, and its error would hide the reason.
 */
function dialectOn(database: Database.Database): SqliteDialect {
  const dialect = new SqliteDialect({ database })
  const createDriver = dialect.createDriver.bind(dialect)
  dialect.createDriver = () => {
    const driver = createDriver()
    const rollback = driver.rollbackTransaction.bind(driver)
    driver.rollbackTransaction = async (connection) => {
      if (database.inTransaction) await rollback(connection)
    }
    return driver
  }
  return dialect
}

/** Retries while another connection holds the lock. The busy timeout of SQLite would block this process meanwhile. */
async function retryWhileBusy<T>(work: () => T | Promise<T>, timeoutMs = MIGRATION_TIMEOUT_MS): Promise<T> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const busy = error instanceof Database.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code)
      if (!busy || performance.now() > deadline) throw error
    }
    await pause(5 + Math.random() * 20)
  }
}

/** The permissions of group and others. */
const GROUP_AND_OTHERS = 0o077

/**
 * Restricts the files of the database to their owner, since they hold e-mails and the secrets of webhooks. New files are
 * created so; existing ones may come from an earlier version, a copy or a backup. The directory is restricted too if it
 * holds nothing else. A mode that cannot be changed is reported, and the store opens all the same.
 */
async function restrictToOwner(dataDir: string, onError: StoreSettings['onError']): Promise<void> {
  if (process.platform === 'win32') return // Windows has no such modes
  try {
    const names = await readdir(dataDir)
    const ours = names.filter((name) => name.startsWith(FILE))
    for (const name of ours) await restrict(join(dataDir, name), onError)
    if (names.every((name) => ours.includes(name) || OTHER_ENTRIES.includes(name))) await restrict(dataDir, onError)
  } catch (error) {
    onError(new StoreError('store.permissions', error))
  }
}

async function restrict(path: string, onError: StoreSettings['onError']): Promise<void> {
  try {
    const found = await lstat(path)
    // A link is left alone: its target may belong to somebody else.
    if ((found.mode & GROUP_AND_OTHERS) === 0 || found.isSymbolicLink()) return
    await chmod(path, found.mode & 0o700)
  } catch (error) {
    // Another process that closed the database has deleted its log.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
    onError(new StoreError('store.permissions', error))
  }
}
