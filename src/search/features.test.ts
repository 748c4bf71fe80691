import assert from 'node:assert/strict'
import { test } from 'node:test'
import { featuresOf, tokensOf, wordHash } from './features.ts'
import { buildLexicon } from './lexicon.ts'

const lexicon = buildLexicon(
  [
    { word: 'mm', language: 'any', class: 'unit', expansion: '' },
    { word: 'ss', language: 'en', class: 'abbreviation', expansion: 'stainless steel' },
    { word: 'al.', language: 'en', class: 'abbreviation', expansion: 'aluminium' },
    { word: 'fob', language: 'any', class: 'deal', expansion: '' },
    { word: 'gdynia', language: 'any', class: 'place', expansion: '' },
    { word: 'polish', language: 'en', class: 'place', expansion: '' },
  ],
  [{ codes: [], pl: [], en: ['nail polish'] }],
)
const tokens = (text: string) => tokensOf(text, lexicon)
const features = (text: string) => featuresOf(tokens(text), lexicon)

test('words are folded, and keep how they were written', () => {
  assert.deepEqual(
    tokens('Łożyska KULKOWE').map(({ shown, word }) => [shown, word]),
    [
      ['Łożyska', 'lozyska'],
      ['KULKOWE', 'kulkowe'],
    ],
  )
  assert.equal(tokens('подшипник')[0]!.word, '')
})

test('numbers, sizes and quantities decide nothing', () => {
  const sizes = tokens('22x1 6204 25mm 25 mm DN50 m8').filter(({ isIgnored }) => isIgnored)
  assert.deepEqual(
    sizes.map(({ shown }) => shown),
    ['22x1', '6204', '25mm', '25', 'mm'],
  )
  assert.equal(tokens('mm')[0]!.isIgnored, false)
})

test('words of a deal decide nothing, unless an everyday name of goods has them', () => {
  assert.deepEqual(
    tokens('polish FOB Gdynia').map(({ isIgnored }) => isIgnored),
    [false, true, true],
  )
  assert.deepEqual(features('pump FOB Gdynia').pair.hashes, [])
  assert.deepEqual(features('pump FOB Gdynia').word.hashes, [wordHash('pump')])
})

test('an abbreviation counts as itself and as what it stands for; some only with their dot', () => {
  assert.ok(features('ss pipe').word.hashes.includes(wordHash('stainless')))
  assert.ok(features('ss pipe').word.hashes.includes(wordHash('ss')))
  assert.ok(features('al. pipe').word.hashes.includes(wordHash('aluminium')))
  assert.ok(!features('al pipe').word.hashes.includes(wordHash('aluminium')))
})

test('every feature counts once, and the forms of a word share its beginning', () => {
  const { word, start } = features('rura rura rura')
  assert.equal(word.hashes.length, 1)
  assert.equal(start.hashes.length, 0)
  assert.deepEqual(features('łożyskami').start.hashes, features('łożysko').start.hashes)
})

test('the work for a name is bounded', () => {
  assert.ok(tokens('a b '.repeat(500)).length <= 100)
  assert.ok(features('x'.repeat(5_000)).characters.hashes.length < 200)
})
