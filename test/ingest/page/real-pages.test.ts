import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { compare } from '../../../src/ingest/update/compare.ts'
import { listingsOf, openLaw, rowCountMismatches } from '../../../src/ingest/update/open-law.ts'
import { LAW } from '../../small-law.ts'
import { printed, readText } from './read.ts'

const PAGES = join(import.meta.dirname, '..', 'pages')
const textOf = (name: string): string => readFileSync(join(PAGES, name), 'utf8')
const piece = (name: string) => readText(textOf(`${name}.en.html`))
const KOREA = piece('02017R1509-20240913.annexes-III-XIl')
const IRAN = piece('02012R0267-20240913.annex-VIIB')
const DRONES = piece('02023R1529-20241014.annex-II')
const RUSSIA = globSync('02014R0833-*.en.html', { cwd: PAGES }).map((name) => name.replace('.en.html', ''))

const rowsOf = (page: typeof KOREA, annex: string) => page.annexes.find((one) => one.annex === annex)!.rows

test('every piece of the Russian page gives exactly its rows, byte for byte', () => {
  assert.equal(RUSSIA.length, 4)
  for (const name of RUSSIA) assert.equal(printed(piece(name)), textOf(`${name}.en.expected.tsv`), name)
})

test('law/ lists what the pieces of the pages it was made from list, with their parts and acts', () => {
  const laws = { russia: openLaw(LAW, '833-2014', null), korea: openLaw(LAW, '2017-1509', null) }
  const pieces = [
    ...RUSSIA.map((name) => [name, piece(name), laws.russia] as const),
    ['Korea', KOREA, laws.korea] as const,
  ]
  for (const [name, page, law] of pieces) {
    const { whole, annexes, newActs, articles } = compare(page, law)
    assert.deepEqual([whole, newActs, articles], [false, [], []], name)
    for (const { annex, status, added, removed, changed, conflicts } of annexes) {
      assert.deepEqual(
        { status, added, removed, changed, conflicts },
        { status: 'same', added: [], removed: [], changed: [], conflicts: [] },
        annex,
      )
    }
  }
  // The piece has whole annexes: nothing that law/ lists in them is missing, and all lines that rows stand under agree.
  assert.deepEqual(rowCountMismatches(KOREA, laws.korea), [])
  for (const { pairing, annex } of compare(KOREA, laws.korea).annexes) {
    for (const { listing, row } of pairing?.pairs ?? []) {
      const under = row.under.map((line) => line.replace(/^[–\s]+|:$/g, '')).join(' / ')
      if (listing.under !== '') assert.ok(under.includes(listing.under), `${annex} ${row.printed}: ${under}`)
      else assert.equal(under, '', `${annex} ${row.printed}`)
    }
  }
})

/**
 * Rows of a page counted without the parser: the text is cut at the annexes' ids and at `<tr`, tags and nbsp are dropped
 * by regular expressions, and a row counts when one of its paragraphs is nothing but a code (or a printed range).
 */
function countedByHand(html: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const annex of html.split(/<div id="anx_/).slice(1)) {
    let rows = 0
    for (const row of annex.split('<tr').slice(1)) {
      const paragraphs = [...row.matchAll(/<p class="tbl-\w+">([\s\S]*?)<\/p>/g)].map(([, text = '']) =>
        text
          .replace(/<[^>]*>/g, '')
          .replace(/(?:&nbsp;|\s)+/g, ' ')
          .trim(),
      )
      const CODE = /^(?:ex )?\d\d(?: ?\d\d){0,4}$|^From \d[\d ]+ till \d[\d ]+$/i
      rows += paragraphs.filter((text) => CODE.test(text)).length
    }
    counts.set(annex.slice(0, annex.indexOf('"')), rows)
  }
  return counts
}

test('as many rows are read as are counted without the parser', () => {
  const found = (page: typeof KOREA) => new Map(page.annexes.map(({ annex, rows }) => [annex, rows.length]))
  const names = [
    '02017R1509-20240913.annexes-III-XIl',
    '02012R0267-20240913.annex-VIIB',
    '02023R1529-20241014.annex-II',
  ]
  for (const name of names) assert.deepEqual(found(piece(name)), countedByHand(textOf(`${name}.en.html`)), name)
  const sum = (page: typeof KOREA) => page.annexes.reduce((all, { rows }) => all + rows.length, 0)
  assert.deepEqual([KOREA, IRAN, DRONES].map(sum), [533, 29, 76])
  assert.equal(KOREA.annexes.length, 21)
  assert.deepEqual(
    [KOREA, IRAN, DRONES].map(({ celex, whole }) => [celex, whole]),
    [
      ['02017R1509-20240913', false],
      ['02012R0267-20240913', false],
      ['02023R1529-20241014', false],
    ],
  )
})

test('North Korea: marks carry on over borders of annexes, deleted rows leave none, chapters and ranges are codes', () => {
  const shellfish = KOREA.annexes.find(({ annex }) => annex === 'XIa')!
  assert.equal(shellfish.deletions.length, 1)
  assert.deepEqual(
    shellfish.rows.map(({ printed: code, mark }) => `${code} ${mark?.sign}`),
    ['03 M1', 'ex 16 03 M1', '1604 M1', '1605 M1', '1902 20 10 M1', 'ex 21 04 M1'],
  )
  assert.equal(rowsOf(KOREA, 'XId')[0]?.mark?.celex, '32017R1836', 'Annex XId has no mark of its own')
  assert.equal(rowsOf(KOREA, 'III')[0]?.digits, '27101231-27101259')
  assert.deepEqual(
    rowsOf(KOREA, 'XIl').map(({ digits, part }) => `${part} ${digits}`),
    '72 73 74 75 76 78 79 80 81 82 83 84 85 86 87 88 89'.split(' ').map((chapter) => `PART A ${chapter}`),
  )
})

test('North Korea: what rows stand under, line by line', () => {
  const under = (annex: string) =>
    rowsOf(KOREA, annex).flatMap(({ printed: code, under: lines }) => (lines.length > 0 ? [[code, ...lines]] : []))
  assert.deepEqual(under('VII'), [
    ['ex 8544 42', '– Other copper electric conductors, for a voltage not exceeding 1 000 V:'],
    ['ex 8544 49', '– Other copper electric conductors, for a voltage not exceeding 1 000 V:'],
    ['8544 60 10', '– Other electric conductors, for a voltage exceeding 1 000 V:'],
    ['7202 60', 'Ferro-alloys:'],
    ['7223 00 11', 'Wire of stainless steel:'],
  ])
  const statues = "Articles of goldsmiths' or silversmiths' wares"
  assert.deepEqual(under('X').slice(4, 7), [
    ['ex 7114 11', statues, '– Of precious metal whether or not plated or clad with precious metal'],
    ['ex 7114 19', statues, '– Of precious metal whether or not plated or clad with precious metal'],
    ['ex 7114 20', statues],
  ])
  assert.deepEqual(
    rowsOf(KOREA, 'VII')
      .find(({ digits }) => digits === '8105900010')
      ?.description.slice(0, 76),
    'Bars or wires made of cobalt alloy containing, by weight: — 35 % (± 2 %) cob',
  )
})

test('Iran: parts are items of a list, goods go on below their code, and a code can share the goods above', () => {
  const rows = rowsOf(IRAN, 'VIIB')
  assert.deepEqual(
    [...new Set(rows.map(({ part }) => part))],
    [
      '1. Raw or semi-fabricated graphite',
      '2. Corrosion-resistant high-grade steel (Chromium-content > 12 %) in form of sheet, plate, tube or bar',
      '3. Aluminium and alloys in form of sheet, plate, tube or bar',
      '4. Titanium and alloys in form of sheet, plate, tube or bar',
      '5. Nickel and alloys in form of sheet, plate, tube or bar',
    ],
  )
  const goods = (code: string) => rows.find(({ printed: one }) => one === code)?.description
  assert.equal(goods('ex 7604 10 10'), '– Of aluminium, not alloyed – – Bars and rods')
  assert.equal(goods('ex 7604 29 10'), '– Of aluminium alloys – – Hollow profiles – – – Bars and rods')
  assert.equal(goods('ex 8108 90'), 'Titanium and articles thereof, including waste and scrap – Other')
  assert.equal(goods('ex 7505 12'), 'Bar and Rods')
  assert.equal(goods('7507 12'), '– Tubes and pipes – – Of nickel alloys')
  assert.ok(rows.every(({ mark, under }) => mark?.celex === '32016R1375' && under.length === 0))
  const [technical] = piece('02012R0267-20240913.annex-II-part').annexes
  assert.deepEqual([technical?.rows, technical?.otherTables, technical?.named], [[], 1, []])
})

test('Iran: law/ of 2026 still lists, as wide as before, every code that Annex II to 2023/1529 listed in 2024', () => {
  const law = openLaw(LAW, '2023-1529', null)
  const today = new Set(listingsOf(law.regime.annexes[0]).map(({ code, part }) => `${part} ${code}`))
  const { rows } = DRONES.annexes[0]!
  const gone = rows.filter(({ digits, ex }) => !today.has(`${ex ? 'ex' : ''} ${law.meaning(digits)}`))
  assert.deepEqual(
    gone.map(({ printed: code }) => code),
    [],
  )
  const amplifiers = rows.filter(({ description }) => description.includes('Monolithic Microwave'))
  assert.deepEqual(
    amplifiers.map(({ printed: code, ex }) => [code, ex]),
    [
      ['ex 8542 33', true],
      ['8543 70 02', false],
    ],
  )
  assert.equal(
    rows.find(({ digits }) => digits === '852589')?.description,
    'Cameras that meet the criteria of Note 3 to 6A003.b.4.',
  )
})
