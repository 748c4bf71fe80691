import { type Digits, group } from '../../base/cn-code.ts'
import type { Day } from '../../base/day.ts'
import type { Words } from '../terms/law.ts'
import { type Limits, parseLimit } from '../terms/limit.ts'
import type { Listing, Placed } from './law.ts'
import { isListedLength, NONE, type Row, type Rows, rowsOf } from './read-table.ts'

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

const PARTS = ['', 'ex', 'words'] as const
const PL_SOURCES = ['', 'ours'] as const
const FROM_BASES = ['', 'printed', 'at_latest'] as const
const MARKS = ['inserted', 'replaced', ''] as const
const BASES = ['', 'inferred', 'act'] as const

/** The first of all days: where the first day of a row is missing, which is a mistake. */
const NO_DAY = '0001-01-01' as Day

export function readListings(file: string, text: string): Rows<Placed<Listing>> {
  return rowsOf(file, text, LISTING, (row) => {
    const code = row.cell('code') === '' ? '' : row.code('code')
    const part = row.word('part', PARTS)
    const basis = row.word('basis', BASES)
    const [from, until, untilAct] = [row.day('from'), row.day('until'), row.cell('until_act')]
    const successorOf = row.cell('successor_of')
    const needsWords = basis !== 'inferred' && (part !== '' || untilAct === '')
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

function limitsOf<C extends string>(row: Row<C | 'limit'>): Limits {
  const cell = row.cell('limit')
  if (cell === '') return NONE
  if (cell === 'any') return 'any'
  return cell.split('; ').flatMap((text) => {
    const limit = parseLimit(text)
    if (!limit) row.mistake('limit', `"${text}" is not a limit such as ">300 EUR item"`)
    return limit ? [limit] : []
  })
}
