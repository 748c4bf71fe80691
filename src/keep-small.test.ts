import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quietAfterBusy } from './keep-small.ts'

test('garbage is collected once after a busy time, when it is quiet, and not while requests come', () => {
  const isDue = quietAfterBusy()
  const shares = [0.01, 0.1, 0.9, 0.4, 0.1, 0.06, 0.01, 0, 0.02, 0.2, 0.01, 0.3, 0.04]
  assert.deepEqual(
    shares.filter((share) => isDue(share)),
    [0.01, 0.04],
  )
  assert.deepEqual(
    [0, 0, 0.04].map((share) => isDue(share)),
    [false, false, false],
  )
})
