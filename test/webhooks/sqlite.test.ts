import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyPlace } from '../e2e/http/service.ts'
import { webhooksContract } from './contract.ts'
import { killWorkers } from './kill-workers.ts'

webhooksContract('sqlite', emptyPlace)

test('sqlite: with two workers, killed again and again, nothing is lost and nothing is wrong', async (t) => {
  const toll = await killWorkers(await emptyPlace(t), { webhooks: 60, listings: 500, workers: 2, kills: 3 })
  assert.deepEqual([toll.lost, toll.wrong], [[], []])
  assert.deepEqual([toll.deliveries, toll.kills], [450, 3])
})
