import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readLexicon } from './read-lexicon.ts'

const HEADER = 'word\tlanguage\tclass\texpansion\n'
const mistakes = (rows: string) => readLexicon('lexicon.tsv', HEADER + rows).mistakes.map(({ what }) => what)

test('a word has a language and a class, an abbreviation what it stands for', () => {
  const { values } = readLexicon('lexicon.tsv', `${HEADER}kg\tany\tunit\t\nal.\ten\tabbreviation\taluminium\n`)
  assert.deepEqual(
    values.map(({ value }) => value),
    [
      { word: 'kg', language: 'any', class: 'unit', expansion: '' },
      { word: 'al.', language: 'en', class: 'abbreviation', expansion: 'aluminium' },
    ],
  )
  assert.deepEqual(mistakes('kg\tany\tunit\t\n'), [])
})

test('what the search could not use is a mistake', () => {
  assert.match(mistakes('żel\tpl\tstop\t\n')[0]!, /without diacritics/)
  assert.match(mistakes('kg\tde\tunit\t\n')[0]!, /not one of: pl, en, any/)
  assert.match(mistakes('kg\tany\tthing\t\n')[0]!, /is not one of: abbreviation/)
  assert.match(mistakes('kg\tany\tunit\tkilo\n')[0]!, /only an abbreviation/)
  assert.match(mistakes('al\ten\tabbreviation\t\n')[0]!, /needs the words/)
  assert.match(mistakes('kg\tany\tunit\t\nkg\tany\tstop\t\n')[0]!, /stands twice/)
})
