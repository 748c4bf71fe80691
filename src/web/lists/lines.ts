import { isCodeLength } from '../../terms/cn-code.ts'
import type { Table } from './table.ts'

export const LINES_AT_MOST = 5_000

/** One row of a list: the question it asks, or why it asks none. */
export interface Line {
  /** Row of the file, counted from one as spreadsheets do. */
  readonly row: number
  /** The text in the file. */
  readonly given: string
  /** The question sent: the same text, unless the user agreed to another code. */
  readonly q: string
  readonly skipped: Skipped | null
}

/**
 * Why a row is not sent: its cell is empty, or a spreadsheet damaged the code so that it would be read as other goods and
 * answered wrongly. Codes of a wrong length are sent, since the service refuses them and says what they could have been.
 */
export type Skipped = 'empty' | 'date' | 'rounded'

/** The rows below the header, one line for each: a row that is not checked is shown as well. */
export function linesOf(
  table: Table,
  column: number,
  { header, addZeros }: { header: boolean; addZeros: boolean },
): Line[] {
  return table.slice(header ? 1 : 0).map(({ number: row, cells }) => {
    const cell = cells[column]
    const given = cell?.text.trim() ?? ''
    if (given === '') return { row, given, q: '', skipped: 'empty' }
    if (cell?.kind === 'date') return { row, given, q: given, skipped: 'date' }
    if (/^\d[\d.,]*E\+?\d+$/i.test(given)) return { row, given, q: given, skipped: 'rounded' }
    return { row, given, q: addZeros && hasLostZero(given) ? `0${given}` : given, skipped: null }
  })
}

/** Digits that are a code only with a zero before them, which a spreadsheet removes from a number. */
export const hasLostZero = (given: string): boolean =>
  /^\d+$/.test(given) && !isCodeLength(given.length) && isCodeLength(given.length + 1)

/** The lines that are sent. */
export const asking = (lines: readonly Line[]): Line[] => lines.filter(({ skipped }) => skipped === null)
