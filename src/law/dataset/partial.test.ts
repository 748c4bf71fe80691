import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerer } from '../../../test/real-law.ts'
import { digits } from '../../base/cn-code.ts'
import { listsWhole } from './dataset.ts'

const { dataset } = answerer

/** Rows once each, as the acts print them. */
const rowsBy = (why: 'codes' | 'description') => [
  ...new Set(
    dataset.entries
      .filter(({ partialBy }) => partialBy === why)
      .map(({ regime, annex, code, except }) => `${regime.data.country} ${annex} ${code} less ${except.join(' ')}`),
  ),
]

test('every row that leaves out only codes: read by a person, and more of them want reading too', () => {
  assert.deepEqual(rowsBy('codes').toSorted(), [
    'BY XVIII 2932 less 293220',
    'BY XVIII 4011 less 401130',
    'BY XVIII 4015 less 401512',
    'BY XVIII 74 less 7401',
    'BY XXVII 2825 less 282520 282530',
    'BY XXVII 2835 less 283526',
    'BY XXVII 7110 less 711021 711029',
    'BY XXVII 8411 less 841191',
    'RU XXI 2825 less 282530',
    'RU XXI 2835 less 283526',
    'RU XXI 7110 less 711021 711029',
    'RU XXI 8411 less 841191',
    'RU XXIII 2932 less 293220',
    'RU XXIII 4011 less 401130',
    'RU XXIII 4015 less 401512',
    'RU XXIII 74 less 7401',
    'RU XXIII 8471 less 847180 84717098',
    'RU XXIII 8514 less 85141910',
    'RU XXIIIH 2932 less 293220',
    'RU XXIIIH 4015 less 401512',
    'RU XXIIIH 4016 less 401693',
    'RU XXIIIH 7318 less 731824',
  ])
})

test('what words narrow, the words decide, exceptions or not', () => {
  const described = rowsBy('description')
  assert.ok(described.includes('RU XX 38112100 less '))
  assert.ok(described.length > 100)
})

test('8471 less 8471 80 and 8471 70 98 lists 8471 30 whole, and of 8471 70 only some', () => {
  const entry = dataset.entries.find(
    ({ annex, code, partialBy }) => `${annex} ${code} ${partialBy}` === 'XXIII 8471 codes',
  )
  assert.ok(entry)
  assert.deepEqual(
    ['847130', '84713000', '8471700000', '847170', '8471'].map((code) => listsWhole(entry, digits(code))),
    [true, true, true, false, false],
  )
})

test('words that narrow some codes only leave the others whole', () => {
  const whole = (country: string, annex: string, row: string, code: string) => {
    const entry = dataset.entries.find(
      (one) =>
        one.regime.data.country === country && one.annex === annex && one.code === row && one.narrowed.length > 0,
    )
    assert.ok(entry, `${annex} ${row}`)
    return listsWhole(entry, digits(code))
  }
  assert.deepEqual(
    ['87042391', '87042110', '87042191', '87042199', '870421', '8704'].map((code) =>
      whole('RU', 'XXIII', '8704', code),
    ),
    [true, true, false, false, false, false],
  )
  assert.ok(whole('BY', 'XVIII', '8704', '87042391'))
  assert.deepEqual(
    ['27090090', '27090010', '270900'].map((code) => whole('BY', 'XXIII', '270900', code)),
    [true, false, false],
  )
  // The tariff's "for all purposes" is missing in the annex, which narrows nothing.
  assert.deepEqual(
    ['40151900', '4015'].map((code) => whole('RU', 'XXIII', '4015', code)),
    [true, false],
  )
})
