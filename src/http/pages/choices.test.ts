import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerer } from '../../../test/real-law.ts'
import { buildCountries } from '../../law/dataset/countries.ts'
import { choicesOf } from './choices.ts'

const { dataset } = answerer

test('every country that a deal may name, by name in both languages, the Union first', () => {
  for (const language of ['pl', 'en'] as const) {
    const { places } = choicesOf(dataset, language)
    assert.deepEqual([...places.keys()].toSorted(), [...dataset.countries.codes].toSorted())
    assert.equal([...places.keys()][0], 'EU')
  }
  const polish = [...choicesOf(dataset, 'pl').places.values()]
  assert.ok(polish.indexOf('Łotwa') > polish.indexOf('Luksemburg'))
  assert.ok(polish.indexOf('Łotwa') < polish.indexOf('Malta'))
  assert.ok(polish.includes('Ukraina (Krym)'))
})

test('every regime by its own name', () => {
  const { regimes } = choicesOf(dataset, 'pl')
  const named = new Map(regimes.map(({ code, name }) => [code, name]))
  assert.equal(named.get('EU-RU-833-2014'), 'Rosja')
  assert.equal(named.get('EU-UA-692-2014'), 'Krym i Sewastopol')
  assert.match(named.get('EU-UA-2022-263') ?? '', /^Niekontrolowane przez rząd Ukrainy/)
})

test('a law without countries, and one that is still loading, offer none', () => {
  assert.equal(choicesOf({ ...dataset, countries: buildCountries(null) }, 'pl').places.size, 0)
  assert.deepEqual(choicesOf(undefined, 'pl').regimes, [])
})
