import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startPostgres } from '../store/postgres-server.ts'
import { webhooksContract } from './contract.ts'
import { killWorkers } from './kill-workers.ts'

const server = await startPostgres()
if (typeof server === 'string') test('webhooks on PostgreSQL', { skip: server }, () => {})
else {
  after(() => server.remove())
  webhooksContract('postgres', async () => ({ databaseUrl: await server.emptySchema() }))

  test('postgres: with two workers, killed again and again, nothing is lost and nothing is wrong', async () => {
    const place = { databaseUrl: await server.emptySchema() }
    const toll = await killWorkers(place, { webhooks: 60, listings: 500, workers: 2, kills: 3 })
    assert.deepEqual([toll.lost, toll.wrong], [[], []])
    assert.deepEqual([toll.deliveries, toll.kills], [450, 3])
  })
}
