import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answerer } from '../../../test/real-law.ts'
import { DEAL_FIELDS } from '../../law/terms/law-vocabulary.ts'
import { fieldNamed, placeReader } from './places.ts'

const { countries } = answerer.dataset
const places = countries.codes.map((code) => ({ code, names: Object.values(countries.name(code)) }))
const read = placeReader(places)

describe('a cell with a country', () => {
  test('has its code, or its name in Polish or English, with or without diacritics', () => {
    for (const [text, code] of [
      ['PL', 'PL'],
      [' kz ', 'KZ'],
      ['Kazachstan', 'KZ'],
      ['KAZAKHSTAN', 'KZ'],
      ['bialorus', 'BY'],
      ['Rosja', 'RU'],
      ['Russian Federation', 'RU'],
      ['Niemcy', 'DE'],
      ['U.S.A.', 'US'],
      ['Wielka Brytania', 'GB'],
      ['EU', 'EU'],
      ['UE', 'EU'],
      ['UA-43', 'UA-43'],
      ['Krym', 'UA-43'],
      ['PL - Polska', 'PL'],
      ['PL Poland', 'PL'],
      ['Chiny (CN)', 'CN'],
    ] as const)
      for (const field of ['origin', 'destination'] as const) assert.equal(read(text, field), code, text)
  })

  test('is not guessed: abolished codes, typing mistakes and contradictions are none', () => {
    for (const text of ['SU', 'YU', 'ZSRR', 'Jugosławia', 'XX', 'Rosija', 'PL - Niemcy', 'PL, DE', '112', '?', 'R'])
      assert.equal(read(text, 'origin'), null, text)
  })

  test('may be a route where the way is asked for, and nothing of it is dropped', () => {
    assert.equal(read('LT, BY', 'via'), 'LT,BY')
    assert.equal(read('Litwa → Białoruś;Rosja', 'via'), 'LT,BY,RU')
    assert.equal(read('Rosja', 'via'), 'RU')
    assert.equal(read('LT, nigdzie', 'via'), null)
    assert.equal(read(',', 'via'), null)
  })

  test('is read by every name that the law has for it', () => {
    for (const { code, names } of places) for (const name of names) assert.equal(read(name, 'destination'), code, name)
  })
})

test('columns are known by their titles in both languages', () => {
  const titles = {
    origin: ['Kraj pochodzenia', 'pochodzenie', 'Origin', 'country of origin', 'Skąd'],
    destination: ['Przeznaczenie', 'kraj docelowy', 'Destination', 'country of destination', 'dokąd'],
    dispatch: ['kraj wysyłki', 'Country of dispatch', 'Kraj nadania'],
    via: ['via', 'Tranzyt', 'przez', 'kraj tranzytu', 'Transit country', 'którędy'],
    value: ['value', 'Wartość jednostkowa EUR', 'Cena za szt. [EUR]', 'Unit price (EUR)'],
  }
  for (const field of DEAL_FIELDS) for (const title of titles[field]) assert.equal(fieldNamed(title), field, title)
  for (const title of ['Kod CN', 'Nazwa towaru', 'Kraj', 'original', 'aviation', ''])
    assert.equal(fieldNamed(title), null)
})

test('a value is read in EUR, and only where it can be read in one way', () => {
  const read = placeReader([])
  for (const [text, value] of [
    ['300', '300'],
    ['299.99', '299.99'],
    ['299,99 EUR', '299.99'],
    ['1 250,50 €', '1250.50'],
    ['1,250', null],
    ['0', null],
    ['100 USD', null],
    ['-5', null],
  ] as const)
    assert.equal(read(text, 'value'), value, text)
  for (const title of ['Wartość', 'Wartość PLN', 'Total value EUR', 'Cena jednostkowa'])
    assert.equal(fieldNamed(title), null, title)
})
