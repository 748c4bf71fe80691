import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startPostgres } from '../store/postgres-server.ts'
import { listsContract } from './contract.ts'
import { killScreeners } from './kill-screeners.ts'

const server = await startPostgres()
if (typeof server === 'string') test('lists on PostgreSQL', { skip: server }, () => {})
else {
  after(() => server.remove())
  listsContract('postgres', async () => ({ databaseUrl: await server.emptySchema() }))

  test('postgres: with two workers, killed again and again, no change is lost and none is told twice', async () => {
    const place = { databaseUrl: await server.emptySchema() }
    const toll = await killScreeners(place, { lists: 20, items: 300, workers: 2, laws: 1, kills: 1 })
    assert.deepEqual(toll.wrong, [])
    assert.deepEqual([toll.changes, toll.messages, toll.kills], [3_000, 20, 1])
  })
}
