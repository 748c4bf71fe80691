import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { firstTables } from './first-tables.ts'
import { newSalt } from './idempotency-keys.ts'
import type { Kind, StoreSettings, Tables } from './schema.ts'
import { StoreError } from './store-error.ts'

/**
 * Applied in the order of their names. A migration that was released is never edited; a new one is added. It only adds, so
 * that older versions of this program go on: test/store/rolling.test.ts holds that. One that takes something away comes a
 * release after the last code that used it, and is named after the oldest migration that programs must then know:
 * `0003_drop_old_columns_needs_0002` (docs/scaling.md).
 */
const migrations = (kind: Kind): Record<string, Migration> => ({
  '0001_tables': {
    async up(db: Kysely<unknown>) {
      for (const statement of firstTables(kind)) await sql.raw(statement).execute(db)
      await newSalt(db)
    },
  },
})

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
