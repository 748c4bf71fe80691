import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { answerer } from '../../test/real-law.ts'
import { digits, group, onOnePath } from '../base/cn-code.ts'
import { audienceOf, isOfRegime, isToldOf, markOnRequest } from './audience.ts'
import type { Change } from './change.ts'

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

test('the regimes of parts of Ukraine are told to those who name them, Russia and Belarus to everybody', () => {
  const regimes = ['EU-RU-833-2014', 'EU-BY-765-2006', 'EU-UA-692-2014', 'EU-UA-2022-263', null]
  const changes = regimes.map((regime) => ({ ...change('8501'), regime }) as unknown as Change)
  const marked = markOnRequest(changes, answerer.dataset)
  const told = (asked: string | null) => marked.filter((one) => isOfRegime(one, asked)).map(({ regime }) => regime)
  assert.deepEqual(told(null), ['EU-RU-833-2014', 'EU-BY-765-2006', null])
  assert.deepEqual(told('EU-UA-692-2014'), ['EU-UA-692-2014'])
  assert.deepEqual(told('EU-BY-765-2006'), ['EU-BY-765-2006'])
})
