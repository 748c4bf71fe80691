import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bytesOfUtf8, joinUtf8, utf8 } from './utf8.ts'

test('texts are sent as UTF-8, also when they were joined', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (texts) => {
      assert.equal(bytesOfUtf8(joinUtf8(texts.map(utf8))).toString(), texts.join(''))
    }),
  )
})
