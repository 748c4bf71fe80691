import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Example, expanded } from '../../scripts/names/examples.ts'
import { packModel, trainModel } from '../../scripts/names/model.ts'
import { decodeNameModel } from '../../src/law/read/name-model.ts'
import { buildNomenclature, type NomenclatureRow } from '../../src/law/tariff/nomenclature.ts'
import type { LexiconWord } from '../../src/law/terms/law.ts'
import { tokensOf } from '../../src/search/features.ts'
import { buildLexicon } from '../../src/search/lexicon.ts'
import { buildRanking } from '../../src/search/rank.ts'

const row = (kind: NomenclatureRow['kind'], code: string): NomenclatureRow => ({
  ...{
    kind,
    code,
    level: kind === 'chapter' ? null : 0,
    unit: '',
    name: { pl: '', en: '' },
    sourcePl: '',
    sourceEn: '',
  },
})
const tariff = buildNomenclature(2026, [
  row('chapter', '84'),
  row('heading', '8413'),
  row('cn8', '84131100'),
  row('cn8', '84132000'),
  row('heading', '8414'),
  row('cn8', '84148000'),
])
const lexicon: LexiconWord[] = [{ word: 'blue', language: 'en', class: 'colour', expansion: '' }]
const inputs = { tariff, words: [], lexicon }
const example = (text: string, code: string): Example => ({ text, code, weight: 1, source: 'trade', language: 'en' })
const examples = [
  ...[example('fuel pump', '84131100'), example('hand pump', '84132000'), example('petrol pump', '84131100')],
  ...[example('air compressor', '84148000'), example('compressor', '8414'), example('good morning', '')],
]
const train = (seeds: readonly number[]) => trainModel(inputs, { examples, seeds, epochs: 12 })

test('the same examples give the same bytes, another seed gives others', () => {
  const once = packModel(train([1, 2]))
  assert.ok(Buffer.from(once).equals(packModel(train([1, 2]))))
  assert.ok(!Buffer.from(once).equals(packModel(train([3]))))
})

test('what was learned is told, and read back from its bytes', () => {
  const model = decodeNameModel(packModel(train([1])))
  assert.ok(typeof model !== 'string')
  const known = buildLexicon(lexicon, [])
  const rank = buildRanking(model, tariff, known)
  const best = (text: string) => rank(tokensOf(text, known))?.goods[0]
  assert.equal(best('blue pump')?.code, '8413')
  assert.equal(best('compresor')?.code, '8414')
  assert.equal(best('hand pump')?.below[0]?.code, '84132000')
})

test('headings of a chapter share weights, unless they are left out', () => {
  const options = { examples, seeds: [1], epochs: 12 }
  assert.ok(trainModel(inputs, options).ofChapters.weights.length > 0)
  const without = trainModel(inputs, { ...options, withoutChapters: true })
  assert.equal(without.ofChapters.weights.length, 0)
  assert.equal(without.ofChapters.starts.length, without.ofHeadings.starts.length)
})

test('a pattern stands for all its lines', () => {
  assert.deepEqual(expanded('{|red} {wine|wines} in bottles'), [
    'wine in bottles',
    'wines in bottles',
    'red wine in bottles',
    'red wines in bottles',
  ])
  assert.deepEqual(expanded('sofa'), ['sofa'])
})
