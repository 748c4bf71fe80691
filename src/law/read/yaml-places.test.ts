import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dump, load } from 'js-yaml'
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

test('a folded text is on the line where its words begin', () => {
  assert.match(MEASURES.slice(offsetAt(MEASURES, ['measures', 0, 'title', 'pl'])), /^ *Stal\n/)
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

type Value = string | number | boolean | null | Value[] | { [key: string]: Value }

/** Text that YAML must quote, fold or escape more often than not. */
const awkward = fc.string({
  unit: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('a', 'ż', ' ', '0', ',', '-', '.') },
    { weight: 1, arbitrary: fc.constantFrom(': ', ' #', '"', "'", '\\', '\n', '\t', '[', '}', '&', '*', '…', '🐎') },
  ),
  maxLength: 30,
})

const {
  value: anything,
  list,
  mapping,
} = fc.letrec<{ value: Value; list: Value; mapping: Value }>((tie) => ({
  value: fc.oneof({ depthSize: 'medium' }, awkward, fc.nat(), tie('list'), tie('mapping')),
  list: fc.array(fc.oneof(tie('value'), fc.constant(null), fc.boolean()), { maxLength: 4 }),
  mapping: fc.dictionary(awkward, tie('value'), { maxKeys: 4, noNullPrototype: true }),
}))

/** The same value with every key, text and number made unlike all others, so that searching finds the one meant. */
function unmistakable(value: Value, next = { mark: 0 }): Value {
  const mark = () => `v${next.mark++}v`
  if (typeof value === 'string') return mark() + value
  if (typeof value === 'number') return 1_000_000 + next.mark++
  if (Array.isArray(value)) return value.map((member) => unmistakable(member, next))
  if (value === null || typeof value === 'boolean') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [mark() + key, unmistakable(member, next)] as const),
  )
}

/** What the text must show at a value's place; a folded text may have its indent first. */
function shown(value: Value): RegExp {
  if (Array.isArray(value)) return value.length === 0 ? /^\[\]/ : /^(- |\[)/
  if (value !== null && typeof value === 'object') {
    const [first] = Object.keys(value)
    return first === undefined ? /^\{\}/ : new RegExp(`^(\\{|\\? )?[|>"'-]*\\s*${markOf(first)}`)
  }
  return typeof value === 'string' ? new RegExp(`^ *${markOf(value)}`) : new RegExp(`^${value}\\b`)
}

const markOf = (text: string): string => /^v\d+v/.exec(text)![0]

function* pathsOf(value: Value, path: (string | number)[] = []): Generator<[(string | number)[], Value]> {
  yield [path, value]
  if (value === null || typeof value !== 'object') return
  const members: [string | number, Value][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  for (const [key, member] of members) yield* pathsOf(member, [...path, key])
}

test('whatever is written as YAML, the offset of every path points at the text of its value', () => {
  const layouts = fc.record({
    flowLevel: fc.constantFrom(-1, -1, 1, 2, 3),
    indent: fc.constantFrom(2, 4),
    lineWidth: fc.constantFrom(20, 80, -1),
    seqNoIndent: fc.boolean(),
  })
  const values = fc.oneof(anything, list, mapping).map((value) => unmistakable(value))
  fc.assert(
    fc.property(values, layouts, (value, layout) => {
      const text = dump(value, layout)
      assert.deepEqual(load(text), value, 'the text means the value')
      for (const [path, member] of pathsOf(value)) {
        const there = text.slice(offsetAt(text, path))
        assert.match(there, shown(member), `${path.join(' / ')} in\n${text}`)
      }
    }),
    { numRuns: 300 },
  )
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
