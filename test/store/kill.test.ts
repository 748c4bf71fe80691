import assert from 'node:assert/strict'
import { test } from 'node:test'
import { killNine } from './kill-nine.ts'

test('a lead that was answered for survives the process being killed', async () => {
  const { promised, stored, lost } = await killNine(15)
  assert.deepEqual(lost, [])
  assert.ok(promised >= 15 && stored >= promised)
})
