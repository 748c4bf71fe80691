import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { onOnePath } from './cn-code.ts'
import { meeting } from './watchlist.ts'

test('who watches a heading hears of its subheadings, and who watches a subheading hears of its heading', () => {
  const watched = meeting(['8471', '73041100'])
  for (const code of ['8471', '847130', '84713000', '84', '7304', '730411', '73']) assert.ok(watched(code), code)
  for (const code of ['8472', '730419', '73041190', '85', '9']) assert.ok(!watched(code), code)
  assert.ok(!meeting([])('8471'), 'no codes, nothing met')
})

test('it says the same as comparing every pair', () => {
  const code = fc.stringMatching(/^[12]{2,8}$/)
  fc.assert(
    fc.property(fc.array(code, { maxLength: 20 }), code, (codes, asked) => {
      assert.equal(
        meeting(codes)(asked),
        codes.some((one) => onOnePath(one, asked)),
      )
    }),
  )
})
