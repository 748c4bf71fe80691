import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partMeant } from './part-meant.ts'

const VACCINES = 'Krew ludzka; krew zwierzęca › Szczepionki, toksyny i podobne › Szczepionki dla medycyny ludzkiej'

test('of a name with several goods and levels the part is told that was asked about', () => {
  assert.equal(partMeant(VACCINES, ['szczepionka', 'przeciw', 'grypie']), 'Szczepionki dla medycyny ludzkiej')
  assert.equal(partMeant(VACCINES, ['toksyny', 'szczepionki']), 'Szczepionki, toksyny i podobne', 'most of the words')
  assert.equal(partMeant(VACCINES, ['surowica']), 'Szczepionki dla medycyny ludzkiej', 'no word of it: the last')
  assert.equal(partMeant('Krew ludzka; krew zwierzęca', []), 'Krew ludzka; krew zwierzęca')
  assert.equal(partMeant('T-shirts, knitted; vests › Of cotton', ['koszulka']), 'T-shirts, knitted: of cotton')
  assert.equal(partMeant('Spirits; liqueurs › Vodka › Other than: Of potatoes', []), 'Vodka')
  assert.equal(partMeant('Wood charcoal › Other than: Of bamboo; Of shell', ['bamboo', 'charcoal']), 'Wood charcoal')
  assert.equal(partMeant('Ethyl alcohol; spirits › Whiskies', ['single', 'malt', 'whisky']), 'Whiskies')
})
