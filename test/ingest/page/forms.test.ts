import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { annexOf, modref, printed, readText } from './read.ts'

const FIXTURES = join(import.meta.dirname, '..', '..', 'fixtures', 'eurlex')
const page = (name: string) => readText(readFileSync(join(FIXTURES, `${name}.html`), 'utf8'))

const names = globSync('*.html', { cwd: FIXTURES }).map((name) => name.replace('.html', ''))
assert.ok(names.length >= 13)
for (const name of names) {
  test(`${name}: the form gives exactly its rows`, () => {
    assert.equal(printed(page(name)), readFileSync(join(FIXTURES, `${name}.expected.tsv`), 'utf8'))
  })
}

test('lines without a code say what the rows below them stand under', () => {
  assert.deepEqual(
    page('lines-without-code').annexes[0]!.rows.map(({ under }) => under),
    [
      ['Lubricating preparations:', '– Containing oils'],
      ['Lubricating preparations:', '– Containing oils'],
      ['Lubricating preparations:', '– Other'],
    ],
  )
})

test('further columns and a cell over the whole width are kept with their rows', () => {
  const [first, second, light, other, additive] = page('spans').annexes[0]!.rows
  assert.deepEqual([first?.further, second?.further], [{ 'Price (USD)': '60' }, { 'Price (USD)': '44,1' }])
  assert.deepEqual([light?.further, other?.further], [{ 'Price (USD)': '45' }, { 'Price (USD)': '45' }])
  assert.deepEqual([additive?.under, additive?.further], [['Additives'], {}])
})

test('codes in running text are named, not listed, and footnotes are kept by their id', () => {
  const [annex] = page('running-text').annexes
  assert.deepEqual([annex?.rows, annex?.named, annex?.otherTables], [[], ['2709 00'], 1])
  const notes = page('footnotes')
  assert.deepEqual(notes.footnotes, { E0001: '(1) A note to a code.' })
  assert.deepEqual(
    notes.annexes[0]!.rows.map(({ footnotes }) => footnotes),
    [['E0001', 'E0001'], []],
  )
})

test('deletions and marks in running text are told with the article', () => {
  const [article] = page('articles').articles
  assert.deepEqual(
    article?.inline.map(({ paragraph, mark }) => `${paragraph} ${mark.sign} ${mark.action}`),
    [' M43 DELETED', '4 M41 REPLACED'],
  )
})

test('a space between two words in their own elements is a space, in a cell and in a paragraph', () => {
  const words = '<span>of</span> <i>iron</i>\n<b>or</b>&nbsp;<b>steel</b>'
  for (const goods of [words, `<td>${words}</td>`, `<td><div>${words}</div></td>`]) {
    assert.equal(
      readText(
        annexOf([
          ['CN code', 'Description'],
          ['7301', goods],
        ]),
      ).annexes[0]?.rows[0]?.description,
      'of iron or steel',
    )
  }
})

/** The parser stops: with these words, at this place. */
function stops(html: string, message: string): void {
  assert.throws(() => readText(html), { name: 'PageError', message })
}
const HEAD = ['CN code', 'Description']

test('a header that was not taught stops with the place and the text', () => {
  stops(
    annexOf([
      ['CN code', 'Description', 'Colour'],
      ['7301', 'Piling', 'red'],
    ]),
    'annex XXI, row 1, line 2: a column that was not taught, met "Colour"',
  )
  stops(
    annexOf([
      ['Number', 'What it is', 'Why'],
      ['7301', 'Piling', 'war'],
    ]),
    'annex XXI, row 1, line 2: a table with codes whose header was not taught, met "Number | What it is | Why"',
  )
  stops(
    annexOf([
      ['CN code', 'CN code'],
      ['7301', '7302'],
    ]),
    'annex XXI, row 1, line 2: a column that was not taught, met "CN code"',
  )
})

test('a code cell that cannot be read stops with the place and the text', () => {
  stops(
    annexOf([HEAD, ['7301', 'Piling'], ['730', 'Piling']]),
    'annex XXI, row 3, line 4: a code that cannot be read, met "730"',
  )
  for (const cell of [
    'see 7301',
    '7301*',
    '7306 – 7301',
    'ex',
    '7301 (excl. 7302)',
    '8471 30 00 00 00',
    '73011',
    'O7301',
  ]) {
    assert.throws(
      () => readText(annexOf([HEAD, [cell, 'Piling']])),
      /annex XXI, row 2, line 3: a code that cannot be read/,
      cell,
    )
  }
})

test('rows of another shape stop with the place and the text', () => {
  stops(
    annexOf([HEAD, ['7301', 'Piling', 'and more']]),
    'annex XXI, row 2, line 3: a row of 3 cells in a table of 2 columns, met "7301 | Piling | and more"',
  )
  stops(annexOf([HEAD, ['7301', '']]), 'annex XXI, row 2, line 3: a code without goods, met "7301"')
  stops(
    annexOf([
      ['', ...HEAD],
      ['perhaps', '7301', 'Piling'],
    ]),
    'annex XXI, row 2, line 3: something else in the column of "ex", met "perhaps"',
  )
  stops(
    annexOf([
      ['', ...HEAD],
      ['ex', '', 'Piling'],
    ]),
    'annex XXI, row 2, line 3: "ex" without a code, met "ex |  | Piling"',
  )
  stops(
    annexOf([HEAD, ['<td colspan="2"><p>7301</p></td>']]),
    'annex XXI, row 2, line 3: a code across the whole table, met "7301"',
  )
  stops(
    annexOf([HEAD, ['7301', '<td><table><tbody><tr><td>in</td></tr></tbody></table></td>']]),
    'annex XXI, line 2: a table inside a cell of a table of goods',
  )
})

test('marks that cannot be read, and goods behind a deletion, stop', () => {
  const goods = annexOf([HEAD, ['7301', 'Piling']])
  stops(
    modref('32026R0506', 'DELETED', 'M41', '—————') + goods,
    'annex XXI, row 2, line 4: goods behind a mark that deletes (M41), met "7301"',
  )
  stops(
    `<p class="modref"><a title="somewhere">▼M41</a></p>${goods}`,
    'line 1: an amendment mark without its act, met "▼M41 somewhere"',
  )
  stops(`<p class="modref">M41</p>${goods}`, 'line 1: an amendment mark that cannot be read, met "M41"')
  stops(
    modref('32026R0506', 'REPLACED', 'M41', '—————') + goods,
    'line 1: a dash behind a mark that deletes nothing, met "▼M41—————"',
  )
})

test('tables of persons, ships and services list no goods, whatever numbers stand in them', () => {
  const [annex] = readText(
    annexOf([
      ['', 'Name', 'Identifying information', 'Date of listing'],
      ['1.', 'Somebody', '8471 30 00', '2022'],
    ]),
  ).annexes
  assert.deepEqual([annex?.rows, annex?.otherTables], [[], 1])
  const years = annexOf([
    ['Measure', 'Year'],
    ['Budget', '2022'],
  ])
  assert.equal(readText(years).annexes[0]?.rows.length, 0)
})

test('an annex that is closed too early does not lose its rows in silence', () => {
  const table = annexOf([HEAD, ['7301', 'Piling']])
  stops(
    `<div id="anx_I"></div>${table.replace('<div id="anx_XXI">', '<div>')}`,
    'line 2: a table of goods outside every annex, met "CN code | Description"',
  )
  stops(table + table, 'line 4: annex XXI stands twice')
})
