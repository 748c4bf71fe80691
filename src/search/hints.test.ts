import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerer } from '../../test/real-law.ts'
import { codesIn, hintsReader, type Said } from './hints.ts'

const { hints, countries, guides, nomenclatures } = answerer.dataset
const said: (text: string) => Said = hintsReader(hints, countries, guides)
const codes = (text: string) => codesIn(text, nomenclatures.of(2026))
const dealIn = (text: string) => {
  const { origin, destination, via, value } = said(text)
  return [origin, destination, via.join(','), value].map((one) => one || '-').join(' ')
}

test('countries are read behind the word that tells their part, in any case', () => {
  assert.equal(dealIn('rury stalowe z Turcji'), 'TR - - -')
  assert.equal(dealIn('rower na Białoruś'), '- BY - -')
  assert.equal(dealIn('pompa z Niemiec do Kazachstanu przez Rosję i Białoruś'), 'DE KZ RU,BY -')
  assert.equal(dealIn('steel pipes from the Czech Republic to South Korea via Poland'), 'CZ KR PL -')
  assert.equal(dealIn('LPG z Kazachstanu do Polski tranzytem przez Rosję'), 'KZ PL RU -')
})

test('a country that nothing says the part of is not read, nor are two of one part', () => {
  assert.equal(dealIn('frozen turkey, bone china, sklejka Białoruś'), '- - - -')
  assert.equal(dealIn('rury z Turcji i Chin'), '- - - -')
})

test('a value is read in EUR alone, and only when it can be read in one way', () => {
  assert.equal(said('rower 700 EUR').value, '700')
  assert.equal(said('wino 320,50 euro za butelkę').value, '320.50')
  assert.equal(said('płaszcz € 1 250.50').value, '1250.50')
  for (const text of [
    'rower 700 USD',
    'rower 1,299 EUR',
    'rower 1.299 EUR',
    '0 EUR',
    '700 EUR lub 800 EUR',
    'eurocode 7',
  ])
    assert.equal(said(text).value, null, text)
})

test('a code at the beginning is read, also with letters that look like digits', () => {
  assert.deepEqual(codes('84713OOO'), ['84713000', '8471'])
  assert.deepEqual(codes('8471ABCD'), ['8471'])
  assert.deepEqual(codes('8471 30 00 do Kazachstanu'), ['84713000'])
  assert.deepEqual(codes('VW Passat 2002'), [])
  assert.deepEqual(codes('700 EUR'), [])
})
