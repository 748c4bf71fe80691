import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Choices, searchForm } from './search-form.ts'

const CHOICES: Choices = {
  regimes: [{ code: 'EU-UA-692-2014', name: 'Krym i Sewastopol' }],
  places: new Map([
    ['EU', 'Unia Europejska'],
    ['KZ', 'Kazachstan'],
    ['RU', 'Rosja'],
  ]),
  placeNames: new Map(),
}

const form = (filters: Record<string, string>, choices = CHOICES): string =>
  searchForm({ language: 'pl', q: '8471', filters }, choices).markup

const chosenIn = (markup: string, name: string): string | undefined =>
  new RegExp(`<select id="${name}"[^>]*>.*?<option value="([^"]*)" selected>([^<]*)<`).exec(markup)?.slice(1).join(' ')

test('countries are offered by name, for origin, dispatch, destination and route', () => {
  const markup = form({})
  assert.equal(markup.split('<option value="KZ">Kazachstan</option>').length, 5)
  assert.equal(chosenIn(markup, 'via'), ' nie podano')
  assert.match(markup, /<details class="filters"><summary>Skąd, dokąd, którędy<\/summary>/)
})

test('what was asked is chosen, and the line is open then', () => {
  const markup = form({ origin: 'EU', destination: 'kz' })
  assert.equal(chosenIn(markup, 'origin'), 'EU Unia Europejska')
  assert.equal(chosenIn(markup, 'destination'), 'KZ Kazachstan')
  assert.match(markup, /<details class="filters" open><summary>Skąd, dokąd, którędy<\/summary>/)
})

test('a route of several countries, and a country nobody knows, stay as they were given', () => {
  assert.equal(chosenIn(form({ via: 'RU,KZ' }), 'via'), 'RU,KZ Rosja → Kazachstan')
  assert.equal(chosenIn(form({ origin: 'SU' }), 'origin'), 'SU SU')
})

test('where the law names no countries, none are asked for', () => {
  assert.doesNotMatch(form({}, { ...CHOICES, places: new Map() }), /którędy/)
})

test('regimes are offered by name', () => {
  assert.equal(chosenIn(form({ regime: 'EU-UA-692-2014' }), 'regime'), 'EU-UA-692-2014 Krym i Sewastopol')
})
