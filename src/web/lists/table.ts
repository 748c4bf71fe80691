/** A cell as the file shows it. */
export interface Cell {
  readonly text: string
  /** How the spreadsheet holds it: a code held as a number has lost its zeros, one held as a date is lost. */
  readonly kind: 'text' | 'number' | 'date'
}

export interface Row {
  /** Counted from one, as spreadsheets do. */
  readonly number: number
  /** As many as the row happens to have; empty ones between keep the place of the others. */
  readonly cells: readonly Cell[]
}

/** Rows of a file that hold something, in their order. Empty rows are only seen in the numbers of the others. */
export type Table = readonly Row[]

export interface Sheet {
  readonly name: string
  readonly table: Table
}

/** Why a file cannot be read; the page has a text for each. */
export class UnreadableFile extends Error {
  readonly reason: 'not_xlsx' | 'locked' | 'old_excel' | 'too_large' | 'empty' | 'not_text'

  constructor(reason: UnreadableFile['reason']) {
    super(reason)
    this.reason = reason
  }
}

export const textCell = (text: string): Cell => ({ text, kind: 'text' })
export const EMPTY_CELL: Cell = textCell('')
export const isBlank = ({ text }: Cell): boolean => text.trim() === ''
