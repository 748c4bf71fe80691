import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyPlace } from '../e2e/http/service.ts'
import { listsContract } from './contract.ts'
import { killScreeners } from './kill-screeners.ts'

listsContract('sqlite', emptyPlace)

test('sqlite: with two workers, killed again and again, no change is lost and none is told twice', async (t) => {
  const toll = await killScreeners(await emptyPlace(t), { lists: 20, items: 300, workers: 2, laws: 1, kills: 1 })
  assert.deepEqual(toll.wrong, [])
  assert.deepEqual([toll.changes, toll.messages, toll.kills], [3_000, 20, 1])
})
