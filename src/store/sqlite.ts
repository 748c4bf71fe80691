import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import type { Turns } from './changes.ts'
import { closeToOthers } from './file-permissions.ts'
import { migrate } from './migrations.ts'
import type { Tables } from './schema.ts'
import type { StoreSettings } from './store.ts'

const FILE = 'cn-sanctions.db'
/** What else the service itself keeps in the directory: downloads of `law fetch`. */
const BESIDE = ['cellar']
const MIGRATION_PATIENCE_MS = 30_000
const RECORDING_PATIENCE_MS = 10_000

export interface SqliteDatabase {
  readonly db: Kysely<Tables>
  readonly turns: Turns
  /** Empties the write-ahead log, which otherwise keeps deleted rows until it is next full. */
  scrub(): Promise<void>
}

/** Opens (or makes) the database file. Several processes may do so at once. */
export async function openSqlite(dataDir: string, settings: StoreSettings): Promise<SqliteDatabase> {
  const { patienceMs, onTrouble, upTo } = settings
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, FILE)
  await (await open(file, 'a', 0o600)).close() // e-mails: a new file, and the logs beside it, are the owner's alone
  await closeToOthers(dataDir, FILE, BESIDE, onTrouble)
  const database = new Database(file, { timeout: 0 })
  try {
    await whenFree(() => database.pragma('journal_mode = WAL'))
    database.pragma('synchronous = FULL') // an fsync for each commit: a stored lead survives a power cut
    database.pragma('fullfsync = ON') // macOS: fsync alone stops at the drive's cache
    database.pragma('foreign_keys = ON')
    database.pragma('secure_delete = ON') // a forgotten e-mail is overwritten, not only unlinked
    const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
    // Kysely takes no lock on SQLite: the write lock of the file, held throughout, keeps other processes out.
    await whenFree(() => database.exec('begin immediate'))
    await migrate(db, 'sqlite', upTo)
    database.exec('commit')
    // Waiting blocks this process. It is short: a single statement, or a transaction that records a change of the law.
    database.pragma(`busy_timeout = ${patienceMs}`)
    const turns: Turns = {
      attempt: (work) => whenFree(work, RECORDING_PATIENCE_MS),
      lock: async (work) => {
        database.pragma('busy_timeout = 0')
        try {
          return await work()
        } finally {
          database.pragma(`busy_timeout = ${patienceMs}`)
        }
      },
    }
    return { db, turns, scrub: async () => void database.pragma('wal_checkpoint(TRUNCATE)') }
  } catch (error) {
    database.close()
    throw error
  }
}

/** Retries while another holds the file. SQLite's own waiting would block a second store opened in this process. */
async function whenFree<T>(work: () => T | Promise<T>, patienceMs = MIGRATION_PATIENCE_MS): Promise<T> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const busy = error instanceof Database.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code)
      if (!busy || Date.now() > deadline) throw error
    }
    await pause(5 + Math.random() * 20)
  }
}
