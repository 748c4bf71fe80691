import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import Database from 'better-sqlite3'
import { Kysely, SqliteDialect, sql } from 'kysely'
import { createScreener } from '../../src/screening/worker.ts'
import { firstTables } from '../../src/store/sql/first-tables.ts'
import { migrate } from '../../src/store/sql/migrations.ts'
import type { Tables } from '../../src/store/sql/schema.ts'
import type { StoreError } from '../../src/store/sql/store-error.ts'
import type { Place, Store } from '../../src/store/store.ts'
import { ANY, introduce, item, twoLaws } from '../lists/scene.ts'
import { addWebhook, databaseAt, listing } from '../webhooks/scene.ts'
import { lead, opened } from './contract.ts'
import { openPatiently } from './open-patiently.ts'
import { startPostgres } from './postgres-server.ts'

const AT = new Date('2026-11-16T10:00:00.000Z')
const MINUTE = 60_000
const FUTURE = '0099_future'
const [BEFORE, TODAY] = twoLaws()

const root = await mkdtemp(join(tmpdir(), 'cn-sanctions-rolling-'))
after(() => rm(root, { recursive: true, force: true }))
const onSqlite = async (): Promise<Place> => ({ dataDir: await mkdtemp(join(root, 'data-')) })

async function execute(place: Place, ...statements: readonly string[]): Promise<Record<string, unknown>[]> {
  const db = databaseAt(place)
  try {
    let rows: Record<string, unknown>[] = []
    for (const text of statements) ({ rows } = await sql<Record<string, unknown>>`${sql.raw(text)}`.execute(db))
    return rows
  } finally {
    await db.destroy()
  }
}

const migrationsIn = async (place: Place): Promise<string[]> =>
  (await execute(place, 'select name from store_migrations order by name')).map(({ name }) => String(name))

const recordMigration = (name: string) =>
  `insert into store_migrations values ('${name}', '${new Date(Date.now() + MINUTE).toISOString()}')`

/** What a newer version may do by the rule: tables and indexes of its own, columns that nobody has to know in every table. */
async function migrateAhead(place: Place): Promise<void> {
  const listed =
    'dataDir' in place
      ? `select name from sqlite_master where type = 'table' and name not like 'sqlite%'`
      : 'select tablename as name from pg_tables where schemaname = current_schema()'
  const tables = (await execute(place, listed)).map(({ name }) => String(name))
  assert.ok(tables.includes('leads') && tables.includes('list_items'))
  await execute(
    place,
    'create table future_things (id text primary key)',
    ...tables
      .filter((table) => !table.startsWith('store_migrations'))
      .flatMap((table) => [
        `alter table ${table} add column future_note text`,
        `alter table ${table} add column future_count integer not null default 7`,
        `create index ${table}_future on ${table} (future_note)`,
      ]),
    recordMigration(FUTURE),
  )
}

let round = 0

/** Uses every part of a store as a service does. */
async function useAll(store: Store): Promise<void> {
  const name = `round-${round++}`
  const at = new Date(AT.getTime() + round * MINUTE)
  const now = () => at
  const leads = await store.leads.count()
  const sent = lead({ email: `${name}@example.eu`, idempotencyKey: name, at })
  assert.deepEqual([await store.leads.add(sent), await store.leads.add(sent)], ['stored', 'repeated'])
  assert.equal(await store.leads.count(), leads + 1)

  const { id: keyId, key } = await store.keys.issue({ name, perMinute: null, expires: null, at })
  assert.equal((await store.keys.check(key, at)).status, 'ok')
  assert.equal((await store.limits.consume(name, 2)).remaining, 1)
  assert.equal((await store.limits.count(`${name} lookups`, 2)).remaining, 1)

  // A list that a new law concerns, and a webhook that hears of both.
  await introduce(store, BEFORE, at)
  const items = [item('laptop', '8471 30 00'), item('honey', '0409 00 00')]
  const stored = await store.lists.put({ keyId, name, language: 'en', items, condition: ANY, at })
  assert.equal(stored.outcome, 'created')
  let law = BEFORE
  const log = { info: () => {}, warn: () => {} }
  const screener = createScreener({ store, answerer: () => law, now, log })
  await screener.run()
  const webhook = await addWebhook(store, { keyId })
  law = TODAY
  const change = listing('8471 30', { id: `ch_${name}` })
  const latest = (await store.datasets.latest())?.version ?? null
  const { version } = TODAY.dataset
  const dataset = { version, law: Buffer.from(name), published: true, after: latest, at, changes: [change] }
  const introduced = await store.datasets.introduce(dataset)
  assert.equal(introduced !== 'superseded' && introduced.length, 1)
  assert.equal((await store.datasets.published())?.version, version)
  assert.deepEqual(await store.datasets.law(version), Buffer.from(name))
  await screener.run()
  const list = await store.lists.find(keyId, name)
  assert.deepEqual([list?.count, list?.screened?.dataset], [2, version])
  const told = await store.lists.changes(list?.id ?? '', 0, 10)
  assert.deepEqual(
    told.map(({ itemId }) => itemId),
    ['laptop'],
  )

  const types: string[] = []
  const claim = { at, leaseMs: MINUTE, maxLeases: 50, maxPerHost: 50, inFlight: [] }
  for (const lease of await store.leases.claim(claim)) {
    let due: typeof lease.first | null = lease.first
    while (due) {
      if (lease.webhookId === webhook.id) types.push((await store.leases.event(due.eventSeq))?.type ?? '')
      const attempt = { outcome: 'delivered', status: 204, error: null, ms: 1 } as const
      due = await store.leases.record(lease, due, attempt, at, MINUTE)
    }
  }
  assert.deepEqual(types, ['listing.added', 'list.changed'])
  const sentOnes = await store.deliveries.list({ limit: 10, webhookId: webhook.id })
  assert.deepEqual(new Set(sentOnes.map(({ state }) => state)), new Set(['delivered']))

  await store.receiptKeys.publish({ kid: name, jwk: `{"kid":"${name}"}` }, at)
  assert.ok((await store.receiptKeys.list()).some(({ kid }) => kid === name))
  assert.equal(await store.datasets.keepForReceipts(version), true)
}

function rollingContract(kind: string, empty: () => Promise<Place>): void {
  const check = (name: string, body: (t: TestContext, place: Place) => Promise<void>) =>
    test(`${kind}: ${name}`, async (t) => body(t, await empty()))

  check('this version goes on, and starts again, on a store that a newer one has migrated', async (t, place) => {
    const running = await opened(t, place)
    await useAll(running)
    await migrateAhead(place)
    await useAll(running)
    const errors: StoreError[] = []
    const started = await opened(t, place, { onError: (error) => errors.push(error) })
    assert.deepEqual(
      errors.map(({ message }) => message),
      [`store.migrate: a newer version has migrated the database (${FUTURE}); it is used as it is`],
    )
    await useAll(started)
    await useAll(running)
    const columns = await execute(place, 'select distinct future_note, future_count from leads')
    assert.deepEqual(columns, [{ future_note: null, future_count: 7 }])
    assert.equal((await migrationsIn(place)).at(-1), FUTURE)
  })

  check('a newer migration that needs more than this version knows is refused, and says what', async (t, place) => {
    await (await openPatiently(place)).close()
    const last = (await migrationsIn(place)).at(-1)?.slice(0, 4)
    await execute(place, recordMigration(`0098_drop_old_columns_needs_${last}`))
    await (await opened(t, place)).ping()
    await execute(place, recordMigration('0099_drop_more_needs_0098'))
    await assert.rejects(openPatiently(place), {
      name: 'StoreError',
      message:
        'store.migrate: the database has the migration 0099_drop_more_needs_0098 of a newer version; use a version that knows migration 0098',
    })
  })

  check('a migration of another program, before ours, is refused by name', async (_t, place) => {
    await (await openPatiently(place)).close()
    await execute(place, recordMigration('0000_other'))
    await assert.rejects(openPatiently(place), { name: 'StoreError', message: /corrupted migrations.*0000_other/ })
  })
}

rollingContract('sqlite', onSqlite)

const server = await startPostgres()
if (typeof server === 'string') test('rolling upgrades on PostgreSQL', { skip: server }, () => {})
else {
  after(() => server.remove())
  const empty = async (): Promise<Place> => ({ databaseUrl: await server.emptySchema() })
  rollingContract('postgres', empty)
}

/** Why running instances of the version before would not go on after this statement; null when they would. */
function whyNotAdditive(statement: string, made: { tables: Set<string>; columns: Set<string> }): string | null {
  const text = statement.replaceAll('"', '').replace(/\s+/g, ' ').trim().toLowerCase()
  const table = /^create (?:unlogged )?table (\w+)/.exec(text)?.[1]
  if (table !== undefined) {
    made.tables.add(table)
    return null
  }
  const index = /^create (unique )?index \w+ on (\w+) \((.*?)\)/.exec(text)
  if (index) {
    const [, unique, on = '', columns = ''] = index
    const isNew = made.tables.has(on) || columns.split(', ').some((column) => made.columns.has(`${on}.${column}`))
    return unique === undefined || isNew ? null : 'a unique index on what older versions write'
  }
  const column = /^alter table (\w+) add column (\w+) (.*)$/.exec(text)
  if (column) {
    const [, on = '', name = '', type = ''] = column
    made.columns.add(`${on}.${name}`)
    return /not null/.test(type) && !/default/.test(type) ? 'a column that older versions do not write' : null
  }
  return /^(select|insert) /.test(text) ? null : 'neither adds nor reads'
}

test('every migration after the first only adds, so that instances of the version before go on', async () => {
  const statements: string[] = []
  const database = new Database(':memory:')
  const db = new Kysely<Tables>({
    dialect: new SqliteDialect({ database }),
    log: ({ query }) => void statements.push(query.sql),
  })
  await migrate(db, 'sqlite', { onError() {} })
  const first = firstTables('sqlite')
  assert.ok(first.every((text) => statements.includes(text)))
  const own = statements.filter((text) => !/store_migrations|sqlite_master|pragma/i.test(text))
  const made = { tables: new Set<string>(), columns: new Set<string>() }
  for (const text of own.filter((text) => !first.includes(text))) assert.equal(whyNotAdditive(text, made), null, text)
  await db.destroy()
  for (const text of [
    'drop table leads',
    'alter table "leads" drop column "utm"',
    'alter table "leads" rename to "contacts"',
    'alter table "leads" add column "phone" text not null',
    'create unique index "one_email" on "leads" ("email")',
    `update "leads" set "source" = ''`,
    'delete from changes',
  ]) {
    assert.notEqual(whyNotAdditive(text, { tables: new Set(), columns: new Set() }), null, text)
  }
})
