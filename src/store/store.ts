import { randomBytes } from 'node:crypto'
import { type Kysely, type LogEvent, sql } from 'kysely'
import { alertsIn } from './alerts/alerts.ts'
import { mailLeasesIn } from './alerts/mail-leases.ts'
import { auditIn } from './audit/audit.ts'
import { keysIn } from './keys/keys.ts'
import { leadsIn } from './leads/leads.ts'
import { type Limits, limitsInMemory } from './limits/limits.ts'
import { listsIn } from './lists/lists.ts'
import { screeningsIn } from './lists/screenings.ts'
import { enqueue } from './outbox/outbox.ts'
import { damageIn } from './sql/damage.ts'
import type { Kind, StoreOptions, StoreSettings, Tables } from './sql/schema.ts'
import { secretBox } from './sql/secret-box.ts'
import { guarded, writeFailure } from './sql/store-error.ts'
import { type Transact, transactIn } from './sql/transact.ts'
import { changeRecorder } from './versions/change-recorder.ts'
import { changesIn } from './versions/changes.ts'
import { datasetsIn } from './versions/datasets.ts'
import { lawChecksIn } from './versions/law-checks.ts'
import { receiptKeysIn } from './versions/receipt-keys.ts'
import { deliveriesIn } from './webhooks/deliveries.ts'
import { leasesIn } from './webhooks/leases.ts'
import { webhooksIn } from './webhooks/webhooks.ts'

export type Store = ReturnType<typeof storeOn>

/** A directory for the SQLite file, or the `postgres://` address of a server. */
export type Place = { readonly dataDir: string } | { readonly databaseUrl: string }

/** Opens the store with its tables up to date; several instances may open the same place at once. */
export function openStore(place: Place, options: StoreOptions = {}): Promise<Store> {
  const settings = { timeoutMs: 3_000, countingTimeoutMs: 500, onError: () => {}, ...options }
  return guarded('store.open', () =>
    'databaseUrl' in place ? openOnPostgres(place.databaseUrl, settings) : openOnSqlite(place.dataDir, settings),
  )
}

async function openOnSqlite(dataDir: string, settings: StoreSettings): Promise<Store> {
  const [{ openSqlite }, { quickCheck }] = await Promise.all([
    import('./sql/sqlite.ts'),
    import('./sql/quick-check.ts'),
  ])
  const failure = writeFailure()
  const damage = damageIn((signal) => quickCheck(file, signal))
  const { db, file, writeLock, truncateLog } = await openSqlite(dataDir, settings, observers(failure, damage))
  const transact = transactIn(db, writeLock)
  return storeOn('sqlite', db, settings, {
    limits: limitsInMemory(),
    transact,
    damage,
    afterDeletion: truncateLog,
    ping: async () => {
      await sql`select 1 from leads limit 1`.execute(db)
      await failure.tryAgain(() => tryWrite(transact))
    },
    close: () => db.destroy(),
  })
}

async function openOnPostgres(url: string, settings: StoreSettings): Promise<Store> {
  // The driver is loaded only where it is used, so that it does not slow down every start of the command line.
  const [{ openPostgres }, { limitsInPostgres }] = await Promise.all([
    import('./sql/postgres.ts'),
    import('./limits/limits-postgres.ts'),
  ])
  const failure = writeFailure()
  const damage = damageIn(async () => failedChecksums(db))
  const { db, countingPool } = await openPostgres(url, settings, observers(failure, damage))
  const limits = limitsInPostgres(countingPool, settings.onError)
  const transact = transactIn(db)
  return storeOn('postgres', db, settings, {
    limits,
    transact,
    damage,
    afterDeletion: async () => {}, // autovacuum removes deleted rows
    ping: async () => {
      // Writes nothing, but fails on a standby, so that its connection is closed and the next one may find the new primary.
      await sql`update leads set id = id where false`.execute(db)
      await failure.tryAgain(() => tryWrite(transact))
    },
    close: async () => {
      await Promise.all([db.destroy(), limits.close()])
    },
  })
}

const observers =
  (...all: readonly { observe(event: LogEvent): void }[]) =>
  (event: LogEvent) => {
    for (const { observe } of all) observe(event)
  }

/** What PostgreSQL itself has met with since its statistics began; nothing where it keeps no checksums of its pages. */
async function failedChecksums(db: Kysely<Tables>): Promise<string | null> {
  const { rows } = await sql<{ failures: string | null }>`
    select checksum_failures as failures from pg_stat_database where datname = current_database()`.execute(db)
  const failures = Number(rows[0]?.failures ?? 0)
  return failures > 0 ? `${failures} failed checksums of pages` : null
}

/** Writes more than a lead takes, and deletes it in the same transaction. */
function tryWrite(transact: Transact) {
  const row = { name: 'write_check', value: randomBytes(48 * 1024).toString('base64') }
  return transact(
    (trx) => trx.insertInto('store_values').values(row).execute(),
    (trx) => trx.deleteFrom('store_values').where('name', '=', row.name).execute(),
  )
}

/** What differs between the two databases. */
interface Backend {
  readonly limits: Limits
  readonly transact: Transact
  readonly damage: ReturnType<typeof damageIn>
  /** Removes deleted rows from the database's own logs. */
  afterDeletion(): Promise<void>
  ping(): Promise<void>
  close(): Promise<void>
}

function storeOn(
  kind: Kind,
  db: Kysely<Tables>,
  { secretKeys }: StoreSettings,
  { limits, transact, damage, afterDeletion, ping, close }: Backend,
) {
  const box = secretBox(secretKeys)
  const record = changeRecorder(transact, enqueue)
  let closing: Promise<void> | undefined
  return {
    kind,
    leads: leadsIn(db, transact, afterDeletion),
    keys: keysIn(db),
    audit: auditIn(db),
    changes: changesIn(db, record),
    datasets: datasetsIn(db, record),
    lawChecks: lawChecksIn(db),
    limits,
    webhooks: webhooksIn(db, box, transact),
    deliveries: deliveriesIn(db),
    leases: leasesIn(db, kind, box),
    lists: listsIn(db, transact),
    screenings: screeningsIn(db, kind, transact),
    receiptKeys: receiptKeysIn(db),
    alerts: alertsIn(db, box, transact, afterDeletion),
    mails: mailLeasesIn(db, kind, box, transact),
    /** Rejects when the database cannot be reached, while it refuses to write, and once it is known to be damaged. */
    ping: () =>
      guarded('store.ping', async () => {
        damage.refuse()
        await ping()
      }),
    /** Looks at the whole database: what is wrong first, or null. Rejects when it cannot look. */
    check: (signal: AbortSignal) => guarded('store.check', () => damage.check(signal)),
    /** What is known to be wrong, without looking. */
    damage: () => damage.found(),
    close(): Promise<void> {
      closing ??= guarded('store.close', close)
      return closing
    },
  }
}
