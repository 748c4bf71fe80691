import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Choices, searchForm } from './search-form.ts'

const CHOICES: Choices = {
  regimes: [{ code: 'EU-UA-692-2014', name: 'Krym i Sewastopol' }],
  targets: new Map(),
  places: new Map([
    ['EU', 'Unia Europejska'],
    ['KZ', 'Kazachstan'],
    ['RU', 'Rosja'],
  ]),
  placeNames: new Map(),
}

const form = (filters: Record<string, string>, choices = CHOICES): string =>
  searchForm({ language: 'pl', q: '8471', filters }, choices).markup

const valueIn = (markup: string, id: string): string | undefined =>
  new RegExp(`<input [^>]*id="${id}"[^>]* value="([^"]*)"`).exec(markup)?.[1]

test('countries are offered by name, once for origin, dispatch, destination and route', () => {
  const markup = form({})
  assert.equal(markup.split('<option value="Kazachstan" data-code="KZ">').length, 2)
  for (const id of ['origin', 'dispatch', 'destination', 'via']) assert.equal(valueIn(markup, id), '', id)
  assert.match(
    markup,
    /<details id="deal-row" class="filters"><summary>Skąd, dokąd, którędy, wartość, umowa<\/summary>/,
  )
})

test('what was asked stands in the row, which is open then', () => {
  const markup = form({ origin: 'EU', destination: 'kz', value: '700', contract_date: '2025-02-10' })
  assert.equal(valueIn(markup, 'origin'), 'Unia Europejska')
  assert.equal(valueIn(markup, 'destination'), 'Kazachstan')
  assert.equal(valueIn(markup, 'value'), '700')
  assert.equal(valueIn(markup, 'contract-of'), '2025-02-10')
  assert.match(markup, /<details id="deal-row" class="filters" open>/)
})

test('a route has a field for each country and one more; a country nobody knows stays as it was given', () => {
  const markup = form({ via: 'RU,KZ' })
  assert.deepEqual(
    ['via', 'via-2', 'via-3', 'via-4'].map((id) => valueIn(markup, id)),
    ['Rosja', 'Kazachstan', '', undefined],
  )
  assert.equal(valueIn(form({ origin: 'SU' }), 'origin'), 'SU')
})

test('what the text says stands in empty fields, marked; what was asked stays', () => {
  const hints = { origin: 'KZ', destination: 'RU', value: '700', complete: true }
  const { markup } = searchForm({ language: 'pl', q: 'rower', filters: { origin: 'EU' } }, CHOICES, hints)
  assert.equal(valueIn(markup, 'origin'), 'Unia Europejska')
  assert.equal(valueIn(markup, 'destination'), 'Rosja')
  assert.equal(markup.split('class="offered"').length - 1, 2)
  assert.match(markup, /<details id="deal-row" class="filters" open>/)
})

const chosenIn = (markup: string, name: string): string | undefined =>
  new RegExp(`<select id="${name}"[^>]*>.*?<option value="([^"]*)" selected>([^<]*)<`).exec(markup)?.slice(1).join(' ')

test('where the law names no countries, none are asked for', () => {
  assert.doesNotMatch(form({}, { ...CHOICES, places: new Map() }), /którędy/)
})

test('regimes are offered by name', () => {
  assert.equal(chosenIn(form({ regime: 'EU-UA-692-2014' }), 'regime'), 'EU-UA-692-2014 Krym i Sewastopol')
})
