import type { Cell, Table } from './table.ts'

export const LINES_AT_MOST = 5_000

/** One line of a list: the question it asks, or how a spreadsheet damaged it. */
export interface Line {
  /** Row of the file, counted from one as spreadsheets do. */
  readonly row: number
  /** The text in the file. */
  readonly given: string
  /** The question sent: the same text, unless the user agreed to put a lost zero back. */
  readonly q: string
  readonly damage: Damage | null
}

/** What a spreadsheet did to a code. Such a line is not sent: it would be read as other goods and answered wrongly. */
export type Damage = 'zero_lost' | 'digits_odd' | 'date' | 'rounded'

/** The lines of a column, without the header and empty cells. */
export function linesOf(
  table: Table,
  column: number,
  { header, addZeros }: { header: boolean; addZeros: boolean },
): Line[] {
  return table.slice(header ? 1 : 0).flatMap(({ number: row, cells }) => {
    const cell = cells[column]
    const given = cell?.text.trim() ?? ''
    if (!cell || given === '') return []
    const damage = damageOf(cell)
    return damage === 'zero_lost' && addZeros
      ? [{ row, given, q: `0${given}`, damage: null }]
      : [{ row, given, q: given, damage }]
  })
}

/** Codes have an even number of digits. An odd number means that a program removed a zero, leading or trailing. */
function damageOf({ text, kind }: Cell): Damage | null {
  const given = text.trim()
  if (kind === 'date') return 'date'
  if (/^\d[\d.,]*E\+?\d+$/i.test(given)) return 'rounded'
  if (/^\d+$/.test(given)) return given.length % 2 === 1 && given.length < 10 ? 'zero_lost' : null
  // 8471.30 stored as a number becomes 8471.3.
  if (!looksLikeCode(given)) return null
  return typedDigits(given).length % 2 === 1 ? 'digits_odd' : null
}

const PREFIX = /^(?:(?:cn|hs|taric|ex)\b[\s.:]*)+/i

/** The text consists of digits and separators, as the service reads codes. */
export const looksLikeCode = (text: string): boolean =>
  /^\d[\d\s.\-/\u2010-\u2015]*$/.test(text.trim().replace(PREFIX, ''))

/** The digits of a code as people type it: `CN 8471.30`, `ex 8471-30` → `847130`. */
export const typedDigits = (text: string): string => text.trim().replace(PREFIX, '').replace(/\D/g, '')
