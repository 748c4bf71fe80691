import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { newSalt } from './idempotency-keys.ts'
import type { Kind, StoreSettings, Tables } from './schema.ts'
import { StoreError } from './store-error.ts'

/**
 * Applied in the order of their names. A migration that was released is never edited; a new one is added. It only adds, so
 * that older versions of this program go on. One that takes something away comes a release after the last code that used
 * it, and is named after the oldest migration that programs must then know: `0012_drop_old_columns_needs_0011`
 * (docs/scaling.md).
 */
const migrations = (kind: Kind): Record<string, Migration> => ({
  '0001_store': {
    async up(db: Kysely<unknown>) {
      for (const statement of firstTables(kind)) await sql.raw(statement).execute(db)
      await newSalt(db)
    },
  },
})

/** The tables of the first release; `schema.ts` says what their columns hold. */
function firstTables(kind: Kind): readonly string[] {
  // PostgreSQL would sort by the locale of the server; the collation "C" sorts by bytes, as SQLite does.
  const text = kind === 'postgres' ? 'text collate "C"' : 'text'
  const bytes = kind === 'postgres' ? 'bytea' : 'blob'
  const counter =
    kind === 'postgres' ? 'integer generated always as identity primary key' : 'integer primary key autoincrement'
  const id = `${text} primary key`
  const some = `${text} not null`
  const count = 'integer not null'
  const asked = ['origin', 'dispatch', 'destination', 'via', 'value', 'direction', 'regime', 'contract_date', 'facts']
    .map((field) => `${field} ${text}`)
    .join(', ')
  return [
    `create table leads (id ${id}, email ${some}, email_folded ${some}, source ${text}, utm ${text},
      idempotency_key ${text} unique, created_at ${some})`,
    'create index leads_email_folded on leads (email_folded)',
    'create index leads_oldest_first on leads (created_at, id)',

    `create table lead_requests (caller_hash ${id}, content_hash ${some}, created_at ${some})`,
    'create index lead_requests_oldest on lead_requests (created_at)',

    `create table store_values (name ${id}, value ${some})`,

    `create table api_keys (id ${id}, name ${some}, prefix ${some}, hash ${some} unique, old_hash ${text} unique,
      old_until ${text}, rotated_at ${text}, per_minute integer, expires ${text}, created_at ${some},
      revoked_at ${text}, names_day ${text}, names_used integer)`,

    `create table datasets (version ${id}, introduced ${count} unique, published ${count}, law ${bytes} not null,
      recorded_at ${some}, has_receipts ${count} default 0)`,

    `create table receipt_keys (kid ${id}, jwk ${some}, created_at ${some})`,

    `create table changes (id ${id}, seq ${count} unique, version ${text}, type ${some}, day ${some}, regime ${text},
      annex ${text}, article ${text}, cn_codes ${some}, act ${text}, text_pl ${some}, text_en ${some},
      recorded_at ${some})`,

    `create table change_days (day ${id}, recorded_at ${some})`,

    `create table change_feed (seq ${count})`,
    'insert into change_feed (seq) values (0)',

    `create table webhook_endpoints (id ${id}, key_id ${some}, url ${some}, host ${some}, codes ${some}, events ${some},
      lang ${some}, secret ${some}, old_secret ${text}, old_secret_until ${text}, state ${some}, reason ${text},
      state_since ${some}, created_at ${some}, next_at ${text}, lease ${text}, leased_until ${text},
      request_hash ${text} unique, request_content ${text}, rotation_hash ${text})`,
    'create index webhook_endpoints_of_key on webhook_endpoints (key_id)',
    // One change makes all webhooks due at the same moment. By the moment alone, each claim would sort all of them by id.
    "create index webhook_endpoints_queue on webhook_endpoints (next_at, id) where state = 'active'",

    `create table webhook_events (seq ${counter}, type ${some}, day ${some}, regime ${text}, annex ${text},
      article ${text}, act ${text}, changes ${some}, at ${some}, list ${text})`,

    `create table webhook_deliveries (id ${id}, endpoint_id ${some}, event_seq ${count}, state ${some},
      attempts ${count}, due_at ${some}, created_at ${some}, finished_at ${text}, last_at ${text}, last_status integer,
      last_error ${text}, last_ms integer)`,
    'create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, created_at, id)',
    'create index webhook_deliveries_of_event on webhook_deliveries (event_seq)',
    'create index webhook_deliveries_finished on webhook_deliveries (finished_at)',
    // A partial index stays small whatever history there is. Workers find the next delivery by it.
    `create index webhook_deliveries_pending on webhook_deliveries (endpoint_id, event_seq) where state = 'pending'`,

    `create table lists (id ${id}, key_id ${some}, name ${some}, lang ${some}, version ${some}, items ${count},
      names ${count}, bans ${count}, created_at ${some}, updated_at ${some}, unchecked ${count},
      screened_introduced integer, screened_version ${text}, screened_day ${text}, screened_at ${text},
      change_seq ${count}, lease ${text}, leased_until ${text}, unique (key_id, name))`,

    `create table list_items (list_id ${some}, id ${some}, position ${count}, q ${some}, ${asked},
      by_name ${count}, state ${text}, acts ${text}, primary key (list_id, id))`,
    'create index list_items_in_order on list_items (list_id, position)',

    `create table list_changes (list_id ${some}, seq ${count}, item_id ${some}, q ${some}, ${asked},
      "before" ${some}, after ${some}, sentence ${some}, acts ${some}, day ${some}, dataset ${some}, recorded_at ${some},
      primary key (list_id, seq))`,
    'create index list_changes_oldest on list_changes (recorded_at)',

    `create table mail_recipients (id ${id}, address ${some}, address_hash ${some} unique, mailbox_id ${some},
      created_at ${some}, next_at ${text}, lease ${text}, leased_until ${text}, not_before ${text}, mail ${text},
      attempts ${count})`,
    'create index mail_recipients_due on mail_recipients (next_at, id)',
    'create index mail_recipients_mailbox on mail_recipients (mailbox_id)',

    `create table alerts (id ${id}, recipient_id ${some}, lang ${some}, codes ${some}, regime ${text}, list_id ${text},
      state ${some}, created_at ${some}, told_seq ${count}, due_seq ${count})`,
    'create index alerts_of_recipient on alerts (recipient_id, id)',
    'create index alerts_of_list on alerts (list_id)',
    'create index alerts_by_state on alerts (state, created_at)',

    `create table refused_mailboxes (hash ${id}, created_at ${some})`,
    `create table day_counts (name ${id}, day ${some}, used ${count})`,
    // On SQLite limits are counted in memory. Unlogged, since a count is not worth an fsync.
    ...(kind === 'postgres'
      ? [
          `create unlogged table rate_limits (key text primary key, points ${count} default 0, expire bigint)
            with (fillfactor = 70)`,
        ]
      : []),
  ]
}

const NEEDS = /_needs_(\d{4})$/

/** Brings the tables up to date. On SQLite the caller must hold the write lock. */
export async function migrate(
  db: Kysely<Tables>,
  kind: Kind,
  { onError }: Pick<StoreSettings, 'onError'>,
): Promise<void> {
  const schema = kind === 'postgres' ? await currentSchema(db) : null
  const known = migrations(kind)
  const apply = async (given: Readonly<Record<string, Migration>>): Promise<unknown> => {
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => given },
      // The default names might collide with another program in the same database that uses Kysely.
      migrationTableName: 'store_migrations',
      migrationLockTableName: 'store_migrations_lock',
      // Without a schema Kysely accepts a table of that name in any schema, such as that of a second installation.
      ...(schema !== null && { migrationTableSchema: schema }),
    })
    return (await migrator.migrateToLatest()).error
  }
  const error = await apply(known)
  if (error === undefined) return
  if (!isUnknownMigration(error)) throw new StoreError('store.migrate', error)
  const newer = await newerMigrations(db, Object.keys(known))
  if (newer.length === 0) throw new StoreError('store.migrate', error.message)
  // Kysely refuses a database with migrations that it is not given; those that were applied are not run again.
  const again = await apply({ ...known, ...Object.fromEntries(newer.map((name) => [name, APPLIED_ELSEWHERE])) })
  if (again !== undefined) throw new StoreError('store.migrate', again)
  const message = `a newer version has migrated the database (${newer.join(', ')}); it is used as it is`
  onError(new StoreError('store.migrate', message))
}

const APPLIED_ELSEWHERE: Migration = {
  up: () => Promise.reject(new Error('applied by a newer version')),
}

/** The message names migrations only, so it is safe to show. */
const isUnknownMigration = (error: unknown): error is Error =>
  error instanceof Error && error.message.startsWith('corrupted migrations')

/** Applied migrations that come after all that are known here; none when others are unknown too. Throws if one needs more. */
async function newerMigrations(db: Kysely<Tables>, known: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select name from store_migrations order by name`.execute(db)
  const unknown = rows.map(({ name }) => name).filter((name) => !known.includes(name))
  const last = known.toSorted().at(-1) ?? ''
  if (unknown.some((name) => name <= last)) return []
  for (const name of unknown) {
    const needed = NEEDS.exec(name)?.[1]
    if (needed !== undefined && needed > last.slice(0, 4))
      throw new StoreError(
        'store.migrate',
        `the database has the migration ${name} of a newer version; use a version that knows migration ${needed}`,
      )
  }
  return unknown
}

async function currentSchema(db: Kysely<Tables>): Promise<string | null> {
  const { rows } = await sql<{ schema: string | null }>`select current_schema() as schema`.execute(db)
  return rows[0]?.schema ?? null
}
