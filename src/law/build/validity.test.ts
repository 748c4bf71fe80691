import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { digits } from '../../terms/cn-code.ts'
import { calendarDay, type Day } from '../../terms/day.ts'
import type { Measure } from '../../terms/law.ts'
import type { Listing } from '../read/law.ts'
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
  mark: 'inserted',
  act: 'second',
  firstAct: '',
  wordsAct: '',
  atLatest: null,
  narrowerBefore: [],
  from: null,
  until: null,
  doubt: '',
  note: '',
  basis: '',
  successorOf: '',
  ...given,
})
const rule = (given: Partial<Measure>): Measure =>
  ({ id: '3k-1', applies_from: '2022-04-09', inserted_by: 'first', ...given }) as Measure
const begins = (listing: Partial<Listing>, measure: Partial<Measure> = {}) => {
  const { from, basis, possibleFrom } = validityOf(row(listing), rule(measure), actDay, STATE)
  return [from, basis, possibleFrom]
}

describe('the first day of a listing under a measure', () => {
  test('inserted: to the day of its act', () => {
    assert.deepEqual(begins({ mark: 'inserted', act: 'second' }), ['2025-10-24', 'exact', '2025-10-24'])
  })

  test('re-issued: at the latest then, at the earliest with the measure', () => {
    assert.deepEqual(begins({ mark: 'replaced', act: 'second' }), ['2025-10-24', 'at_latest', '2022-04-09'])
  })

  test('re-issued, but shown by an older text: at the latest since that', () => {
    assert.deepEqual(begins({ mark: 'replaced', atLatest: calendarDay('2023-04-27') }), [
      '2023-04-27',
      'at_latest',
      '2022-04-09',
    ])
  })

  test('shown by an older text on the very first day of the measure: exact', () => {
    assert.deepEqual(begins({ mark: 'replaced', atLatest: calendarDay('2022-04-09') }), [
      '2022-04-09',
      'exact',
      '2022-04-09',
    ])
  })

  test('a measure younger than the listing sets the day', () => {
    assert.deepEqual(begins({ act: 'first' }, { applies_from: calendarDay('2023-06-24') }), [
      '2023-06-24',
      'exact',
      '2023-06-24',
    ])
    assert.deepEqual(begins({ mark: 'replaced', act: 'first' }, { applies_from: calendarDay('2023-06-24') }), [
      '2023-06-24',
      'exact',
      '2023-06-24',
    ])
  })

  test('an act whose day is unknown: at the latest the state of the data, never an invented day', () => {
    assert.deepEqual(begins({ mark: 'replaced', act: 'unknown' }), [STATE, 'at_latest', '2022-04-09'])
    assert.deepEqual(begins({ mark: 'inserted', act: 'unknown' }), [STATE, 'at_latest', '2022-04-09'])
  })

  test('a printed day of application counts before any mark', () => {
    assert.deepEqual(begins({ mark: 'replaced', from: calendarDay('2026-02-01') }), [
      '2026-02-01',
      'exact',
      '2026-02-01',
    ])
  })

  test('the act that first listed a re-issued row', () => {
    assert.deepEqual(begins({ mark: 'replaced', act: 'second', firstAct: 'first' }), [
      '2022-04-09',
      'exact',
      '2022-04-09',
    ])
  })

  test('an unclear first day of the measure: at the latest its last amendment', () => {
    assert.deepEqual(begins({ act: 'first' }, { applies_from: null, amended_by: 'second' }), [
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
      ['2024-06-30', '2024-07-01', '2025-01-02'].map((day) => inForce(validity, digits('8471'), calendarDay(day))),
      ['no', 'possibly', 'yes'],
    )
  })

  test('a measure that waits for another act has no day', () => {
    assert.deepEqual(begins({ act: 'first' }, { applies_from: null, waits_for_act: true }), [null, null, '2026-07-25'])
  })
})

describe('in force on a day', () => {
  const at = (listing: Partial<Listing>, day: string, goods = '8471') =>
    inForce(validityOf(row(listing), rule({}), actDay, STATE), digits(goods), calendarDay(day))

  test('exact: not the day before', () => {
    assert.equal(at({}, '2025-10-23'), 'no')
    assert.equal(at({}, '2025-10-24'), 'yes')
  })

  test('at the latest: possibly before, never before the measure', () => {
    assert.equal(at({ mark: 'replaced' }, '2025-10-23'), 'possibly')
    assert.equal(at({ mark: 'replaced' }, '2022-04-08'), 'no')
  })

  test('until its last day', () => {
    assert.equal(at({ until: calendarDay('2026-01-31') }, '2026-01-31'), 'yes')
    assert.equal(at({ until: calendarDay('2026-01-31') }, '2026-02-01'), 'no')
  })

  test('goods of a narrower row of the past', () => {
    const widened = { narrowerBefore: [digits('847130')] }
    assert.equal(at(widened, '2025-10-23', '84713000'), 'possibly')
    assert.equal(at(widened, '2025-10-23', '8471'), 'possibly', 'part of what is asked was listed')
    assert.equal(at(widened, '2025-10-23', '84714100'), 'no')
    assert.equal(at(widened, '2022-04-08', '84713000'), 'no')
  })
})
