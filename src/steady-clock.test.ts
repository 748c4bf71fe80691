import assert from 'node:assert/strict'
import { test } from 'node:test'
import { steadyClock } from './steady-clock.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOON = Date.parse('2026-11-16T12:00:00Z')

/** A machine whose clock can be set, while time passes as it does. */
function machine() {
  let elapsed = 5_000
  let ahead = 0
  const clock = steadyClock(
    () => NOON + elapsed + ahead,
    () => elapsed,
  )
  return {
    /** How far the steady clock is from the time that has really passed, once this has passed too. */
    after(ms: number): number {
      elapsed += ms
      return clock().getTime() - NOON - elapsed
    },
    setAhead(ms: number) {
      ahead = ms
    },
  }
}

test('a clock that runs as it should is followed', () => {
  const { after } = machine()
  for (const ms of [0, 1, MINUTE, 3 * DAY]) assert.equal(after(ms), 0)
})

test('a clock set a year ahead for half an hour is never believed', () => {
  const { after, setAhead } = machine()
  setAhead(365 * DAY)
  for (let minute = 0; minute < 30; minute++) assert.equal(after(MINUTE), 0)
  setAhead(0)
  assert.equal(after(MINUTE), 0)
  setAhead(365 * DAY)
  for (let minute = 0; minute < 59; minute++) assert.equal(after(MINUTE), 0, 'the hour begins anew')
})

test('a clock that keeps to its jump for an hour was right', () => {
  const { after, setAhead } = machine()
  setAhead(2 * DAY)
  assert.equal(after(0), 0)
  assert.equal(after(59 * MINUTE), 0)
  assert.equal(after(MINUTE), 2 * DAY)
})

test('each further jump has to last for an hour too', () => {
  const { after, setAhead } = machine()
  for (let jump = 1; jump < 10; jump++) {
    setAhead(jump * DAY)
    assert.equal(after(50 * MINUTE), 0)
  }
})

test('small jumps and a clock set back are believed at once', () => {
  const { after, setAhead } = machine()
  setAhead(10 * MINUTE)
  assert.equal(after(0), 10 * MINUTE)
  setAhead(-DAY)
  assert.equal(after(0), -DAY)
  setAhead(0)
  assert.equal(after(0), -DAY, 'a day ahead again: that has to last')
  assert.equal(after(HOUR), 0)
})
