import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import { Pool, type PoolConfig } from 'pg'
import { migrate } from './migrations.ts'
import type { Tables } from './schema.ts'
import type { StoreSettings } from './store.ts'
import { StoreError } from './store-error.ts'

export interface PostgresDatabase {
  readonly db: Kysely<Tables>
  /** Connections of its own for counting, so that an export cannot slow down a lookup. */
  readonly counting: Pool
}

const QUERY_CONNECTIONS = 6
const COUNTING_CONNECTIONS = 4
/** A request waits no longer than this for its count. */
const COUNTING_PATIENCE_MS = 500

export async function openPostgres(
  url: string,
  { patienceMs, onTrouble, upTo }: StoreSettings,
): Promise<PostgresDatabase> {
  await migrateAlone(url, patienceMs, upTo)
  const pool = (max: number, patience: number): Pool =>
    watched(
      new Pool({
        ...connection(url, patience),
        max,
        statement_timeout: patience, // the server gives up …
        query_timeout: patience + 250, // … and so do we, should it never answer
      }),
      onTrouble,
    )
  return {
    db: new Kysely({ dialect: new PostgresDialect({ pool: discarding(pool(QUERY_CONNECTIONS, patienceMs)) }) }),
    counting: pool(COUNTING_CONNECTIONS, Math.min(patienceMs, COUNTING_PATIENCE_MS)),
  }
}

const connection = (url: string, patience: number): PoolConfig => ({
  connectionString: url,
  connectionTimeoutMillis: patience,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  application_name: 'cn-sanctions',
})

/**
 * Over a connection without time limits: Kysely waits for its advisory lock while another instance migrates,
 * and that lock belongs to the session.
 */
async function migrateAlone(url: string, patienceMs: number, upTo: string | undefined): Promise<void> {
  const pool = watched(new Pool({ ...connection(url, patienceMs), max: 1 }), () => {})
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    await migrate(db, 'postgres', upTo)
  } finally {
    await db.destroy()
  }
}

/** Without these listeners a connection that breaks while nobody uses it would end the process. */
function watched(pool: Pool, onTrouble: (error: StoreError) => void): Pool {
  pool.on('error', (error) => onTrouble(new StoreError('store.connection', error)))
  // Between two queries of one borrower the pool does not listen; the next query reports the break.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Gives up a connection once a query on it failed: one that timed out still waits, and would block the next. */
function discarding(pool: Pool): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      let failed = false
      const query = (text: string, values: unknown[]) =>
        client.query(text, values).catch((error: unknown) => {
          failed = true
          throw error
        })
      // Kysely's type also takes cursors; the store has none.
      return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(failed) }
    },
  }
}
