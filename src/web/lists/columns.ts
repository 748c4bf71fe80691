import { typedCode } from '../../terms/cn-code.ts'
import { type DealField, fieldNamed } from './places.ts'
import { type Cell, isBlank, type Table } from './table.ts'

export interface Column {
  readonly at: number
  /** Its cell of the header row; empty without one. */
  readonly title: string
  /** Its first values, to recognise it by. */
  readonly samples: readonly string[]
}

/** The columns of a table, and which one holds the goods. */
export interface Columns {
  /** The first row is a header. */
  readonly header: boolean
  readonly columns: readonly Column[]
  /** The column to check; null when the user must pick it. */
  readonly picked: number | null
  /** The columns whose titles say that they hold countries of a deal. */
  readonly places: Readonly<Partial<Record<DealField, number>>>
}

/** The rows a column is judged by. */
const SAMPLED_ROWS = 200
const SAMPLES = 3

/** Titles of columns. Importers' sheets often have names beside codes, and then the codes are checked. */
const CODE_HEADER =
  /(^|[^\p{L}])(cn|hs|taric|pcn|kod[uy]? (cn|hs|taric|towaru|celny)|taryf\p{L}*|tariff|commodity|customs code|kod|code)($|[^\p{L}])/iu
const NAME_HEADER = /(nazwa|towar|opis|produkt|asortyment|name|goods|product|description|item)/iu

export function columnsOf(table: Table): Columns {
  const rows = table.slice(0, SAMPLED_ROWS).map(({ cells }) => cells)
  const width = Math.max(0, ...rows.map((cells) => cells.length))
  const header = hasHeader(rows)
  const titles = header ? (rows[0] ?? []) : []
  const body = header ? rows.slice(1) : rows
  const columns = Array.from({ length: width }, (_, at) => {
    const values = body.map((cells) => cells[at]).filter((cell): cell is Cell => cell !== undefined && !isBlank(cell))
    return { at, title: titles[at]?.text.trim() ?? '', values }
  }).filter(({ title, values }) => title !== '' || values.length > 0)
  return {
    header,
    columns: columns.map(({ at, title, values }) => ({
      at,
      title,
      samples: values.slice(0, SAMPLES).map(({ text }) => text.trim()),
    })),
    picked: pick(columns.filter(({ title }) => fieldNamed(title) === null)),
    places: placesAmong(columns),
  }
}

/** The first column for each field; a title that names two of them belongs to the first. */
function placesAmong(columns: readonly FilledColumn[]): Columns['places'] {
  const found: Partial<Record<DealField, number>> = {}
  for (const { at, title } of columns) {
    const field = fieldNamed(title)
    if (field) found[field] ??= at
  }
  return found
}

interface FilledColumn {
  readonly at: number
  readonly title: string
  readonly values: readonly Cell[]
}

/** A single column is the list. Of several it is the one that clearly holds codes, else the one that clearly holds names. */
function pick(columns: readonly FilledColumn[]): number | null {
  const filled = columns.filter(({ values }) => values.length > 0)
  if (filled.length === 1) return filled[0]!.at
  const share = ({ values }: FilledColumn, is: (cell: Cell) => boolean) =>
    values.filter(is).length / Math.max(1, values.length)
  // A title that says "code" outweighs some names and damaged codes among the values.
  const codes = filled.filter((column) => share(column, isTariffCode) >= (CODE_HEADER.test(column.title) ? 0.5 : 0.8))
  const named = codes.filter(({ title }) => CODE_HEADER.test(title))
  if (named.length === 1) return named[0]!.at
  if (named.length === 0 && codes.length === 1 && codes[0] && share(codes[0], isLongCode) >= 0.5) return codes[0].at
  if (codes.length > 0) return null
  const names = filled.filter((column) => NAME_HEADER.test(column.title) && share(column, hasWords) >= 0.5)
  return names.length === 1 ? names[0]!.at : null
}

/** 4 to 10 digits; odd lengths count too, since the user must be told of codes that lost a zero. */
const isTariffCode = ({ text, kind }: Cell): boolean => {
  const length = typedCode(text)?.length ?? 0
  return kind !== 'date' && length >= 4 && length <= 10
}
/** Quantities and years have fewer digits. */
const isLongCode = ({ text }: Cell): boolean => (typedCode(text)?.length ?? 0) >= 6
const hasWords = ({ text }: Cell): boolean => /\p{L}{3}/u.test(text)

/** The first row has a title and no code. Being first is not enough: a line of the list would be lost. */
function hasHeader([first, ...rest]: readonly (readonly Cell[])[]): boolean {
  if (!first || rest.length === 0) return false
  return first.some(isTitle) && !first.some(({ text }) => isTariffCode({ text, kind: 'text' }))
}

/** The words that titles of columns consist of, in Polish and English. */
const TITLE_WORDS = new Set(
  `lp nr no numer number id poz pozycja pos kod kodu kody code codes cn hs taric pcn taryfa taryfy taryfowa taryfowy taryfowej
  celny celna celnej celnego tariff commodity customs nazwa nazwy towar towaru towarów produkt produktu asortyment opis name
  names goods product products description item of the ilość szt quantity qty kraj country wartość value cena price jednostka
  jm unit waga masa weight eur pln usd netto brutto net gross pochodzenia pochodzenie origin
  wysyłki nadania dispatch wartość value przeznaczenia przeznaczenie docelowy docelowe destination dokąd skąd via tranzyt tranzytu transit przez którędy trasa route
  państwo państwa`.split(/\s+/),
)

/** Every word must be one of `TITLE_WORDS`: "Nazwa towaru" is a title, "towary z żelaza" are goods. */
const isTitle = ({ text, kind }: Cell): boolean => {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  return kind === 'text' && !/\d/.test(text) && words.length > 0 && words.every((word) => TITLE_WORDS.has(word))
}
