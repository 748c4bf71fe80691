import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openStore } from '../../../src/store/store.ts'
import { addWebhook, databaseAt, receiver, status } from '../../webhooks/scene.ts'
import { emptyDirectory, lawToEdit, listening, ready, run, type Service, until } from './service.ts'

const COPPER = '/api/v1/cn?q=2603&lang=en'

const listedAs = async (service: Service): Promise<unknown> =>
  JSON.parse((await service.get(COPPER)).text).results.find(({ annex }: { annex: string }) => annex === 'XXI')
    ?.listed_as

async function changesAt(service: Service): Promise<{ id: string; type: string }[]> {
  const { changes } = JSON.parse((await service.get('/api/v1/changes?cursor=r0&lang=en')).text)
  return changes.map(({ id, type }: { id: string; type: string }) => ({ id, type }))
}

/** What a newer version of the software does to the tables when it starts. */
async function migrate(dataDir: string, name: string): Promise<void> {
  const db = databaseAt({ dataDir })
  await sql`alter table leads add column ${sql.ref(name.slice(5))} text`.execute(db)
  await sql`insert into store_migrations values (${name}, ${new Date().toISOString()})`.execute(db)
  await db.destroy()
}

test('during a rolling deploy two versions of the software and of the law share a store', async (t) => {
  const dataDir = join(await emptyDirectory(t), 'data')
  const [oldLaw, newLaw] = [await lawToEdit(t), await lawToEdit(t)]
  const annex = join(newLaw, '833-2014/annexes/XXI.tsv')
  const text = await readFile(annex, 'utf8')
  await writeFile(annex, text.replace('Copper ores and concentrates', 'Ores of copper'))
  const before = { DATA_DIR: dataDir, LAW_DIR: oldLaw, WEBHOOKS_TO_LOOPBACK: 'on' }
  const old = await ready(t, before)
  await old.line('changes recorded')
  const sink = await receiver(() => status(204))
  t.after(sink.close)
  const store = await openStore({ dataDir })
  t.after(() => store.close())
  await addWebhook(store, { url: sink.url() })

  // The first instance of the new version starts: it migrates the tables, and its law is recorded.
  await migrate(dataDir, '0098_future_note')
  const next = await ready(t, { ...before, LAW_DIR: newLaw })
  await next.line('changes recorded')
  const names = ['Copper ores and concentrates', 'Ores of copper']
  assert.deepEqual([await listedAs(old), await listedAs(next)], names, 'each answers from its own law, and names it')
  const recorded = await changesAt(next)
  assert.deepEqual(
    recorded.map(({ type }) => type),
    ['dataset.published', 'listing.changed', 'dataset.published'],
  )
  await until('the same changes at the old instance', async () => (await changesAt(old)).length === recorded.length)
  assert.deepEqual(await changesAt(old), recorded)
  assert.equal((await old.post('/api/lead', { email: 'old@example.eu' })).status, 200)

  // An old instance is started again in the middle of it, after a crash for instance.
  old.signal('SIGKILL')
  await old.ended()
  const again = await ready(t, before)
  assert.match(
    String((await again.line('store trouble')).reason),
    /a newer version has migrated the database \(0098_future_note\)/,
  )
  assert.equal(await listedAs(again), names[0])
  assert.equal((await again.post('/api/lead', { email: 'again@example.eu' })).status, 200)
  await until('the webhooks', () => sink.received.length >= 2)

  // The law is published for all: the old software takes it too, and nobody hears of it a second time.
  const published = await run(t, ['law', 'publish', newLaw], before)
  assert.equal(published.code, 0, published.stderr)
  await until('one law for all', async () => (await listedAs(again)) === names[1])
  assert.deepEqual(await changesAt(again), recorded)
  assert.equal(await store.leads.count(), 2)
  const told = sink.received.map(({ id, body }) => [id, JSON.parse(body).type])
  assert.deepEqual(told.map(([, type]) => type).toSorted(), ['dataset.published', 'listing.changed'])
  assert.equal(new Set(told.map(([id]) => id)).size, 2)

  // A migration that this version does not understand: it says so, and goes on with what needs no store.
  await migrate(dataDir, '0099_other_needs_0098')
  again.signal('SIGKILL')
  await again.ended()
  const left = await listening(t, before)
  const { reason } = await left.line('store cannot be opened, trying again')
  assert.match(String(reason), /0099_other_needs_0098.*use a version that knows migration 0098/)
  await left.line('law loaded')
  assert.equal((await left.get(COPPER)).status, 200)
  assert.equal((await left.get('/readyz')).status, 503)
})
