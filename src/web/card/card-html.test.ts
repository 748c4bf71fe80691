import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerer, ask, TODAY } from '../../../test/real-law.ts'
import type { PageAnswer } from '../answer/page-answer.ts'
import { cardHtml } from './card-html.ts'

const { countries } = answerer.dataset

const card = (q: string, filters: PageAnswer['question']['filters'] = {}): string =>
  cardHtml(
    {
      question: { language: 'pl', q, filters },
      response: ask(q, { ...filters, lang: 'pl' }),
      moment: { day: TODAY, time: '12:00' },
      origin: 'https://cn.example.com',
      places: new Map(countries.codes.map((code) => [code, countries.name(code).pl])),
    },
    false,
    false,
  )
    .markup.replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

test('the age of the data is that of the regimes that concern the deal: never without that of its countries', () => {
  assert.match(
    card('3303 00', { origin: 'PL', destination: 'BY' }),
    /Białoruś 24\.10\.2025 \(nieuwzględnione akty: \d\)/,
  )
  assert.doesNotMatch(card('3303 00', { origin: 'PL', destination: 'RU' }), /Białoruś/)
  assert.match(card('0101 30 00'), /Rosja [\d.]+ .* Białoruś [\d.]+/)
})

test('goods made elsewhere of something from a target are named, since no cell of the table shows them', () => {
  assert.match(card('7304 11 00'), /Inne kraje inne państwa \(wsad: Rosja\)/)
  assert.doesNotMatch(card('0101 30 00'), /Inne kraje/)
})

test('no ban is no clearance, and only that says so', () => {
  assert.match(card('0101 30 00'), /Brak zakazu .*To nie zgoda/)
  assert.doesNotMatch(card('8471 30 00'), /To nie zgoda/)
})
