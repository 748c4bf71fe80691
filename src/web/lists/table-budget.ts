import { type Cell, EMPTY_CELL, isBlank, type Row, UnreadableFile } from './table.ts'

/**
 * How much of a file is held in memory, all its sheets together. A list has 5,000 lines; there is room for more, so that
 * somebody with a longer one is told how long it is. Whatever exceeds this is no list of goods.
 */
export const TABLE_BOUNDS = {
  rows: 50_000,
  columns: 1_000,
  /** Empty cells before a filled one included. */
  cells: 2_000_000,
  /** A text that many cells refer to counts for each: they will all be looked at. */
  characters: 32_000_000,
  /** What a cell of Excel can hold. */
  cellCharacters: 32_767,
} as const

/** Counts what is kept while a file is read, and refuses it as soon as it is too much. */
export class TableBudget {
  #rows = 0
  #cells = 0
  #characters = 0

  /** What was kept so far. */
  get used(): { readonly rows: number; readonly cells: number; readonly characters: number } {
    return { rows: this.#rows, cells: this.#cells, characters: this.#characters }
  }

  /** Puts a cell in its column of a row. An empty one is not kept: its column counts as empty all the same. */
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

  /** Adds a row to a table if there is something in it. */
  add(table: Row[], number: number, cells: readonly Cell[]): void {
    if (cells.every(isBlank)) return
    if (++this.#rows > TABLE_BOUNDS.rows) throw new UnreadableFile('too_large')
    table.push({ number, cells })
  }
}
