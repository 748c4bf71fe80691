import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countryName, countryRank, regimeName } from '../../src/terms/countries.ts'
import { answerer } from '../real-law.ts'

const { regimes, countries } = answerer.dataset

test('countries are called in answers as law/ calls them', () => {
  const named = countries.codes.filter((code) => countryName(code, 'pl') !== code)
  assert.ok(named.includes('RU') && named.includes('BY'))
  for (const code of named) assert.equal(countryName(code, 'pl'), countries.name(code).pl)
})

test('countries that whole regimes are aimed at have a name, and stand in the order of the law', () => {
  const targets = regimes.flatMap(({ data }) => (data.place ? [] : [data.country]))
  for (const country of targets) assert.notEqual(countryName(country, 'en'), country)
  const ranks = targets.map(countryRank)
  assert.deepEqual(
    ranks,
    ranks.toSorted((a, b) => a - b),
  )
})

test('a regime is called by its country, and by its act too where a country has several', () => {
  const targets = regimes.flatMap(({ data }) => (data.place ? [] : [data.country]))
  for (const { data } of regimes.filter((one) => !one.data.place)) {
    const several = targets.filter((country) => country === data.country).length > 1
    const [, , first, second] = data.code.split('-')
    const expected = countryName(data.country, 'en') + (several ? ` (${first}/${second})` : '')
    assert.equal(regimeName(data.code, [], 'en'), expected)
  }
})
