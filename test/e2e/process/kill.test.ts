import assert from 'node:assert/strict'
import { test } from 'node:test'
import { killService } from './kill-service.ts'

test('a lead that was answered survives the service being killed, and none is stored twice when sent again', async (t) => {
  const { kills, answered, retried, lost, twice } = await killService(t, 3)
  assert.deepEqual({ lost, twice }, { lost: [], twice: [] })
  assert.ok(answered >= kills && retried >= kills, `${answered} answered, ${retried} sent again`)
})
