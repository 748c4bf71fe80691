import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { digits, group } from '../../base/cn-code.ts'
import { looksLikeCode, readCodes } from './printed-code.ts'

const inBrief = (...lines: string[]) => readCodes(lines)?.map(({ digits, ex }) => (ex ? 'ex ' : '') + digits)

test('a code is read as it is printed, with its ex', () => {
  assert.deepEqual(inBrief('ex 2710 19 83'), ['ex 27101983'])
  assert.deepEqual(inBrief('Ex 74'), ['ex 74'])
  assert.deepEqual(inBrief('ex 26 12'), ['ex 2612'])
  assert.deepEqual(inBrief('85141910'), ['85141910'])
  assert.deepEqual(inBrief('ex', '8421'), ['ex 8421'])
  assert.deepEqual(inBrief('Chapter 5'), ['05'])
})

test('several codes in a cell are several codes; one ex in front is said of them all', () => {
  assert.deepEqual(inBrief('ex 8419 50 20 , 8419 50 80'), ['ex 84195020', 'ex 84195080'])
  assert.deepEqual(inBrief('8414; 8418 and ex 8419'), ['8414', '8418', 'ex 8419'])
  assert.deepEqual(inBrief('8414', '8418'), ['8414', '8418'])
  assert.deepEqual(inBrief('2710 lub 2711'), ['2710', '2711'])
  assert.deepEqual(inBrief('ex 3105 90 20 ex 3105 90 80'), ['ex 31059020', 'ex 31059080'])
  assert.deepEqual(inBrief('3105 20 10 3105 20 90'), ['31052010', '31052090'])
  assert.deepEqual(inBrief('ex ex2825'), ['ex 2825'])
})

test('what is not wholly codes is not read', () => {
  for (const cell of ['', 'ex', '730', '7306–7301', '8471 3', 'about 7301', '7301.10', '7301 7302 7303 7304']) {
    assert.equal(readCodes([cell]), null, cell)
  }
  assert.equal(readCodes(['ex', 'ex', '7301']), null)
})

test('every code the tariff can print is read back', () => {
  const code = fc.stringMatching(/^(\d{2}){1,5}$/)
  fc.assert(
    fc.property(fc.array(fc.record({ code, ex: fc.boolean() }), { minLength: 1, maxLength: 6 }), (list) => {
      // One ex in front of codes without any is said of them all, so the first is printed without.
      const printed = list.map(({ code, ex }, at) => ({ code, ex: ex && at > 0 }))
      const cell = printed.map(({ code, ex }) => (ex ? 'ex ' : '') + group(digits(code))).join(', ')
      assert.deepEqual(
        inBrief(cell),
        printed.map(({ code, ex }) => (ex ? 'ex ' : '') + code),
      )
    }),
  )
})

test('years and running numbers do not look like codes', () => {
  for (const text of ['2022', '1999', '12', '7301 1', '9562233']) assert.equal(looksLikeCode(text), false, text)
  for (const text of ['7301', 'ex 8471 30 00', '2001', '1905']) assert.equal(looksLikeCode(text), true, text)
})
