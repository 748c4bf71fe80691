import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { emptyDirectory, ready, run, until } from '../e2e/process/service.ts'
import { smallLaw } from '../small-law.ts'
import { databaseAt, receiver, status, verified } from '../webhooks/scene.ts'

test('from upload to receiver: a list is screened by the service, told by webhook, shown and deleted by the operator', async (t) => {
  const dataDir = join(await emptyDirectory(t), 'data')
  const settings = { DATA_DIR: dataDir, LAW_DIR: smallLaw(), WEBHOOKS_TO_LOOPBACK: 'on' }
  const sink = await receiver(() => status(204))
  t.after(sink.close)
  const issued = await run(t, ['keys', 'issue', '--name', 'Broker'], settings)
  const key = { id: /k_\w{8}/.exec(issued.stderr)?.[0] ?? '', text: issued.stdout.trim() }
  const { port } = await ready(t, settings)
  const origin = `http://127.0.0.1:${port}`
  const added = await run(
    t,
    ['webhooks', 'add', '--key', key.id, '--url', sink.url(), '--events', 'list.changed'],
    settings,
  )
  assert.equal(added.code, 0, added.stderr)

  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${origin}/api/v1/lists${path}`, {
      ...init,
      headers: { 'x-api-key': key.text, ...(init.body ? { 'content-type': 'application/json' } : {}) },
    })
  const body = JSON.stringify({
    lang: 'en',
    items: [
      { id: 'A-1', q: '8471 30 00' },
      { id: 'A-2', q: '0409', origin: 'CN', dispatch: 'TR', destination: 'PL', via: 'RU,BY', value: 12.5 },
    ],
  })
  assert.equal((await ask('/erp', { method: 'PUT', body })).status, 201)
  const state = async () => ((await (await ask('')).json()) as { lists: { state: string; changes: number }[] }).lists[0]
  await until('a list that is checked', async () => (await state())?.state === 'checked')

  // As if the law had not listed computers until now.
  const database = databaseAt({ dataDir })
  await database
    .updateTable('list_items')
    .set({ state: '3 none no_match checked none ' })
    .where('id', '=', 'A-1')
    .execute()
  await database.updateTable('lists').set({ screened_introduced: 0 }).execute()
  await database.destroy()
  await until('a message', () => sink.received.length > 0)
  const told = verified(added.stdout.trim(), sink.received[0]!) as {
    type: string
    data: { list: string; count: number; items: { id: string; after: { extent: string } }[]; changes: string }
  }
  assert.deepEqual([told.type, told.data.list, told.data.count], ['list.changed', 'erp', 1])
  assert.deepEqual([told.data.items[0]?.id, told.data.items[0]?.after.extent], ['A-1', 'whole'])
  const link = await fetch(origin + told.data.changes, { headers: { 'x-api-key': key.text } })
  const { changes } = (await link.json()) as { changes: { item: string }[] }
  assert.deepEqual(
    changes.map(({ item }) => item),
    ['A-1'],
  )

  const lists = (...args: string[]) => run(t, ['lists', ...args], settings)
  const table = await lists('list')
  assert.match(table.stdout, new RegExp(`^KEY .*\\n${key.id} +2 +\\d{4}-\\d\\d-\\d\\d +1 .* en +erp\\n$`))
  assert.doesNotMatch((await lists('show', key.id, 'erp')).stdout, /8471/, 'no content unless it is asked for')
  assert.match(
    (await lists('show', key.id, 'erp', '--items')).stdout,
    /\nA-1 +– > – +8471 30 00\nA-2 +CN > PL, sent from TR, via RU BY, 12\.5 EUR +0409\n/,
  )
  const mistyped = await lists('delete', key.id, 'other')
  assert.deepEqual([mistyped.code, mistyped.stdout], [2, ''])
  assert.match(
    (await lists('delete', key.id, 'erp')).stderr,
    /^List erp of k_\w{8} is deleted: 2 items, 1 changes\.\n$/,
  )
  assert.equal((await ask('/erp')).status, 404)
  assert.match((await lists('list')).stdout, /^No lists yet/)
})
