import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, type TestContext, test } from 'node:test'
import Database from 'better-sqlite3'
import { Kysely, SqliteDialect, sql } from 'kysely'
import { createScreener } from '../../src/screening/worker.ts'
import { NO_FIELDS } from '../../src/store/lists/rows.ts'
import { migrate } from '../../src/store/sql/migrations.ts'
import type { Tables } from '../../src/store/sql/schema.ts'
import type { StoreError } from '../../src/store/sql/store-error.ts'
import type { Place, Store } from '../../src/store/store.ts'
import { listPayloadOf } from '../../src/webhooks/list-payload.ts'
import { ANY, introduce, item, twoLaws } from '../lists/scene.ts'
import { addWebhook, databaseAt, listing } from '../webhooks/scene.ts'
import { changesContract } from './changes-contract.ts'
import { clockOfProcess, lead, opened, storeContract } from './contract.ts'
import { openPatiently } from './open-patiently.ts'
import { startPostgres } from './postgres-server.ts'
import { receiptsContract } from './receipts-contract.ts'

const AT = new Date('2026-11-16T10:00:00.000Z')
const MINUTE = 60_000
const FUTURE = '0099_future'
const [BEFORE, TODAY] = twoLaws()
/** Of an item that no list names. */
const OLD_STATE = '3 none no_match checked none '
/** Of one that a prohibition without codes may mean. */
const NEAR_STATE = '3 depends no_match checked none '

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
  assert.equal(introduced !== 'outrun' && introduced.length, 1)
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

function rollingContract(kind: string, empty: () => Promise<Place>, statesTried: (names: string[]) => string[]): void {
  const check = (name: string, body: (t: TestContext, place: Place) => Promise<void>) =>
    test(`${kind}: ${name}`, async (t) => body(t, await empty()))

  check('this version takes over a store of an earlier state, with what is in it', async (t, place) => {
    await (await openPatiently(place)).close()
    const names = await migrationsIn(place)
    assert.ok(names.length >= 9)
    for (const upTo of statesTried(names.slice(0, -1))) {
      const old = await empty()
      await (await openPatiently(old, { upTo })).close()
      assert.equal((await migrationsIn(old)).at(-1), upTo)
      await execute(
        old,
        `insert into leads (id, email, email_folded, created_at)
         values ('old', 'old@example.eu', 'old@example.eu', '2026-01-01T00:00:00.000Z')`,
      )
      const [one, two] = await Promise.all([opened(t, old), opened(t, old)])
      assert.deepEqual(await migrationsIn(old), names, `from ${upTo}`)
      assert.equal(await two.leads.count(), 1)
      await useAll(one)
      assert.equal(await two.leads.count(), 2)
    }
  })

  check(
    'lists of before deals had a dispatch and a value go on, and nothing of them is told anew',
    async (t, place) => {
      await (await openPatiently(place, { upTo: '0012_names_of_lists' })).close()
      const target = { dataset: BEFORE.dataset.version, day: '2026-11-16' }
      const laptop = `'8471 30 00', 'PL', 'RU'`
      const event = {
        id: 'ls_old',
        name: 'erp',
        dataset: target.dataset,
        count: 1,
        after: 0,
        items: [
          {
            itemId: 'laptop',
            q: '8471 30 00',
            asked: NO_FIELDS,
            before: OLD_STATE,
            after: OLD_STATE,
            sentence: '…',
            acts: [],
          },
        ],
      }
      await execute(
        place,
        `insert into api_keys (id, name, prefix, hash, created_at) values ('k', 'Broker', 'p', 'h', '${AT.toISOString()}')`,
        `insert into lists (id, key_id, name, lang, version, items, names, created_at, updated_at, unchecked, change_seq)
       values ('ls_old', 'k', 'erp', 'en', 'v1', 2, 0, '${AT.toISOString()}', '${AT.toISOString()}', 0, 1)`,
        `insert into list_items (list_id, id, position, q, origin, destination, by_name, state, acts)
       values ('ls_old', 'laptop', 1, ${laptop}, 0, '${NEAR_STATE}', ''), ('ls_old', 'honey', 2, '0409', null, null, 0, '${OLD_STATE}', '')`,
        `insert into list_changes (list_id, seq, item_id, q, origin, destination, before, after, sentence, acts, day, dataset, recorded_at)
       values ('ls_old', 1, 'laptop', ${laptop}, '${OLD_STATE}', '${OLD_STATE}', '…', '', '${target.day}', '${target.dataset}', '${AT.toISOString()}')`,
        `insert into webhook_events (type, day, changes, at, list)
       values ('list.changed', '${target.day}', '[]', '${AT.toISOString()}', '${JSON.stringify(event)}')`,
      )
      const store = await opened(t, place)
      const items = [item('laptop', '8471 30 00', { origin: 'PL', destination: 'RU' }), item('honey', '0409')]
      const read = (await store.lists.items('ls_old', 0, 9)).map(
        ({ position, by_name, state, acts, ...asked }) => asked,
      )
      assert.deepEqual(read, items)
      const write = { keyId: 'k', name: 'erp', language: 'en', condition: ANY, at: AT } as const
      assert.equal((await store.lists.put({ ...write, items })).outcome, 'unchanged')
      const [change] = await store.lists.changes('ls_old', 0, 9)
      assert.deepEqual(
        [change?.origin, change?.destination, change?.dispatch, change?.via, change?.value],
        ['PL', 'RU', null, null, null],
      )
      const [{ seq }] = (await execute(place, 'select max(seq) as seq from webhook_events')) as [{ seq: number }]
      const { list } = (await store.leases.event(seq))!
      const message = JSON.parse(
        listPayloadOf(list!, { at: AT.toISOString(), day: target.day, publicUrl: null, maxBytes: 20_000 }),
      )
      assert.equal(message.data.items[0].dispatch, null, 'a message that waited says that nothing is known of it')

      await introduce(store, BEFORE, AT)
      const log = { info: () => {}, warn: () => {} }
      const screener = createScreener({ store, answerer: () => BEFORE, now: () => AT, log })
      assert.equal(await screener.run(), 1)
      assert.equal((await store.lists.find('k', 'erp'))?.lastChange, 1, 'the same deal is judged as before')
      await store.lists.put({ ...write, items: [{ ...items[0]!, via: 'BY,KZ' }, items[1]!] })
      assert.deepEqual(
        (await store.lists.items('ls_old', 0, 9)).map(({ via }) => via),
        ['BY,KZ', null],
      )
    },
  )

  check('what was stored with a key before keys had callers is still recognised', async (t, place) => {
    await (await openPatiently(place, { upTo: '0005_webhooks' })).close()
    for (const [email, at] of [
      ['fresh@example.eu', new Date()],
      ['old@example.eu', new Date('2020-01-01')],
    ] as const) {
      await execute(
        place,
        `insert into leads (id, email, email_folded, source, utm, idempotency_key, created_at) values ('${email}',
          '${email}', '${email}', 'landing', '{"utm_campaign":"y","utm_source":"x"}', 'raw ${email}', '${at.toISOString()}')`,
      )
    }
    const upgraded = await opened(t, place)
    assert.equal(await upgraded.leads.count(), 2)
    const again = (email: string) => upgraded.leads.add(lead({ email, idempotencyKey: `raw ${email}` }))
    assert.equal(await again('fresh@example.eu'), 'repeated')
    assert.equal(await again('old@example.eu'), 'stored', 'a key as old as that is forgotten')
    assert.doesNotMatch(JSON.stringify(await execute(place, 'select idempotency_key from leads')), /raw/)
  })

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

  check('a migration of another program, in the middle of ours, is refused by name', async (_t, place) => {
    await (await openPatiently(place)).close()
    await execute(place, recordMigration('0003_other'))
    await assert.rejects(openPatiently(place), { name: 'StoreError', message: /corrupted migrations.*0003_other/ })
  })
}

rollingContract('sqlite', onSqlite, (names) => names)

/** All that the contracts ask of a store, asked of one that was migrated step by step, the last by a newer version. */
const ahead = async (): Promise<Place> => {
  const place = await onSqlite()
  await (await openPatiently(place, { upTo: '0008_webhook_owners' })).close()
  await (await openPatiently(place)).close()
  await migrateAhead(place)
  return place
}
describe('a store that a newer version has migrated is used as any other', () => {
  storeContract({ kind: 'sqlite', empty: ahead, run: (place, text) => execute(place, text), clock: clockOfProcess })
  changesContract({ kind: 'sqlite', empty: ahead })
  receiptsContract({ kind: 'sqlite', empty: ahead })
})

const server = await startPostgres()
if (typeof server === 'string') test('rolling upgrades on PostgreSQL', { skip: server }, () => {})
else {
  after(() => server.remove())
  const empty = async (): Promise<Place> => ({ databaseUrl: await server.emptySchema() })
  rollingContract('postgres', empty, (names) => [names[0] ?? '', names.at(-1) ?? ''])
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

const ALLOWED = new Map([
  // Written before the rule: an instance older than 0006 that meets a hash stores a repeated lead again, no worse.
  ['0006_lead_requests', /^update leads set idempotency_key = /],
  // An index that is not unique: older versions go on without it, and sort.
  ['0010_webhook_queue', /^drop index "webhook_endpoints_due"$/],
])

test('every migration only adds, so that instances of the version before go on', async () => {
  const statements: string[] = []
  const database = new Database(':memory:')
  const db = new Kysely<Tables>({
    dialect: new SqliteDialect({ database }),
    log: ({ query }) => void statements.push(query.sql),
  })
  const place = await onSqlite()
  await (await openPatiently(place)).close()
  for (const name of await migrationsIn(place)) {
    statements.length = 0
    await migrate(db, 'sqlite', { upTo: name, onError() {} })
    if (/_needs_\d{4}$/.test(name)) continue
    const made = { tables: new Set<string>(), columns: new Set<string>() }
    const own = statements.filter((text) => !/store_migrations|sqlite_master|pragma/i.test(text))
    for (const text of own) {
      if (ALLOWED.get(name)?.test(text)) continue
      assert.equal(whyNotAdditive(text, made), null, `${name}: ${text}`)
    }
    if (name !== '0003_rate_limits') assert.ok(own.length > 0, name)
  }
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
