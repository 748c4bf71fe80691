import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { type Alerts, alertsIn } from './alerts/alerts.ts'
import { type MailLeases, mailLeasesIn } from './alerts/mail-leases.ts'
import { changeRecorder, DATABASE_WAITS, type WriteLock } from './change-recorder.ts'
import { type Changes, changesIn } from './changes.ts'
import { type Datasets, datasetsIn } from './datasets.ts'
import { type Deliveries, deliveriesIn } from './deliveries.ts'
import { type Keys, keysIn } from './keys.ts'
import { type Leads, leadsIn } from './leads.ts'
import { type Leases, leasesIn } from './leases.ts'
import { type Limits, limitsInMemory } from './limits/limits.ts'
import type { Lists } from './lists/lists.ts'
import { listsIn } from './lists/lists-in.ts'
import { type Screenings, screeningsIn } from './lists/screenings.ts'
import { enqueue } from './outbox.ts'
import { type ReceiptKeys, receiptKeysIn } from './receipt-keys.ts'
import type { Kind, StoreOptions, StoreSettings, Tables } from './schema.ts'
import { secretBox } from './secret-box.ts'
import { guarded, writeFailure } from './store-error.ts'
import { type Webhooks, webhooksIn } from './webhooks.ts'

export interface Store {
  readonly kind: Kind
  readonly leads: Leads
  readonly keys: Keys
  readonly changes: Changes
  readonly datasets: Datasets
  readonly limits: Limits
  readonly webhooks: Webhooks
  readonly deliveries: Deliveries
  readonly leases: Leases
  readonly lists: Lists
  readonly screenings: Screenings
  readonly receiptKeys: ReceiptKeys
  readonly alerts: Alerts
  readonly mails: MailLeases
  /** Rejects when the database cannot be reached, and while it refuses to write. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** A directory for the SQLite file, or the `postgres://` address of a server. */
export type Place = { readonly dataDir: string } | { readonly databaseUrl: string }

/** Opens the store with its tables up to date; several instances may open the same place at once. */
export function openStore(place: Place, options: StoreOptions = {}): Promise<Store> {
  const settings = { timeoutMs: 3_000, countingTimeoutMs: 500, processes: 1, onError: () => {}, ...options }
  return guarded('store.open', () =>
    'databaseUrl' in place ? openOnPostgres(place.databaseUrl, settings) : openOnSqlite(place.dataDir, settings),
  )
}

async function openOnSqlite(dataDir: string, settings: StoreSettings): Promise<Store> {
  const { openSqlite } = await import('./sqlite.ts')
  const failure = writeFailure()
  const { db, writeLock, truncateLog } = await openSqlite(dataDir, settings, failure.observe)
  return storeOn('sqlite', db, settings, {
    limits: limitsInMemory(),
    writeLock,
    afterDeletion: truncateLog,
    ping: async () => {
      await sql`select 1 from leads limit 1`.execute(db)
      await failure.tryAgain(() => tryWrite(db, writeLock))
    },
    close: () => db.destroy(),
  })
}

async function openOnPostgres(url: string, settings: StoreSettings): Promise<Store> {
  // The driver is loaded only where it is used, so that it does not slow down every start of the command line.
  const [{ openPostgres }, { limitsInPostgres }] = await Promise.all([
    import('./postgres.ts'),
    import('./limits/limits-postgres.ts'),
  ])
  const failure = writeFailure()
  const { db, countingPool } = await openPostgres(url, settings, failure.observe)
  const limits = limitsInPostgres(countingPool, settings.processes, settings.onError)
  return storeOn('postgres', db, settings, {
    limits,
    afterDeletion: async () => {}, // autovacuum removes deleted rows
    ping: async () => {
      // Writes nothing, but fails on a standby, so that its connection is closed and the next one may find the new primary.
      await sql`update leads set id = id where false`.execute(db)
      await failure.tryAgain(() => tryWrite(db))
    },
    close: async () => {
      await Promise.all([db.destroy(), limits.close()])
    },
  })
}

/** Writes more than a lead takes, and deletes it in the same transaction. */
const tryWrite = (db: Kysely<Tables>, { failIfBusy } = DATABASE_WAITS) =>
  db.transaction().execute(async (trx) => {
    const row = { name: 'write_check', value: randomBytes(48 * 1024).toString('base64') }
    await failIfBusy(() => trx.insertInto('store_values').values(row).execute())
    await trx.deleteFrom('store_values').where('name', '=', row.name).execute()
  })

/** What differs between the two databases. */
interface Backend {
  readonly limits: Limits
  readonly writeLock?: WriteLock
  /** Removes deleted rows from the database's own logs. */
  afterDeletion(): Promise<void>
  ping(): Promise<void>
  close(): Promise<void>
}

function storeOn(
  kind: Kind,
  db: Kysely<Tables>,
  { secretKeys }: StoreSettings,
  { limits, writeLock = DATABASE_WAITS, afterDeletion, ping, close }: Backend,
): Store {
  const box = secretBox(secretKeys)
  const record = changeRecorder(db, enqueue, writeLock)
  let closing: Promise<void> | undefined
  return {
    kind,
    leads: leadsIn(db, afterDeletion),
    keys: keysIn(db),
    changes: changesIn(db, record),
    datasets: datasetsIn(db, record),
    limits,
    webhooks: webhooksIn(db, box, writeLock),
    deliveries: deliveriesIn(db),
    leases: leasesIn(db, kind, box),
    lists: listsIn(db, writeLock),
    screenings: screeningsIn(db, kind, writeLock),
    receiptKeys: receiptKeysIn(db),
    alerts: alertsIn(db, box, writeLock, afterDeletion),
    mails: mailLeasesIn(db, kind, box, writeLock),
    ping: () => guarded('store.ping', ping),
    close() {
      closing ??= guarded('store.close', close)
      return closing
    },
  }
}
