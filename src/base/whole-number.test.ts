import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseWholeNumber } from './whole-number.ts'

test('digits are read within their bounds', () => {
  assert.equal(parseWholeNumber('1', 1, 500), 1)
  assert.equal(parseWholeNumber('500', 1, 500), 500)
  assert.equal(parseWholeNumber('007', 1, 500), 7)
  assert.equal(parseWholeNumber('0', 1, 500), undefined)
  assert.equal(parseWholeNumber('501', 1, 500), undefined)
})

test('what is not digits alone is no whole number', () => {
  for (const text of ['', ' 1', '1 ', '1\n', '+1', '-1', '1.0', '1e2', '0x10', '١', 'NaN', '9'.repeat(16)]) {
    assert.equal(parseWholeNumber(text, 0, Number.MAX_SAFE_INTEGER), undefined, JSON.stringify(text))
  }
})

test('every number within the bounds is read as it is written', () => {
  fc.assert(fc.property(fc.nat(), (number) => parseWholeNumber(String(number), 0, 2 ** 31) === number))
})
