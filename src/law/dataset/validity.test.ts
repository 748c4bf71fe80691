import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { digits } from '../../base/cn-code.ts'
import { calendarDay, type Day } from '../../base/day.ts'
import type { Listing } from '../read/law.ts'
import type { Measure } from '../terms/law.ts'
import { inForce, validityOf } from './validity.ts'

const STATE = calendarDay('2026-07-24')
const ACTS: Readonly<Record<string, Day>> = { first: calendarDay('2022-04-09'), second: calendarDay('2025-10-24') }
const actDay = (celex: string) => ACTS[celex] ?? null

const row = (given: Partial<Listing>): Listing => ({
  printed: '8471',
  code: digits('8471'),
  part: '',
  except: [],
  narrowed: [],
  category: '',
  under: '',
  designation: 'machines',
  designationPl: '',
  plSource: '',
  limits: [],
  from: calendarDay('2025-10-24'),
  fromBasis: '',
  fromAct: 'second',
  firstAct: '',
  until: null,
  untilAct: '',
  mark: 'inserted',
  act: 'second',
  doubt: '',
  note: '',
  basis: '',
  successorOf: '',
  ...given,
})
const OLD = { from: calendarDay('2022-04-09'), fromAct: 'first' }
const rule = (given: Partial<Measure>): Measure =>
  ({ id: '3k-1', applies_from: '2022-04-09', inserted_by: 'first', ...given }) as Measure
const begins = (listing: Partial<Listing>, measure: Partial<Measure> = {}) => {
  const { from, basis, possibleFrom } = validityOf(row(listing), rule(measure), actDay, STATE)
  return [from, basis, possibleFrom]
}

describe('the first day of a listing under a measure', () => {
  test('to the day of its act', () => {
    assert.deepEqual(begins({}), ['2025-10-24', 'exact', '2025-10-24'])
  })

  test('as old as an older text shows, or older: at the latest then, at the earliest with the measure', () => {
    assert.deepEqual(begins({ fromBasis: 'at_latest', fromAct: '' }), ['2025-10-24', 'at_latest', '2022-04-09'])
  })

  test('shown by an older text on the very first day of the measure: exact', () => {
    const day = calendarDay('2022-04-09')
    assert.deepEqual(begins({ from: day, fromBasis: 'at_latest', fromAct: '' }), ['2022-04-09', 'exact', '2022-04-09'])
  })

  test('a measure younger than the listing sets the day', () => {
    const later = { applies_from: calendarDay('2026-06-24') }
    assert.deepEqual(begins({}, later), ['2026-06-24', 'exact', '2026-06-24'])
    assert.deepEqual(begins({ fromBasis: 'at_latest', fromAct: '' }, later), ['2026-06-24', 'exact', '2026-06-24'])
  })

  test('a printed day is exact', () => {
    const printed = { from: calendarDay('2026-02-01'), fromBasis: 'printed', fromAct: '' } as const
    assert.deepEqual(begins(printed), ['2026-02-01', 'exact', '2026-02-01'])
  })

  test('the act that first listed the code, in other words', () => {
    assert.deepEqual(begins({ firstAct: 'first' }), ['2022-04-09', 'exact', '2022-04-09'])
  })

  test('an unclear first day of the measure: at the latest its last amendment', () => {
    assert.deepEqual(begins(OLD, { applies_from: null, amended_by: 'second' }), [
      '2025-10-24',
      'at_latest',
      '2022-04-09',
    ])
  })

  test('two possible first days: possibly from the first, surely from the second', () => {
    const text = { pl: 'x', en: 'x' }
    const doubts: Measure['doubts'] = [{ about: 'applies_from', or: calendarDay('2025-01-02'), text }]
    const validity = validityOf(null, rule({ applies_from: calendarDay('2024-07-01'), doubts }), actDay, STATE)
    assert.deepEqual(
      ['2024-06-30', '2024-07-01', '2025-01-02'].map((day) => inForce(validity, calendarDay(day))),
      ['no', 'possibly', 'yes'],
    )
  })

  test('a measure that waits for another act has no day', () => {
    assert.deepEqual(begins(OLD, { applies_from: null, waits_for_act: true }), [null, null, '2026-07-25'])
  })
})

describe('in force on a day', () => {
  const at = (listing: Partial<Listing>, day: string) =>
    inForce(validityOf(row(listing), rule({}), actDay, STATE), calendarDay(day))

  test('exact: not the day before', () => {
    assert.equal(at({}, '2025-10-23'), 'no')
    assert.equal(at({}, '2025-10-24'), 'yes')
  })

  test('at the latest: possibly before, never before the measure', () => {
    assert.equal(at({ fromBasis: 'at_latest' }, '2025-10-23'), 'possibly')
    assert.equal(at({ fromBasis: 'at_latest' }, '2022-04-08'), 'no')
  })

  test('until its last day', () => {
    assert.equal(at({ until: calendarDay('2026-01-31') }, '2026-01-31'), 'yes')
    assert.equal(at({ until: calendarDay('2026-01-31') }, '2026-02-01'), 'no')
  })

  test('with words that are younger than the listing: not before them', () => {
    assert.equal(at({ firstAct: 'first' }, '2025-10-23'), 'no')
    assert.equal(at({ firstAct: 'first' }, '2025-10-24'), 'yes')
  })
})
