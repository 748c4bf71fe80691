import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { after, test } from 'node:test'
import { inspectLaw } from '../../src/law/check.ts'
import type { Dataset } from '../../src/law/dataset/dataset.ts'
import { loadDataset } from '../../src/law/load.ts'
import { LawError } from '../../src/law/read/mistakes.ts'
import { copySmallLaw } from '../small-law.ts'

const root = join(import.meta.dirname, '..', '..')
const law = join(root, 'law')

// One copy for all cases: each breaks it, looks, and mends it again. A small one, because each case checks it whole.
const copy = realpathSync(mkdtempSync(join(tmpdir(), 'law-')))
copySmallLaw(copy)
// The model of names has tests of its own (src/law/read/name-model.test.ts), and takes a quarter of the time of a check.
rmSync(join(copy, 'names/model.bin'))
after(() => rmSync(copy, { recursive: true, force: true }))

const ACTS = 'acts.yaml'
const REGIMES = 'regimes.yaml'
const DOCUMENTS = 'taric-documents.tsv'
const WORDS = 'words.tsv'
const NOMENCLATURE = 'nomenclature/cn.tsv'
const ANNEXES = '833-2014/annexes.yaml'
/** Two rows, which one measure of 12gb refers to. */
const XLVIII = '833-2014/annexes/XLVIII.tsv'
/** A row of it, from its words to its mark. */
const SWITCHES = 'switches\t\t\t\t2025-02-25\t\t32025R0395\t\t\t\tinserted\t32025R0395'
const XXIIIH = '833-2014/annexes/XXIIIH.tsv'
const XXVIII = '833-2014/annexes/XXVIII.tsv'
const XXIX = '833-2014/annexes/XXIX.tsv'
const XXIX_DAYS = '2022-12-05\tprinted\t\t\t2028-03-31'
const XXXIII = '833-2014/annexes/XXXIII.tsv'
const ART_3O = '833-2014/measures/3o.yaml'
/** One measure, which refers to one exemption; nothing refers to it. */
const ART_3RB = '833-2014/measures/3rb.yaml'
const ART_3T = '833-2014/measures/3t.yaml'
const ART_3U = '833-2014/measures/3u.yaml'
const ART_5AE = '833-2014/measures/5ae.yaml'
const ART_12G = '833-2014/measures/12g.yaml'
const ART_12GB = '833-2014/measures/12gb.yaml'

/** A file and its text; without a text it is gone. */
interface Page {
  readonly file: string
  readonly text: string | null
}

const page = (file: string) => ({ file, text: readFileSync(join(copy, file), 'utf8') })

/** The file with one passage changed, which must stand in it exactly once. */
function edit(file: string, from: string, to: string) {
  const { text } = page(file)
  assert.equal(text.split(from).length - 1, 1, `"${from}" stands once in ${file}`)
  return { file, text: text.replace(from, () => to) }
}

const gone = (file: string): Page => ({ file, text: null })

/** `file:line:column` of a passage, found by searching: the first one behind `behind`. */
function place({ file, text }: { file: string; text: string }, passage: string, behind = ''): string {
  const from = text.indexOf(behind)
  const start = text.indexOf(passage, from + behind.length)
  assert.ok(from >= 0 && start >= 0, `"${behind} … ${passage}" stands in ${file}`)
  const before = text.slice(0, start).split('\n')
  return `${file}:${before.length}:${before.at(-1)!.length + 1}`
}

/** What the check finds when these files are changed; they are put back. */
function inspect(...changes: readonly Page[]): { dataset: Dataset | null; told: string[] } {
  const before = changes.map(({ file }) => [join(copy, file), readFileSync(join(copy, file))] as const)
  try {
    for (const { file, text } of changes) {
      if (text === null) rmSync(join(copy, file))
      else writeFileSync(join(copy, file), text)
    }
    const { dataset, mistakes } = inspectLaw(copy)
    assert.equal(dataset === null, mistakes.length > 0, 'a dataset or mistakes, never both and never neither')
    const told = mistakes.map(({ file, line, column, what }) => {
      return `${relative(copy, file).split(sep).join('/')}:${line}:${column} ${what}`
    })
    return { dataset, told }
  } finally {
    for (const [file, bytes] of before) writeFileSync(file, bytes)
  }
}

/** These mistakes and no others. */
function tells(change: Page, ...expected: readonly string[]): void {
  assert.deepEqual(inspect(change).told.toSorted(), expected.toSorted())
}

/** What follows when no row of annex XLVIII could be read. */
const withoutXlviii = () => [
  `${place(page(ART_12GB), '12gb-xlviii')} measure 12gb-xlviii has no code and is not among the uncoded`,
]
// The tables.

test('an unknown column in an annex is told with its place', () => {
  const annex = edit(XLVIII, '\tmark\t', '\tcolour\tmark\t')
  tells(annex, `${place(annex, 'colour')} unknown column "colour"`, ...withoutXlviii())
})

test('a column that is missing from an annex is told', () => {
  const annex = edit(XLVIII, '\tfrom_act\t', '\tfrom_acts\t')
  tells(
    annex,
    `${XLVIII}:1:1 column "from_act" is missing`,
    `${place(annex, 'from_acts')} unknown column "from_acts"`,
    ...withoutXlviii(),
  )
})

test('a word for "part" out of the vocabulary is told with the vocabulary', () => {
  const annex = edit(XLVIII, '850220\t\t', '850220\tsome\t')
  tells(annex, `${place(annex, 'some')} "some" is not one of: (empty), ex, words`)
})

test('a mark out of the vocabulary is told with the vocabulary', () => {
  const annex = edit(XLVIII, SWITCHES, SWITCHES.replace('inserted', 'added'))
  tells(annex, `${place(annex, 'added')} "added" is not one of: inserted, replaced, (empty)`)
})

test('a source of Polish words is told that is unknown, or has no words', () => {
  const unknown = edit(XXIIIH, 'CN 2932 20\tours', 'CN 2932 20\ttheirs')
  tells(unknown, `${place(unknown, 'theirs')} "theirs" is not one of: (empty), ours`)
  const polish = 'Związki heterocykliczne tylko z heteroatomem(-ami) tlenu, z wyjątkiem objętych kodem CN 2932 20'
  const empty = edit(XXIIIH, polish, '')
  tells(empty, `${place(empty, 'ours', 'except for CN code 2932 20')} there is no Polish designation`)
})

test('a heading without Polish words is told at its first row; one that is not used, or stands twice, at its place', () => {
  const heading = '      - en: "Country: Kyrgyz Republic"\n        pl: "Państwo: Republika Kirgiska"\n'
  const missing = edit(ANNEXES, `    headings:\n${heading}`, '')
  tells(
    missing,
    `${place(page(XXXIII), 'Country: Kyrgyz Republic')} "Country: Kyrgyz Republic" is not among the headings of annex XXXIII in annexes.yaml`,
  )
  const stale = edit(ANNEXES, heading, `${heading}      - en: "Country: Chad"\n        pl: "Państwo: Czad"\n`)
  tells(stale, `${place(stale, 'en: "Country: Chad"')} no row of annex XXXIII stands under "Country: Chad"`)
  const twice = edit(ANNEXES, heading, `${heading}${heading}`)
  tells(
    twice,
    `${place(twice, 'en: "Country: Kyrgyz', 'Kirgiska')} "Country: Kyrgyz Republic" stands twice among the headings`,
  )
})

test('an everyday name is told that has no code, a code of impossible length or of no goods, or stands twice', () => {
  const wordless = edit(WORDS, '0101\tkucyk\tpony', '\tkucyk\tpony')
  tells(wordless, `${place(wordless, '\tkucyk')} a name needs a code`)
  const odd = edit(WORDS, '0101\tkucyk\tpony', '01012\tkucyk\tpony')
  tells(odd, `${place(odd, '01012')} "01012" is not a code of 2, 4, 6 or 8 digits`)
  const unknown = edit(WORDS, '0101\tkucyk\tpony', '0199\tkucyk\tpony')
  tells(unknown, `${place(unknown, '0199')} 0199 is not in the CN of 2026`)
  const single = edit(WORDS, '0101\tkucyk\tpony', '0101\tkucyk, k\tpony')
  tells(single, `${place(single, 'kucyk')} "k" is not a name of two letters or more`)
  const nameless = edit(WORDS, '0101\tkucyk\tpony', '0101\tkucyk\t')
  tells(nameless, `${place(nameless, '', '0101\tkucyk\t')} "" is not a name of two letters or more`)
  const twice = edit(WORDS, '0101\tkucyk\tpony', '0101\tkucyk, Klacz\tpony')
  tells(twice, `${place(twice, 'kucyk')} "Klacz" stands twice among the pl words`)
})

const successors = (printed: string) =>
  `for each code that has its goods then add a row like it with successor_of ${printed}, and with part words where that code has other goods too`

test('goods that are left out by name are left out of rows that say so', () => {
  const annexes = edit(ANNEXES, '"870332", "870333"]', '"870332", "870340"]')
  tells(
    annexes,
    `${place(annexes, 'codes', 'left_out:')} no row of 870340 is listed in part without codes that its words narrow`,
  )
})

test('a grant leaves out the goods of an annex that there is', () => {
  const article = edit('833-2014/measures/2a.yaml', 'except_annex: XL', 'except_annex: LX')
  tells(article, `${place(article, 'LX')} annex LX has no table`)
})

test('a code of impossible length is told with its place', () => {
  const annex = edit(XLVIII, '850220\t', '85022\t')
  tells(
    annex,
    `${place(annex, '85022')} "85022" is not a code of 2, 4, 6 or 8 digits`,
    `${place(annex, '85022')} 85022 is in no CN year; ${successors('85022')}`,
  )
})

test('a code that is not made of digits is told with its place, also where a measure has notes about codes', () => {
  const annex = edit('833-2014/annexes/XXV.tsv', '\n2709\t\t\t\t\t\tPetroleum', '\n27O9\t\t\t\t\t\tPetroleum')
  const { told } = inspect(annex)
  assert.ok(told.includes(`${place(annex, '27O9')} "27O9" is not a code of 2, 4, 6 or 8 digits`), told.join('\n'))
})

test('a code that no year of the nomenclature has is told with its place', () => {
  const annex = edit(XLVIII, '850220\t', '850221\t')
  tells(annex, `${place(annex, '850221')} 850221 is in no CN year; ${successors('850221')}`)
})

test('a code that is not what the act prints is told', () => {
  const annex = edit(XLVIII, SWITCHES, `${SWITCHES}\t8536 70`)
  tells(annex, `${place(annex, '853650')} 853650 is not what "8536 70" means`)
})

test('an "ex" that only one of print and data has is told', () => {
  const annex = edit(XXIIIH, '\tEx 2932\n', '\t2932\n')
  tells(annex, `${place(annex, 'ex', '2932\t')} "2932" and part "ex" do not agree`)
})

test('an excepted code that is not below its row is told', () => {
  const beside = edit(XXIIIH, '\t293220\t', '\t293329\t')
  tells(beside, `${place(beside, '293329')} 293329 is not below 2932`)
  const whole = edit(XXIIIH, '\tex\t293220\t', '\tex\t2932\t')
  tells(whole, `${place(whole, '2932\t', '\tex\t')} 2932 is not below 2932`)
})

test('a threshold out of the vocabulary is told', () => {
  const annex = edit(XXVIII, '<=60 USD/barrel price', '<=60 EUR/barrel price')
  tells(annex, `${place(annex, '<=60')} "<=60 EUR/barrel price" is not a limit such as ">300 EUR item"`)
})

test('a row that ends before it begins is told', () => {
  const annex = edit(XXIX, XXIX_DAYS, XXIX_DAYS.replace('2028-03-31', '2022-12-04'))
  tells(annex, `${place(annex, '2022-12-04')} ends 2022-12-04, before 2022-12-05`)
})

test('a day in a row that no calendar has is told', () => {
  const annex = edit(XXIX, XXIX_DAYS, XXIX_DAYS.replace('2028-03-31', '2026-02-30'))
  tells(annex, `${place(annex, '2026-02-30')} "2026-02-30" is not a day (YYYY-MM-DD)`)
})

test('a row put there by an act that is not in acts is told', () => {
  const annex = edit(XLVIII, SWITCHES, SWITCHES.replace('inserted\t32025R0395', 'inserted\t32025R9999'))
  tells(annex, `${place(annex, '32025R9999')} 32025R9999 is not in acts`)
})

test('a listing that stands twice is told at the second', () => {
  const { text } = page(XLVIII)
  const [, first, second] = text.split('\n')
  const annex = edit(XLVIII, second!, first!)
  tells(annex, `${place(annex, '850220', `${first}\n`)} the same listing stands twice: 8502 20`)
})

test('a row with a cell too few or too many is told', () => {
  const joined = edit(XLVIII, SWITCHES, 'switches inserted')
  tells(joined, `${XLVIII}:3:1 7 cells, 13 to 23 were expected`)
  const split = edit(XLVIII, 'Other switches', 'Other\tswitches')
  // A cell too many shifts those behind it.
  assert.ok(
    inspect(split).told.some((line) => line.endsWith('"2025-02-25" is not one of: (empty), printed, at_latest')),
  )
})

test('line endings of Windows are read, in tables and in YAML; a carriage return alone is told', () => {
  for (const file of [XLVIII, ART_3U]) tells({ file, text: page(file).text.replaceAll('\n', '\r\n') })
  const { text } = page(XLVIII)
  const stray = { file: XLVIII, text: text.replace('Other switches', 'Other\rswitches') }
  tells(stray, `${place(stray, '\r')} control character U+000D`, ...withoutXlviii())
})

test('an empty Polish name in the nomenclature is told', () => {
  const { text } = page(NOMENCLATURE)
  const row = text.split('\n').find((line) => line.startsWith('heading\t0101\t'))!
  const cells = row.split('\t')
  const nomenclature = edit(NOMENCLATURE, row, cells.with(6, '').join('\t'))
  const name = place(nomenclature, `\t${cells[7]}`, `${cells.slice(0, 6).join('\t')}\t`)
  tells(nomenclature, `${name} a name is missing`)
})

test('an empty English text of a document code is told', () => {
  const { text } = page(DOCUMENTS)
  const row = text.split('\n')[1]!
  const cells = row.split('\t')
  const column = text.split('\n')[0]!.split('\t').indexOf('text_en')
  const documents = edit(DOCUMENTS, row, cells.with(column, '').join('\t'))
  tells(documents, `${DOCUMENTS}:2:${cells.slice(0, column).join('\t').length + 2} a text is missing`)
})

// The measures.

test('an unknown word in a measure is told with its place', () => {
  const article = edit(ART_3RB, '    scope:', '    colour: red\n    scope:')
  tells(article, `${place(article, 'red')} unknown word "colour"`)
})

test('a type out of the vocabulary is told with the vocabulary', () => {
  const article = edit(ART_3RB, 'type: other', 'type: ban')
  const vocabulary = 'import_ban, export_ban, transfer_ban, restriction, other'
  tells(article, `${place(article, 'ban\n', 'type: ')} "type" must be one of: ${vocabulary}`)
})

test('a role out of the vocabulary is told, and does not make a whole regime unknown', () => {
  const annexes = edit(ANNEXES, 'role: price_cap', 'role: ceiling')
  const vocabulary = 'goods, duty, third_country, exemption, price_cap, derogation, quota, winddown, uncoded'
  tells(annexes, `${place(annexes, 'ceiling')} "role" must be one of: ${vocabulary}`)
})

test('a Polish or an English title that is missing is told where it should stand', () => {
  const polish = '      pl: "Usługi terminali LNG – zakaz świadczenia rosyjskim klientom"\n'
  const withoutPolish = edit(ART_3RB, polish, '')
  tells(withoutPolish, `${place(withoutPolish, 'en:', 'title:')} "pl" is missing`)
  const english = '      en: "LNG terminal services – ban for Russian customers"\n'
  const withoutEnglish = edit(ART_3RB, english, '')
  tells(withoutEnglish, `${place(withoutEnglish, 'pl:', 'title:')} "en" is missing`)
})

test('a Polish title that was never written is told on its line', () => {
  const article = edit(ART_3RB, 'pl: "Usługi terminali LNG – zakaz świadczenia rosyjskim klientom"', 'pl:')
  tells(article, `${place(article, 'pl:', 'title:')} "pl" must be string`)
})

test('a measure file that is not YAML is told where reading stops', () => {
  const article = edit(ART_3RB, '    type: other', '\t    type: other')
  const told = `${place(article, '\t')} not YAML: tab characters must not be used in indentation`
  tells(article, told)
})

test('a day in a measure that no calendar has is told', () => {
  const article = edit(ART_3RB, 'applies_from: 2027-01-01', 'applies_from: 2027-02-30')
  tells(article, `${place(article, '2027-02-30')} 2027-02-30 is not a day of the calendar`)
})

test('a measure put there or changed by an act that is not in acts is told', () => {
  const inserted = edit(ART_3U, 'inserted_by: 32024R1745', 'inserted_by: 32024R9999')
  tells(inserted, `${place(inserted, '32024R9999')} 32024R9999 is not in acts`)
  const amended = edit(ART_3U, 'amended_by: 32025R1494', 'amended_by: 32025R9999')
  tells(amended, `${place(amended, '32025R9999')} 32025R9999 is not in acts`)
})

test('a measure that applies before the act that made it is told', () => {
  const article = edit(ART_3U, 'applies_from: 2024-06-25', 'applies_from: 2024-06-24')
  tells(article, `${place(article, '2024-06-24')} applies from 2024-06-24, before 32024R1745 (2024-06-25)`)
})

test('a flow that does not fit the direction is told', () => {
  const turned = edit(ART_3U, 'direction: import', 'direction: import\n    flow: EU_to_RU')
  tells(turned, `${place(turned, 'EU_to_RU')} flow EU_to_RU does not fit direction import`)
  const other = edit(ART_3U, 'direction: import', 'direction: import\n    flow: BY_to_EU')
  tells(other, `${place(other, 'BY_to_EU')} flow BY_to_EU does not fit direction import`)
})

test('codes that words narrow stand below the row, and the row is partial', () => {
  const annex = edit('833-2014/annexes/XXIII.tsv', '\t87042191 87042199', '\t87042191 8703')
  tells(annex, `${place(annex, '87042191 8703')} 8703 is not below 8704`)
})

test('a wind-down that ends before the cut-off of its contracts is told', () => {
  const article = edit(ART_3U, 'until: 2024-07-26', 'until: 2024-06-24')
  tells(
    article,
    `${place(article, '2024-06-24')} ends 2024-06-24, before it begins (2024-06-25)`,
    `${place(article, '2024-06-24')} ends 2024-06-24, before the contracts' cut-off 2024-06-25`,
  )
})

test('a code of impossible length or of no CN year is told in a measure too', () => {
  const article = edit(ART_3RB, '"27111100"', '"27111"')
  tells(article, `${place(article, '27111')} 27111 is in no CN year`)
})

test('an excepted code of a wind-down that is in no CN year is told at the code', () => {
  const article = edit(ART_12G, 'except: ["845710"', 'except: ["845799"')
  tells(article, `${place(article, '845799')} 845799 is in no CN year`)
})

test('an annex that no measure refers to is told', () => {
  const article = edit(ART_12GB, 'annex: XLVIII', 'annex: XL')
  tells(article, `${place(page(ANNEXES), 'XLVIII')} no measure refers to annex XLVIII`)
})

test('a measure that refers to an annex that does not exist is told', () => {
  const article = edit(ART_3O, '3o(1)"\n    annex: XXVI\n', '3o(1)"\n    annex: XCIX\n')
  tells(
    article,
    `${place(article, '3o-1')} measure 3o-1 has no code and is not among the uncoded`,
    `${place(article, 'XCIX')} annex XCIX is neither a table nor among the uncoded`,
  )
})

test('a list of exempt goods never becomes a list of banned ones', () => {
  const article = edit(ART_3O, '3o(1)"\n    annex: XXVI\n', '3o(1)"\n    annex: XXIX\n')
  const role = place(page(ANNEXES), 'exemption', 'annex: XXIX\n')
  const { dataset, told } = inspect(article)
  assert.equal(dataset, null)
  assert.deepEqual(
    told.map((line) => line.replace(' an ', ' a ')),
    [`${role} annex XXIX has the role exemption, but serves as ban`],
  )
})

test('a place that stands twice, begins before its measure or is told nowhere is a mistake', () => {
  const article = (places: string) =>
    edit(ART_5AE, '{ kind: airport, name: Begishevo, country: RU, from: 2025-02-25 }', places)
  const twice = article('{ kind: airport, name: Vnukovo, country: RU, from: 2025-02-25 }')
  const second = '{ kind: airport, name: Vnukovo'
  tells(twice, `${place(twice, second, second)} Vnukovo stands twice`)
  const early = article('{ kind: airport, name: Begishevo, country: RU, from: 2024-02-25 }')
  tells(
    early,
    `${place(early, '{ kind: airport, name: Begishevo')} Begishevo is listed from 2024-02-25, before the measure`,
  )
  const annexes = edit(ANNEXES, 'measures: ["5ae-1", "5ae-2", "5ae-2a"]', 'measures: ["5ae-1", "5ae-2"]')
  const told = inspect(annexes).told
  assert.ok(
    told.some((line) => line.endsWith('no entry of uncoded in annexes.yaml refers to this measure')),
    told.join('\n'),
  )
})

test('an exemption that no measure refers to is told', () => {
  const article = { file: ART_12GB, text: page(ART_12GB).text.replaceAll('"12gb(2)", ', '') }
  tells(article, `${place(article, '12gb(2)')} no measure refers to 12gb(2)`)
})

test('a reference that leads nowhere is told', () => {
  const article = edit(ART_3RB, 'grants: ["12h"]', 'grants: ["12hh"]')
  tells(article, `${place(article, '12hh')} no 12hh among the grants`)
})

test('a question that does not end as one is told', () => {
  const article = edit(
    ART_3O,
    'pl: "Czy złoto opuściło Rosję po 22 lipca 2022 r.?"',
    'pl: "Kiedy złoto opuściło Rosję."',
  )
  tells(article, `${place(article, 'Kiedy')} a question ends with "?"`)
})

test('two questions with one id are told', () => {
  const text = { pl: 'Czy tak?', en: 'Is it so?' }
  const asks = `    asks:\n      - { fact: fits, pl: "${text.pl}", en: "${text.en}" }\n`
  const article = edit(ART_3O, '  - id: "3o-1"\n', `  - id: "3o-1"\n    asked_as: ["3o(9)"]\n`)
  tells(article, `${place(article, '3o(9)')} no question 3o(9)`)
  const twice = edit(
    ART_3T,
    '    grants: ["3t(4)", "12h", "3t(3)"]\n',
    `    grants: ["3t(4)", "12h", "3t(3)"]\n${asks}${asks.split('\n')[1]}\n`,
  )
  const second = place(twice, '{ fact', '{ fact')
  tells(twice, `${second} the question 3t(1) stands twice: give one of them another id`)
})

test('goods that only words describe are near something, or it is said why not', () => {
  const annexes = '833-2014/annexes.yaml'
  const neither = edit(annexes, '    measures: ["3ea"]\n    not_near: carrier\n', '    measures: ["3ea"]\n')
  const item = `${place(neither, 'annex: null', 'measures: ["3s"]')}`
  tells(neither, `${item} goods that only words describe have near, or not_near and why`)
  const both = edit(
    annexes,
    '    not_near: place\n    what:\n      pl: >-\n        Transakcje',
    '    near: [ships]\n    not_near: place\n    what:\n      pl: >-\n        Transakcje',
  )
  tells(
    both,
    `${place(both, 'annex: XLVII', 'uncoded:')} goods that only words describe have near, or not_near and why`,
  )
  const unknown = edit(annexes, 'near: [marine]', 'near: [submarine]')
  tells(unknown, `${place(unknown, 'submarine')} no list submarine in near.tsv`)
})

test('lists of near goods have codes of the tariff, each once, and are used', () => {
  const { text } = page('near.tsv')
  const added = (row: string) => ({ file: 'near.tsv', text: `${text}${row}\n` })
  const line = text.split('\n').length
  tells(
    added('ships\tships\t8901 9999\t'),
    `near.tsv:${line}:13 9999 is in no CN year`,
    `near.tsv:${line}:13 8901 stands twice in the list ships`,
  )
  tells(added('boats\tboats\t89\t'), `near.tsv:${line}:1 nothing is near by the list boats`)
  tells(added('ships\tships\t01\tvery'), `near.tsv:${line}:16 "very" is not one of: (empty), weak`)
})

test('a question of the whole regime says when it is asked', () => {
  const regime = edit('833-2014/regime.yaml', '    when: passage\n', '')
  tells(regime, `${place(regime, 'id: passage')} a question of the whole regime says when it is asked`)
})

// What is said of some codes, and documents.

const ART_3R = '833-2014/measures/3r.yaml'
const ART_3RA = '833-2014/measures/3ra.yaml'
const ART_3SA = '833-2014/measures/3sa.yaml'
const ART_5I = '833-2014/measures/5i.yaml'

test('a note or a doubt about codes that are no goods of its measure is told', () => {
  const note = edit(
    ART_3R,
    '    grants: ',
    '    code_notes:\n      - codes: ["2711", "8703"]\n        text: { pl: "x", en: "x" }\n    grants: ',
  )
  tells(note, `${place(note, '8703')} 8703 is not among the goods of measure 3r`)
  const doubt = edit(
    ART_3SA,
    '    grants: ',
    '    doubts:\n      - about: goods\n        codes: ["8906", "1001"]\n        text: { pl: "x", en: "x" }\n    grants: ',
  )
  tells(doubt, `${place(doubt, '1001')} 1001 is not among the goods of measure 3sa`)
})

test('a doubt of an exemption about a code that no CN year has is told', () => {
  const doubt = edit(
    ART_3U,
    '    text:\n      pl: >-\n        Dostawy z kontynentalnej',
    '    doubts: [{ about: goods, codes: ["99999999"], text: { pl: "x", en: "x" } }]\n    text:\n      pl: >-\n        Dostawy z kontynentalnej',
  )
  tells(doubt, `${place(doubt, '99999999')} 99999999 is in no CN year`)
})

test('a designation belongs to a code that the article names itself', () => {
  const other = edit(
    ART_5I,
    '      - codes: ["ex 49070030"]\n        text:\n          pl: "Banknoty w',
    '      - codes: ["ex 49070090"]\n        text:\n          pl: "Banknoty w',
  )
  tells(other, `${place(other, 'ex 49070090')} ex 49070090 is no code that measure 5i names itself`)
})

test('remarks are for maintainers: one text, not one in each language', () => {
  const remark = edit(ART_3R, '    grants: ', '    remark: { pl: "x", en: "x" }\n    grants: ')
  const { told } = inspect(remark)
  assert.ok(
    told.some((line) => line.startsWith(`${place(remark, '{ pl: "x"')} `)),
    told.join('\n'),
  )
})

test('a provision that was read once says so with true, and nothing else', () => {
  const { told } = inspect(edit(ART_3R, '    grants: ', '    read_once: false\n    grants: '))
  assert.ok(told.length > 0)
})

test('a derogation that ends before it begins is told', () => {
  const late = edit(ART_3U, '    from: 2025-07-20\n    until: null', '    from: 2025-07-20\n    until: 2025-07-19')
  tells(late, `${place(late, '2025-07-19')} ends 2025-07-19, before it begins (2025-07-20)`)
})

const XXV = '833-2014/annexes/XXV.tsv'
const XXV_PAST = '2022-06-04\t\t32022R0879\t\t2022-12-16\t32022R2474'

test('spans: a row that begins or ends on another day than its act says, or ends before it begins, is told', () => {
  const late = edit(XXV, XXV_PAST, XXV_PAST.replace('2022-12-16', '2022-12-18'))
  tells(late, `${place(late, '2022-12-18')} ends 2022-12-18, 32022R2474 came into force on 2022-12-17`)
  const early = edit(XXV, XXV_PAST, XXV_PAST.replace('2022-06-04', '2022-06-05'))
  tells(early, `${place(early, '2022-06-05')} begins 2022-06-05, 32022R0879 came into force on 2022-06-04`)
  const open = edit(XLVIII, SWITCHES, SWITCHES.replace('2025-02-25', '2025-02-24'))
  tells(open, `${place(open, '2025-02-24')} begins 2025-02-24, 32025R0395 came into force on 2025-02-25`)
  const young = edit(XLVIII, SWITCHES, SWITCHES.replace('2025-02-25\t\t32025R0395', '2025-02-26\tat_latest\t'))
  tells(
    young,
    `${place(young, '2025-02-26')} 2025-02-26 is later than the act that the row is marked with (2025-02-25)`,
  )
})

test('spans: the same row cannot be listed twice on one day, neither in the past nor today', () => {
  const twice = edit(XXV, XXV_PAST, XXV_PAST.replace('2022-12-16\t32022R2474', '2026-07-23\t32026R1848'))
  tells(twice, `${place(twice, '2026-07-23')} 2709 is listed until 2026-07-23, and again from 2026-04-24`)
})

test('spans: acts that are not in acts.yaml, and days that are not known, are told', () => {
  const unknown = edit(XXV, XXV_PAST, XXV_PAST.replace('32022R2474', '32022R9999'))
  tells(unknown, `${place(unknown, '32022R9999')} 32022R9999 is not in acts`)
  const undated = edit(XXV, XXV_PAST, XXV_PAST.replace('32022R2474', '32022R2367'))
  tells(undated, `${place(undated, '32022R2367')} the first day of 32022R2367 is not known`)
})

test('spans: a partial row of the past needs its words', () => {
  const { text } = page(XXV)
  const partial = text.split('\n').find((line) => line.startsWith('270900\tex\t'))!
  const wordless = edit(XXV, partial, partial.split('\t').with(6, '').join('\t'))
  assert.ok(inspect(wordless).told.some((line) => line.endsWith('a listing needs the designation of its goods')))
})

test('spans: an ended grant names acts in their order, and rows that there were', () => {
  const ART_3K = '833-2014/measures/3k.yaml'
  const { text } = page(ART_3K)
  const from = text.indexOf('ref: "3k(3c)"')
  const change = (word: string, to: string) => {
    const at = text.indexOf(word, from)
    return { file: ART_3K, text: text.slice(0, at) + to + text.slice(at + word.length) }
  }
  const backwards = change('until_act: 32023R1214', 'until_act: 32022R0576')
  tells(backwards, `${place(backwards, '32022R0576', 'ref: "3k(3c)"')} 32022R0576 is not later than 32023R0427`)
  const nothing = change('rows_of: 32023R0427', 'rows_of: 32022R0328')
  tells(nothing, `${place(nothing, '32022R0328', 'ref: "3k(3c)"')} 32022R0328 first listed no row of annex XXIII`)
})

test('a grant has what its kind has', () => {
  const other = edit(ART_3RA, '  - kind: exemption\n    ref: "3ra(5)"\n', '  - kind: derogation\n    ref: "3ra(5)"\n')
  assert.ok(
    inspect(other).told.some((line) => line.endsWith('annex XXIX has the role exemption, but serves as derogation')),
  )
  const cutOff = edit(ART_3RA, '    contracts_before: 2025-06-17\n', '')
  assert.ok(inspect(cutOff).told.some((line) => line.endsWith('says which contracts it is for: contracts_before')))
})

test('spans: an ended measure ends with its act, and an annex that is gone serves as it says', () => {
  const late = edit('833-2014/measures/3j.yaml', '    until: 2023-06-23\n', '    until: 2023-06-30\n')
  tells(late, `${place(late, '2023-06-30')} ends 2023-06-30, 32023R1214 came into force on 2023-06-24`)
  const ban = edit(ANNEXES, '  - annex: XXIIIA\n    role: winddown\n', '  - annex: XXIIIA\n    role: goods\n')
  assert.ok(inspect(ban).told.some((line) => line.endsWith('annex XXIIIA has the role goods, but serves as winddown')))
})

/** The first document with this code, with one cell changed. */
function document(code: string, column: string, cell: string) {
  const { text } = page(DOCUMENTS)
  const lines = text.split('\n')
  const header = lines[0]!.split('\t')
  const row = lines.findIndex((line) => line.startsWith(`${code}\t`))
  const cells = lines[row]!.split('\t')
  const at = header.indexOf(column)
  return {
    change: edit(DOCUMENTS, lines[row]!, cells.with(at, cell).join('\t')),
    place: `${DOCUMENTS}:${row + 1}:${cells.slice(0, at).join('\t').length + (at === 0 ? 1 : 2)}`,
  }
}

test('an open document of an article that is not in measures is told, an ended one is not', () => {
  const open = document('Y863', 'articles', '3k(99)')
  tells(open.change, `${open.place} no measure, exemption, derogation or wind-down stands in 3k(99)`)
  tells(document('Y852', 'articles', '3k(99)').change)
})

test('a document finds its provision whatever the level of the citation', () => {
  tells(document('X834', 'articles', '3k(5)').change)
  tells(document('X834', 'articles', '3k(5)(a)').change)
})

test('a purpose, a direction, a basis or a confidence out of the vocabulary is told', () => {
  const purpose = document('Y863', 'purpose', 'allowed')
  tells(
    purpose.change,
    `${purpose.place} "allowed" is not one of: authorised, exempt, winddown, not_concerned, evidence, other`,
  )
  const direction = document('Y863', 'direction', 'export; abroad')
  tells(direction.change, `${direction.place} "abroad" is not one of: import, export, transit`)
  const basis = document('Y863', 'from_basis', 'guess')
  tells(basis.change, `${basis.place} "guess" is not one of: source, seen, law`)
  const confidence = document('Y863', 'confidence', 'sure')
  tells(confidence.change, `${confidence.place} "sure" is not one of: two_sources, one_source, inferred`)
})

test('a day of a document and its basis stand together, and the days follow one another', () => {
  const alone = document('Y863', 'from_basis', '')
  tells(alone.change, `${alone.place} a day and its basis stand together`)
  const late = document('Y852', 'until', '2022-04-08')
  tells(late.change, `${late.place} ends 2022-04-08, before it begins (2022-04-09)`)
})

test('only a document whose article is merely inferred may go without one', () => {
  const bare = document('Y863', 'articles', '')
  tells(bare.change, `${bare.place} a document code needs its article, unless it is only inferred`)
  tells(document('K020', 'text_en', 'x').change)
})

// Whole files.

test('a missing file is told', () => {
  tells(gone(ACTS), `${ACTS}:1:1 file is missing or cannot be read`)
})

test('a missing table is told as missing, not as a table without columns', () => {
  tells(gone(DOCUMENTS), `${DOCUMENTS}:1:1 file is missing or cannot be read`)
})

test('an annex without its table is told where it is declared', () => {
  const declared = place(page(ANNEXES), 'XLVIII')
  tells(gone(XLVIII), `${declared} annex XLVIII has no file annexes/XLVIII.tsv`, ...withoutXlviii())
})

test('a table of no declared annex is told', () => {
  const annexes = edit(ANNEXES, '  - annex: XLVIII\n    role: duty\n', '')
  tells(
    annexes,
    `${XLVIII}:1:1 annex XLVIII is not declared in ${ANNEXES}`,
    `${place(page(ART_12GB), '12gb-xlviii')} measure 12gb-xlviii has no code and is not among the uncoded`,
    `${place(page(ART_12GB), 'XLVIII')} annex XLVIII is neither a table nor among the uncoded`,
  )
})

test('an empty file is told, not passed over', () => {
  const told = 'not YAML: expected a document, but the input is empty'
  tells({ file: ART_3RB, text: '' }, `${ART_3RB}:1:1 ${told}`)
  tells({ file: ACTS, text: '' }, `${ACTS}:1:1 ${told}`)
})

test('a law without a file that an answer depends on is refused', () => {
  const needed = ['countries.yaml', 'near.tsv', 'words.tsv', 'lexicon.tsv', 'hints.yaml', 'guides.yaml', NOMENCLATURE]
  const { dataset, told } = inspect(...needed.map(gone))
  assert.equal(dataset, null)
  for (const file of needed) assert.ok(told.includes(`${file}:1:1 file is missing or cannot be read`), told.join('\n'))
})

test('several files broken at once are all told, by file and line', () => {
  const annex = edit(XLVIII, SWITCHES, SWITCHES.replace('inserted\t32025R0395', 'added\t32025R9999'))
  const article = edit(ART_3U, 'until: 2024-07-26', 'until: 2024-06-24')
  const twice = { ...article, text: article.text.replace('direction: import', 'direction: import\n    flow: EU_to_RU') }
  const { text } = page('765-2006/annexes/X.tsv')
  const belarus = { file: '765-2006/annexes/X.tsv', text: text.replace('inserted', 'added') }
  assert.deepEqual(inspect(annex, twice, belarus).told, [
    `${place(belarus, 'added')} "added" is not one of: inserted, replaced, (empty)`,
    `${place(annex, 'added')} "added" is not one of: inserted, replaced, (empty)`,
    `${place(annex, '32025R9999')} 32025R9999 is not in acts`,
    `${place(twice, 'EU_to_RU')} flow EU_to_RU does not fit direction import`,
    `${place(twice, '2024-06-24')} ends 2024-06-24, before it begins (2024-06-25)`,
    `${place(twice, '2024-06-24')} ends 2024-06-24, before the contracts' cut-off 2024-06-25`,
  ])
})

test('the order is the same when the acts, on which everything hangs, cannot be read', () => {
  const acts = edit(ACTS, 'kind: basic\n    regime: EU-RU', 'kind: first\n    regime: EU-RU')
  const annex = edit(XLVIII, SWITCHES, SWITCHES.replace('inserted', 'added'))
  const article = edit(ART_3RB, 'type: other', 'type: ban')
  assert.deepEqual(
    inspect(article, acts, annex).told.map((line) => line.split(' ')[0]),
    [place(annex, 'added'), place(article, 'ban\n', 'type: '), place(acts, 'first')],
  )
})

// What must not be read at all.

test('a regime is a folder of law/ and of nothing else', () => {
  for (const name of ['../765-2006', '/etc', '765-2006/..', '.', '765_2006', 'x'.repeat(42)]) {
    const regimes = edit(REGIMES, '- 765-2006', `- "${name}"`)
    const { told } = inspect(regimes)
    assert.match(told[0] ?? '', /^regimes\.yaml:\d+:\d+ /, name)
    assert.ok(
      told.every((line) => !line.includes('regime.yaml')),
      'no file of it is looked for',
    )
  }
})

test('a link is told, also one that nothing refers to', (t) => {
  symlinkSync('/etc/hostname', join(copy, 'stray.yaml'))
  t.after(() => rmSync(join(copy, 'stray.yaml')))
  assert.deepEqual(inspect().told, ['stray.yaml:1:1 a symbolic link or special file: a law is made of plain files'])
})

test('control characters are told in tables and in YAML, with their place', () => {
  const annex = edit(XLVIII, 'Other switches', 'Other \u0000switches')
  const [first, ...more] = inspect(annex).told.filter((line) => line.startsWith(XLVIII))
  assert.deepEqual([first, more], [`${place(annex, '\u0000')} control character U+0000`, []])
  const raw = edit(ART_3RB, '\nmeasures:', '\n# \u001b[2J\nmeasures:')
  assert.ok(inspect(raw).told.includes(`${place(raw, '\u001b')} control character U+001B`))
  const acts = page(ACTS)
  const escaped = {
    file: ACTS,
    text: acts.text.replace(/pl: "?/, (start) => `${start.replace('"', '')}"\\0`).replace(/(\\0[^\n"]*)"?\n/, '$1"\n'),
  }
  assert.match(inspect(escaped).told.join('\n'), /^acts\.yaml:\d+:\d+ control character U\+0000 in a text$/m)
})

test('a line that no person wrote is told, and the file is not taken apart', () => {
  const annex = page(XLVIII)
  const { told } = inspect({ file: XLVIII, text: annex.text.replace('\n', `\n${'\t'.repeat(30_000)}\n`) })
  assert.deepEqual(
    told.filter((line) => line.startsWith(XLVIII)),
    [`${XLVIII}:2:1 a line of more than 20000 characters`],
  )
})

// The version.

test('an intact copy has no mistake and the version of the law it was copied from', async (t) => {
  const { dataset, told } = inspect()
  assert.deepEqual(told, [])
  assert.match(dataset!.version, /^\d{4}-\d{2}-\d{2}-[0-9a-f]{12}$/)
  const whole = mkdtempSync(join(tmpdir(), 'law-'))
  t.after(() => rmSync(whole, { recursive: true }))
  cpSync(law, whole, { recursive: true })
  assert.equal((await loadDataset(whole)).version, (await loadDataset(law)).version)
})

test('a designation changed by one byte is another version of the same state, and changed back the first one', () => {
  const intact = inspect().dataset!.version
  const { text } = page('765-2006/annexes/X.tsv')
  const versions = [
    edit(XLVIII, 'Other switches', 'Other Switches'),
    edit(XLVIII, 'Other switches', 'Other switchez'),
    { file: '765-2006/annexes/X.tsv', text: text.replace('wood charcoal', 'wood-charcoal') },
  ].map((change) => inspect(change).dataset!.version)
  assert.equal(new Set([intact, ...versions]).size, 4)
  for (const version of versions) assert.equal(version.slice(0, 10), intact.slice(0, 10))
  assert.equal(inspect().dataset?.version, intact)
})

test('law with a mistake is never served: loading it names the mistake', async () => {
  const empty = join(copy, 'nothing')
  mkdirSync(empty)
  try {
    await assert.rejects(
      loadDataset(empty),
      (error) => error instanceof LawError && error.mistakes.length > 0 && /acts\.yaml:1:1 /.test(error.message),
    )
  } finally {
    rmSync(empty, { recursive: true })
  }
})

// The command.

/** `law validate` as a person runs it, standing in the directory of the law. */
function validate(directory: string) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'bin/cn-sanctions.js'), 'law', 'validate'],
    {
      cwd: directory,
      env: { ...process.env, LAW_DIR: directory },
      encoding: 'utf8',
    },
  )
  return { status, stdout, stderr }
}

test('"law validate" prints each mistake as file:line:column and fails', () => {
  const annex = edit(XLVIII, SWITCHES, SWITCHES.replace('inserted\t32025R0395', 'added\t32025R9999'))
  const intact = readFileSync(join(copy, XLVIII))
  writeFileSync(join(copy, XLVIII), annex.text)
  try {
    assert.deepEqual(validate(copy), {
      status: 1,
      stdout: '',
      stderr: [
        `${place(annex, 'added')} "added" is not one of: inserted, replaced, (empty)`,
        `${place(annex, '32025R9999')} 32025R9999 is not in acts`,
        '2 mistakes in the law',
        '',
      ].join('\n'),
    })
  } finally {
    writeFileSync(join(copy, XLVIII), intact)
  }
})

test('"law validate" ends on a hundred thousand mistakes: it prints the first of them and counts the rest', () => {
  const words = join(copy, 'words.yaml')
  const intact = readFileSync(words)
  const wrong = Array.from({ length: 100_000 }, () => '  - pl: [stal]\n    tariff: [steel]\n    code: ["7206"]\n')
  writeFileSync(words, `means:\n${wrong.join('')}`)
  try {
    const { status, stdout, stderr } = validate(copy)
    assert.deepEqual([status, stdout], [1, ''])
    const lines = stderr.trimEnd().split('\n')
    const ofWords = lines.filter((line) => line.startsWith('words.yaml'))
    assert.equal(ofWords[0], 'words.yaml:2:5 "en" is missing')
    assert.equal(ofWords.length, 21)
    assert.match(ofWords.at(-1) ?? '', /^words\.yaml … and at least 1\d,\d{3} more in this file$/)
    assert.match(lines.at(-1) ?? '', /^at least 1\d,\d{3} mistakes in the law$/)
  } finally {
    writeFileSync(words, intact)
  }
})

test('"law validate" says what a valid law adds up to', () => {
  const { status, stdout, stderr } = validate(copy)
  assert.equal(stderr, '')
  assert.equal(status, 0)
  assert.match(stdout, /^EU-RU-833-2014: .*\nEU-BY-765-2006: .*\n/)
  assert.match(stdout, /\nlaw\/ is valid\n$/)
})

test('while something waits to be read by a person, the data are not verified', () => {
  const waiting = edit(
    '833-2014/regime.yaml',
    'data_quality: verified\n',
    'data_quality: verified\nto_read:\n  - annex: XXI\n    acts: [32099R0001]\n',
  )
  const item = waiting.text.indexOf('annex: XXI\n    acts')
  assert.ok(item > 0)
  tells(
    waiting,
    `${place(waiting, 'verified', 'data_quality: ')} something waits to be read (to_read), so the data cannot be verified`,
    `${place(waiting, 'annex', 'to_read:\n  - ')} 32099R0001 is not in acts`,
  )
})

const BELARUS = '765-2006/regime.yaml'
const VA = '765-2006/annexes/Va.tsv'

test('inferred rows: they have no words, and the regime says where they were seen', () => {
  const worded = edit(VA, 'Miscellaneous\t\t\t\t\t\t2026-04-24', 'Miscellaneous\t\tGlassware\t\t\t\t2026-04-24')
  tells(worded, `${place(worded, 'Glassware')} the act of an inferred row was not read, so its words are not known`)
  const unread = edit(VA, 'shared_measure\t\tinferred', 'shared_measure')
  tells(unread, `${place(unread, '\t\t\t\t2026-04-24\t\t32026R0513')} a listing needs the designation of its goods`)
  const other = edit(VA, 'inserted\t32026R0513', 'inserted\t32025R2041')
  tells(
    other,
    `${place(other, 'inferred')} an inferred row is inserted by an act that \`inferred\` of the regime names`,
    `${place(other, '2026-04-24', 'Miscellaneous\t\t\t\t\t\t')} 2026-04-24 is later than the act that the row is marked with (2025-10-24)`,
  )
  const read = edit(BELARUS, '- act: 32026R0513', '- act: 32025R2041')
  assert.ok(inspect(read).told.some((told) => told.endsWith('32025R2041 is not pending: rows of it are read')))
})

test('wind-downs: one whose days were not read has a first day and no last one', () => {
  const ART_1RA = '765-2006/measures/1ra.yaml'
  const ended = edit(
    ART_1RA,
    'contracts_before: null\n    from: 2026-04-24\n    until: null',
    'contracts_before: null\n    from: 2026-04-24\n    until: 2026-07-25',
  )
  tells(
    ended,
    `${place(ended, 'null', 'contracts_before: ')} where it is not known, the first day is given and the last day is not`,
  )
})
