import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { nextAttempt, RETRY_AFTER_MS, readRetryAfter } from './schedule.ts'

const AT = new Date('2026-07-24T10:00:00Z')
const after = (attempts: number, random = 0, asked: number | null = null): number | null => {
  const due = nextAttempt(attempts, AT, random, asked)
  return due && (due.getTime() - AT.getTime()) / 1000
}

test('after each failure it waits longer: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h, and then no more', () => {
  const hours = [2, 5, 10, 14, 20, 24].map((hour) => hour * 3600)
  assert.deepEqual(
    Array.from({ length: 10 }, (_, at) => after(at + 1)),
    [5, 300, 1800, ...hours, null],
  )
  assert.equal(RETRY_AFTER_MS.reduce((sum, wait) => sum + wait, 0) / 1000, 75 * 3600 + 35 * 60 + 5)
})

test('chance adds up to a tenth, and never takes away', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempts, random) => {
      const [least, most, wait] = [after(attempts)!, after(attempts, 1)!, after(attempts, random)!]
      assert.ok(wait >= least && wait <= most && Math.abs(most - least * 1.1) < 0.01)
    }),
  )
})

test('a receiver that asks for patience gets it, for a day at most and never less than planned', () => {
  assert.equal(after(1, 0, 120_000), 120)
  assert.equal(after(3, 0, 1_000), 1800)
  assert.equal(after(1, 0, 1e12), 86_400)
})

test('Retry-After is seconds or a date; anything else is as if it were not there', () => {
  assert.equal(readRetryAfter('120', AT), 120_000)
  assert.equal(readRetryAfter('Fri, 24 Jul 2026 10:01:00 GMT', AT), 60_000)
  for (const none of [undefined, '', '0', '-5', 'soon', '1e9', 'Fri, 24 Jul 2026 09:00:00 GMT']) {
    assert.equal(readRetryAfter(none, AT), null, none)
  }
})
