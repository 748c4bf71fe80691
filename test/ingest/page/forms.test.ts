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

/** What a piece lists: `code | goods | lines that the row stands under`. */
const listed = (html: string): string[] =>
  readText(html).annexes.flatMap(({ rows }) =>
    rows.map(({ printed, description, under }) => [printed, description, ...under].join(' | ')),
  )

test('the title of a part in two cells is a title, above a header, above rows without one, and between rows', () => {
  const crude = ['2709 00', 'Crude oil']
  const [spirit, gas] = [
    ['2710', 'Motor spirit'],
    ['2711', 'Gas'],
  ] as const
  const parts = ['2709 00 | Crude oil | Part A CRUDE OIL', '2710 | Motor spirit | Part B PRODUCTS']
  const [a, b] = [
    ['Part A', 'CRUDE OIL'],
    ['Part B', 'PRODUCTS'],
  ] as const
  assert.deepEqual(listed(annexOf([[...a], HEAD, crude, [...b], [...spirit]])), parts)
  assert.deepEqual(listed(annexOf([[...a], HEAD, crude, [...b], HEAD, [...spirit]])), parts)
  assert.deepEqual(listed(annexOf([[...a], crude, [...b], [...spirit]])), parts)
  assert.deepEqual(listed(annexOf([HEAD, [...gas], [...a], crude, [...b], [...spirit]])), ['2711 | Gas', ...parts])
  assert.deepEqual(
    listed(
      annexOf([
        ['Część A', '', 'ROPA NAFTOWA'],
        ['', ...HEAD],
        ['', ...crude],
      ]),
    ),
    ['2709 00 | Crude oil | Część A ROPA NAFTOWA'],
  )
  // Parts of goods are no parts of an annex, and a title with a code in it is none.
  stops(
    annexOf([['Part A', '2709 00 crude oil'], HEAD, crude]),
    'annex XXI, row 1, line 2: a table with codes whose header was not taught, met "Part A | 2709 00 crude oil"',
  )
  stops(
    annexOf([HEAD, ['Parts of', 'engines']]),
    'annex XXI, row 2, line 3: a code that cannot be read, met "Parts of"',
  )
})

test('a line of the tariff’s tree says nothing of rows outside its heading', () => {
  const goods = [
    ['', '2604', 'Nickel ores'],
    ['', '', 'Ferro-alloys:'],
    ['', '7202 60', '– Ferro-nickel'],
    ['', '', 'Wire of stainless steel:'],
    ['', '7223 00 11', '– – Containing nickel'],
    ['', '75', 'Nickel and articles thereof'],
    ['', '', '– Other'],
    ['ex', '3403 99', '– – Other'],
    ['', '', '– – – – – Chemical products'],
    ['ex', '3824 99 92', '– – – – – – Liquid'],
    ['ex', '3824 99 96', '– – – – – Other'],
  ]
  assert.deepEqual(listed(annexOf(goods)), [
    '2604 | Nickel ores',
    '7202 60 | – Ferro-nickel | Ferro-alloys:',
    '7223 00 11 | – – Containing nickel | Wire of stainless steel:',
    '75 | Nickel and articles thereof',
    'ex 3403 99 | – – Other | – Other',
    'ex 3824 99 92 | – – – – – – Liquid | – – – – – Chemical products',
    'ex 3824 99 96 | – – – – – Other',
  ])
})

test('a line that is no line of the tree stands over all rows below it, whatever their headings', () => {
  const rows = [
    ['CN code', 'Goods'],
    ['', 'Additives'],
    ['3811 21', '– with oil'],
    ['3811 90', 'others'],
    ['', 'Fuels'],
  ]
  assert.deepEqual(listed(annexOf([...rows, ['2710', 'Oil'], ['2711', 'Gas']])), [
    '3811 21 | – with oil | Additives',
    '3811 90 | others | Additives',
    '2710 | Oil | Fuels',
    '2711 | Gas | Fuels',
  ])
})

test('a deeper line below a code, with nothing below it, goes on with its goods', () => {
  const rows = [
    ['ex 7604 10 10', '– Of aluminium, not alloyed'],
    ['', '– – Bars and rods'],
    ['ex 7604 29 10', '– Of aluminium alloys'],
    ['', '– – Hollow profiles'],
    ['', '– – – Bars and rods'],
    ['7606', 'Plates'],
    ['ex 8108 90', 'Titanium'],
    ['', '– Other'],
  ]
  assert.deepEqual(listed(annexOf(rows)), [
    'ex 7604 10 10 | – Of aluminium, not alloyed – – Bars and rods',
    'ex 7604 29 10 | – Of aluminium alloys – – Hollow profiles – – – Bars and rods',
    '7606 | Plates',
    'ex 8108 90 | Titanium – Other',
  ])
  const list = [
    ['ex CN code', 'Description'],
    ['9705 / 9706', 'x'],
    ['<td><p>9705</p><p>9706</p></td>', '1. Objects of the following kinds:'],
    ['', '(a) found on land;'],
    ['', '(b) found in water'],
    ['9701', '2. Paintings'],
  ]
  assert.deepEqual(listed(annexOf(list.toSpliced(1, 1))), [
    'ex 9705 | 1. Objects of the following kinds: (a) found on land; (b) found in water',
    'ex 9706 | 1. Objects of the following kinds: (a) found on land; (b) found in water',
    'ex 9701 | 2. Paintings',
  ])
})

test('a code without goods has those of the row above, if that is of its heading or has no code', () => {
  assert.deepEqual(
    listed(
      annexOf([
        ['ex 7505 11', 'Bars'],
        ['ex 7505 12', ''],
        ['7506', 'Plates'],
      ]),
    ),
    ['ex 7505 11 | Bars', 'ex 7505 12 | Bars', '7506 | Plates'],
  )
})

test('titles of parts stand above the header, across the table or alone in a row, with or without a number', () => {
  const header = ['CN code', 'Description']
  const full = '<td colspan="2"><p>A. Metals</p></td>'
  assert.deepEqual(
    listed(
      annexOf([
        [full],
        header,
        ['7301', 'Piling'],
        ['B. Oils', ''],
        ['2710', 'Oil'],
        ['(3)', 'Gases'],
        ['2711', 'Gas'],
      ]),
    ),
    ['7301 | Piling | A. Metals', '2710 | Oil | B. Oils', '2711 | Gas | (3) Gases'],
  )
  // The only column beside the codes may be called by the title of the list.
  assert.deepEqual(
    listed(
      annexOf([
        ['HS code', 'Jet fuel'],
        ['2710 12 70', 'Spirit type'],
      ]),
    ),
    ['2710 12 70 | Spirit type | Jet fuel'],
  )
  const technical = [['<td colspan="3"><p>A1. Materials</p></td>'], ['No', 'Description', 'Related item from Annex I']]
  const [annex] = readText(annexOf([...technical, ['IX.A1.001', 'Valves', '2350']])).annexes
  assert.deepEqual([annex?.rows, annex?.otherTables], [[], 1])
})

test('a chapter is no title, and what may be one stops', () => {
  stops(
    annexOf([HEAD, ['7301', 'Piling'], ['Chapter 74', '']]),
    'annex XXI, row 3, line 4: a code without goods, met "Chapter 74"',
  )
  stops(annexOf([HEAD, ['12.', 'Seeds']]), 'annex XXI, row 2, line 3: a code that cannot be read, met "12."')
})

test('an item of a list with a table in it is the title of the table', () => {
  const table = annexOf([['2504', 'Graphite']]).replace(/^.*ANNEX XXI<\/p>\n|<\/div>\n$/gs, '')
  const item = (number: string, content: string) =>
    `<div class="grid-container grid-list"><div class="list grid-list-column-1"><span>${number}&nbsp;</span></div>
<div class="grid-list-column-2"><p class="norm">Raw graphite</p>${content}</div></div>`
  const piece = `<div id="anx_VIIB"><p class="title-annex-1">ANNEX VIIB</p><p class="title-gr-seq-level-1">Metals referred to in Article 15a</p>
<p class="title-gr-seq-level-2">HS Codes and descriptions</p>${item('1.', table)}${table}</div>`
  assert.deepEqual(
    readText(piece).annexes[0]?.rows.map(({ part }) => part),
    ['1. Raw graphite', ''],
  )
})

test('an ex is said of the codes of its own line', () => {
  const codes = '<td><p>ex 8542 33</p><p>8543 70 02</p></td>'
  assert.deepEqual(
    readText(
      annexOf([
        ['Description', 'CN code'],
        ['Amplifiers', codes],
      ]),
    ).annexes[0]?.rows.map(({ ex }) => ex),
    [true, false],
  )
})

test('a footnote of a table is the title of nothing', () => {
  const note = '<td colspan="2"><div><a id="E0001">(1)</a><p>See Annex I.</p></div></td>'
  assert.deepEqual(listed(annexOf([['CN code', 'Description'], ['7301', 'Piling'], [note], ['7302', 'Rails']])), [
    '7301 | Piling',
    '7302 | Rails',
  ])
})

test('goods are listed in lines of text with their codes, too', () => {
  const paragraphs = [
    '1. Caviar',
    'CN codes: ex 1604 31 00, 1604 32 00',
    'Acetone, (CAS RN 67-64-1) (CN code 2914 11 00)',
  ]
  const text = paragraphs.map((line) => `<p class="norm">${line}</p>`).join('')
  assert.deepEqual(listed(`<div id="anx_X"><p class="title-annex-1">ANNEX X</p>${text}</div>`), [
    'ex 1604 31 00 | 1. Caviar',
    'ex 1604 32 00 | 1. Caviar',
    '2914 11 00 | Acetone, (CAS RN 67-64-1)',
  ])
  const cell = '<td><p>Chemicals:</p><p>Acetone (CN code 2914 11 00)</p><p>Antimony (heading 8110)</p></td>'
  assert.deepEqual(
    listed(
      annexOf([
        ['No', 'Description', 'Related item'],
        ['IX.A1.004', cell, '—'],
      ]),
    ),
    ['2914 11 00 | Acetone', '8110 | Antimony'],
  )
})

test('ranges are one code with two ends', () => {
  const rows = [
    ['2907 11 – 2907 19', 'Phenols'],
    ['From 2710 12 31 till 2710 12 59', 'Gasoline'],
  ]
  assert.deepEqual(
    readText(annexOf(rows)).annexes[0]?.rows.map(({ digits }) => digits),
    ['290711-290719', '27101231-27101259'],
  )
})

test('an act is the one that its title links to, also when another act has changed that title', () => {
  const row = (sign: string, cell: string) => `<tr><td><p class="arrow">►${sign}</p></td><td>${cell}</td></tr>`
  const title = (celex: string) => `<p class="title-doc-last"><a title="${celex}">of a day concerning something</a></p>`
  const table = `<table><tbody>${[
    row(
      'B',
      `${modref('32024R1338', 'REPLACED', 'M2')}${title('32023R1529')}${modref('32023R1529', '', 'B').replace(': "', '"')}`,
    ),
    row('A1', title('12012JN06/03')),
    row('M2', title('32024R1338')),
  ].join('')}</tbody></table>`
  const goods = annexOf([['7301', 'Piling']])
  const page = readText(`${table}<p class="modref">▼B</p>${goods}`)
  assert.deepEqual(
    page.acts.map(({ mark, celex }) => `${mark} ${celex}`),
    ['A1 12012JN06/03', 'M2 32024R1338'],
  )
  assert.equal(page.annexes[0]?.rows[0]?.mark?.celex, '32023R1529')
  stops(
    `<table><tbody>${row('B', '<p>An act</p>')}</tbody></table>`,
    'line 1: the act of B cannot be read, met "►B An act"',
  )
})

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
    annexOf([HEAD, ['7301', 'Piling'], ['Description', 'CN code']]),
    'annex XXI, row 3, line 4: another header inside a table, met "Description | CN code"',
  )
  stops(
    annexOf([HEAD, ['7301 and others', '']]),
    'annex XXI, row 2, line 3: a code that cannot be read, met "7301 and others"',
  )
  stops(
    '<div id="anx_X"><p>Caviar</p><p>CN codes: 1604 31 00 (roe)</p></div>',
    'annex X, line 1: codes that cannot be read, met "CN codes: 1604 31 00 (roe)"',
  )
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

test('an act as the Official Journal prints it is no piece of a consolidated text', () => {
  const annex = '<div class="eli-container" id="anx_I"><p class="oj-doc-ti">ANNEX XVII</p><p>Goods</p></div>'
  assert.throws(() => readText(annex), /law propose/)
  assert.throws(
    () => readText('<html><body><p class="oj-doc-ti">COUNCIL REGULATION (EU) 2027/77</p></body></html>'),
    /law propose/,
  )
})
