import { typedCode } from '../../base/cn-code.ts'
import { fold } from '../../base/fold.ts'
import { type Cell, isBlank } from './table.ts'

/** What stands above the goods of a sheet. */
export interface Header {
  /** The place of its first row in the table; null without one. */
  readonly at: number | null
  /** How many rows are none of the list: titles of the sheet above the header, and the header. */
  readonly skip: number
  /** The title of each column, of a header in two rows both together: `Kraj pochodzenia`. */
  readonly titles: readonly string[]
}

type Cells = readonly Cell[]

/** Sheets have titles, addresses and dates above the header, but seldom more than this. */
export const HEADER_WITHIN = 10

const NO_HEADER: Header = { at: null, skip: 0, titles: [] }

/**
 * The row among the first ten that titles most columns. A first row may have a single title; one further below must be
 * nothing but a header, since the rows above it are left out and no line of the list may be lost.
 */
export function findHeader(rows: readonly Cells[]): Header {
  let best = { at: -1, titles: 0 }
  for (const [at, row] of rows.slice(0, Math.min(HEADER_WITHIN, rows.length - 1)).entries()) {
    const titles = row.filter(isTitle).length
    const codesAbove = rows.slice(0, at).some(hasCode)
    const is = at === 0 ? row.some(isTelling) && !hasCode(row) : isTitleRow(row) && (!codesAbove || titles >= 3)
    if (is && titles > best.titles) best = { at, titles }
  }
  if (best.at === -1) return NO_HEADER
  const isGrouped = best.at > 0 && isTitleRow(rows[best.at - 1]!)
  return headerAt(rows, isGrouped ? best.at - 1 : best.at)
}

/** The header that begins at this row; null for none. */
export function headerAt(rows: readonly Cells[], at: number | null): Header {
  const first = at === null ? undefined : rows[at]
  if (at === null || !first) return NO_HEADER
  const below = rows[at + 1]
  const second = below && at + 2 < rows.length && isTitleRow(below) ? below : null
  const skip = at + (second ? 2 : 1)
  const isNumbered = skip + 1 < rows.length && isNumbering(rows[skip]!)
  return { at, skip: skip + (isNumbered ? 1 : 0), titles: second ? grouped(first, second) : first.map(textOf) }
}

const textOf = ({ text }: Cell): string => text.trim().replace(/\s+/g, ' ')

/** The title of a group stands in its first column. How far it reaches is known of merged cells; elsewhere, to the next one. */
function grouped(groups: Cells, own: Cells): string[] {
  const areMerged = groups.some(({ span }) => span !== undefined)
  let group = { text: '', until: 0 }
  return Array.from({ length: Math.max(groups.length, own.length) }, (_, at) => {
    const [above, below] = [groups[at], own[at]]
    const title = below ? textOf(below) : ''
    if (above && !isBlank(above))
      group = { text: textOf(above), until: areMerged ? at + (above.span ?? 1) : Number.POSITIVE_INFINITY }
    else if (at >= group.until || title === '') group = { text: '', until: 0 }
    // A cell that is merged over both rows stands in both.
    return [...new Set([group.text, title])].filter(Boolean).join(' ')
  })
}

/** `1 | 2 | 3 | 4`: forms number their columns below the header. */
function isNumbering(row: Cells): boolean {
  const filled = row.filter((cell) => !isBlank(cell))
  return filled.length >= 3 && filled.every(({ text }, at) => text.replace(/[().\s]/g, '') === String(at + 1))
}

/** Every filled cell may be one more than these; a line of the list has no two titles. */
function isTitleRow(row: Cells): boolean {
  const filled = row.filter((cell) => !isBlank(cell))
  const titles = filled.filter(isTitle)
  return titles.length >= 2 && titles.length * 2 >= filled.length && titles.some(isTelling) && !hasCode(row)
}

const hasCode = (row: Cells): boolean => row.some(({ text }) => isTariffCode({ text, kind: 'text' }))

/** 4 to 10 digits; odd lengths count too, since the user must be told of codes that lost a zero. */
export const isTariffCode = ({ text, kind }: Cell): boolean => {
  const length = typedCode(text)?.length ?? 0
  return kind !== 'date' && length >= 4 && length <= 10
}

/** Words that tell what a column holds, in Polish and English, without diacritics. */
const TELLING = new Set(
  `lp numer number id poz pozycja pos kod kodu kody code codes cn hs taric pcn taryfa taryfy taryfowa taryfowy taryfowej
  celny celna celnej celnego tariff commodity customs nazwa nazwy towar towaru towarow produkt produktu asortyment opis name
  names goods product products description item ilosc quantity qty kraj country wartosc value cena price
  pochodzenia pochodzenie poch origin wysylki nadania dispatch przeznaczenia przeznaczenie docelowy docelowe destination
  dokad skad via tranzyt tranzytu transit przez ktoredy trasa route panstwo panstwa dostawy dostawca dostawcy odbiorca
  odbiorcy nadawca nadawcy nabywca nabywcy supplier customer consignee wyszczegolnienie wyrob article uwagi remarks indeks sku ean artykul artykulu
  katalogowy producent producenta stawka faktury invoice zamowienia order`.split(/\s+/),
)
/** Words that titles have besides. Alone they may be what a line says: a unit, a currency, or goods such as a weighing scale. */
const FURTHER = new Set(
  `nr no of the i and w na dla za per szt sztuk sztuki sztuke eur pln usd netto brutto net gross j m jm kg jednostka jedn
  jednostkowa unit waga masa weight model marka symbol data date clo vat kat nomenklatura wg statystyczny laczna total razem
  sprzedazy zakupu`.split(/\s+/),
)

const wordsOf = ({ text, kind }: Cell): readonly string[] =>
  kind === 'text' && !/\d/.test(text) ? (fold(text).match(/\p{L}+/gu) ?? []) : []

/** Every word must be known: "Nazwa towaru" is a title, "towary z żelaza" are goods. */
function isTitle(cell: Cell): boolean {
  const words = wordsOf(cell)
  return words.length > 0 && words.every((word) => TELLING.has(word) || FURTHER.has(word))
}

const isTelling = (cell: Cell): boolean => isTitle(cell) && wordsOf(cell).some((word) => TELLING.has(word))
