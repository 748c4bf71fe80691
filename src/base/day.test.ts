import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  addDays,
  calendarDay,
  dayInBrussels,
  daysBetween,
  earlier,
  isDay,
  later,
  midnightAfter,
  nextDay,
} from './day.ts'

test('only real days are days', () => {
  for (const day of ['2026-07-24', '2024-02-29']) assert.ok(isDay(day), day)
  for (const day of ['2026-02-29', '2026-13-01', '2026-7-24', '24.07.2026', '', '0000-00-00', '2026-07-24T00:00']) {
    assert.ok(!isDay(day), day)
  }
})

test('every day the calendar makes is a day, and the next one is later', () => {
  const moments = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(moments, (moment) => {
      const day = moment.toISOString().slice(0, 10)
      return isDay(day) && isDay(nextDay(day)) && nextDay(day) > day
    }),
  )
})

test('what is shaped like a day is one exactly when the calendar has it', () => {
  const pad = (number: number, length: number) => String(number).padStart(length, '0')
  fc.assert(
    fc.property(fc.nat(9999), fc.nat(14), fc.nat(33), (year, month, day) => {
      const text = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
      const date = new Date(`${text}T00:00:00Z`)
      return isDay(text) === (!Number.isNaN(date.getTime()) && date.toISOString().startsWith(text))
    }),
    { numRuns: 2_000 },
  )
})

test('the day is the one in Brussels', () => {
  assert.equal(dayInBrussels(new Date('2026-07-23T22:30:00Z')), '2026-07-24', 'summer time')
  assert.equal(dayInBrussels(new Date('2026-01-01T22:30:00Z')), '2026-01-01', 'winter time')
})

test('an unknown day yields to a known one', () => {
  assert.equal(later(null, calendarDay('2026-01-01')), '2026-01-01')
  assert.equal(earlier(calendarDay('2025-01-01'), calendarDay('2026-01-01')), '2025-01-01')
  assert.equal(later(null, null), null)
})

test('adding days and counting them are inverse, whatever summer time does', () => {
  const start = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(start, fc.integer({ min: -5_000, max: 5_000 }), (moment, count) => {
      const from = calendarDay(moment.toISOString().slice(0, 10))
      assert.equal(daysBetween(from, addDays(from, count)), count)
    }),
  )
})

test('a day ends at midnight in Brussels, also on the days on which the clocks change', () => {
  for (const [day, end] of [
    ['2026-07-24', '2026-07-24T22:00:00.000Z'],
    ['2026-12-31', '2026-12-31T23:00:00.000Z'],
    ['2026-03-28', '2026-03-28T23:00:00.000Z'],
    ['2026-03-29', '2026-03-29T22:00:00.000Z'],
    ['2026-10-24', '2026-10-24T22:00:00.000Z'],
    ['2026-10-25', '2026-10-25T23:00:00.000Z'],
  ] as const) {
    const midnight = midnightAfter(calendarDay(day))
    assert.equal(midnight.toISOString(), end)
    assert.equal(dayInBrussels(new Date(midnight.getTime() - 1)), day)
    assert.equal(dayInBrussels(midnight), nextDay(calendarDay(day)))
  }
})

test('only days are days', () => {
  assert.equal(calendarDay('2024-02-29'), '2024-02-29')
  for (const text of ['', '2026-02-29', '2026-11-15T00:00:00Z', '15.11.2026', '2026-1-5'])
    assert.throws(() => calendarDay(text), TypeError, text)
})
