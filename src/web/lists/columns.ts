import { digitsOf, looksLikeCode } from './lines.ts'
import type { Cell, Table } from './table.ts'

export interface Column {
  readonly at: number
  /** From the header, else empty. */
  readonly title: string
  /** Its first values, for the one who picks. */
  readonly samples: readonly string[]
}

/** What a table was found to hold. */
export interface Columns {
  /** The first row names the columns. */
  readonly header: boolean
  readonly columns: readonly Column[]
  /** The column to check; null when a person must pick it. */
  readonly picked: number | null
}

/** Rows looked at: enough to know a column by. */
const LOOKED_AT = 200
const SAMPLES = 3

/** Words in a header, most telling first: an importer's sheet often has names beside the codes, and codes decide. */
const CODE_HEADER =
  /(^|[^\p{L}])(cn|hs|taric|pcn|kod[uy]? (cn|hs|taric|towaru|celny)|taryf\p{L}*|tariff|commodity|customs code|kod|code)($|[^\p{L}])/iu
const NAME_HEADER = /(nazwa|towar|opis|produkt|asortyment|name|goods|product|description|item)/iu

export function columnsOf(table: Table): Columns {
  const rows = table.slice(0, LOOKED_AT).filter((cells) => cells.some(({ text }) => text.trim() !== ''))
  const width = Math.max(0, ...rows.map((cells) => cells.length))
  const header = hasHeader(rows)
  const titles = header ? (rows[0] ?? []) : []
  const body = header ? rows.slice(1) : rows
  const columns = Array.from({ length: width }, (_, at) => {
    const values = body
      .map((cells) => cells[at])
      .filter((cell): cell is Cell => cell !== undefined && cell.text.trim() !== '')
    return { at, title: titles[at]?.text.trim() ?? '', values }
  }).filter(({ title, values }) => title !== '' || values.length > 0)
  return {
    header,
    columns: columns.map(({ at, title, values }) => ({
      at,
      title,
      samples: values.slice(0, SAMPLES).map(({ text }) => text.trim()),
    })),
    picked: pick(columns),
  }
}

interface Weighed {
  readonly at: number
  readonly title: string
  readonly values: readonly Cell[]
}

/** A single column is the list. Of several, one that is clearly the codes, else one that is clearly the names. */
function pick(columns: readonly Weighed[]): number | null {
  const filled = columns.filter(({ values }) => values.length > 0)
  if (filled.length === 1) return filled[0]!.at
  const share = ({ values }: Weighed, is: (cell: Cell) => boolean) =>
    values.filter(is).length / Math.max(1, values.length)
  const codes = filled.filter((column) => share(column, isTariffCode) >= 0.8)
  const named = codes.filter(({ title }) => CODE_HEADER.test(title))
  if (named.length === 1) return named[0]!.at
  if (named.length === 0 && codes.length === 1 && codes[0] && share(codes[0], isLongCode) >= 0.5) return codes[0].at
  if (codes.length > 0) return null
  const names = filled.filter((column) => NAME_HEADER.test(column.title) && share(column, hasWords) >= 0.5)
  return names.length === 1 ? names[0]!.at : null
}

/** 4 to 10 digits: also those that lost a zero, since they are what the reader must hear about. */
const isTariffCode = ({ text, kind }: Cell): boolean => {
  const { length } = digitsOf(text)
  return kind !== 'date' && looksLikeCode(text) && length >= 4 && length <= 10
}
/** Quantities and years have fewer digits. */
const isLongCode = ({ text }: Cell): boolean => digitsOf(text).length >= 6
const hasWords = ({ text }: Cell): boolean => /\p{L}{3}/u.test(text)

/** A first row of words above rows that hold codes, or one that says "code" or "name". */
function hasHeader(rows: readonly (readonly Cell[])[]): boolean {
  const [first, ...rest] = rows
  if (!first || rest.length === 0 || first.some(({ text }) => isTariffCode({ text, kind: 'text' }))) return false
  const titles = first.filter(({ text }) => text.trim() !== '')
  if (titles.length === 0 || titles.some(({ kind }) => kind !== 'text')) return false
  const below = first.map((_, at) => rest.filter((cells) => cells[at] && isTariffCode(cells[at])).length / rest.length)
  if (
    below.some((codes, at) => codes >= 0.8 && !/^\d/.test(first[at]?.text.trim() ?? '')) &&
    titles.every(({ text }) => text.length <= 60)
  )
    return true
  return titles.some(({ text }) => text.length <= 40 && isTitle(text))
}

/** "Nazwa towaru" is a title, "towary z żelaza" are goods: only a cell that is made of such words counts. */
const TITLE =
  /^(?:lp\.?|nr|id|kod(?: (?:cn|hs|taric|towaru|celny))?|cn|hs|taric|pcn|(?:cn|hs|taric|tariff|commodity|customs) code|code|nazwa(?: (?:towaru|produktu))?|towar|produkt|opis(?: towaru)?|name|goods|product(?: name)?|description(?: of goods)?|item)$/i
const isTitle = (text: string): boolean => TITLE.test(text.trim())
