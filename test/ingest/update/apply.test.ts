import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { digits } from '../../../src/base/cn-code.ts'
import { calendarDay } from '../../../src/base/day.ts'
import type { ConsolidatedPage } from '../../../src/ingest/page/consolidated-page.ts'
import { applyPage } from '../../../src/ingest/update/apply.ts'
import { compare, isSame } from '../../../src/ingest/update/compare.ts'
import { printConflict } from '../../../src/ingest/update/conflict.ts'
import { openLaw } from '../../../src/ingest/update/open-law.ts'
import { type Decisions, planUpdate } from '../../../src/ingest/update/plan-update.ts'
import { InvalidUpdateError } from '../../../src/ingest/update/write-law.ts'
import { inspectLaw } from '../../../src/law/check.ts'
import { inForce } from '../../../src/law/dataset/validity.ts'
import { LISTING_COLUMNS } from '../../../src/law/read/read-rows.ts'
import { buildCodeIndex } from '../../../src/search/by-code.ts'
import { copySmallLaw } from '../../small-law.ts'
import { readText } from '../page/read.ts'
import { modelOf, newAct, newRow, type PageModel, renderPage } from '../page/render-page.ts'

const folder = mkdtempSync(join(tmpdir(), 'apply-'))
after(() => rmSync(folder, { recursive: true, force: true }))
/** The law before the update. Small, because an update reads and checks it several times. */
const LAW = join(folder, 'before')
copySmallLaw(LAW, ['2401', '2402', '2701', '7112', '841940', '8437', '847160', '84717098', '9503', '9504'])
const law = join(folder, 'law')
beforeEach(() => {
  rmSync(law, { recursive: true, force: true })
  cpSync(LAW, law, { recursive: true })
})

const ACT = '32026R2100'
const LATER = '32026R2200'
const SHA = 'a'.repeat(64)
const NOTHING: Decisions = { inForce: new Map(), roles: new Map() }
const KNOWN: Decisions = { ...NOTHING, inForce: new Map([[ACT, calendarDay('2026-10-24')]]) }
const BASE = modelOf(LAW, '833-2014')

/** The page of the next version, in which an act of October changes what `change` says. */
function nextPage(change: (page: PageModel) => unknown): PageModel {
  const page = structuredClone(BASE)
  page.celex = '02014R0833-20261024'
  page.version = '2026-10-24'
  page.acts.push(newAct('M44', ACT, 'COUNCIL REGULATION (EU) 2026/2100 of 20 October 2026', '23.10.2026'))
  change(page)
  return page
}
const annexOf = (page: PageModel, name: string) => page.annexes.find(({ annex }) => annex === name)!
/** How many rows an annex has before the update. */
const rowsOf = (annex: string) => annexOf(BASE, annex).rows.length
const file = (path: string) => readFileSync(join(law, path), 'utf8')
const edit = (path: string, from: string, to: string) => {
  assert.equal(file(path).split(from).length, 2, `"${from}" stands once in ${path}`)
  writeFileSync(
    join(law, path),
    file(path).replace(from, () => to),
  )
}
const readPage = (page: PageModel) => readText(renderPage(page))
const applyRead = (page: ConsolidatedPage, decisions: Decisions, polish: ConsolidatedPage | null = null) =>
  applyPage(law, undefined, { page, sha256: SHA, polish }, decisions, false)
const apply = (page: PageModel, decisions: Decisions = KNOWN, polish: PageModel | null = null) =>
  applyRead(readPage(page), decisions, polish && readPage(polish))
const compared = (page: PageModel) => compare(readPage(page), openedLaw)

/** The update is written, valid, and the page then shows no difference: a second time there is nothing to write. */
function writes(page: PageModel, decisions: Decisions = KNOWN) {
  const read = readPage(page)
  const update = applyRead(read, decisions)
  assert.deepEqual(update.conflicts, [])
  assert.equal(update.written, true)
  const again = applyRead(read, NOTHING)
  assert.ok(isSame(again.comparison), 'nothing differs any more')
  assert.deepEqual([again.conflicts, again.files.size], [[], 0])
  return update
}

/** The law as it is before, opened once for tests that write nothing. */
const openedLaw = openLaw(LAW, '833-2014', null)

/** Not to be written because of these conflicts, each told exactly once. */
function refuses(page: PageModel, expected: readonly RegExp[], decisions: Decisions = KNOWN): void {
  const update = planUpdate(readPage(page), SHA, openedLaw, decisions, null)
  const conflicts = update.conflicts.map(printConflict)
  assert.equal(conflicts.length, expected.length, conflicts.join('\n') || 'no conflict')
  for (const [at, conflict] of expected.entries()) assert.match(conflicts[at]!, conflict)
}

const snapshot = () =>
  new Map(
    globSync('**/*.{tsv,yaml,md,tmp}', { cwd: law })
      .toSorted()
      .map((path) => [path, file(path)]),
  )

/** Lines that are new in a file of law/ and lines that are gone. */
function diff(path: string): { gone: string[]; fresh: string[] } {
  const lines = (text: string) => text.trimEnd().split('\n')
  const before = lines(readFileSync(join(LAW, path), 'utf8'))
  const now = lines(file(path))
  const kept = now.filter((line) => before.includes(line))
  assert.deepEqual(
    kept,
    before.filter((line) => now.includes(line)),
    `${path}: unchanged lines keep their order`,
  )
  return { gone: before.filter((line) => !now.includes(line)), fresh: now.filter((line) => !before.includes(line)) }
}
const XXI = '833-2014/annexes/XXI.tsv'

/** A whole code that the act of October lists. */
const line = (code: string, goods: string) =>
  `${code}\t\t\t\t\t\t${goods}\t\t\t\t2026-10-24\t\t${ACT}\t\t\t\tinserted\t${ACT}`

test('the page law/ was read from differs in nothing, and only its sum is pinned', () => {
  const update = writes(BASE, NOTHING)
  assert.ok(isSame(update.comparison))
  assert.deepEqual([...update.files.keys()], ['833-2014/regime.yaml'])
  assert.deepEqual(diff('833-2014/regime.yaml'), { gone: ['  sha256: null'], fresh: [`  sha256: "${SHA}"`] })
})

test('a row added is one line more, in the act’s order, with its act, its day and a word in the changelog', () => {
  const page = nextPage((next) =>
    annexOf(next, 'XXI').rows.splice(5, 0, newRow('2401', 'Unmanufactured tobacco; tobacco refuse', `${ACT}:INSERTED`)),
  )
  const update = writes(page)
  assert.deepEqual(diff(XXI), {
    gone: [],
    fresh: [line('2401', 'Unmanufactured tobacco; tobacco refuse')],
  })
  assert.equal(file(XXI).split('\n')[6]?.slice(0, 4), '2401')
  assert.deepEqual(diff('CHANGELOG.md'), {
    gone: [],
    fresh: ['- **2026-10-24**, (EU) 2026/2100: Annex XXI gains 2401. Read by machine from 02014R0833-20261024.'],
  })
  const [before = '', behind = ''] = file('acts.yaml').split(`  - celex: ${ACT}\n`)
  const added = behind.slice(0, behind.indexOf('  - celex:'))
  assert.equal(before + behind.slice(added.length), readFileSync(join(LAW, 'acts.yaml'), 'utf8'))
  assert.deepEqual(added.trimEnd().split('\n'), [
    '    kind: amending',
    '    regime: EU-RU-833-2014',
    '    mark: M44',
    '    title:',
    '      pl: "Rozporządzenie Rady (UE) 2026/2100"',
    '      en: "Council Regulation (EU) 2026/2100"',
    '    date: 2026-10-20',
    '    oj: "OJ L, 2026/2100, 23.10.2026"',
    '    in_force_from: 2026-10-24',
    '    status: worked_in',
  ])
  assert.deepEqual(update.unread, [{ annex: 'XXI', acts: [ACT] }])
  assert.match(
    file('833-2014/regime.yaml'),
    new RegExp(`data_quality: to_review\nto_read:\n  - annex: XXI\n    acts: \\[${ACT}\\]\n`),
  )
  assert.deepEqual(
    globSync('833-2014/measures/*', { cwd: law }).filter(
      (path) => file(path) !== readFileSync(join(LAW, path), 'utf8'),
    ),
    [],
    'measures are untouched',
  )
  const [entry] = inspectLaw(law).dataset!.entries.filter(({ code, annex }) => code === '2401' && annex === 'XXI')
  assert.deepEqual([entry?.validity.from, entry?.validity.basis, entry?.quality], ['2026-10-24', 'exact', 'to_review'])
})

test('a row removed ends: its line gets the act and its last day, and stands behind those of today', () => {
  const page = nextPage((next) => void annexOf(next, 'XXI').rows.splice(0, 1))
  refuses(page, [/^M44: the first day of 32026R2100 is not known; add --in-force 32026R2100=YYYY-MM-DD$/], NOTHING)
  writes(page)
  const { gone, fresh } = diff(XXI)
  assert.deepEqual([gone.length, fresh.length], [1, 1])
  assert.match(fresh[0]!, /^0306\t{6}Crustaceans, .*\t2022-04-09\t\t32022R0576\t\t2026-10-23\t32026R2100\t/)
  assert.match(file('833-2014/regime.yaml'), /^complete_from: 2022-02-26$/m)
  const on = (day: string) => {
    const dataset = inspectLaw(law).dataset!
    return buildCodeIndex(dataset)(dataset.regimes)(digits('0306'), calendarDay(day))
      .filter(({ annex, validity }) => annex === 'XXI' && inForce(validity, calendarDay(day)) === 'yes')
      .map(({ validity }) => [validity.from, validity.to, validity.untilAct])
  }
  assert.deepEqual(on('2026-10-23'), [['2022-04-09', '2026-10-23', ACT]])
  assert.deepEqual(on('2026-10-24'), [])
})

test('rows that several new acts may have taken away are moved by hand', () => {
  const page = nextPage((next) => {
    next.acts.push(newAct('M45', '32026R2101', 'COUNCIL REGULATION (EU) 2026/2101 of 20 October 2026', '23.10.2026'))
    annexOf(next, 'XXI').rows.splice(0, 1)
  })
  refuses(page, [/^annex XXI: rows are gone, and which of 32026R2100, 32026R2101 took them away is not shown/])
})

test('a partial row with other words ends with its old ones, and keeps its first day', () => {
  const page = nextPage((next) => {
    const row = annexOf(next, 'XXI').rows.find(({ printed }) => printed === 'ex 4302')!
    Object.assign(row, { description: `${row.description} and more`, mark: `${ACT}:REPLACED` })
  })
  writes(page)
  const old = readFileSync(join(LAW, XXI), 'utf8')
    .split('\n')
    .find((row) => row.startsWith('4302\tex\t'))!
  const { gone, fresh } = diff(XXI)
  assert.deepEqual([gone.length, fresh.length], [1, 2])
  const dataset = inspectLaw(law).dataset!
  const validities = (list: typeof dataset.entries) =>
    list
      .filter(({ annex, code }) => annex === 'XXI' && code === '4302')
      .map(({ validity }) => [validity.from, validity.wordsFrom, validity.to])
  assert.ok(old.includes('32026R0506'))
  assert.deepEqual(validities(dataset.entries), [['2026-04-24', '2026-10-24', null]])
  assert.deepEqual(validities(dataset.ended), [['2026-04-24', null, '2026-10-23']])
})

test('a row changed is one line changed; the words of a row that is listed whole decide nothing', () => {
  const page = nextPage((next) => {
    const row = annexOf(next, 'XXI').rows.find(({ printed }) => printed === '2701')!
    row.description += ' and more'
    row.mark = `${ACT}:REPLACED`
  })
  const [changed] = compared(page).annexes.flatMap((annex) => annex.changed)
  assert.deepEqual(
    changed?.changes.map(({ what }) => what),
    ['designation', 'mark'],
  )
  writes(page)
  const { gone, fresh } = diff(XXI)
  assert.deepEqual([gone.length, fresh.length], [1, 1])
  assert.match(
    fresh[0]!,
    new RegExp(`solid fuels manufactured from coal and more\t{4}2023-06-24\t\t32023R1214\t{4}replaced\t${ACT}$`),
  )
})

test('a row re-issued word for word is as old as it was', () => {
  writes(nextPage((next) => annexOf(next, 'XXVI').rows.map((row) => Object.assign(row, { mark: `${ACT}:REPLACED` }))))
  assert.match(file('833-2014/annexes/XXVI.tsv'), /^code\tpart\t.*\tsuccessor_of\n7108\t/)
  const [gold] = inspectLaw(law).dataset!.entries.filter(({ code, annex }) => code === '7108' && annex === 'XXVI')
  assert.deepEqual([gold?.validity.from, gold?.validity.basis], ['2022-07-22', 'exact'])
})

test('"ex" put before a code, and taken away, is a change', () => {
  const page = nextPage((next) => {
    const rows = annexOf(next, 'XXI').rows
    rows[0]!.printed = `ex ${rows[0]!.printed}`
    rows.find(({ printed }) => printed === 'ex 4302')!.printed = '4302'
  })
  assert.deepEqual(
    compared(page).annexes.flatMap(({ changed }) => changed.flatMap(({ changes }) => changes)),
    [
      { what: 'ex', before: '', after: 'ex' },
      { what: 'ex', before: 'ex', after: '' },
    ],
  )
  writes(page, NOTHING)
  assert.deepEqual(
    diff(XXI).fresh.map((row) => row.split('\t').slice(0, 2)),
    [
      ['0306', 'ex'],
      ['4302', ''],
    ],
  )
})

test('a row made wider is as young as its act; the narrower codes have ended', () => {
  writes(
    nextPage((next) => {
      const { rows } = annexOf(next, 'XXI')
      const from = rows.findIndex(({ printed }) => printed === '2711 12')
      const narrower = rows.slice(from, from + 4).map(({ printed }) => printed)
      assert.deepEqual(narrower, ['2711 12', '2711 13', '2711 14', '2711 19'])
      rows.splice(from, 4, newRow('2711', 'Petroleum gases and other gaseous hydrocarbons', `${ACT}:REPLACED`))
    }),
  )
  assert.match(file(XXI), new RegExp(`^2711\t.*\t2026-10-24\t\t${ACT}\t{4}replaced\t${ACT}$`, 'm'))
  assert.deepEqual(
    diff(XXI).fresh.map((row) => row.split('\t')[0]),
    ['2711', '271112', '271113', '271114', '271119'],
  )
})

test('an annex added needs a role and a measure; then it takes its place', () => {
  const page = nextPage((next) => {
    next.annexes.push({
      annex: 'XLIX',
      title: 'Goods referred to in Article 3z',
      rows: [newRow('9503', 'Toys', `${ACT}:INSERTED`), newRow('9504', 'Video games', `${ACT}:INSERTED`)],
    })
  })
  refuses(page, [/^annex XLIX is new \(2 rows\): write the measure that refers to it, then add --annex XLIX=goods/])
  const decided: Decisions = { ...KNOWN, roles: new Map([['XLIX', 'goods']]) }
  assert.throws(
    () => apply(page, decided),
    (error: InvalidUpdateError) => {
      assert.ok(error instanceof InvalidUpdateError)
      assert.deepEqual(
        error.mistakes.map(({ what }) => what),
        ['no measure refers to annex XLIX'],
      )
      assert.ok(error.mistakes[0]?.file.startsWith(law), 'told in the law/ people know')
      return true
    },
  )
  assert.deepEqual(globSync('**/*.tmp', { cwd: law }), [])
  assert.equal(file('833-2014/annexes.yaml').includes('XLIX'), false)
  edit('833-2014/measures/3o.yaml', '    annex: XXVII\n', '    annex: XLIX\n')
  edit(
    '833-2014/measures/3o.yaml',
    '  - id: "3o-2"\n    article: "3o(2)"\n    annex: XXVI\n',
    '  - id: "3o-2"\n    article: "3o(2)"\n    annex: XXVII\n',
  )
  writes(page, decided)
  assert.equal(
    file('833-2014/annexes/XLIX.tsv'),
    `${[LISTING_COLUMNS.join('\t'), line('9503', 'Toys'), line('9504', 'Video games')].join('\n')}\n`,
  )
  assert.match(
    file('833-2014/annexes.yaml'),
    /annex: XLVIII\n {4}role: duty\n {2}- annex: XLIX\n {4}role: goods\n {2}- annex: II\n/,
  )
})

test('an annex deleted goes when its mark is there and no measure needs it any more', () => {
  const page = nextPage((next) => Object.assign(annexOf(next, 'XXVII'), { deletedBy: ACT }))
  assert.throws(
    () => apply(page),
    (error: InvalidUpdateError) => {
      assert.deepEqual(error.mistakes.map(({ what }) => what).toSorted(), [
        'annex XXVII is neither a table nor among the uncoded',
        'measure 3o-3 has no code and is not among the uncoded',
        'no measure refers to annex XXVII',
      ])
      return true
    },
  )
  // A person says with which act the measure ended; then its annex ends too.
  const text = file('833-2014/measures/3o.yaml')
  const from = text.indexOf('  - id: "3o-3"\n')
  const measure = text.slice(from, text.indexOf('\ngrants:', from) + 1)
  const ended = measure.replace('    title:\n', `    until: 2026-10-23\n    until_act: ${ACT}\n    title:\n`)
  edit('833-2014/measures/3o.yaml', measure, ended)
  edit('taric-documents.tsv', '3o(1); 3o(3)', '3o(1)')
  writes(page)
  const rows = file('833-2014/annexes/XXVII.tsv').trimEnd().split('\n').slice(1)
  assert.ok(rows.length > 0)
  for (const row of rows) assert.match(row, new RegExp(`\t2026-10-23\t${ACT}\t`))
  assert.match(file('CHANGELOG.md'), /Annex XXVII is deleted/)
})

test('an annex that is merely missing is no deletion', () => {
  const page = nextPage(
    (next) =>
      void next.annexes.splice(
        next.annexes.findIndex(({ annex }) => annex === 'XXVII'),
        1,
      ),
  )
  refuses(page, [/^annex XXVII: the annex is missing and no mark of deletion stands in its place/], NOTHING)
})

test('an article with words of a new act is to be read again, and its measures are named', () => {
  const page = nextPage((next) =>
    Object.assign(next.articles.find(({ article }) => article === '3o')!.paragraphs[1]!, { mark: `${ACT}:REPLACED` }),
  )
  const [article] = compared(page).articles
  assert.deepEqual(
    [
      article?.article,
      article?.measures,
      article?.marks.map(({ paragraph, mark }) => `${paragraph} ${mark.sign} ${mark.action}`),
    ],
    ['3o', ['3o-1', '3o-2', '3o-3'], ['2 M44 REPLACED']],
  )
  writes(page)
  assert.match(file('833-2014/regime.yaml'), new RegExp(`  - article: "3o"\n    acts: \\[${ACT}\\]`))
  assert.match(file('CHANGELOG.md'), /no listed goods changed\. To be read again: Article 3o\(2\)/)
})

test('each conflict is told once with what to do, and nothing is written', () => {
  const add = (row: Partial<ReturnType<typeof newRow>>, annex = 'XXI') =>
    nextPage((next) => void annexOf(next, annex).rows.push({ ...newRow('2401', 'Tobacco', `${ACT}:INSERTED`), ...row }))
  refuses(add({}), [/^M44: the first day of 32026R2100 is not known; add --in-force 32026R2100=YYYY-MM-DD$/], NOTHING)
  refuses(add({ printed: 'ex 8471', description: 'Machines, excluding printers of 8471 60 and the like' }), [
    /8471: names codes below its own, and not in plain words/,
  ])
  refuses(add({ printed: '2616 90 00 10' }), [
    /^annex XXI, 2616 90 00 10: no code of 2, 4, 6 or 8 digits; write the row by hand$/,
  ])
  refuses(add({ further: { 'Price per barrel (USD)': '50' } }, 'XXV'), [/figures stand beside it/])
  refuses(add({ part: '24 Tobacco of a value exceeding EUR 100 each' }, 'XVIII'), [
    /speak of a value/,
    /annex XVIII: the heading "24 Tobacco of a value exceeding EUR 100 each" has no Polish words; write its rows/,
  ])
  refuses(add({ under: 'Tobacco:' }, 'XXV'), [
    /stands under "Tobacco:"/,
    /annex XXV: the heading "Tobacco:" has no Polish words/,
  ])
  refuses(
    nextPage((next) => Object.assign(next, { version: '2026-07-01' })),
    [/the page shows 2026-07-01, law\/ already has the state of 2026-07-24/],
  )
  refuses(
    nextPage((next) => Object.assign(next, { language: 'pl' })),
    [/the page is pl: law\/ follows the English one/],
    NOTHING,
  )
  refuses(
    nextPage(() => {}),
    [/--in-force 32026R9999: the page has no such new act/],
    { ...KNOWN, inForce: new Map([['32026R9999', calendarDay('2026-10-24')]]) },
  )
  const price = nextPage((next) =>
    Object.assign(annexOf(next, 'XXVIII').rows[2]!.further, { 'Price per barrel (USD)': '40,5' }),
  )
  refuses(price, [/^annex XXVIII, 2709 00: prices, quantities or days beside it changed; write them by hand$/], NOTHING)
  const expiry = nextPage((next) => {
    const row = annexOf(next, 'XXIX').rows[0]!
    row.description = row.description.replace('31 March 2028', '31 March 2029')
  })
  refuses(expiry, [/annex XXIX: 2028-03-31 no longer stands at every row/], NOTHING)
  const alike = nextPage((next) => {
    for (const row of annexOf(next, 'X').rows.filter(({ printed }) => printed === 'ex 8419 40 00'))
      row.description += ' anew'
  })
  refuses(alike, [/annex X: 841940: 2 row\(s\) of law\/ and 2 of the page cannot be told apart/], NOTHING)
})

test('a plain exception becomes data', () => {
  const page = nextPage(
    (next) =>
      void annexOf(next, 'XXI').rows.push({
        ...newRow('8471', 'Machines, except for CN codes 8471 60 and 8471 70 98', `${ACT}:INSERTED`),
        printed: 'ex 8471 00 00',
      }),
  )
  const { rows } = annexOf(page, 'XXI')
  rows.splice(
    rows.findIndex(({ printed }) => printed === '8471'),
    1,
  )
  writes(page)
  assert.match(file(XXI), /^8471\tex\t847160 84717098\t{4}Machines, .*\tex 8471 00 00$/m)
})

test('what a person wrote by hand counts as decided', () => {
  const page = nextPage(
    (next) =>
      void annexOf(next, 'XXI').rows.push({
        ...newRow('8471', '', `${ACT}:INSERTED`),
        printed: 'ex 8437',
        description: 'Machines, excluding those of 8437 10 if old',
      }),
  )
  refuses(page, [/8437: names codes below its own/])
  const before = snapshot()
  assert.equal(apply(page).written, false)
  assert.deepEqual(snapshot(), before, 'not a byte of law/ has changed')
  writeFileSync(
    join(law, XXI),
    `${file(XXI)}${line('8437', 'Machines, excluding those of 8437 10 if old').replace('\t', '\tex')}\n`,
  )
  writes(page)
})

const inPolish = (page: PageModel): PageModel => {
  const polish = structuredClone(page)
  polish.language = 'pl'
  for (const { rows } of polish.annexes) for (const row of rows) row.description = `po polsku: ${row.description}`
  return polish
}

test('official Polish words of rows that do not change wait for a run of their own, which changes nothing else', () => {
  const page = nextPage((next) => {
    const gold = annexOf(next, 'XXVI').rows.find(({ description }) => description === 'Gold coins')!
    Object.assign(gold, { description: 'Gold coins and medals', mark: `${ACT}:REPLACED` })
  })
  const polish = inPolish(page)
  assert.deepEqual(apply(page, KNOWN, polish).conflicts, [])
  const table = file('833-2014/annexes/XXVI.tsv')
  assert.match(table, /\tGold coins and medals\tpo polsku: Gold coins and medals\t{3}2026-10-24\t/)
  assert.equal(table.split('po polsku').length, 2, 'only the row that changed')
  assert.equal(file('833-2014/annexes/XXI.tsv'), readFileSync(join(LAW, '833-2014/annexes/XXI.tsv'), 'utf8'))

  const changelog = file('CHANGELOG.md')
  const alone = apply(page, NOTHING, polish)
  assert.deepEqual(alone.conflicts, [])
  assert.ok(
    [...alone.files.keys()].every((path) => /^833-2014\/annexes\/\w+\.tsv$/.test(path)),
    'tables alone',
  )
  assert.equal(file('CHANGELOG.md'), changelog)
  assert.match(file('833-2014/annexes/XXVI.tsv'), /^7108\t{6}Gold [^\t]+\tpo polsku: Gold /m)
  assert.equal(apply(page, NOTHING, polish).files.size, 0)
})

/** The text that law/ has, read again. */
const samePage = (): PageModel => structuredClone(BASE)

test('Polish designations stand beside the English ones, and pages that do not pair are refused', () => {
  const page = samePage()
  const polish = inPolish(page)
  const update = apply(page, NOTHING, polish)
  assert.deepEqual([update.conflicts, update.written], [[], true])
  assert.match(
    file('833-2014/annexes/XXVI.tsv'),
    /^7108\t{6}Gold [^\t]+\tpo polsku: Gold [^\t]+\t{3}2022-07-22\t\t32022R1269\t/m,
  )
  const [gold] = inspectLaw(law).dataset!.entries.filter(({ code, annex }) => code === '7108' && annex === 'XXVI')
  assert.match(gold?.listedAs?.pl ?? '', /^po polsku: Gold/)
  assert.match(gold?.listedAs?.en ?? '', /^Gold/)
  // Our translation gives way to the official text, and is no longer called ours.
  assert.match(readFileSync(join(LAW, '833-2014/annexes/XXVI.tsv'), 'utf8'), /\tGold coins\tMonety złote\tours\t/m)
  assert.match(file('833-2014/annexes/XXVI.tsv'), /\tGold coins\tpo polsku: Gold coins\t{3}2022-07-22\t/m)
  const coins = inspectLaw(law).dataset!.entries.find(({ code, annex }) => code === '711890' && annex === 'XXVI')
  assert.deepEqual([coins?.listedAs?.pl, coins?.translated], ['po polsku: Gold coins', false])
  // A second time there is nothing to write.
  assert.equal(apply(page, NOTHING, polish).files.size, 0)

  const short = structuredClone(polish)
  annexOf(short, 'XXVI').rows.splice(1, 1)
  assert.deepEqual(apply(page, NOTHING, short).conflicts.map(printConflict), [
    'Polish page: annex XXVI: 3 rows in English, 2 in Polish (apart from row 2: 7112 91 / Ex 7118 90)',
  ])
  const other = structuredClone(polish)
  annexOf(other, 'XXVI').rows[1]!.printed = '7112 92'
  assert.match(
    printConflict(apply(page, NOTHING, other).conflicts[0]!),
    /^Polish page: annex XXVI, 7112 91: in English only \(apart from row 2: 7112 91 \/ 7112 92\)$/,
  )
  assert.match(
    printConflict(apply(page, NOTHING, { ...polish, version: '2026-10-24' }).conflicts[0]!),
    /^Polish page: the pages are of two texts/,
  )
})

test('an official text that reads as our translation did is no longer called ours', () => {
  const polish = samePage()
  polish.language = 'pl'
  for (const row of annexOf(polish, 'XXVI').rows) if (row.description === 'Gold coins') row.description = 'Monety złote'
  assert.equal(apply(samePage(), NOTHING, polish).written, true)
  assert.match(file('833-2014/annexes/XXVI.tsv'), /\tGold coins\tMonety złote\t{3}2022-07-22\t/m)
})

test('other English words leave neither our translation nor its source, and headings stay with rows of the past', () => {
  const page = nextPage((next) => {
    const gold = annexOf(next, 'XXVI').rows.find(({ description }) => description === 'Gold coins')!
    Object.assign(gold, { description: 'Gold coins and medals', mark: `${ACT}:REPLACED` })
    const luxury = annexOf(next, 'XVIII')
    luxury.rows = luxury.rows.filter(({ part }) => !part.startsWith('20 '))
  })
  writes(page)
  assert.match(
    file('833-2014/annexes/XXVI.tsv'),
    /\tGold coins and medals\t{4}2026-10-24\t\t32026R2100\t32022R1269\t{3}replaced\t32026R2100\t/m,
  )
  assert.deepEqual(diff('833-2014/annexes.yaml'), { gone: [], fresh: [] })
})

test('the Belarusian page is compared the same way, and an update takes its acts from the pending', () => {
  const page = modelOf(LAW, '765-2006')
  assert.ok(isSame(compare(readPage(page), openLaw(LAW, undefined, page.celex))))
  page.version = '2026-07-24'
  page.celex = '02006R0765-20260724'
  page.acts.push(newAct('M91', '32026R1846', 'COUNCIL REGULATION (EU) 2026/1846 of 23 July 2026', '23.7.2026'))
  annexOf(page, 'XXVII').rows.push(newRow('2401', 'Tobacco', '32026R1846:INSERTED'))
  writes(page, NOTHING)
  assert.match(file('765-2006/regime.yaml'), /^worked_in: \[\]\npending: \[32026R0513\]$/m)
  const pending = (text: string) => text.match(/status: pending/g)?.length ?? 0
  assert.equal(pending(file('acts.yaml')), pending(readFileSync(join(LAW, 'acts.yaml'), 'utf8')) - 1)
  // Rows that were inferred from an act which the page does not have stay as they are.
  assert.match(file('765-2006/annexes/XXVII.tsv'), /^2501\t.*\tinserted\t32026R0513\t.*\tinferred$/m)
  assert.match(
    file('765-2006/annexes/XXVII.tsv'),
    /^2401\t.*Tobacco\t{4}2026-07-24\t\t32026R1846\t{4}inserted\t32026R1846$/m,
  )
})

test('the Korean page is worked in the same way: codes of today follow the printed one, and the pending text is read', () => {
  const page = modelOf(LAW, '2017-1509')
  assert.ok(isSame(compare(readPage(page), openLaw(LAW, undefined, page.celex))))
  page.version = '2026-10-24'
  page.celex = '02017R1509-20261024'
  page.acts.push(newAct('M44', ACT, 'COUNCIL REGULATION (EU) 2026/2100 of 20 October 2026', '23.10.2026'))
  const VIII = '2017-1509/annexes/VIII.tsv'
  const truffles = () =>
    file(VIII)
      .split('\n')
      .filter((row) => row.includes('07095950') && !row.includes(LATER))
  const [dead, alive] = truffles()
  assert.match(dead!, /^07095950\t.*32017R2062/)
  assert.match(alive!, /^070956\t.*32017R2062/)
  for (const row of annexOf(page, 'VIII').rows) row.mark = `${ACT}:REPLACED`
  writes(page)
  assert.deepEqual(
    truffles().map((row) => row.split('\t').filter((cell) => [ACT, '070956', '07095950'].includes(cell))),
    [
      ['07095950', ACT],
      ['070956', ACT, '07095950'],
    ],
  )
  assert.match(file('2017-1509/regime.yaml'), /^pending: \[\]$/m)
  assert.doesNotMatch(file('acts.yaml'), /02017R1509-20251217/)
  const heading =
    '## Restrictive measures against North Korea: Council Regulation \\(EU\\) 2017/1509\n- \\*\\*2026-10-24'
  assert.match(file('CHANGELOG.md'), new RegExp(heading))
  // A printed code that goes takes the codes of today with it.
  page.version = '2026-11-24'
  page.celex = '02017R1509-20261124'
  page.acts.push(newAct('M45', LATER, 'COUNCIL REGULATION (EU) 2026/2200 of 20 November 2026', '23.11.2026'))
  annexOf(page, 'VIII').rows = annexOf(page, 'VIII').rows.filter(({ printed }) => printed !== '0709 59 50')
  writes(page, { ...NOTHING, inForce: new Map([[LATER, calendarDay('2026-11-24')]]) })
  assert.deepEqual(truffles(), [])
  assert.match(file(VIII), /^070956\t.*\t2026-11-23\t32026R2200\t.*\t07095950\n07095950\t.*\t2026-11-23\t32026R2200\t/m)
})

test('a row that changes, and for which codes of today stand, is left to a person', () => {
  const page = modelOf(LAW, '2017-1509')
  annexOf(page, 'VIII').rows.find(({ printed }) => printed === '0709 59 50')!.description = 'Truffles and others'
  const { conflicts } = planUpdate(readPage(page), SHA, openLaw(LAW, undefined, page.celex), NOTHING, null)
  assert.deepEqual(conflicts.map(printConflict), [
    'annex VIII, 0709 59 50: it changed, and rows with codes of today stand for it; write them by hand',
  ])
})

test('on the command line: compared for eyes and for machines, refused with what to do, then written', () => {
  const path = join(folder, 'page.html')
  const page = nextPage((next) => {
    const { rows } = annexOf(next, 'XXI')
    const at = rows.findIndex(({ printed }) => printed === '2402')
    rows.splice(at, 1, newRow('2401', 'Tobacco', `${ACT}:INSERTED`))
  })
  writeFileSync(path, renderPage(page))
  const run = (...args: string[]) => {
    const main = join(import.meta.dirname, '..', '..', '..', 'bin', 'cn-sanctions.js')
    const env = { ...process.env, LAW_DIR: law, NO_COLOR: '1', FORCE_COLOR: undefined }
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'law', ...args], { encoding: 'utf8', env })
    return { status, stdout, stderr }
  }
  const shown = run('compare', path, '--fail-on', 'difference')
  assert.deepEqual([shown.status, shown.stderr], [3, ''])
  assert.match(
    shown.stdout,
    new RegExp(
      [
        '^02014R0833-20261024 against law/833-2014 \\(02014R0833-20260724\\)\n\nANNEX .*',
        `XXI +${rowsOf('XXI')} +${rowsOf('XXI')} +1 +1 +0 *`,
        '22 other annexes: no difference\n\nAnnex XXI',
        ' {2}\\+ 2401 +Tobacco {2}\\[32026R2100:INSERTED\\]\n {2}- 2402 ',
      ].join('\n'),
    ),
  )
  const odd = join(folder, 'odd.html')
  annexOf(page, 'XXI').rows.push(newRow('2616900010', 'Ores', `${ACT}:INSERTED`))
  Object.assign(annexOf(page, 'XXVIII').rows[2]!.further, { 'Price per barrel (USD)': '40,5' })
  writeFileSync(odd, renderPage(page))
  const conflicts = run('apply', odd, '--in-force', `${ACT}=2026-10-24`)
  assert.equal(conflicts.status, 1)
  assert.equal(
    conflicts.stderr,
    `Nothing was written. First to decide:
  annex XXI, 2616 90 00 10: no code of 2, 4, 6 or 8 digits; write the row by hand
  annex XXVIII, 2709 00: prices, quantities or days beside it changed; write them by hand
What is written by hand into law/ counts as decided. See docs/updating-the-law.md.
`,
  )
  const refused = run('apply', path)
  assert.deepEqual([refused.status, refused.stdout], [1, ''])
  assert.match(
    refused.stderr,
    /^Nothing was written\. First to decide:\n {2}M44: the first day of 32026R2100 is not known; add --in-force/,
  )
  const done = run('apply', path, '--in-force', `${ACT}=2026-10-24`)
  assert.deepEqual([done.status, done.stderr], [0, ''])
  assert.match(done.stdout, /\nWritten\n/)
  const wrong = run('compare', join(folder, 'none.html'))
  assert.deepEqual([wrong.status, wrong.stdout], [1, ''])
  assert.match(wrong.stderr, /^no file .*none\.html\n$/)
})
