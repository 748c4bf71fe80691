import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bytesOf, countFitting, fitLists, RESULT_BYTES } from './result-size.ts'

test('letters outside ASCII count with all their bytes', () => {
  assert.equal(bytesOf('ł'), 4)
  assert.equal(countFitting(['łł', 'a'], 10), 1)
  assert.equal(countFitting(['łł', 'a'], 11), 2)
})

test('lists never exceed what is left, keep their beginnings, and say how much was cut', () => {
  const list = fc.array(fc.string({ maxLength: 3_000, unit: 'grapheme' }), { maxLength: 40 })
  fc.assert(
    fc.property(list, list, (first, second) => {
      const head = { a: 'x'.repeat(1_000) }
      const { shown, cut } = fitLists(head, { first, second })
      assert.deepEqual(shown.first, first.slice(0, first.length - cut.first))
      assert.deepEqual(shown.second, second.slice(0, second.length - cut.second))
      // The names of the lists are not counted.
      assert.ok(bytesOf({ ...head, ...shown }) <= RESULT_BYTES + bytesOf({ first: '', second: '' }))
      if (cut.second === 0 && cut.first === 0) return
      assert.ok(bytesOf({ ...head, first, second }) > RESULT_BYTES)
    }),
  )
})
