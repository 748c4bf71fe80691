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

/** The words of the chips, each with the address that takes it back. */
const chipsIn = (markup: string) =>
  [...markup.matchAll(/<span class="chip">([^<]*)(?:<input[^>]*>)?<a [^>]*href="([^"]*)"/g)].map(([, words, href]) => [
    words,
    decodeURIComponent(href ?? '')
      .replaceAll('&amp;', '&')
      .replaceAll('+', ' '),
  ])

test('countries are offered by name, once for origin, dispatch, destination and route', () => {
  const markup = form({})
  assert.equal(markup.split('<option value="Kazachstan" data-code="KZ">').length, 2)
  for (const id of ['origin', 'dispatch', 'destination', 'via']) assert.equal(valueIn(markup, id), '', id)
})

test('what was asked stands in the row, and what has no place there is a chip', () => {
  const markup = form({ origin: 'EU', destination: 'kz', value: '700', contract_date: '2025-02-10' })
  assert.equal(valueIn(markup, 'origin'), 'Unia Europejska')
  assert.equal(valueIn(markup, 'destination'), 'Kazachstan')
  assert.equal(valueIn(markup, 'value'), '700')
  assert.equal(valueIn(markup, 'contract-of'), '2025-02-10')
  assert.deepEqual(chipsIn(markup), [['Umowa z dnia: 10.02.2025', '/?q=8471&origin=EU&destination=kz&value=700']])
})

test('countries on the way are chips with room for one more; a country nobody knows stays as it was given', () => {
  const markup = form({ via: 'RU,KZ' })
  assert.deepEqual(chipsIn(markup), [
    ['Rosja', '/?q=8471&via=KZ'],
    ['Kazachstan', '/?q=8471&via=RU'],
  ])
  assert.deepEqual(
    [...markup.matchAll(/<input type="hidden" name="via" value="(\w+)"/g)].map(([, code]) => code),
    ['RU', 'KZ'],
  )
  assert.equal(valueIn(markup, 'via'), '')
  assert.equal(valueIn(form({ origin: 'SU' }), 'origin'), 'SU')
})

test('what was read in the text is a chip in its words; what could not be used yet stands in empty fields, marked', () => {
  const said = { destination: 'RU', words: { destination: 'do Rosji' } }
  const used = searchForm({ language: 'pl', q: 'rower do Rosji', filters: { destination: 'RU' } }, CHOICES, said)
  assert.deepEqual(chipsIn(used.markup), [['do Rosji', '/?q=rower']])
  assert.doesNotMatch(used.markup, /class="offered"/)
  const { markup } = searchForm({ language: 'pl', q: 'rower do Rosji', filters: { origin: 'EU' } }, CHOICES, said)
  assert.equal(valueIn(markup, 'origin'), 'Unia Europejska')
  assert.equal(valueIn(markup, 'destination'), 'Rosja')
  assert.equal(markup.split('class="offered"').length - 1, 1)
})

const chosenIn = (markup: string, name: string): string | undefined =>
  new RegExp(`<select id="${name}"[^>]*>.*?<option value="([^"]*)" selected>([^<]*)<`).exec(markup)?.slice(1).join(' ')

test('where the law names no countries, none are asked for', () => {
  assert.doesNotMatch(form({}, { ...CHOICES, places: new Map() }), /name="(?:origin|via|destination|dispatch)"/)
})

test('regimes are offered by name', () => {
  assert.equal(chosenIn(form({ regime: 'EU-UA-692-2014' }), 'regime'), 'EU-UA-692-2014 Krym i Sewastopol')
})
