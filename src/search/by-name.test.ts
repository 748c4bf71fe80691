import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runToEnd } from '../base/time-slices.ts'
import type { NameModel } from '../law/read/name-model.ts'
import { buildNomenclature, type NomenclatureRow } from '../law/tariff/nomenclature.ts'
import { buildNameIndex, type NameData } from './by-name.ts'
import { wordHash } from './features.ts'

const row = (kind: NomenclatureRow['kind'], code: string, pl: string, en: string): NomenclatureRow => ({
  ...{ kind, code, level: kind === 'chapter' ? null : 0, unit: '', name: { pl, en }, sourcePl: '', sourceEn: '' },
})
const tariff = buildNomenclature(2026, [
  row('chapter', '84', 'Maszyny', 'Machines'),
  row('heading', '8413', 'Pompy', 'Pumps'),
  row('cn8', '84131100', 'Pompy paliwowe', 'Fuel pumps'),
  row('cn8', '84132000', 'Pompy ręczne', 'Hand pumps'),
  row('heading', '8414', 'Sprężarki', 'Compressors'),
  row('cn8', '84148000', 'Sprężarki powietrza', 'Air compressors'),
])

/** A model that knows two words: pump means 8413, and more its hand pumps; hello means nothing. */
function modelOf(): NameModel {
  const [pump, hello] = [wordHash('pump'), wordHash('hello')]
  const hashes = Uint32Array.from([pump, hello].toSorted((one, other) => one - other))
  const rows = [...hashes].map((hash) => (hash === pump ? [0, 127] : [3, 127]))
  return {
    headings: ['8413', '8414', '9999'],
    subheadings: ['841311', '841320', '841480', '999900'],
    scales: { word: 1, pair: 1, start: 1, characters: 2 },
    ...{ temperature: 1, trust: 0.95, subheadingTemperature: 1 },
    ofHeadings: {
      ...{ hashes, starts: Uint32Array.of(0, 1, 2), scale: 4 / 127, bias: new Float32Array(4) },
      classes: Uint16Array.from(rows, ([one]) => one!),
      weights: Int8Array.from(rows, ([, weight]) => weight!),
    },
    ofChapters: { starts: new Uint32Array(3), classes: new Uint16Array(), weights: new Int8Array(), scale: 1 },
    ofSubheadings: {
      ...{ hashes: Uint32Array.of(pump), starts: Uint32Array.of(0, 1), scale: 1 / 127, bias: new Float32Array(4) },
      classes: Uint16Array.of(1),
      weights: Int8Array.of(127),
    },
  }
}

const words = [{ codes: ['8413'], pl: ['pompka rowerowa'], en: ['bicycle pump'] }]
const indexOf = (model: NameModel | null) =>
  runToEnd(buildNameIndex(tariff, { model, words, lexicon: [], readHints: null } as NameData))

test('headings come with probabilities, and their subheadings share them', () => {
  const { goods, reading } = indexOf(modelOf()).find('Pump 12 xyz')
  const [best] = goods
  assert.equal(best?.code, '8413')
  assert.deepEqual(
    best.below.map(({ code }) => code),
    ['84132000', '84131100'],
  )
  const shared = best.below.reduce((sum, { probability }) => sum + probability, 0)
  assert.ok(Math.abs(shared - best.probability) < 1e-9)
  assert.ok(goods.reduce((sum, { probability }) => sum + probability, 0) <= 1)
  assert.deepEqual(reading, { understood: ['Pump'], ignored: ['12'], unknown: ['xyz'], confidence: 'high' })
})

test('a name of more than ten words is never high', () => {
  const index = indexOf(modelOf())
  assert.equal(index.find('pump 1 2 3 4 5 6 7 8 9').reading.confidence, 'high')
  assert.equal(index.find('pump 1 2 3 4 5 6 7 8 9 10').reading.confidence, 'medium')
})

test('a heading that the tariff of the year does not have is never told', () => {
  assert.ok(
    !indexOf(modelOf())
      .find('pump')
      .goods.some(({ code }) => code === '9999'),
  )
})

test('what names no goods, or nothing that was ever seen, is not understood', () => {
  const index = indexOf(modelOf())
  assert.deepEqual(index.find('hello').goods, [])
  assert.deepEqual(index.find('qwrtzp').goods, [])
  assert.deepEqual(index.find('qwrtzp').reading.unknown, ['qwrtzp'])
})

test('a law without a model understands no name, and still completes what is typed', () => {
  const index = indexOf(null)
  assert.deepEqual(index.find('pump').goods, [])
  assert.deepEqual(index.complete('pompka row'), ['8413'])
})

test('every word that was typed begins a word of the name; everyday names come first', () => {
  const index = indexOf(null)
  assert.deepEqual(index.complete('pump'), ['8413', '84131100', '84132000'])
  assert.deepEqual(index.complete('air comp'), ['84148000'])
  assert.deepEqual(index.complete('air pump'), [])
  assert.deepEqual(index.complete(''), [])
})
