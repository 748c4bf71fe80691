import type { Cell, Table } from './table.ts'

export const LINES_AT_MOST = 5_000

/** One line of the list: what will be asked, or why it cannot be. */
export interface Line {
  /** Row of the file, counted from one as spreadsheets do. */
  readonly row: number
  /** As it stands in the file. */
  readonly given: string
  /** What is asked: the same, unless the reader of the list allowed a zero to be put back. */
  readonly q: string
  readonly doubt: Doubt | null
}

/** Why a line is not asked as it stands: each would be read as other goods, and answered wrongly. */
export type Doubt = 'zero_lost' | 'digits_odd' | 'date' | 'rounded'

/** The lines of a column below the header, empty ones left out. */
export function linesOf(
  table: Table,
  column: number,
  { header, addZeros }: { header: boolean; addZeros: boolean },
): Line[] {
  return table.slice(header ? 1 : 0).flatMap(({ number: row, cells }) => {
    const cell = cells[column]
    const given = cell?.text.trim() ?? ''
    if (!cell || given === '') return []
    const doubt = doubtIn(cell)
    return doubt === 'zero_lost' && addZeros
      ? [{ row, given, q: `0${given}`, doubt: null }]
      : [{ row, given, q: given, doubt }]
  })
}

/** Codes have an even number of digits; an odd one means that a program took zeros away, before or behind. */
function doubtIn({ text, kind }: Cell): Doubt | null {
  const given = text.trim()
  if (kind === 'date') return 'date'
  if (/^\d[\d.,]*E\+?\d+$/i.test(given)) return 'rounded'
  if (/^\d+$/.test(given)) return given.length % 2 === 1 && given.length < 10 ? 'zero_lost' : null
  // 8471.30 held as a number is 8471.3.
  if (!looksLikeCode(given)) return null
  return digitsOf(given).length % 2 === 1 ? 'digits_odd' : null
}

const PREFIX = /^(?:(?:cn|hs|taric|ex)\b[\s.:]*)+/i

/** Nothing but digits and what stands between them, as the service reads codes. */
export const looksLikeCode = (text: string): boolean =>
  /^\d[\d\s.\-/\u2010-\u2015]*$/.test(text.trim().replace(PREFIX, ''))

export const digitsOf = (text: string): string => text.trim().replace(PREFIX, '').replace(/\D/g, '')
