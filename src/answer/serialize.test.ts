import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { jsonBytes, utf8Bytes } from './serialize.ts'

test('any text has the bytes that Node gives it, in memory of its own', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.deepEqual(utf8Bytes(text), Buffer.from(text))
    }),
  )
  assert.equal(utf8Bytes('łata').buffer.byteLength, 5)
  assert.equal(utf8Bytes('').length, 0)
})

test('half a surrogate pair is replaced, as Node does it', () => {
  assert.deepEqual(utf8Bytes('a\ud800b'), Buffer.from('a\ufffdb'))
  assert.deepEqual(jsonBytes({ a: '\udc00' }), Buffer.from('{"a":"\\udc00"}'))
})
