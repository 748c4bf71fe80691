import { Kysely, type LogEvent, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import { Pool, type PoolClient, type PoolConfig } from 'pg'
import { migrate } from './migrations.ts'
import type { StoreSettings, Tables } from './schema.ts'
import { reasonOf, StoreError } from './store-error.ts'

const QUERY_CONNECTIONS = 6
const COUNTING_CONNECTIONS = 4

export async function openPostgres(url: string, settings: StoreSettings, log: (event: LogEvent) => void = () => {}) {
  const { timeoutMs, countingTimeoutMs, onError } = settings
  await migrateWithoutTimeout(url, settings)
  const pool = (max: number, timeout: number): Pool =>
    withErrorListeners(
      new Pool({
        ...connection(url, timeout),
        max,
        statement_timeout: timeout, // the server gives up after this time,
        query_timeout: timeout + 250, // and the client shortly after, should the server never answer
      }),
      onError,
    )
  return {
    db: new Kysely({ dialect: new PostgresDialect({ pool: discardFailed(pool(QUERY_CONNECTIONS, timeoutMs)) }), log }),
    // Rate limits have connections of their own, so that an export cannot slow down a lookup.
    countingPool: pool(COUNTING_CONNECTIONS, Math.min(timeoutMs, countingTimeoutMs)),
  }
}

const connection = (url: string, timeout: number): PoolConfig => ({
  connectionString: url,
  connectionTimeoutMillis: timeout,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  application_name: 'cn-sanctions',
})

/**
 * Migrates over a connection without a statement timeout, since Kysely waits for its advisory lock while another instance
 * migrates. A single connection, since that lock belongs to the session.
 */
async function migrateWithoutTimeout(url: string, settings: StoreSettings): Promise<void> {
  const pool = withErrorListeners(new Pool({ ...connection(url, settings.timeoutMs), max: 1 }), () => {})
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    await migrate(db, 'postgres', settings)
  } finally {
    await db.destroy()
  }
}

/** Without these listeners a connection that breaks while it is idle would end the process: https://node-postgres.com/apis/pool#error */
function withErrorListeners(pool: Pool, onError: (error: StoreError) => void): Pool {
  pool.on('error', (error) => onError(new StoreError('store.connection', error)))
  // The pool does not listen on a connection that is checked out; its next query reports the break.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** A write was refused because the server is a standby, or has become one. */
const READ_ONLY = '25006'

/**
 * Closes a connection once a query on it failed: a query that timed out still runs, and would block the next one. When a
 * server refuses to write, all connections to it are closed: after a failover they would lead to the old primary.
 */
function discardFailed(pool: Pool): PostgresPool {
  const isOld = new WeakSet<PoolClient>()
  const open = new Set<PoolClient>()
  pool.on('connect', (client) => open.add(client))
  pool.on('remove', (client) => open.delete(client))

  async function current(): Promise<PoolClient> {
    for (;;) {
      const client = await pool.connect()
      if (!isOld.has(client)) return client
      client.release(true)
    }
  }

  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await current()
      let failed = false
      const query = (text: string, values: unknown[]) =>
        client.query(text, values).catch((error: unknown) => {
          failed = true
          if (reasonOf(error) === READ_ONLY) for (const other of open) isOld.add(other)
          throw error
        })
      // Kysely's type also takes cursors; the store has none.
      return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(failed) }
    },
  }
}
