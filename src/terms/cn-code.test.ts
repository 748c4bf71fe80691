import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { group, narrower, onOnePath, touches, ungroup, withoutEx } from './cn-code.ts'

const digits = fc.stringMatching(/^\d{2,10}$/)

test('a code is printed 4+2+2', () => {
  assert.equal(group('84713000'), '8471 30 00')
  assert.equal(group('847130'), '8471 30')
  assert.equal(group('8471'), '8471')
  assert.equal(group('72'), '72')
  assert.equal(group('3920431099'), '3920 43 10 99')
  assert.equal(group('84713'), '8471 3')
})

test('ungrouping gives back what was grouped', () => {
  assert.equal(ungroup('8471 30 00'), '84713000')
  fc.assert(fc.property(digits, (code) => ungroup(group(code)) === code))
})

test('a code is the same with and without the sign for a part of it', () => {
  assert.equal(withoutEx('ex 4302'), '4302')
  assert.equal(withoutEx('43021915'), '43021915')
})

test('lying on one path is symmetric, and the narrower code is the longer', () => {
  fc.assert(
    fc.property(digits, digits, (a, b) => {
      assert.equal(onOnePath(a, b), onOnePath(b, a))
      if (onOnePath(a, b)) assert.equal(narrower(a, b).length, Math.max(a.length, b.length))
    }),
  )
})

test('an exception swallows what stands below it, not what stands above', () => {
  const copper = { codes: ['74'], except: ['74010000'] }
  assert.equal(touches(copper, '7401'), true, '7401 is wider than the exception')
  assert.equal(touches(copper, '74010000'), false)
  assert.equal(touches(copper, '740311'), true)
  assert.equal(touches({ codes: [], except: [] }, '01'), true, 'no codes means all goods')
})
