import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { languageOf } from './language.ts'

test('lang decides when it is one of ours', () => {
  for (const accept of [undefined, '', 'en', 'pl', 'en;q=0.1', '*']) {
    assert.equal(languageOf('pl', accept), 'pl')
    assert.equal(languageOf('en', accept), 'en')
  }
})

test('a lang that is none of ours is as if not given', () => {
  for (const lang of [undefined, '', 'de', 'EN', 'en-GB', 'constructor']) {
    assert.equal(languageOf(lang, 'en'), 'en')
    assert.equal(languageOf(lang, undefined), 'pl')
  }
})

test('Accept-Language is taken by its preference', () => {
  const preferred: [string, 'pl' | 'en'][] = [
    ['', 'pl'],
    ['en', 'en'],
    ['EN', 'en'],
    ['en-GB', 'en'],
    ['en-Latn-GB', 'en'],
    ['pl-PL,pl;q=0.9,en-US;q=0.8,en;q=0.7', 'pl'],
    ['en-US,en;q=0.9,pl;q=0.8', 'en'],
    ['de,en;q=0.3', 'en'],
    ['de,fr;q=0.3', 'pl'],
    ['pl;q=0.5,en;q=0.6', 'en'],
    ['pl;q=0.6,en;q=0.5', 'pl'],
    ['en;q=0.5,pl;q=0.5', 'en'],
    ['pl,en', 'pl'],
    ['en , pl', 'en'],
    ['en; q=0.2, pl; q=0.1', 'en'],
    ['en;Q=0.2, pl;q=0.1', 'en'],
    ['pl;q=0, en;q=0.1', 'en'],
    ['en;q=0', 'pl'],
    ['en;q=0.000, pl;q=0.001', 'pl'],
    ['*', 'pl'],
    ['*;q=0.9, en;q=0.1', 'en'],
  ]
  for (const [accept, language] of preferred) assert.equal(languageOf(undefined, accept), language, accept)
})

test('garbage is passed over', () => {
  for (const garbage of [
    ';',
    ',,,',
    'english',
    'e',
    'enpl',
    'en_GB',
    'q=1',
    ';q=1',
    '-en',
    'en;q=',
    'en;q=much',
    'en;q=-1',
  ]) {
    assert.equal(languageOf(undefined, garbage), 'pl', garbage)
    assert.equal(languageOf(undefined, `${garbage}, en;q=0.1`), 'en', garbage)
  }
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (any) => ['pl', 'en'].includes(languageOf(undefined, any))))
})

test('a header of a thousand languages is not read to its end', () => {
  assert.equal(languageOf(undefined, `${'de,'.repeat(1_000)}en`), 'pl')
  assert.equal(languageOf(undefined, `en,${'de,'.repeat(1_000)}`), 'en')
})
