import { type Kysely, sql } from 'kysely'
import { type Changes, changesIn, type Turns } from './changes.ts'
import { type Datasets, datasetsIn } from './datasets.ts'
import { type Deliveries, deliveriesIn } from './deliveries.ts'
import { type Keys, keysIn } from './keys.ts'
import { type Leads, leadsIn } from './leads.ts'
import { type Leases, leasesIn } from './leases.ts'
import { type Limits, limitsInMemory } from './limits.ts'
import { enqueue } from './outbox.ts'
import type { Kind, Tables } from './schema.ts'
import { guarded, type StoreError } from './store-error.ts'
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
  /** Rejects when the database cannot be reached. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** A directory for the SQLite file, or the `postgres://` address of a server. */
export type Place = { readonly dataDir: string } | { readonly databaseUrl: string }

export interface StoreOptions {
  /** How long a query waits for a connection, a lock or an answer. */
  readonly patienceMs?: number
  /** Told of trouble that no caller sees: a lost idle connection, limits counted locally. */
  readonly onTrouble?: (error: StoreError) => void
  /** The last migration to apply, for tests of upgrades; all of them otherwise. */
  readonly upTo?: string
}

/** Opens the store with its tables up to date; several instances may open the same place at once. */
export function openStore(place: Place, options: StoreOptions = {}): Promise<Store> {
  const settings = { patienceMs: 3_000, onTrouble: () => {}, ...options }
  return guarded('store.open', () =>
    'databaseUrl' in place ? openOnPostgres(place.databaseUrl, settings) : openOnSqlite(place.dataDir, settings),
  )
}

/** The options with their defaults filled in. */
export type StoreSettings = Required<Omit<StoreOptions, 'upTo'>> & Pick<StoreOptions, 'upTo'>

async function openOnSqlite(dataDir: string, settings: StoreSettings): Promise<Store> {
  const { openSqlite } = await import('./sqlite.ts')
  const { db, turns, scrub } = await openSqlite(dataDir, settings)
  return storeOn('sqlite', db, scrub, limitsInMemory(), () => db.destroy(), turns)
}

async function openOnPostgres(url: string, settings: StoreSettings): Promise<Store> {
  // Loaded only where it is used: the driver costs every start of the command line its time.
  const [{ openPostgres }, { limitsShared }] = await Promise.all([
    import('./postgres.ts'),
    import('./limits-postgres.ts'),
  ])
  const { db, counting } = await openPostgres(url, settings)
  const limits = limitsShared(counting, settings.onTrouble)
  // PostgreSQL's own vacuum takes deleted rows away.
  return storeOn(
    'postgres',
    db,
    async () => {},
    limits,
    async () => {
      await Promise.all([db.destroy(), limits.close()])
    },
  )
}

function storeOn(
  kind: Kind,
  db: Kysely<Tables>,
  scrub: () => Promise<void>,
  limits: Limits,
  release: () => Promise<void>,
  turns?: Turns,
): Store {
  const { inTransaction, ...changes } = changesIn(db, enqueue, turns)
  let closing: Promise<void> | undefined
  return {
    kind,
    leads: leadsIn(db, scrub),
    keys: keysIn(db),
    changes,
    datasets: datasetsIn(db, inTransaction),
    limits,
    webhooks: webhooksIn(db),
    deliveries: deliveriesIn(db),
    leases: leasesIn(db, kind),
    ping: () => guarded('store.ping', async () => void (await sql`select 1 from leads limit 1`.execute(db))),
    close() {
      closing ??= guarded('store.close', release)
      return closing
    },
  }
}
