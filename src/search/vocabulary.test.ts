import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { buildVocabulary } from './vocabulary.ts'

const vocabulary = buildVocabulary([
  'telefon',
  'telefony',
  'teleskop',
  'rura',
  'rury',
  'lozysko',
  'transformator',
  'generator',
])

test('words that begin so', () => {
  assert.deepEqual(vocabulary.startingWith('tele'), ['telefon', 'telefony', 'teleskop'])
  assert.deepEqual(vocabulary.startingWith('x'), [])
})

test('one edit up to seven letters, two in longer words, swapped neighbours count as one, short words none', () => {
  assert.deepEqual(vocabulary.near('teelfon'), ['telefon'], 'swapped')
  assert.deepEqual(vocabulary.near('telefn'), ['telefon'])
  assert.deepEqual(vocabulary.near('telfn'), [], 'two edits in a short word')
  assert.deepEqual(vocabulary.near('trasnformatr'), ['transformator'])
  assert.deepEqual(vocabulary.near('rur'), [], 'three letters are too few')
  assert.deepEqual(vocabulary.near('rurka'), ['rura'])
})

test('only the nearest', () => {
  assert.deepEqual(buildVocabulary(['generator', 'generatory']).near('generatoy'), ['generator', 'generatory'])
  assert.deepEqual(buildVocabulary(['generator', 'generatorxy']).near('generatorx'), ['generator', 'generatorxy'])
})

test('any one edit of a long enough word is found again', () => {
  const words = ['telefon', 'transformator', 'generator', 'lozysko']
  const edited = fc
    .constantFrom(...words)
    .chain((word) =>
      fc.tuple(
        fc.constant(word),
        fc.nat(word.length - 2),
        fc.constantFrom('drop', 'swap', 'add'),
        fc.constantFrom('q', 'x', 'z'),
      ),
    )
  fc.assert(
    fc.property(edited, ([word, at, edit, letter]) => {
      const typed =
        edit === 'drop'
          ? word.slice(0, at) + word.slice(at + 1)
          : edit === 'add'
            ? word.slice(0, at) + letter + word.slice(at)
            : word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)
      if (typed !== word) assert.ok(vocabulary.near(typed).includes(word), typed)
    }),
  )
})
