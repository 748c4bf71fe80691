import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dump } from 'js-yaml'
import Type from 'typebox'
import { exactObject } from '../../base/exact.ts'
import { forbiddenCharacterIn } from './forbidden-characters.ts'
import { MAX_SCHEMA_ERRORS, yamlReader } from './read-yaml.ts'

const schema = exactObject({
  article: Type.String({ pattern: '^\\d+[a-z]*$' }),
  measures: Type.Array(
    exactObject({
      type: Type.Enum(['import_ban', 'export_ban']),
      applies_from: Type.Union([Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }), Type.Null()]),
      title: exactObject({ pl: Type.String({ minLength: 1 }), en: Type.String({ minLength: 1 }) }),
    }),
  ),
})
const read = yamlReader(schema)

const GOOD = `article: "3g"
measures:
  - type: import_ban
    applies_from: 2022-03-16
    title:
      pl: Stal
      en: Steel
  - type: export_ban
    applies_from: null
    title: { pl: Złoto, en: Gold }
`

/** The mistakes of GOOD with one passage changed, each as `line:column what`. */
function mistakesWith(from: string, to: string): string[] {
  assert.equal(GOOD.split(from).length, 2, `"${from}" stands once`)
  return mistakesOf(GOOD.replace(from, to))
}
const mistakesOf = (text: string): string[] =>
  read('3g.yaml', text).mistakes.map(({ file, line, column, what }) => {
    assert.equal(file, '3g.yaml')
    return `${line}:${column} ${what}`
  })

test('a file of the right shape is read, its days as they are written', () => {
  const { value, mistakes } = read('3g.yaml', GOOD)
  assert.deepEqual(mistakes, [])
  assert.deepEqual(value, {
    article: '3g',
    measures: [
      { type: 'import_ban', applies_from: '2022-03-16', title: { pl: 'Stal', en: 'Steel' } },
      { type: 'export_ban', applies_from: null, title: { pl: 'Złoto', en: 'Gold' } },
    ],
  })
})

test('a path is located as an editor counts, from 1', () => {
  const { locate } = read('3g.yaml', GOOD)
  assert.deepEqual(locate(), { file: '3g.yaml', line: 1, column: 1 })
  assert.deepEqual(locate('measures', 0, 'applies_from'), { file: '3g.yaml', line: 4, column: 19 })
  assert.deepEqual(locate('measures', 1, 'title', 'en'), { file: '3g.yaml', line: 10, column: 29 })
})

test('an unknown word is told with its place', () => {
  assert.deepEqual(mistakesWith('      en: Steel\n', '      en: Steel\n      de: Stahl\n'), ['8:11 unknown word "de"'])
  assert.deepEqual(mistakesWith('measures:', 'colour: red\nmeasures:'), ['2:9 unknown word "colour"'])
})

test('a missing word is told where it should stand', () => {
  assert.deepEqual(mistakesWith('      pl: Stal\n', ''), ['6:7 "pl" is missing'])
  assert.deepEqual(mistakesWith('  - type: export_ban\n    applies', '  - applies'), ['8:5 "type" is missing'])
})

test('a word out of the vocabulary is told with the vocabulary', () => {
  assert.deepEqual(mistakesWith('export_ban', 'ban'), ['8:11 "type" must be one of: import_ban, export_ban'])
})

test('a text left empty is told', () => {
  assert.deepEqual(mistakesWith('pl: Stal', 'pl: ""'), ['6:12 "pl" must not have fewer than 1 characters'])
})

test('a word without its value is told with a place inside the file', () => {
  assert.deepEqual(mistakesWith('pl: Stal', 'pl:'), ['6:7 "pl" must be string'])
})

test('all that is wrong in a file is told at once', () => {
  const text = GOOD.replace('export_ban', 'ban').replace('      en: Steel\n', '').replace('"3g"', 'third')
  assert.deepEqual(mistakesOf(text).toSorted(), [
    '1:10 "article" must match pattern "^\\d+[a-z]*$"',
    '6:7 "en" is missing',
    '7:11 "type" must be one of: import_ban, export_ban',
  ])
})

test('a file of the wrong shape has no value, but its places can still be found', () => {
  const { value, locate } = read('3g.yaml', GOOD.replace('export_ban', 'ban'))
  assert.equal(value, null)
  assert.deepEqual(locate('measures', 1, 'type'), { file: '3g.yaml', line: 8, column: 11 })
})

test('a day that no calendar has is told, and only where a whole value is a day', () => {
  assert.deepEqual(mistakesWith('2022-03-16', '2026-02-30'), ['4:19 2026-02-30 is not a day of the calendar'])
  assert.deepEqual(mistakesWith('pl: Stal', 'pl: stan na 2026-02-30'), [])
})

test('what is not YAML is told with the place where reading stopped', () => {
  const { value, mistakes, locate } = read('3g.yaml', GOOD.replace('    title:\n', '    title: [\n'))
  assert.equal(value, null)
  assert.deepEqual(
    mistakes.map(({ line, what }) => [line, what.startsWith('not YAML: ')]),
    [[7, true]],
    'the line behind the bracket that nothing closes',
  )
  assert.deepEqual(locate('measures', 0), { file: '3g.yaml', line: mistakes[0]?.line, column: mistakes[0]?.column })
})

test('the same word twice in one place is a mistake', () => {
  assert.deepEqual(mistakesWith('      en: Steel\n', '      en: Steel\n      en: Iron\n'), [
    '8:7 not YAML: duplicated mapping key',
  ])
})

test('an empty file, a remark alone and two documents in one file are mistakes', () => {
  for (const text of ['', '# nothing yet\n', `${GOOD}---\n${GOOD}`]) {
    const { value, mistakes } = read('3g.yaml', text)
    assert.equal(value, null)
    assert.deepEqual(
      mistakes.map(({ line, column }) => [line, column]),
      [[1, 1]],
    )
  }
})

test('a list or a bare word instead of a file of the shape is told', () => {
  assert.deepEqual(mistakesOf('- 3g\n'), ['1:1 "file" must be object'])
  assert.deepEqual(mistakesOf('3g\n'), ['1:1 "file" must be object'])
})

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .filter((one) => !/^\d{4}-\d\d-\d\d$/.test(one) && forbiddenCharacterIn(one) === null && !one.includes('\t'))
const days = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const plain = { noNullPrototype: true } as const
const measures = fc.record(
  {
    type: fc.constantFrom('import_ban', 'export_ban'),
    applies_from: fc.option(days),
    title: fc.record({ pl: text, en: text }, plain),
  },
  plain,
)
const articles = fc.record(
  {
    article: fc.stringMatching(/^\d{1,2}[a-z]{0,2}$/),
    measures: fc.array(measures, { minLength: 1, maxLength: 4 }),
  },
  plain,
)

test('whatever fits the shape is read back whole', () => {
  fc.assert(
    fc.property(articles, (article) => {
      const { value, mistakes } = read('any.yaml', dump(article))
      assert.deepEqual({ value, mistakes }, { value: article, mistakes: [] })
    }),
  )
})

test('one slip anywhere is one mistake, on the line of the slip', () => {
  fc.assert(
    fc.property(articles, fc.nat(), (article, pick) => {
      const slips = structuredClone<{ measures: { type: string }[] }>(article)
      slips.measures[pick % slips.measures.length]!.type = 'slip-of-the-pen'
      const written = dump(slips)
      const line = written.slice(0, written.indexOf('type: slip-of-the-pen')).split('\n').length
      const { value, mistakes } = read('any.yaml', written)
      assert.equal(value, null)
      assert.deepEqual(
        mistakes.map((mistake) => mistake.line),
        [line],
      )
    }),
  )
})

test('an alias is refused, since a few of them can stand for millions of values', () => {
  const [mistake, ...more] = mistakesOf(
    GOOD.replace('title:\n', 'title: &one\n').replace('{ pl: Złoto, en: Gold }', '*one'),
  )
  assert.match(mistake ?? '', /^\d+:\d+ not YAML: .*alias/)
  assert.deepEqual(more, [])
})

test('signs that no text may hold are told, however they are written', () => {
  for (const [written, name] of [
    ['"a\\0b"', 'control character U+0000'],
    ['"a\\e[2J"', 'control character U+001B'],
    ['"\\x7f"', 'control character U+007F'],
    ['"\\x85"', 'control character U+0085'],
    ['"a\\tb"', 'control character U+0009'],
    ['"\\u2028"', 'sign U+2028'],
    ['"\\u202e"', 'sign U+202E'],
    ['"\\ud800"', 'sign U+D800'],
  ] as const) {
    assert.deepEqual(mistakesWith('pl: Stal', `pl: ${written}`), [`6:12 ${name} in a text`], written)
  }
  assert.deepEqual(mistakesWith('pl: Stal', 'pl: "Stal 🐎\\nżeliwo"'), [], 'a line feed does no harm')
})

test('a hundred thousand mistakes in one file are placed in one pass, as many as are looked for', () => {
  const entry = '  - type: slip\n    applies_from: null\n    title: { pl: a, en: b }\n'
  const { mistakes, cutShort } = read('3g.yaml', `article: "3g"\nmeasures:\n${entry.repeat(100_000)}`)
  assert.deepEqual([mistakes.length, cutShort], [MAX_SCHEMA_ERRORS, true])
  assert.deepEqual([mistakes[0]?.line, mistakes.at(-1)?.line], [3, 3 * MAX_SCHEMA_ERRORS])
})
