import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameInSentence, partMeant } from './name-sentence.ts'

const VACCINES = 'Krew ludzka; krew zwierzęca › Szczepionki, toksyny i podobne › Szczepionki dla medycyny ludzkiej'

test('of a name with several goods and levels the part is told that was asked about', () => {
  assert.equal(partMeant(VACCINES, ['szczepionka', 'przeciw', 'grypie']), 'Szczepionki, toksyny i podobne')
  assert.equal(partMeant(VACCINES, ['surowica']), 'Krew ludzka', 'no word of it: the first')
  assert.equal(partMeant(VACCINES, []), 'Krew ludzka')
  assert.equal(partMeant('Ethyl alcohol; spirits › Whiskies', ['single', 'malt', 'whisky']), 'Whiskies')
})

test('a long name is cut at a word and keeps its code', () => {
  assert.equal(nameInSentence('Ball or roller bearings', '8482'), 'Ball or roller bearings (8482)')
  assert.equal(nameInSentence('Ball or roller bearings', '8482', 12), 'Ball or … (8482)')
})
