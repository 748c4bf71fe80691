import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runToEnd } from '../terms/time-slices.ts'
import { newBudget } from './budget.ts'
import { buildVocabulary as build } from './vocabulary.ts'

const buildVocabulary = (words: readonly string[]) => runToEnd(build(words))

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
  assert.deepEqual(vocabulary.near('teelfon', newBudget()), ['telefon'], 'swapped')
  assert.deepEqual(vocabulary.near('telefn', newBudget()), ['telefon'])
  assert.deepEqual(vocabulary.near('telfn', newBudget()), [], 'two edits in a short word')
  assert.deepEqual(vocabulary.near('trasnformatr', newBudget()), ['transformator'])
  assert.deepEqual(vocabulary.near('rur', newBudget()), [], 'three letters are too few')
  assert.deepEqual(vocabulary.near('rurka', newBudget()), ['rura'])
})

test('only the nearest', () => {
  assert.deepEqual(buildVocabulary(['generator', 'generatory']).near('generatoy', newBudget()), [
    'generator',
    'generatory',
  ])
  assert.deepEqual(buildVocabulary(['generator', 'generatorxy']).near('generatorx', newBudget()), [
    'generator',
    'generatorxy',
  ])
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
      if (typed !== word) assert.ok(vocabulary.near(typed, newBudget()).includes(word), typed)
    }),
  )
})

test('found are exactly the words nearest by the book', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 11 })
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 40 }), letters, (words, typed) => {
      const most = typed.length < 8 ? 1 : 2
      const distances = [...new Set(words)].toSorted().map((word) => ({ word, distance: distanceOf(word, typed) }))
      const least = Math.min(...distances.map(({ distance }) => distance))
      const expected = typed.length < 4 || least > most ? [] : distances.filter(({ distance }) => distance === least)
      assert.deepEqual(
        buildVocabulary(words).near(typed, newBudget()),
        expected.map(({ word }) => word).toSorted((one, other) => one.length - other.length),
      )
    }),
    { numRuns: 2_000 },
  )
})

/** Edits between two words, as a textbook counts them: a letter dropped, added, changed, or two neighbours swapped. */
function distanceOf(a: string, b: string): number {
  const known = new Map<string, number>()
  const from = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j
    const key = `${i} ${j}`
    const before = known.get(key)
    if (before !== undefined) return before
    const same = a[i - 1] === b[j - 1] ? 0 : 1
    const ways = [from(i - 1, j) + 1, from(i, j - 1) + 1, from(i - 1, j - 1) + same]
    if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) ways.push(from(i - 2, j - 2) + 1)
    const least = Math.min(...ways)
    known.set(key, least)
    return least
  }
  return from(a.length, b.length)
}
