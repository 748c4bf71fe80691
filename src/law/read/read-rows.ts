import { type Digits, group } from '../../terms/cn-code.ts'
import { type Day, isDay } from '../../terms/day.ts'
import { CONFIDENCES, DAY_BASES, DIRECTIONS, DOCUMENT_PURPOSES, type Words } from '../../terms/law.ts'
import { type Limits, parseLimit } from '../../terms/limit.ts'
import type { LineKind, NomenclatureRow } from '../tariff/nomenclature.ts'
import type { EndedListing, Listing, Placed, TaricDocument } from './law.ts'
import type { Mistake } from './mistakes.ts'
import { ownText } from './own-text.ts'
import { type Columns, type Memo, type Row, readTable } from './read-table.ts'

/** The header of every table of an annex. Rows may end behind `act`; tables of older laws have some of the columns. */
export const LISTING_COLUMNS = [
  'printed',
  'code',
  'part',
  'except',
  'narrowed',
  'category',
  'under',
  'designation',
  'designation_pl',
  'pl_source',
  'limit',
  'mark',
  'act',
  'first_act',
  'words_act',
  'at_latest',
  'narrower_before',
  'from',
  'until',
  'doubt',
  'note',
  'basis',
  'successor_of',
] as const
const LISTING = {
  required: ['printed', 'code', 'part', 'designation', 'mark', 'act'],
  optional: LISTING_COLUMNS,
} as const

/** The header of every table of ended rows, which may end behind `until_act`. */
export const ENDED_COLUMNS = [
  'code',
  'part',
  'except',
  'narrowed',
  'category',
  'designation',
  'designation_pl',
  'pl_source',
  'limit',
  'from',
  'from_act',
  'until',
  'until_act',
  'first_act',
  'doubt',
  'note',
] as const
const ENDED = {
  required: ['code', 'part', 'designation', 'from', 'from_act', 'until', 'until_act'],
  optional: ENDED_COLUMNS,
} as const

const NAMES = { required: ['codes', 'pl', 'en'], optional: [] } as const satisfies Columns<string>

const NOMENCLATURE = {
  required: ['kind', 'code', 'level', 'unit', 'name_pl', 'name_en', 'source_pl', 'source_en'],
  optional: [],
} as const satisfies Columns<string>

const DOCUMENT = {
  required: [
    'code',
    'regime',
    'articles',
    'direction',
    'purpose',
    'from',
    'from_basis',
    'until',
    'until_basis',
    'confidence',
    'text_pl',
    'text_en',
    'source',
    'remark',
  ],
  optional: [],
} as const satisfies Columns<string>

/** What a table was parsed to. */
export interface Rows<T> {
  readonly values: readonly T[]
  readonly mistakes: readonly Mistake[]
}

export function rowsOf<C extends string, T>(
  file: string,
  text: string,
  columns: { readonly required: readonly C[]; readonly optional: readonly C[] },
  make: (row: Row<C, T>, mistake: (column: C, what: string) => void) => T,
  memo?: Memo<T>,
): Rows<T> {
  const table = readTable(file, text, columns, memo)
  const mistakes: Mistake[] = []
  const values: T[] = []
  for (const row of table.rows) {
    values.push(make(row, (column, what) => mistakes.push({ ...row.place(column), what })))
    row.forgetCells()
  }
  return { values, mistakes: [...table.mistakes, ...mistakes] }
}

export const placed = <C extends string, T>(row: Row<C, Placed<T>>, value: T): Placed<T> => ({
  value,
  at: (column) => row.place(String(column ?? '')),
})

/** One empty list for all cells without any: thousands of their own would take more memory than the lists that are not empty. */
const NONE: readonly never[] = Object.freeze([])

const PARTS = ['', 'ex', 'words'] as const
const PL_SOURCES = ['', 'ours'] as const
const MARKS = ['inserted', 'replaced'] as const
const BASES = ['', 'inferred'] as const
const KINDS: readonly LineKind[] = ['section', 'chapter', 'heading', 'hs6', 'cn8', 'group']

/** Reads cells of a table of listings; what a cell must not hold is reported. */
function cellsOf<C extends string>(row: Row<C, unknown>, mistake: (column: C, what: string) => void) {
  return {
    word: <const W extends string>(column: C, vocabulary: readonly W[]): W => {
      const found = vocabulary.find((w) => w === row.cell(column))
      if (found === undefined) {
        mistake(column, `"${row.cell(column)}" is not one of: ${vocabulary.map((w) => w || '(empty)').join(', ')}`)
      }
      return found ?? vocabulary[0]!
    },
    day: (column: C) => {
      const cell = row.cell(column)
      if (cell === '') return null
      if (isDay(cell)) return cell
      mistake(column, `"${cell}" is not a day (YYYY-MM-DD)`)
      return null
    },
    codes: (column: C): readonly Digits[] => {
      if (row.cell(column) === '') return NONE
      const list = row.cell(column).split(' ').filter(Boolean)
      for (const code of list)
        if (!isListedLength(code)) mistake(column, `"${code}" is not a code of 2, 4, 6 or 8 digits`)
      return list.map(evenIfMistaken)
    },
  }
}

export function readListings(file: string, text: string): Rows<Placed<Listing>> {
  return rowsOf(file, text, LISTING, (row, mistake) => {
    const { word, day, codes } = cellsOf(row, mistake)
    const code = row.cell('code')
    if (code !== '' && !isListedLength(code)) mistake('code', `"${code}" is not a code of 2, 4, 6 or 8 digits`)
    const basis = word('basis', BASES)
    if (row.cell('designation') === '' && basis !== 'inferred')
      mistake('designation', 'a listing needs the designation of its goods')
    if (row.cell('designation') !== '' && basis === 'inferred')
      mistake('designation', 'the act of an inferred row was not read, so its words are not known')
    const plSource = word('pl_source', PL_SOURCES)
    if (plSource !== '' && row.cell('designation_pl') === '') mistake('pl_source', 'there is no Polish designation')
    return placed(row, {
      printed: row.cell('printed'),
      code: evenIfMistaken(code),
      part: word('part', PARTS),
      except: codes('except'),
      narrowed: codes('narrowed'),
      category: row.cell('category'),
      under: row.cell('under'),
      designation: row.cell('designation'),
      designationPl: row.cell('designation_pl'),
      plSource,
      limits: limitsOf(row.cell('limit'), (what) => mistake('limit', what)),
      mark: word('mark', MARKS),
      act: row.cell('act'),
      firstAct: row.cell('first_act'),
      wordsAct: row.cell('words_act'),
      atLatest: day('at_latest'),
      narrowerBefore: codes('narrower_before'),
      from: day('from'),
      until: day('until'),
      doubt: row.cell('doubt'),
      note: row.cell('note'),
      basis,
      successorOf: row.cell('successor_of'),
    })
  })
}

/** The first of all days: where the last day of a row is missing, which is a mistake. */
const NO_DAY = '0001-01-01' as Day

/** Rows that are no longer listed. Their words are known where they decide; their days are written beside their acts. */
export function readEnded(file: string, text: string): Rows<Placed<EndedListing>> {
  return rowsOf(file, text, ENDED, (row, mistake) => {
    const { word, day, codes } = cellsOf(row, mistake)
    const code = row.cell('code')
    if (!isListedLength(code)) mistake('code', `"${code}" is not a code of 2, 4, 6 or 8 digits`)
    const part = word('part', PARTS)
    if (part !== '' && row.cell('designation') === '') mistake('designation', 'the words of a partial row decide')
    const plSource = word('pl_source', PL_SOURCES)
    if (plSource !== '' && row.cell('designation_pl') === '') mistake('pl_source', 'there is no Polish designation')
    const [from, until, firstAct] = [day('from'), day('until'), row.cell('first_act')]
    if (until === null) mistake('until', 'a row that is no longer listed has a last day')
    if (from === null) mistake('from', 'the first day is missing')
    const act = row.cell('from_act')
    return placed(row, {
      printed: `${part === 'ex' ? 'ex ' : ''}${group(evenIfMistaken(code))}`,
      code: evenIfMistaken(code),
      part,
      except: codes('except'),
      narrowed: codes('narrowed'),
      category: row.cell('category'),
      under: '',
      designation: row.cell('designation'),
      designationPl: row.cell('designation_pl'),
      plSource,
      limits: limitsOf(row.cell('limit'), (what) => mistake('limit', what)),
      // Without an act, `from` is only a day on which the row stood in the annex.
      mark: act === '' ? 'replaced' : 'inserted',
      act,
      firstAct,
      // With an older first act, `from` is only the first day of these words.
      wordsAct: firstAct === '' ? '' : act,
      atLatest: act === '' ? from : null,
      narrowerBefore: NONE,
      from: act === '' ? null : from,
      until: until ?? NO_DAY,
      untilAct: row.cell('until_act'),
      doubt: row.cell('doubt'),
      note: row.cell('note'),
      basis: '',
      successorOf: '',
    })
  })
}

/** Everyday names of goods and the codes they mean. */
export function readNames(file: string, text: string): Rows<Placed<Words>> {
  return rowsOf(file, text, NAMES, (row, mistake) => {
    const { codes } = cellsOf(row, mistake)
    if (row.cell('codes') === '') mistake('codes', 'a name needs a code')
    const namesIn = (column: 'pl' | 'en'): string[] => {
      const names = row.cell(column).split(', ')
      for (const name of names)
        if (name.trim() !== name || name.length < 2) mistake(column, `"${name}" is not a name of two letters or more`)
      return names
    }
    return placed(row, { codes: codes('codes').filter(isListedLength), pl: namesIn('pl'), en: namesIn('en') })
  })
}

/** A code with a mistake is kept as it is written, so that later checks can name it. A law with a mistake is never served. */
const evenIfMistaken = (code: string): Digits => code as Digits

export const isListedLength = (code: string): boolean => /^(\d{2}){1,4}$/.test(code)

function limitsOf(cell: string, mistake: (what: string) => void): Limits {
  if (cell === '') return NONE
  if (cell === 'any') return 'any'
  return cell.split('; ').flatMap((text) => {
    const limit = parseLimit(text)
    if (!limit) mistake(`"${text}" is not a limit such as ">300 EUR item"`)
    return limit ? [limit] : []
  })
}

/** The tariff that was parsed last, line by line. Most lines are the same every year, in the same order. */
export interface PreviousYear {
  header: string
  lines: string[]
  /** Null where the line has a mistake, so that an equal line is parsed again and its mistake reported there too. */
  rows: (NomenclatureRow | null)[]
}

/** How many lines ahead an equal line is searched for. Whole chapters do not move. */
const LOOKAHEAD = 100

/** Memoized rows of the previous year, found by walking through both years in parallel. */
function memoOf({ lines, rows }: PreviousYear): Memo<NomenclatureRow> {
  let at = 0
  return (line) => {
    for (let place = at; place < at + LOOKAHEAD && place < lines.length; place++) {
      if (lines[place] !== line) continue
      at = place + 1
      return rows[place] ?? undefined
    }
    return undefined
  }
}

/**
 * Parses and checks the tariff of one year. Lines that `previous` holds too share its rows; afterwards `previous` holds
 * this year. Rows carry no place, because every check that needs one is made here.
 */
export function readNomenclature(file: string, text: string, previous?: PreviousYear): Rows<NomenclatureRow> {
  const header = text.slice(0, text.indexOf('\n'))
  const memo = previous?.header === header ? memoOf({ ...previous }) : undefined
  const now: PreviousYear = { header, lines: [], rows: [] }
  const seen = new Set<string>()
  let chapter = ''
  const read = (
    row: Row<NomenclatureColumn, NomenclatureRow>,
    mistake: (column: NomenclatureColumn, what: string) => void,
  ) => {
    let good = true
    const line =
      row.memoized ??
      lineOf(row, (column, what) => {
        good = false
        mistake(column, what)
      })
    now.lines.push(row.text)
    now.rows.push(good ? line : null)
    const { kind, code } = line
    if (kind === 'chapter') chapter = code
    if (kind !== 'group' && kind !== 'section') {
      if (seen.has(code)) mistake('code', `${code} stands twice in the nomenclature`)
      seen.add(code)
      if (!code.startsWith(chapter)) mistake('code', `${code} stands in chapter ${chapter}`)
    }
    return line
  }
  const done = rowsOf(file, text, NOMENCLATURE, read, memo)
  if (previous) Object.assign(previous, now)
  return done
}

type NomenclatureColumn = (typeof NOMENCLATURE.required)[number]

function lineOf(
  row: Row<NomenclatureColumn, NomenclatureRow>,
  mistake: (column: NomenclatureColumn, what: string) => void,
): NomenclatureRow {
  const kind = KINDS.find((k) => k === row.cell('kind'))
  if (!kind) mistake('kind', `"${row.cell('kind')}" is not one of: ${KINDS.join(', ')}`)
  const level = row.cell('level')
  if (!/^\d?$/.test(level)) mistake('level', `"${level}" is not a number of dashes`)
  for (const column of ['name_pl', 'name_en'] as const)
    if (row.cell(column) === '') mistake(column, 'a name is missing')
  const code = row.cell('code')
  if (kind && !CODE_OF[kind].test(code)) mistake('code', `"${code}" is not the code of a ${kind}`)
  return {
    kind: kind ?? 'group',
    code,
    level: level === '' ? null : Number(level),
    unit: row.cell('unit'),
    name: { pl: ownText(row.cell('name_pl')), en: ownText(row.cell('name_en')) },
    sourcePl: row.cell('source_pl'),
    sourceEn: row.cell('source_en'),
  }
}

const CODE_OF: Readonly<Record<LineKind, RegExp>> = {
  section: /^[IVXLC]+$/,
  chapter: /^\d{2}$/,
  heading: /^\d{4}$/,
  hs6: /^\d{6}$/,
  cn8: /^\d{8}$/,
  group: /^$/,
}

type DocumentColumn = (typeof DOCUMENT.required)[number]

const listOf = (cell: string): readonly string[] => (cell === '' ? [] : cell.split('; '))

export function readDocuments(file: string, text: string): Rows<Placed<TaricDocument>> {
  return rowsOf(file, text, DOCUMENT, (row, mistake) => {
    if (!/^[A-Z]\d{3}$/.test(row.cell('code')))
      mistake('code', `"${row.cell('code')}" is not a document code such as Y824`)
    for (const column of ['text_pl', 'text_en', 'source'] as const)
      if (row.cell(column) === '') mistake(column, `a ${column === 'source' ? 'source' : 'text'} is missing`)
    const word = <const W extends string>(column: DocumentColumn, cell: string, vocabulary: readonly W[]): W => {
      const found = vocabulary.find((w) => w === cell)
      if (found === undefined) mistake(column, `"${cell}" is not one of: ${vocabulary.join(', ')}`)
      return found ?? vocabulary[0]!
    }
    const day = (column: 'from' | 'until') => {
      const cell = row.cell(column)
      const basis = row.cell(`${column}_basis`)
      if ((cell === '') !== (basis === '')) mistake(`${column}_basis`, 'a day and its basis stand together')
      if (cell === '' || basis === '') return { day: null, basis: null }
      if (!isDay(cell)) mistake(column, `"${cell}" is not a day (YYYY-MM-DD)`)
      return { day: isDay(cell) ? cell : null, basis: word(`${column}_basis`, basis, DAY_BASES) }
    }
    const [from, until] = [day('from'), day('until')]
    return placed(row, {
      code: row.cell('code'),
      regime: row.cell('regime'),
      articles: listOf(row.cell('articles')),
      directions: listOf(row.cell('direction')).map((cell) => word('direction', cell, DIRECTIONS)),
      purpose: word('purpose', row.cell('purpose'), DOCUMENT_PURPOSES),
      from: from.day,
      fromBasis: from.basis,
      until: until.day,
      untilBasis: until.basis,
      confidence: word('confidence', row.cell('confidence'), CONFIDENCES),
      text: { pl: row.cell('text_pl'), en: row.cell('text_en') },
    })
  })
}
