import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerer } from '../real-law.ts'

const { regimes, countries } = answerer.dataset

test('countries that measures are aimed at are called in sentences as elsewhere, in Polish', () => {
  for (const { data, place } of regimes.filter((one) => !one.data.place))
    assert.equal(place.name.pl, countries.name(data.country).pl)
})

test('a regime is called by its country, with its act where a country has several', () => {
  const names = new Map(regimes.map(({ data, shortName }) => [data.code, shortName.en]))
  assert.equal(names.get('EU-RU-833-2014'), 'Russia')
  assert.equal(names.get('EU-IR-267-2012'), 'Iran (267/2012)')
  assert.equal(names.get('EU-IR-2023-1529'), 'Iran (2023/1529)')
  assert.equal(names.get('EU-UA-2022-263'), 'Council Regulation (EU) 2022/263')
})

test('Polish needs no case of a country that no measure is aimed at', () => {
  assert.equal(countries.placeOf('DE').export.pl, 'do: Niemcy')
  assert.equal(countries.placeOf('RU').export.pl, 'do Rosji')
})
