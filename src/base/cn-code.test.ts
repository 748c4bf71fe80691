import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  digits,
  group,
  isCodeLength,
  isDigits,
  narrower,
  onOnePath,
  touches,
  typedCode,
  ungroup,
  wholeCodes,
  withoutEx,
} from './cn-code.ts'

const anyCode = fc.stringMatching(/^\d{2,10}$/).map(digits)

test('a code is printed 4+2+2', () => {
  assert.equal(group(digits('84713000')), '8471 30 00')
  assert.equal(group(digits('847130')), '8471 30')
  assert.equal(group(digits('8471')), '8471')
  assert.equal(group(digits('72')), '72')
  assert.equal(group(digits('3920431099')), '3920 43 10 99')
  assert.equal(group(digits('84713')), '8471 3')
})

test('ungrouping gives back what was grouped', () => {
  assert.equal(ungroup('8471 30 00'), '84713000')
  fc.assert(fc.property(anyCode, (code) => ungroup(group(code)) === code))
})

test('a code is the same with and without the sign for a part of it', () => {
  assert.equal(withoutEx('ex 4302'), '4302')
  assert.equal(withoutEx('43021915'), '43021915')
})

test('only digits are digits', () => {
  for (const text of ['01', '847130', '3920431099']) assert.equal(digits(text), text)
  for (const text of ['', '8471 30', 'ex 4302', ' 8471', '8471\n', '８４７１', 'XVII']) {
    assert.ok(!isDigits(text), JSON.stringify(text))
    assert.throws(() => digits(text), TypeError, JSON.stringify(text))
  }
})

test('an exception of part of a code excludes no whole code', () => {
  assert.deepEqual(wholeCodes(['7401', 'ex 4302']), ['7401'])
})

test('lying on one path is symmetric, and the narrower code is the longer', () => {
  fc.assert(
    fc.property(anyCode, anyCode, (a, b) => {
      assert.equal(onOnePath(a, b), onOnePath(b, a))
      if (onOnePath(a, b)) assert.equal(narrower(a, b).length, Math.max(a.length, b.length))
    }),
  )
})

test('an exception swallows what stands below it, not what stands above', () => {
  const copper = { codes: [digits('74')], except: [digits('74010000')] }
  assert.equal(touches(copper, digits('7401')), true, '7401 is wider than the exception')
  assert.equal(touches(copper, digits('74010000')), false)
  assert.equal(touches(copper, digits('740311')), true)
  assert.equal(touches({ codes: [], except: [] }, digits('01')), true, 'no codes means all goods')
})

test('a code is known by its digits, whatever people type around them', () => {
  for (const text of ['8471 30 00', 'CN 8471.30.00', 'ex 8471-30-00', ' cn ex 8471/30/00 ', '8471\u00a030\u00a000'])
    assert.equal(typedCode(text), '84713000', text)
  assert.equal(typedCode('3061792'), '3061792', 'of whatever length')
  for (const text of ['rury 3', 'M8', 'CN', '', 'CN: 8471', '8471,30']) assert.equal(typedCode(text), null, text)
  assert.deepEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].filter(isCodeLength), [2, 4, 6, 8, 10])
})
