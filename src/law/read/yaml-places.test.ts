import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { lineIndexOf, placesIn } from './yaml-places.ts'

const offsetAt = (text: string, path: readonly (string | number)[]): number => placesIn(text)(path)

const MEASURES = `# Article 3g
article: "3g"
measures:
  - id: "3g-1"
    codes: ["7206", "7207"]
    title:
      pl: >-
        Stal
        i żelazo
      en: 'Steel'
    quota: { amount: 5, unit: t }
  - id: "3g-2"
    annex: null
`

/** Where a passage stands, and that it stands there once. */
function only(text: string, passage: string): number {
  assert.equal(text.split(passage).length, 2, `"${passage}" stands once`)
  return text.indexOf(passage)
}

test('a value is found by its path, plain, quoted, in brackets and in lists', () => {
  const at = (...path: (string | number)[]) => offsetAt(MEASURES, path)
  assert.equal(at('article'), only(MEASURES, '3g"\n'))
  assert.equal(at('measures', 0, 'id'), only(MEASURES, '3g-1'))
  assert.equal(at('measures', 1, 'id'), only(MEASURES, '3g-2'))
  assert.equal(at('measures', 0, 'codes', 1), only(MEASURES, '7207'))
  assert.equal(at('measures', 0, 'title', 'en'), only(MEASURES, 'Steel'))
  assert.equal(at('measures', 0, 'quota', 'unit'), only(MEASURES, 't }'))
  assert.equal(at('measures', 1, 'annex'), only(MEASURES, 'null'))
})

test('a list or a mapping is where its first member begins', () => {
  assert.equal(offsetAt(MEASURES, []), only(MEASURES, 'article:'))
  assert.equal(offsetAt(MEASURES, ['measures']), only(MEASURES, '- id: "3g-1"'))
  assert.equal(offsetAt(MEASURES, ['measures', 1]), only(MEASURES, 'id: "3g-2"'))
  assert.equal(offsetAt(MEASURES, ['measures', 0, 'codes']), only(MEASURES, '["7206"'))
})

test('a folded text is where its mark stands', () => {
  assert.equal(offsetAt(MEASURES, ['measures', 0, 'title', 'pl']), only(MEASURES, '>-'))
})

test('what does not stand there is placed at the nearest thing above it', () => {
  assert.equal(offsetAt(MEASURES, ['measures', 0, 'title', 'de']), only(MEASURES, 'pl: >-'))
  assert.equal(offsetAt(MEASURES, ['measures', 0, 'codes', 7]), only(MEASURES, '["7206"'))
  assert.equal(offsetAt(MEASURES, ['measures', 0, 'id', 'deeper']), only(MEASURES, '3g-1'))
  assert.equal(offsetAt(MEASURES, ['nothing', 'at', 'all']), only(MEASURES, 'article:'))
})

test('an index may be written as a number or as digits, as a schema gives it', () => {
  assert.equal(offsetAt(MEASURES, ['measures', '1', 'id']), offsetAt(MEASURES, ['measures', 1, 'id']))
})

test('a word left without its value has a place all the same', () => {
  const text = 'title:\n  pl:\n  en: Steel\n'
  assert.equal(offsetAt(text, ['title', 'pl']), only(text, 'pl:'))
  const list = 'codes:\n  -\n  - "7206"\n'
  assert.equal(offsetAt(list, ['codes', 0]), only(list, '-\n'))
})

test('a file without anything in it is placed at its beginning', () => {
  assert.equal(offsetAt('', ['acts', 0]), 0)
  assert.equal(offsetAt('# nothing yet\n', []), 0)
})

test('line endings of Windows and a document mark move nothing', () => {
  const text = '---\r\nannex: XVII\r\nrows: 50\r\n'
  assert.equal(offsetAt(text, ['rows']), only(text, '50'))
})

test('lines and columns are those an editor shows', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'ż', '\n', '🐎') }), fc.nat(), (text, pick) => {
      const placeOf = lineIndexOf(text)
      const offset = pick % (text.length + 1)
      const before = text.slice(0, offset).split('\n')
      assert.deepEqual(placeOf(offset), { line: before.length, column: before.at(-1)!.length + 1 })
    }),
  )
})
