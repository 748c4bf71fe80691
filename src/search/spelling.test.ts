import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordHash } from './features.ts'
import { spellingCorrector } from './spelling.ts'

const weights = new Map(
  Object.entries({ hydrauliczna: 5, hydrauliczne: 9, pompa: 5, pump: 5 }).map(([word, weight]) => [
    wordHash(word),
    weight,
  ]),
)
const correct = spellingCorrector(
  (hash) => weights.get(hash) ?? 0,
  () => true,
)

test('a letter left out, added, swapped or replaced is mended', () => {
  for (const slip of ['pomppa', 'popma', 'ponpa', 'pomapa']) assert.equal(correct(slip), 'pompa', slip)
  assert.equal(correct('hydraulczna'), 'hydrauliczna')
  assert.equal(correct('pompaa'), 'pompa')
})

test('of several words the one that more is known of is meant', () => {
  assert.equal(correct('hydrauliczno'), 'hydrauliczne')
})

test('words that are too short, too far or have digits are left as they are', () => {
  for (const word of ['pomp', 'qompa', 'ppmmpa', 'pomp4', 'xxxxxxx', 'a'.repeat(5_000)])
    assert.equal(correct(word), null, word)
})

test('a word whose hash is another feature by chance is none', () => {
  const careful = spellingCorrector(
    (hash) => weights.get(hash) ?? 0,
    (word) => word !== 'pompa',
  )
  assert.equal(careful('pomppa'), null)
})
