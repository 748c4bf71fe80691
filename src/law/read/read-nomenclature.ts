import { type DatedRow, LINE_KINDS, type LineKind } from '../tariff/nomenclature.ts'
import { type Row, type Rows, rowsOf } from './read-table.ts'

export const NOMENCLATURE_COLUMNS = [
  'kind',
  'code',
  'first',
  'last',
  'level',
  'unit',
  'name_pl',
  'name_en',
  'source_pl',
  'source_en',
] as const

/** Rows carry no place, because every check that needs one is made here. */
export function readNomenclature(file: string, text: string): Rows<DatedRow> {
  const rowsOfCode = new Map<string, DatedRow[]>()
  let chapter = ''
  return rowsOf(file, text, { required: NOMENCLATURE_COLUMNS }, (row) => {
    const line = lineOf(row)
    const { kind, code } = line
    if (kind === 'chapter') chapter = code
    if (kind === 'group' || kind === 'section') return line
    const others = rowsOfCode.get(code) ?? []
    if (others.some((other) => inOneYear(line, other))) row.mistake('code', `${code} stands twice in one year`)
    rowsOfCode.set(code, [...others, line])
    if (!code.startsWith(chapter)) row.mistake('code', `${code} stands in chapter ${chapter}`)
    return line
  })
}

const inOneYear = (one: DatedRow, other: DatedRow): boolean =>
  one.first <= (other.last ?? Infinity) && other.first <= (one.last ?? Infinity)

function lineOf(row: Row<(typeof NOMENCLATURE_COLUMNS)[number]>): DatedRow {
  const kind = LINE_KINDS.find((k) => k === row.cell('kind'))
  if (!kind) row.mistake('kind', `"${row.cell('kind')}" is not one of: ${LINE_KINDS.join(', ')}`)
  const [first, last, level] = [row.cell('first'), row.cell('last'), row.cell('level')]
  if (!YEAR.test(first)) row.mistake('first', `"${first}" is not a year`)
  if (last !== '' && !YEAR.test(last)) row.mistake('last', `"${last}" is not a year`)
  else if (last !== '' && last < first) row.mistake('last', `${last} is before ${first}`)
  if (!/^\d?$/.test(level)) row.mistake('level', `"${level}" is not a number of dashes`)
  for (const column of ['name_pl', 'name_en'] as const)
    if (row.cell(column) === '') row.mistake(column, 'a name is missing')
  const code = row.cell('code')
  if (kind && !CODE_OF[kind].test(code)) row.mistake('code', `"${code}" is not the code of a ${kind}`)
  return {
    kind: kind ?? 'group',
    code,
    first: Number(first),
    last: last === '' ? null : Number(last),
    level: level === '' ? null : Number(level),
    unit: row.cell('unit'),
    name: { pl: row.cell('name_pl'), en: row.cell('name_en') },
    sourcePl: row.cell('source_pl'),
    sourceEn: row.cell('source_en'),
  }
}

const YEAR = /^(?:19|20)\d{2}$/

const CODE_OF: Readonly<Record<LineKind, RegExp>> = {
  section: /^[IVXLC]+$/,
  chapter: /^\d{2}$/,
  heading: /^\d{4}$/,
  hs6: /^\d{6}$/,
  cn8: /^\d{8}$/,
  group: /^$/,
}
