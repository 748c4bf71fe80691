import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { hashOf, newApiKey, parseApiKey, prefixOf } from './api-key.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const someKey = fc.constant(null).map(newApiKey)

test('a new key is well formed, and no two are alike', () => {
  const keys = Array.from({ length: 1000 }, newApiKey)
  for (const key of keys) {
    assert.match(key, /^cns_[0-9A-Za-z]{38}$/)
    assert.equal(parseApiKey(key), key)
  }
  assert.equal(new Set(keys).size, keys.length)
  assert.equal(new Set(keys.map(hashOf)).size, keys.length)
})

test('a list shows the beginning, the store holds the hash', () => {
  const key = newApiKey()
  assert.equal(prefixOf(key), key.slice(0, 8))
  assert.match(hashOf(key), /^[0-9a-f]{64}$/)
})

test('any one character mistyped makes a key malformed', () => {
  const typo = fc.oneof(fc.constantFrom(...BASE62), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }))
  fc.assert(
    fc.property(someKey, fc.nat({ max: 41 }), typo, (key, place, character) => {
      fc.pre(key[place] !== character)
      assert.equal(parseApiKey(key.slice(0, place) + character + key.slice(place + 1)), 'malformed')
    }),
    { numRuns: 3000 },
  )
})

test('every mistyped character of one key is noticed, at every place', () => {
  const key = newApiKey()
  for (let place = 0; place < key.length; place++) {
    for (const character of BASE62.replace(key[place]!, '')) {
      assert.equal(parseApiKey(key.slice(0, place) + character + key.slice(place + 1)), 'malformed')
    }
  }
})

test('two neighbours swapped make a key malformed', () => {
  fc.assert(
    fc.property(someKey, fc.nat({ max: 40 }), (key, place) => {
      fc.pre(key[place] !== key[place + 1])
      const swapped = key.slice(0, place) + key[place + 1] + key[place] + key.slice(place + 2)
      assert.equal(parseApiKey(swapped), 'malformed')
    }),
    { numRuns: 3000 },
  )
})

test('a key cut short, lengthened or padded is malformed', () => {
  const key = newApiKey()
  for (const text of [
    '',
    'cns_',
    key.slice(0, -1),
    `${key}0`,
    ` ${key}`,
    `${key}\n`,
    key.slice(4),
    key.toUpperCase(),
  ]) {
    assert.equal(parseApiKey(text), 'malformed')
  }
  fc.assert(fc.property(fc.string(), (text) => parseApiKey(text) === 'malformed'))
})
