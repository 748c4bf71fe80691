/** A cell as the spreadsheet displays it. */
export interface Cell {
  readonly text: string
  /** The stored type: a code stored as a number has lost its leading zeros, one stored as a date is lost. */
  readonly kind: 'text' | 'number' | 'date'
  /** How many columns it was merged over, if more than one. */
  readonly span?: number
}

export interface Row {
  /** Counted from one, as in spreadsheets. */
  readonly number: number
  /** Up to the last filled cell; empty cells in between keep the columns aligned. */
  readonly cells: readonly Cell[]
}

/** The rows of a file that are not empty, in order; `number` shows where empty rows were. */
export type Table = readonly Row[]

export interface Sheet {
  readonly name: string
  readonly table: Table
}

/** Why a file cannot be read; `FILE_TEXTS` explains each reason to the user. */
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
