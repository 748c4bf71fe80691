import { typedCode } from '../../base/cn-code.ts'
import { DEAL_FIELDS, type DealField } from '../../law/terms/law-vocabulary.ts'
import { findHeader, type Header, headerAt, isTariffCode } from './header.ts'
import { fieldNamed, fieldSuggested, type PlaceReader } from './places.ts'
import { type Cell, isBlank, type Table } from './table.ts'

export interface Column {
  readonly at: number
  /** Its title in the header; empty without one. */
  readonly title: string
  /** Its first values, to recognise it by. */
  readonly samples: readonly string[]
}

/** The columns of a table, and what each is for. */
export interface Columns {
  readonly header: Header
  readonly columns: readonly Column[]
  /** The column to check; null when the user must pick it. */
  readonly picked: number | null
  /** The column with the name of the goods, which is asked about where the code is missing; null where none is clear. */
  readonly named: number | null
  /** The columns of a deal, by their titles and what stands in them. */
  readonly places: Readonly<Partial<Record<DealField, number>>>
  /** Titles of columns that hold countries, but do not say which ones. */
  readonly unplaced: readonly string[]
}

interface Options {
  /** Recognises countries; without it only titles tell where they stand. */
  readonly read?: PlaceReader | null
  /** The row of the header that the user chose, null for none; otherwise it is looked for. */
  readonly header?: number | null | undefined
}

/** The rows a column is judged by. */
const SAMPLED_ROWS = 200
const SAMPLES = 3

/** Titles of columns. Importers' sheets often have names beside codes, and then the codes are checked. */
const CODE_HEADER =
  /(^|[^\p{L}])(cn|hs|taric|pcn|kod[uy]? (cn|hs|taric|towaru|celny)|taryf\p{L}*|tariff|commodity|customs code|kod|code)($|[^\p{L}])/iu
/** Titles of columns whose numbers are no codes, however many digits they have. */
const OTHER_HEADER =
  /ilo[śs]|quantity|qty|warto|cena|price|value|waga|masa|weight|rok|year|faktur|invoice|zam[óo]w|order|nip|ean/iu
const NAME_HEADER =
  /(nazwa|towar|opis|produkt|asortyment|wyszczególnienie|artykuł|wyrób|name|goods|product|description|item|article)/iu

export function columnsOf(table: Table, { read = null, header: chosen }: Options = {}): Columns {
  const rows = table.map(({ cells }) => cells)
  const header = chosen === undefined ? findHeader(rows) : headerAt(rows, chosen)
  const body = rows.slice(header.skip, header.skip + SAMPLED_ROWS)
  const width = Math.max(0, header.titles.length, ...body.map((cells) => cells.length))
  const columns = Array.from({ length: width }, (_, at) => {
    const values = body.map((cells) => cells[at]).filter((cell): cell is Cell => cell !== undefined && !isBlank(cell))
    return { at, title: header.titles[at] ?? '', values }
  }).filter(({ title, values }) => title !== '' || values.length > 0)
  const places = placesAmong(columns, read)
  const unplaced = columns.filter(
    (column) => !Object.values(places).includes(column.at) && UNPLACED.test(column.title) && holds(column, read, 0.8),
  )
  // A column of countries holds no goods, whatever its title says.
  const goods = columns.filter(
    (column) =>
      !Object.values(places).includes(column.at) && !unplaced.includes(column) && fieldNamed(column.title) === null,
  )
  const picked = pick(goods)
  return {
    header,
    columns: columns.map(({ at, title, values }) => ({
      at,
      title,
      samples: values.slice(0, SAMPLES).map(({ text }) => text.trim()),
    })),
    picked,
    named: picked === null ? null : nameAmong(goods.filter(({ at }) => at !== picked)),
    places,
    unplaced: unplaced.map(({ title }) => title),
  }
}

interface FilledColumn {
  readonly at: number
  readonly title: string
  readonly values: readonly Cell[]
}

/** Titles of countries that are not told apart. */
const UNPLACED = /kraj|państw|country/iu

/**
 * The first column for each field. A title that names the field counts unless nothing in the column can be read: "Data
 * wysyłki" holds days. One that only suggests it ("Odbiorca") counts where nearly all cells are countries.
 */
function placesAmong(columns: readonly FilledColumn[], read: PlaceReader | null): Columns['places'] {
  const found: Partial<Record<DealField, number>> = {}
  for (const column of columns) {
    const field = fieldNamed(column.title)
    if (field && (!read || column.values.length === 0 || isSure(column.title) || holds(column, read, 0, field)))
      found[field] ??= column.at
  }
  if (!read) return found
  for (const column of columns) {
    const field = fieldSuggested(column.title)
    if (field && found[field] === undefined && holds(column, read, 0.8)) found[field] = column.at
  }
  return found
}

/** A title that can be about nothing else: a cell below it that cannot be read is told, not left out. */
const isSure = (title: string): boolean => UNPLACED.test(title) || DEAL_FIELDS.some((field) => field === title.trim())

/** Whether more than this share of the cells can be read. */
function holds(
  { values }: FilledColumn,
  read: PlaceReader | null,
  share: number,
  field: DealField = 'origin',
): boolean {
  if (!read || values.length === 0) return false
  return shareOf(values, ({ text, kind }) => kind !== 'date' && read(text, field) !== null) > share
}

const shareOf = (values: readonly Cell[], is: (cell: Cell) => boolean): number =>
  values.filter(is).length / Math.max(1, values.length)

/** A single column is the list. Of several it is the one that clearly holds codes, else the one that clearly holds names. */
function pick(columns: readonly FilledColumn[]): number | null {
  const filled = columns.filter(({ values }) => values.length > 0)
  if (filled.length === 1) return filled[0]!.at
  // A title that says "code" outweighs some names and damaged codes among the values.
  const codes = filled.filter(
    ({ title, values }) =>
      shareOf(values, isTariffCode) >= (CODE_HEADER.test(title) ? 0.5 : 0.8) &&
      (CODE_HEADER.test(title) || !OTHER_HEADER.test(title)),
  )
  const titled = codes.filter(({ title }) => CODE_HEADER.test(title))
  if (titled.length === 1) return titled[0]!.at
  // Quantities, years and prices have fewer digits.
  const long = codes.filter(({ values }) => shareOf(values, isLongCode) >= 0.5)
  if (titled.length === 0 && long.length === 1) return long[0]!.at
  return codes.length > 0 ? null : nameAmong(filled)
}

/** The column whose title says that it names the goods; without titles the only one that holds words. */
function nameAmong(columns: readonly FilledColumn[]): number | null {
  const worded = columns.filter(({ values }) => values.length > 0 && shareOf(values, hasWords) >= 0.5)
  const titled = worded.filter(({ title }) => NAME_HEADER.test(title) && !CODE_HEADER.test(title))
  const [only, ...others] = titled.length > 0 ? titled : worded.every(({ title }) => title === '') ? worded : []
  return only && others.length === 0 ? only.at : null
}

const isLongCode = ({ text }: Cell): boolean => (typedCode(text)?.length ?? 0) >= 6
const hasWords = ({ text, kind }: Cell): boolean => kind === 'text' && /\p{L}{3}/u.test(text)
