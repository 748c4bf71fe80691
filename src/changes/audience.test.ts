import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { digits, group, onOnePath } from '../terms/cn-code.ts'
import { audienceOf, isToldOf } from './audience.ts'

const change = (...codes: string[]) => ({ cn_codes: codes.map((code) => group(digits(code))) })

test('who watches a heading is told of its subheadings, and who watches a subheading of its heading', () => {
  const isTold = isToldOf([digits('8471'), digits('73041100')])
  for (const code of ['8471', '847130', '84713000', '84', '7304', '730411', '73']) assert.ok(isTold(change(code)), code)
  for (const code of ['8472', '730419', '73041190', '85', '9']) assert.ok(!isTold(change(code)), code)
  assert.ok(isTold(change('8472', '847130')), 'one code of several is enough')
})

test('who watches no codes is told of everything, and everybody of a change without codes', () => {
  assert.ok(isToldOf([])(change('8471')))
  assert.ok(isToldOf([digits('72')])(change()))
  assert.ok(audienceOf([change('8471')])([]))
  assert.ok(audienceOf([change('8471'), change()])([digits('72')]))
})

test('feed, messages and outbox agree, and say the same as comparing every pair', () => {
  const code = fc.stringMatching(/^[12]{2,8}$/).map(digits)
  const codes = fc.array(code, { maxLength: 6 })
  fc.assert(
    fc.property(codes, fc.array(codes, { minLength: 1, maxLength: 4 }), (watched, named) => {
      const told = named.map(
        (own) => watched.length === 0 || own.length === 0 || watched.some((a) => own.some((b) => onOnePath(a, b))),
      )
      const changes = named.map((own) => change(...own))
      assert.deepEqual(changes.map(isToldOf(watched)), told)
      assert.equal(audienceOf(changes)(watched), told.includes(true))
    }),
  )
})
