import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask } from '../../../test/real-law.ts'
import { markInWords } from '../../answer/shape/mark-words.ts'
import { headlineMark, markOf } from './marks.ts'

test('a mark says how far a ban reaches, in words of its own for each extent', () => {
  const words = (kind: 'ban' | 'restriction' | 'duty' | null, extent: Parameters<typeof markOf>[0]['extent']) =>
    `${markOf({ kind, extent })}: ${markInWords({ kind, extent, listed: false }, ask('8471'), 'pl')}`
  assert.equal(words('ban', 'whole'), 'ban: zakaz')
  assert.equal(words('ban', 'threshold'), 'partial: zakaz powyżej progu')
  assert.equal(words('ban', 'description'), 'partial: zakaz zależnie od opisu')
  assert.equal(words('ban', 'some_codes'), 'partial: zakaz niektórych kodów')
  assert.equal(words('ban', 'possible'), 'partial: możliwy zakaz')
  assert.equal(words('restriction', 'whole'), 'condition: warunek lub obowiązek')
  assert.equal(words('duty', 'some_codes'), 'condition: warunek lub obowiązek')
  assert.equal(words(null, 'none'), 'clear: brak w wykazach')
})

test('on a day before our data, or where nothing was checked, nothing is called "not listed"', () => {
  const words = (q: string, parameters: Record<string, string> = {}) =>
    markInWords({ kind: null, extent: 'none', listed: false }, ask(q, parameters), 'en')
  assert.equal(words('0101 30 00'), 'not listed')
  assert.equal(words('0101 30 00', { as_of: '2012-01-01' }), 'not known')
  assert.equal(words('xyzzy'), 'not known')
  const { regimes } = ask('8471').scope
  const day = regimes.map(({ complete_from }) => complete_from).toSorted()[0]!
  assert.equal(
    words('8471', { as_of: day, regime: regimes.find(({ complete_from }) => complete_from === day)!.code }),
    'not listed',
  )
})

test('the headline has the mark of the assessment, and a mark of its own where nothing was checked', () => {
  const mark = (q: string, parameters: Record<string, string> = {}) => headlineMark(ask(q, parameters))
  assert.equal(mark('8471 30 00'), 'ban')
  assert.equal(mark('8712 00 30', { direction: 'export' }), 'partial')
  assert.equal(mark('0101 30 00'), 'clear')
  assert.equal(mark('xyzzy'), 'unchecked')
  assert.equal(mark('9999 99 99'), 'unchecked')
  assert.equal(mark('7304', { as_of: '2003-01-01' }), 'unchecked')
})

test('what is listed, but not for the deal or direction asked about, is not called unlisted', () => {
  const marks = (q: string, parameters: Record<string, string>) => {
    const response = ask(q, { lang: 'pl', include: 'tree', ...parameters })
    const asked = response.meta.tree?.lines.find((line) => line.asked)
    return [...(asked ? [asked] : []), ...(response.meta.goods ?? []).slice(0, 1)].map((one) =>
      markInWords(one, response, 'pl'),
    )
  }
  assert.deepEqual(marks('4412', { origin: 'KZ', destination: 'PL' }), ['w wykazie, nie dla tej trasy'])
  assert.deepEqual(marks('sklejka', { origin: 'KZ', destination: 'PL' }), ['w wykazie, nie dla tej trasy'])
  assert.deepEqual(marks('8443 91', { origin: 'DE', destination: 'UZ', via: 'RU' }), ['w wykazie, nie dla tej trasy'])
  assert.deepEqual(marks('3104 20 50', { direction: 'export' }), ['w wykazie, nie dla tego kierunku'])
  assert.deepEqual(marks('0901', { direction: 'export' }), ['brak w wykazach'])
})
