import { isCodeLength } from '../../base/cn-code.ts'
import { DEAL_FIELDS, type DealField } from '../../law/terms/law-vocabulary.ts'
import type { LineDeal, PlaceReader } from './places.ts'
import { type Cell, isBlank, type Table } from './table.ts'

export const MAX_LINES = 5_000

/** One row of a list: the question it asks, or why it asks none. */
export interface Line {
  /** Row of the file, counted from one as spreadsheets do. */
  readonly row: number
  /** The text in the file: the code, or the name where there is no code. */
  readonly given: string
  /** What the file calls the goods beside their code; empty where it says nothing else. */
  readonly label: string
  /** The question sent: the same text, unless the user agreed to another code. */
  readonly q: string
  /** The deal it is about; null where the list is about none. */
  readonly deal: LineDeal | null
  readonly skipped: Skipped | null
  /** Cells that should hold a country and do not. */
  readonly unread: readonly { readonly field: DealField; readonly text: string }[]
}

/**
 * Why a row is not sent: it has neither code nor name, or is the sum of the others; a spreadsheet damaged the code so that
 * it would be read as other goods and answered wrongly; a country cannot be read or none is given, so that the deal is not
 * known. Codes of a wrong length are sent, since the service refuses them and says what they could have been.
 */
export type Skipped = 'empty' | 'total' | 'date' | 'rounded' | 'place' | 'no_deal'

/** Where the countries of the deals stand: columns, and what holds for every line whose cell is empty. */
export interface DealSource {
  readonly columns: Readonly<Partial<Record<DealField, number>>>
  readonly all: LineDeal
  readonly read: PlaceReader
}

interface LineOptions {
  /** Rows that are none of the list: the header, and what stands above it. */
  readonly skip: number
  readonly addZeros: boolean
  /** The column asked about where the other one is empty; null for none. */
  readonly named?: number | null
  /** Null where the list is about no deals. */
  readonly deal?: DealSource | null
}

/** The rows below the header, one line for each: a row that is not checked is shown as well. */
export function linesOf(table: Table, column: number, { skip, addZeros, named, deal: source }: LineOptions): Line[] {
  return table.slice(skip).map(({ number: row, cells }) => {
    const name = typeof named === 'number' ? cells[named] : undefined
    const own = cells[column]
    const cell = isMissing(own) && !isMissing(name) ? name : own
    const given = cell?.text.trim() ?? ''
    const label = cell === own && !isMissing(name) ? name!.text.trim() : ''
    const { deal, unread } = source ? dealIn(cells, source) : { deal: null, unread: [] }
    const skipped = skippedOf(cell, own, cells) ?? skippedDeal(deal, unread)
    return { row, given, label, q: addZeros && hasLostZero(given) ? `0${given}` : given, deal, skipped, unread }
  })
}

/** What people write where there is nothing to write. */
const NOTHING = /^(?:[-–—?.x]+|brak|n\/?[ad]|nd\.?|none|tbd|do ustalenia)$/iu
const isMissing = (cell: Cell | undefined): boolean => !cell || isBlank(cell) || NOTHING.test(cell.text.trim())

/** The label of a sum, in any cell of the row; "total station" are goods. */
const TOTAL =
  /^(?:razem|suma|łącznie|ogółem|podsumowanie|w sumie|do zapłaty|(?:grand |sub)?total|sum)(?:\s*[:(].*|(?:\s+(?:netto|brutto|net|gross|eur|pln|usd|szt\.?|kg|vat|wartość|value))*)$/iu

/** Of a row whose goods would be read from `cell`, in the place of `own`. */
function skippedOf(cell: Cell | undefined, own: Cell | undefined, cells: readonly Cell[]): Skipped | null {
  const isCode = own !== undefined && /\d/.test(own.text)
  if (!isCode && cells.some(({ text }) => TOTAL.test(text.trim()))) return 'total'
  if (!cell || isBlank(cell)) return 'empty'
  if (cell.kind === 'date') return 'date'
  return /^\d[\d.,]*E\+?\d+$/i.test(cell.text.trim()) ? 'rounded' : null
}

function skippedDeal(deal: LineDeal | null, unread: Line['unread']): Skipped | null {
  if (unread.length > 0) return 'place'
  return deal !== null && !deal.origin && !deal.destination ? 'no_deal' : null
}

function dealIn(cells: readonly Cell[], { columns, all, read }: DealSource) {
  const deal: Partial<Record<DealField, string>> = {}
  const unread: Line['unread'][number][] = []
  for (const field of DEAL_FIELDS) {
    const at = columns[field]
    const text = at === undefined ? '' : (cells[at]?.text.trim() ?? '')
    const place = text === '' ? all[field] : read(text, field)
    if (place === null) unread.push({ field, text })
    else if (place) deal[field] = place
  }
  return { deal, unread }
}

/** Digits that are a code only with a zero before them, which a spreadsheet removes from a number. */
export const hasLostZero = (given: string): boolean =>
  /^\d+$/.test(given) && !isCodeLength(given.length) && isCodeLength(given.length + 1)

/** The lines that are sent. */
export const asking = (lines: readonly Line[]): Line[] => lines.filter(({ skipped }) => skipped === null)
