import assert from 'node:assert/strict'
import { test } from 'node:test'
import { todayInBrussels } from './today.ts'

test('the day follows the clock at once, over midnight in Brussels, ahead and back', () => {
  let now = '2026-11-16T22:59:59.900Z'
  const today = todayInBrussels(() => new Date(now))
  const days = ['2026-11-16T23:00:00Z', '2027-11-16T12:00:00Z', '2026-11-16T22:59:59Z', '1970-01-01T00:00:00Z'].map(
    (moment) => {
      now = moment
      return today()
    },
  )
  assert.deepEqual(days, ['2026-11-17', '2027-11-16', '2026-11-16', '1970-01-01'])
})
