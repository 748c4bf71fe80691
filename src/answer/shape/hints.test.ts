import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask } from '../../../test/real-law.ts'

const hintsOf = (q: string, parameters: Record<string, string> = {}) => {
  const { guides: _, words: __, ...said } = ask(q, parameters).meta.hints ?? {}
  return said
}
const guidesOf = (q: string, parameters: Record<string, string> = {}) =>
  (ask(q, parameters).meta.hints?.guides ?? []).map(({ id }) => id)

test('what a text says of a deal is told, and whether it makes a whole one', () => {
  assert.deepEqual(hintsOf('rower 700 EUR na Białoruś'), { destination: 'BY', value: '700', complete: true })
  assert.deepEqual(hintsOf('rower z Polski za 700 EUR'), { origin: 'PL', value: '700', complete: false })
  assert.deepEqual(hintsOf('8471 30 00 do Kazachstanu przez Rosję'), {
    codes: ['8471 30 00'],
    destination: 'KZ',
    via: ['RU'],
    complete: true,
  })
  assert.equal(ask('rower 700 EUR na Białoruś').deal, undefined, 'it is not used')
  assert.deepEqual(hintsOf('pralka kupiona w Niemczech dla siostry, wysyłka z Polski do Kazachstanu'), {
    ...{ origin: 'DE', dispatch: 'PL', destination: 'KZ', private_use: true, complete: true },
  })
  assert.deepEqual(ask('rower dla brata na Białorusi').meta.hints?.words, {
    destination: 'na Białorusi',
    private_use: 'dla brata',
  })
})

test('what the question was asked with is not offered again', () => {
  const deal = { origin: 'PL', destination: 'BY', value: '700' }
  assert.deepEqual(hintsOf('rower z Polski na Białoruś za 700 EUR', deal), {})
  assert.deepEqual(hintsOf('rury z Turcji przez Rosję', { destination: 'PL', origin: 'TR', via: 'BY' }), {
    via: ['BY', 'RU'],
    complete: true,
  })
})

test('route and value of a text are told whatever the question was asked with', () => {
  const told = { destination: 'GE', value: '120', words: { destination: 'do Gruzji', value: '120 euro' } }
  assert.deepEqual(ask('zegarek 120 euro do Gruzji').meta.said, told)
  const other = { origin: 'PL', destination: 'RU', value: '700' }
  assert.deepEqual(ask('zegarek 120 euro do Gruzji', other).meta.said, told)
  assert.equal(ask('zegarek', other).meta.said, undefined)
  assert.equal(ask('8471 30 00', other).meta.said, undefined)
})

test('words, destinations and codes lead to guides', () => {
  assert.deepEqual(guidesOf('licencja na oprogramowanie'), ['software'])
  assert.deepEqual(guidesOf('bitcoin'), ['money'])
  assert.deepEqual(guidesOf('zwrot gwarancyjny pompy'), ['returns'])
  assert.deepEqual(guidesOf('8471 30 00', { origin: 'PL', destination: 'KZ' }), ['central-asia'])
  assert.deepEqual(guidesOf('7304 11 00'), ['steel'])
  assert.deepEqual(guidesOf('8471 30 00'), [])
})

test('a way by land through a country that it does not name is told, with the whole way', () => {
  const told = ask('3403 19 80', { origin: 'PL', destination: 'KZ', via: 'BY' })
  assert.deepEqual(told.deal?.via_by_land, ['BY', 'RU'])
  assert.match(told.scope.warnings[0] ?? '', /check the route: Poland → Belarus → Russia → Kazakhstan/)
  assert.deepEqual(ask('3403 19 80', { origin: 'UZ', destination: 'PL', via: 'BY' }).deal?.via_by_land, ['RU', 'BY'])
  for (const via of ['BY,RU', 'TR'])
    assert.equal(ask('3403 19 80', { origin: 'PL', destination: 'KZ', via }).deal?.via_by_land, undefined, via)
})

test('goods that go to a neighbour of the Union are not asked whether they cross Russia', () => {
  const warningsTo = (destination: string) => ask('8502', { origin: 'PL', destination }).scope.warnings.join()
  assert.match(warningsTo('KZ'), /No route was given/)
  assert.doesNotMatch(warningsTo('BY'), /No route was given/)
})
