import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { printable, printableJson } from './plain-text.ts'

const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
const any = fc.string({ unit: 'binary' })

test('nothing that steers a terminal is printed', () => {
  assert.equal(printable('\u001b]0;owned\u0007\u001b[2J'), '\ufffd]0;owned\ufffd\ufffd[2J')
  assert.equal(printable('a\u009b31mb\u007f'), 'a\ufffd31mb\ufffd')
  assert.equal(printable('a\r\nb\tc\u2028d'), 'a b c d')
  assert.equal(printable('moc.\u202eexample\u200b\u00ad'), 'moc.example')
  fc.assert(fc.property(any, (text) => assert.doesNotMatch(printable(text), UNSAFE)))
})

test('what can be printed is printed as it is', () => {
  for (const text of ['Zażółć "gęślą", jaźń', '用户 😀', '', ' a  b ']) assert.equal(printable(text), text)
})

test('printed JSON steers nothing either, and says the same', () => {
  assert.equal(
    printableJson({ a: '\u001b\u007f\u009b\u202e\u2028\u{e0041}' }),
    '{"a":"\\u001b\\u007f\\u009b\\u202e\\u2028\\udb40\\udc41"}',
  )
  fc.assert(
    fc.property(fc.dictionary(any, any, { noNullPrototype: true }), (value) => {
      const json = printableJson(value)
      assert.doesNotMatch(json, UNSAFE)
      assert.deepEqual(JSON.parse(json), value)
    }),
  )
})
