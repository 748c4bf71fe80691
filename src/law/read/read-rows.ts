import { type Digits, group } from '../../terms/cn-code.ts'
import type { Day } from '../../terms/day.ts'
import type { Words } from '../../terms/law.ts'
import { type Limits, parseLimit } from '../../terms/limit.ts'
import { LINE_KINDS, type LineKind, type NomenclatureRow } from '../tariff/nomenclature.ts'
import type { Listing, Placed } from './law.ts'
import { isListedLength, type Memo, NONE, type Row, type Rows, rowsOf } from './read-table.ts'

/** The header of every table of an annex. Rows may end behind `from_act`. */
export const LISTING_COLUMNS = [
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
  'from',
  'from_basis',
  'from_act',
  'first_act',
  'until',
  'until_act',
  'mark',
  'act',
  'printed',
  'doubt',
  'note',
  'basis',
  'successor_of',
] as const
const LISTING = { required: ['code', 'part', 'designation', 'from', 'from_act'], optional: LISTING_COLUMNS } as const

const NAMES = { required: ['codes', 'pl', 'en'] } as const

export const NOMENCLATURE_COLUMNS = [
  'kind',
  'code',
  'level',
  'unit',
  'name_pl',
  'name_en',
  'source_pl',
  'source_en',
] as const

const PARTS = ['', 'ex', 'words'] as const
const PL_SOURCES = ['', 'ours'] as const
const FROM_BASES = ['', 'printed', 'at_latest'] as const
const MARKS = ['inserted', 'replaced', ''] as const
const BASES = ['', 'inferred'] as const

/** The first of all days: where the first day of a row is missing, which is a mistake. */
const NO_DAY = '0001-01-01' as Day

export function readListings(file: string, text: string): Rows<Placed<Listing>> {
  return rowsOf(file, text, LISTING, (row) => {
    const code = row.cell('code') === '' ? '' : row.code('code')
    const part = row.word('part', PARTS)
    const basis = row.word('basis', BASES)
    const [from, until, untilAct] = [row.day('from'), row.day('until'), row.cell('until_act')]
    const successorOf = row.cell('successor_of')
    const needsWords = basis === '' && (part !== '' || untilAct === '')
    if (row.cell('designation') === '' && needsWords)
      row.mistake('designation', 'a listing needs the designation of its goods')
    if (row.cell('designation') !== '' && basis === 'inferred')
      row.mistake('designation', 'the act of an inferred row was not read, so its words are not known')
    const plSource = row.word('pl_source', PL_SOURCES)
    if (plSource !== '' && row.cell('designation_pl') === '') row.mistake('pl_source', 'there is no Polish designation')
    if (from === null) row.mistake('from', 'the first day is missing')
    if (untilAct !== '' && until === null) row.mistake('until', 'a row that an act ended has a last day')
    return row.placed({
      code,
      part,
      except: row.codes('except'),
      narrowed: row.codes('narrowed'),
      category: row.cell('category'),
      under: row.cell('under'),
      designation: row.cell('designation'),
      designationPl: row.cell('designation_pl'),
      plSource,
      limits: limitsOf(row),
      from: from ?? NO_DAY,
      fromBasis: row.word('from_basis', FROM_BASES),
      fromAct: row.cell('from_act'),
      firstAct: row.cell('first_act'),
      until,
      untilAct,
      mark: row.word('mark', MARKS),
      act: row.cell('act'),
      printed: row.cell('printed') || printedAs(part, successorOf || code),
      doubt: row.cell('doubt'),
      note: row.cell('note'),
      basis,
      successorOf,
    })
  })
}

/** How acts print a code, unless the row says otherwise. */
export const printedAs = (part: Listing['part'], code: string): string =>
  `${part === 'ex' ? 'ex ' : ''}${group(code as Digits)}`

/** Everyday names of goods and the codes they mean. */
export function readNames(file: string, text: string): Rows<Placed<Words>> {
  return rowsOf(file, text, NAMES, (row) => {
    if (row.cell('codes') === '') row.mistake('codes', 'a name needs a code')
    const namesIn = (column: 'pl' | 'en'): string[] => {
      const names = row.cell(column).split(', ')
      for (const name of names)
        if (name.trim() !== name || name.length < 2)
          row.mistake(column, `"${name}" is not a name of two letters or more`)
      return names
    }
    return row.placed({ codes: row.codes('codes').filter(isListedLength), pl: namesIn('pl'), en: namesIn('en') })
  })
}

function limitsOf<C extends string>(row: Row<C | 'limit', unknown>): Limits {
  const cell = row.cell('limit')
  if (cell === '') return NONE
  if (cell === 'any') return 'any'
  return cell.split('; ').flatMap((text) => {
    const limit = parseLimit(text)
    if (!limit) row.mistake('limit', `"${text}" is not a limit such as ">300 EUR item"`)
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
  const read = (row: NomenclatureCells) => {
    const line = row.memoized ?? lineOf(row)
    now.lines.push(row.text)
    now.rows.push(row.hasMistake ? null : line)
    const { kind, code } = line
    if (kind === 'chapter') chapter = code
    if (kind !== 'group' && kind !== 'section') {
      if (seen.has(code)) row.mistake('code', `${code} stands twice in the nomenclature`)
      seen.add(code)
      if (!code.startsWith(chapter)) row.mistake('code', `${code} stands in chapter ${chapter}`)
    }
    return line
  }
  const done = rowsOf(file, text, { required: NOMENCLATURE_COLUMNS }, read, memo)
  if (previous) Object.assign(previous, now)
  return done
}

type NomenclatureCells = Row<(typeof NOMENCLATURE_COLUMNS)[number], NomenclatureRow>

function lineOf(row: NomenclatureCells): NomenclatureRow {
  const kind = LINE_KINDS.find((k) => k === row.cell('kind'))
  if (!kind) row.mistake('kind', `"${row.cell('kind')}" is not one of: ${LINE_KINDS.join(', ')}`)
  const level = row.cell('level')
  if (!/^\d?$/.test(level)) row.mistake('level', `"${level}" is not a number of dashes`)
  for (const column of ['name_pl', 'name_en'] as const)
    if (row.cell(column) === '') row.mistake(column, 'a name is missing')
  const code = row.cell('code')
  if (kind && !CODE_OF[kind].test(code)) row.mistake('code', `"${code}" is not the code of a ${kind}`)
  return {
    kind: kind ?? 'group',
    code,
    level: level === '' ? null : Number(level),
    unit: row.cell('unit'),
    name: { pl: row.cell('name_pl'), en: row.cell('name_en') },
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
