import { type Cell, EMPTY_CELL, isBlank, type Row, UnreadableFile } from './table.ts'

/**
 * Bounds of what is kept of a file, all its sheets together. A list may have 5,000 lines; the bounds are wider, so that the
 * user of a longer list can be told its length. A file beyond them is no list of goods.
 */
export const TABLE_BOUNDS = {
  rows: 50_000,
  columns: 1_000,
  /** Including empty cells before a filled one. */
  cells: 2_000_000,
  /** A shared string counts once for every cell that refers to it, since every cell is processed. */
  characters: 32_000_000,
  /** What a cell of Excel can hold. */
  cellCharacters: 32_767,
} as const

/** Counts what is kept while a file is read, and throws as soon as a bound is exceeded. */
export class TableBudget {
  #rows = 0
  #cells = 0
  #characters = 0

  /** What has been kept so far. */
  get used(): { readonly rows: number; readonly cells: number; readonly characters: number } {
    return { rows: this.#rows, cells: this.#cells, characters: this.#characters }
  }

  /** Puts a cell in its column of a row. Empty cells need not be kept. */
  put(cells: Cell[], column: number, cell: Cell): void {
    const { length } = cell.text
    if (length === 0) return
    if (length > TABLE_BOUNDS.cellCharacters || column >= TABLE_BOUNDS.columns) throw new UnreadableFile('too_large')
    this.#cells += Math.max(1, column + 1 - cells.length)
    this.#characters += length
    if (this.#cells > TABLE_BOUNDS.cells || this.#characters > TABLE_BOUNDS.characters)
      throw new UnreadableFile('too_large')
    while (cells.length < column) cells.push(EMPTY_CELL)
    cells[column] = cell
  }

  /** Adds a row to a table unless it is blank. */
  add(table: Row[], number: number, cells: readonly Cell[]): void {
    if (cells.every(isBlank)) return
    if (++this.#rows > TABLE_BOUNDS.rows) throw new UnreadableFile('too_large')
    table.push({ number, cells })
  }
}
