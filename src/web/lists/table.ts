/** A cell as the file shows it. */
export interface Cell {
  readonly text: string
  /** How the spreadsheet holds it: a code held as a number has lost its zeros, one held as a date is lost. */
  readonly kind: 'text' | 'number' | 'date'
}

/** Rows of a file, each as long as it happens to be. */
export type Table = readonly (readonly Cell[])[]

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
