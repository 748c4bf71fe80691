import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fold } from './fold.ts'

test('case and diacritics do not matter, in either form of Unicode', () => {
  assert.equal(fold('ŁOŻYSKA'), 'lozyska')
  assert.equal(fold('łożyska'.normalize('NFD')), 'lozyska')
  assert.equal(fold('Straße'), 'strasse')
  assert.equal(fold('zażółć gęślą jaźń'), 'zazolc gesla jazn')
})

test('folding twice changes nothing', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => fold(fold(text)) === fold(text)))
})
