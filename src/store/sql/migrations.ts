import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { hashOldKeys, newSalt } from './idempotency-keys.ts'
import type { Kind, StoreSettings, Tables } from './schema.ts'
import { StoreError } from './store-error.ts'

/**
 * Applied in the order of their names. A migration that was released is never edited; a new one is added. It only adds, so
 * that older versions of this program go on: test/store/rolling.test.ts holds that. One that takes something away comes a
 * release after the last code that used it, and is named after the oldest migration that programs must then know:
 * `0012_drop_old_columns_needs_0011` (docs/scaling.md).
 */
const migrations = (kind: Kind): Record<string, Migration> => {
  // PostgreSQL would sort by the locale of the server; the collation "C" sorts by bytes, as SQLite does.
  const text = kind === 'postgres' ? sql`text collate "C"` : sql`text`
  return {
    '0001_leads': {
      async up(db: Kysely<unknown>) {
        await db.schema
          .createTable('leads')
          .addColumn('id', text, (column) => column.primaryKey())
          .addColumn('email', text, (column) => column.notNull())
          .addColumn('email_folded', text, (column) => column.notNull())
          .addColumn('source', text)
          .addColumn('utm', text)
          .addColumn('idempotency_key', text)
          .addColumn('created_at', text, (column) => column.notNull())
          .execute()
        await db.schema.createIndex('leads_idempotency_key').on('leads').column('idempotency_key').unique().execute()
        await db.schema.createIndex('leads_email_folded').on('leads').column('email_folded').execute()
        await db.schema.createIndex('leads_oldest_first').on('leads').columns(['created_at', 'id']).execute()
      },
    },
    '0002_api_keys': {
      async up(db: Kysely<unknown>) {
        await db.schema
          .createTable('api_keys')
          .addColumn('id', text, (column) => column.primaryKey())
          .addColumn('name', text, (column) => column.notNull())
          .addColumn('prefix', text, (column) => column.notNull())
          .addColumn('hash', text, (column) => column.notNull().unique())
          .addColumn('per_minute', 'integer')
          .addColumn('expires', text)
          .addColumn('created_at', text, (column) => column.notNull())
          .addColumn('revoked_at', text)
          .execute()
      },
    },
    '0003_rate_limits': {
      async up(db: Kysely<unknown>) {
        if (kind === 'sqlite') return // on SQLite limits are counted in memory
        // Unlogged, since a count is not worth an fsync.
        await sql`create unlogged table rate_limits (
          key text primary key, points integer not null default 0, expire bigint) with (fillfactor = 70)`.execute(db)
      },
    },
    '0004_changes': {
      async up(db: Kysely<unknown>) {
        await db.schema
          .createTable('datasets')
          .addColumn('version', text, (column) => column.primaryKey())
          .addColumn('introduced', 'integer', (column) => column.notNull().unique())
          .addColumn('published', 'integer', (column) => column.notNull())
          .addColumn('law', kind === 'postgres' ? 'bytea' : 'blob', (column) => column.notNull())
          .addColumn('recorded_at', text, (column) => column.notNull())
          .execute()
        await db.schema
          .createTable('changes')
          .addColumn('id', text, (column) => column.primaryKey())
          .addColumn('seq', 'integer', (column) => column.notNull().unique())
          .addColumn('version', text)
          .addColumn('type', text, (column) => column.notNull())
          .addColumn('day', text, (column) => column.notNull())
          .addColumn('regime', text)
          .addColumn('annex', text)
          .addColumn('article', text)
          .addColumn('cn_codes', text, (column) => column.notNull())
          .addColumn('act', text)
          .addColumn('text_pl', text, (column) => column.notNull())
          .addColumn('text_en', text, (column) => column.notNull())
          .addColumn('recorded_at', text, (column) => column.notNull())
          .execute()
        await db.schema
          .createTable('change_days')
          .addColumn('day', text, (column) => column.primaryKey())
          .addColumn('recorded_at', text, (column) => column.notNull())
          .execute()
        await db.schema
          .createTable('change_feed')
          .addColumn('seq', 'integer', (column) => column.notNull())
          .execute()
        await sql`insert into change_feed (seq) values (0)`.execute(db)
      },
    },
    '0005_webhooks': {
      async up(db: Kysely<unknown>) {
        await db.schema
          .createTable('webhook_endpoints')
          .addColumn('id', text, (column) => column.primaryKey())
          .addColumn('key_id', text, (column) => column.notNull())
          .addColumn('url', text, (column) => column.notNull())
          .addColumn('host', text, (column) => column.notNull())
          .addColumn('codes', text, (column) => column.notNull())
          .addColumn('events', text, (column) => column.notNull())
          .addColumn('lang', text, (column) => column.notNull())
          .addColumn('secret', text, (column) => column.notNull())
          .addColumn('old_secret', text)
          .addColumn('old_secret_until', text)
          .addColumn('state', text, (column) => column.notNull())
          .addColumn('reason', text)
          .addColumn('created_at', text, (column) => column.notNull())
          .addColumn('next_at', text)
          .addColumn('lease', text)
          .addColumn('leased_until', text)
          .execute()
        await db.schema.createIndex('webhook_endpoints_of_key').on('webhook_endpoints').column('key_id').execute()
        await db.schema.createIndex('webhook_endpoints_due').on('webhook_endpoints').column('next_at').execute()
        await db.schema
          .createTable('webhook_events')
          .addColumn('seq', 'integer', (column) =>
            kind === 'postgres' ? column.primaryKey().generatedAlwaysAsIdentity() : column.primaryKey().autoIncrement(),
          )
          .addColumn('type', text, (column) => column.notNull())
          .addColumn('day', text, (column) => column.notNull())
          .addColumn('regime', text)
          .addColumn('annex', text)
          .addColumn('article', text)
          .addColumn('act', text)
          .addColumn('changes', text, (column) => column.notNull())
          .addColumn('at', text, (column) => column.notNull())
          .execute()
        await db.schema
          .createTable('webhook_deliveries')
          .addColumn('id', text, (column) => column.primaryKey())
          .addColumn('endpoint_id', text, (column) => column.notNull())
          .addColumn('event_seq', 'integer', (column) => column.notNull())
          .addColumn('state', text, (column) => column.notNull())
          .addColumn('attempts', 'integer', (column) => column.notNull())
          .addColumn('due_at', text, (column) => column.notNull())
          .addColumn('created_at', text, (column) => column.notNull())
          .addColumn('finished_at', text)
          .addColumn('last_at', text)
          .addColumn('last_status', 'integer')
          .addColumn('last_error', text)
          .addColumn('last_ms', 'integer')
          .execute()
        const index = (name: string) => db.schema.createIndex(name).on('webhook_deliveries')
        await index('webhook_deliveries_of_endpoint').columns(['endpoint_id', 'created_at', 'id']).execute()
        await index('webhook_deliveries_of_event').column('event_seq').execute()
        await index('webhook_deliveries_finished').column('finished_at').execute()
        // A partial index stays small whatever history there is. Workers find the next delivery by it.
        await sql`create index webhook_deliveries_pending on webhook_deliveries (endpoint_id, event_seq)
          where state = 'pending'`.execute(db)
      },
    },
    '0006_lead_requests': {
      async up(db: Kysely<unknown>) {
        await db.schema
          .createTable('store_values')
          .addColumn('name', text, (column) => column.primaryKey())
          .addColumn('value', text, (column) => column.notNull())
          .execute()
        await db.schema
          .createTable('lead_requests')
          .addColumn('caller_hash', text, (column) => column.primaryKey())
          .addColumn('content_hash', text, (column) => column.notNull())
          .addColumn('created_at', text, (column) => column.notNull())
          .execute()
        await db.schema.createIndex('lead_requests_oldest').on('lead_requests').column('created_at').execute()
        await hashOldKeys(db, await newSalt(db), new Date())
      },
    },
    '0007_lists': {
      async up(db: Kysely<unknown>) {
        await db.schema
          .createTable('lists')
          .addColumn('id', text, (column) => column.primaryKey())
          .addColumn('key_id', text, (column) => column.notNull())
          .addColumn('name', text, (column) => column.notNull())
          .addColumn('lang', text, (column) => column.notNull())
          .addColumn('version', text, (column) => column.notNull())
          .addColumn('items', 'integer', (column) => column.notNull())
          .addColumn('created_at', text, (column) => column.notNull())
          .addColumn('updated_at', text, (column) => column.notNull())
          .addColumn('unchecked', 'integer', (column) => column.notNull())
          .addColumn('screened_introduced', 'integer')
          .addColumn('screened_version', text)
          .addColumn('screened_day', text)
          .addColumn('screened_at', text)
          .addColumn('change_seq', 'integer', (column) => column.notNull())
          .addColumn('lease', text)
          .addColumn('leased_until', text)
          .execute()
        await db.schema.createIndex('lists_of_key').on('lists').columns(['key_id', 'name']).unique().execute()
        await db.schema
          .createTable('list_items')
          .addColumn('list_id', text, (column) => column.notNull())
          .addColumn('id', text, (column) => column.notNull())
          .addColumn('position', 'integer', (column) => column.notNull())
          .addColumn('q', text, (column) => column.notNull())
          .addColumn('origin', text)
          .addColumn('destination', text)
          .addColumn('state', text)
          .addColumn('acts', text)
          .addPrimaryKeyConstraint('list_items_by_id', ['list_id', 'id'])
          .execute()
        await db.schema.createIndex('list_items_in_order').on('list_items').columns(['list_id', 'position']).execute()
        await db.schema
          .createTable('list_changes')
          .addColumn('list_id', text, (column) => column.notNull())
          .addColumn('seq', 'integer', (column) => column.notNull())
          .addColumn('item_id', text, (column) => column.notNull())
          .addColumn('q', text, (column) => column.notNull())
          .addColumn('origin', text)
          .addColumn('destination', text)
          .addColumn('before', text, (column) => column.notNull())
          .addColumn('after', text, (column) => column.notNull())
          .addColumn('sentence', text, (column) => column.notNull())
          .addColumn('acts', text, (column) => column.notNull())
          .addColumn('day', text, (column) => column.notNull())
          .addColumn('dataset', text, (column) => column.notNull())
          .addColumn('recorded_at', text, (column) => column.notNull())
          .addPrimaryKeyConstraint('list_changes_in_order', ['list_id', 'seq'])
          .execute()
        await db.schema.createIndex('list_changes_oldest').on('list_changes').column('recorded_at').execute()
        await db.schema.alterTable('webhook_events').addColumn('list', text).execute()
      },
    },
    '0008_webhook_owners': {
      async up(db: Kysely<unknown>) {
        // SQLite adds one column a statement.
        await db.schema.alterTable('webhook_endpoints').addColumn('request_hash', text).execute()
        await db.schema.alterTable('webhook_endpoints').addColumn('request_content', text).execute()
        const index = db.schema.createIndex('webhook_endpoints_request').on('webhook_endpoints')
        await index.column('request_hash').unique().execute()
      },
    },
    '0009_receipt_keys': {
      async up(db: Kysely<unknown>) {
        await db.schema
          .createTable('receipt_keys')
          .addColumn('kid', text, (column) => column.primaryKey())
          .addColumn('jwk', text, (column) => column.notNull())
          .addColumn('created_at', text, (column) => column.notNull())
          .execute()
        await db.schema
          .alterTable('datasets')
          .addColumn('has_receipts', 'integer', (column) => column.notNull().defaultTo(0))
          .execute()
      },
    },
    '0010_webhook_queue': {
      async up(db: Kysely<unknown>) {
        // One change makes all webhooks due at the same moment. By the moment alone, each claim sorted all of them by id.
        await sql`create index webhook_endpoints_queue on webhook_endpoints (next_at, id)
          where state = 'active'`.execute(db)
        await db.schema.dropIndex('webhook_endpoints_due').execute()
      },
    },
    '0011_webhook_state_since': {
      async up(db: Kysely<unknown>) {
        await db.schema.alterTable('webhook_endpoints').addColumn('state_since', text).execute()
        await db.schema.alterTable('webhook_endpoints').addColumn('rotation_hash', text).execute()
      },
    },
    '0012_names_of_lists': {
      async up(db: Kysely<unknown>) {
        await db.schema.alterTable('api_keys').addColumn('names_day', text).execute()
        await db.schema.alterTable('api_keys').addColumn('names_used', 'integer').execute()
        await db.schema.alterTable('lists').addColumn('names', 'integer').execute()
        await db.schema.alterTable('list_items').addColumn('by_name', 'integer').execute()
      },
    },
    '0013_deals_of_lists': {
      async up(db: Kysely<unknown>) {
        for (const table of ['list_items', 'list_changes'])
          for (const column of ['dispatch', 'via', 'value'])
            await db.schema.alterTable(table).addColumn(column, text).execute()
      },
    },
    '0014_bans_of_lists': {
      async up(db: Kysely<unknown>) {
        await db.schema.alterTable('lists').addColumn('bans', 'integer').execute()
      },
    },
    '0015_alerts': {
      async up(db: Kysely<unknown>) {
        await db.schema
          .createTable('mail_recipients')
          .addColumn('id', text, (column) => column.primaryKey())
          .addColumn('address', text, (column) => column.notNull())
          .addColumn('address_hash', text, (column) => column.notNull().unique())
          .addColumn('created_at', text, (column) => column.notNull())
          .addColumn('next_at', text)
          .addColumn('lease', text)
          .addColumn('leased_until', text)
          .addColumn('not_before', text)
          .addColumn('mail', text)
          .addColumn('attempts', 'integer', (column) => column.notNull())
          .execute()
        await db.schema.createIndex('mail_recipients_due').on('mail_recipients').columns(['next_at', 'id']).execute()
        await db.schema
          .createTable('alerts')
          .addColumn('id', text, (column) => column.primaryKey())
          .addColumn('recipient_id', text, (column) => column.notNull())
          .addColumn('lang', text, (column) => column.notNull())
          .addColumn('codes', text, (column) => column.notNull())
          .addColumn('regime', text)
          .addColumn('list_id', text)
          .addColumn('state', text, (column) => column.notNull())
          .addColumn('created_at', text, (column) => column.notNull())
          .addColumn('told_seq', 'integer', (column) => column.notNull())
          .addColumn('due_seq', 'integer', (column) => column.notNull())
          .execute()
        await db.schema.createIndex('alerts_of_recipient').on('alerts').columns(['recipient_id', 'id']).execute()
        await db.schema.createIndex('alerts_of_list').on('alerts').column('list_id').execute()
        await db.schema.createIndex('alerts_by_state').on('alerts').columns(['state', 'created_at']).execute()
      },
    },
    '0016_key_rotation': {
      async up(db: Kysely<unknown>) {
        for (const column of ['old_hash', 'old_until', 'rotated_at'])
          await db.schema.alterTable('api_keys').addColumn(column, text).execute()
        await db.schema.createIndex('api_keys_old_hash').on('api_keys').column('old_hash').unique().execute()
      },
    },
    '0017_day_counts': {
      async up(db: Kysely<unknown>) {
        await db.schema
          .createTable('day_counts')
          .addColumn('name', text, (column) => column.primaryKey())
          .addColumn('day', text, (column) => column.notNull())
          .addColumn('used', 'integer', (column) => column.notNull())
          .execute()
      },
    },
    '0018_refused_mailboxes': {
      async up(db: Kysely<unknown>) {
        await db.schema
          .createTable('refused_mailboxes')
          .addColumn('hash', text, (column) => column.primaryKey())
          .addColumn('created_at', text, (column) => column.notNull())
          .execute()
        await db.schema.alterTable('mail_recipients').addColumn('mailbox_id', text).execute()
        await db.schema.createIndex('mail_recipients_mailbox').on('mail_recipients').column('mailbox_id').execute()
      },
    },
    '0019_questions_of_lists': {
      async up(db: Kysely<unknown>) {
        for (const table of ['list_items', 'list_changes'])
          for (const column of ['direction', 'regime', 'contract_date', 'facts'])
            await db.schema.alterTable(table).addColumn(column, text).execute()
      },
    },
  }
}

const NEEDS = /_needs_(\d{4})$/

/** Brings the tables up to date. On SQLite the caller must hold the write lock. */
export async function migrate(
  db: Kysely<Tables>,
  kind: Kind,
  { upTo, onError }: Pick<StoreSettings, 'upTo' | 'onError'>,
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
    return (await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo))).error
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
