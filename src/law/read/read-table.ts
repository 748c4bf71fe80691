import type { Digits } from '../../base/cn-code.ts'
import { type Day, isDay } from '../../base/day.ts'
import { ownText } from '../../base/own-text.ts'
import type { Locate, Mistake } from './mistakes.ts'

export interface Columns<C extends string> {
  readonly required: readonly C[]
  readonly optional?: readonly C[]
}

/** What a table was parsed to. */
export interface Rows<T> {
  readonly values: readonly T[]
  readonly mistakes: readonly Mistake[]
}

/** A value of the rows that a function reads. */
export type ValueRead<R extends (file: string, text: string) => Rows<{ readonly value: unknown }>> = Readonly<
  ReturnType<R>['values'][number]['value']
>

export function rowsOf<C extends string, T>(
  file: string,
  text: string,
  columns: Columns<C>,
  make: (row: Row<C>) => T,
): Rows<T> {
  const table = readTable(file, text, columns)
  const values: T[] = []
  for (const row of table.rows) {
    values.push(make(row))
    row.forgetCells()
  }
  return { values, mistakes: [...table.mistakes, ...table.inCells] }
}

/** The part that all rows of one file share. */
interface Head {
  readonly file: string
  readonly indexes: ReadonlyMap<string, number>
  readonly inCells: Mistake[]
}

/** One empty list for all cells without any: thousands of their own would take more memory than the lists that are not empty. */
export const NONE: readonly never[] = Object.freeze([])

/** A row of a tab-separated table: its cells by column, and their places. A missing column reads as empty. */
export class Row<C extends string> {
  readonly #text: string
  readonly #head: Head
  readonly #line: number
  #cells: readonly string[] | null = null
  constructor(head: Head, text: string, line: number) {
    this.#head = head
    this.#text = text
    this.#line = line
  }

  cell(column: C): string {
    const index = this.#head.indexes.get(column)
    this.#cells ??= this.#text.split('\t').map(ownText)
    return index === undefined ? '' : (this.#cells[index] ?? '')
  }

  /** One of the words that a column may hold; the first of them where it holds another, which is a mistake. */
  word<const W extends string>(column: C, vocabulary: readonly W[], text = this.cell(column)): W {
    const found = vocabulary.find((word) => word === text)
    if (found === undefined) {
      this.mistake(column, `"${text}" is not one of: ${vocabulary.map((word) => word || '(empty)').join(', ')}`)
    }
    return found ?? vocabulary[0]!
  }

  day(column: C): Day | null {
    const text = this.cell(column)
    if (isDay(text)) return text
    if (text !== '') this.mistake(column, `"${text}" is not a day (YYYY-MM-DD)`)
    return null
  }

  code(column: C): Digits {
    return this.#codeIn(column, this.cell(column))
  }

  codes(column: C): readonly Digits[] {
    if (this.cell(column) === '') return NONE
    return this.#list(column).map((code) => this.#codeIn(column, code))
  }

  /** A code with a mistake is kept as it is written, so that later checks can name it. A law with a mistake is never served. */
  #codeIn(column: C, code: string): Digits {
    if (!isListedLength(code)) this.mistake(column, `"${code}" is not a code of 2, 4, 6 or 8 digits`)
    return code as Digits
  }

  documents(column: C): readonly string[] {
    const documents = this.#list(column)
    for (const code of documents) this.document(column, code)
    return documents
  }

  document(column: C, code = this.cell(column)): string {
    if (!/^[A-Z]\d{3}$/.test(code)) this.mistake(column, `"${code}" is not a document code such as Y824`)
    return code
  }

  #list(column: C): string[] {
    return this.cell(column).split(' ').filter(Boolean)
  }

  /** Reports what a cell must not hold. */
  mistake(column: C, what: string): void {
    this.#head.inCells.push({ ...this.place(column), what })
  }

  placed<T>(value: T): { readonly value: T; readonly at: Locate } {
    return { value, at: (column) => this.place(String(column ?? '')) }
  }

  /** Frees the cells of a row that is kept only for its places. They are split again when needed. */
  forgetCells(): void {
    this.#cells = null
  }

  place(column: string): Omit<Mistake, 'what'> {
    const index = this.#head.indexes.get(column) ?? 0
    return { file: this.#head.file, line: this.#line, column: startOf(this.#text.split('\t'), index) }
  }
}

export const isListedLength = (code: string): boolean => /^(\d{2}){1,4}$/.test(code)

const startOf = (cells: readonly string[], index: number): number =>
  1 + cells.slice(0, index).reduce((width, cell) => width + cell.length + 1, 0)

/** Plain TSV: one header line, no quoting, one row a line. */
export function readTable<C extends string>(file: string, text: string, columns: Columns<C>) {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const header = (lines[0] ?? '').split('\t')
  /** Complete only after all rows were read. */
  const mistakes: Mistake[] = []
  // A row may leave out empty cells at its end, up to the last column that every table needs.
  const least = 1 + Math.max(...columns.required.map((name) => header.indexOf(name)))
  const names: readonly string[] = [...columns.required, ...(columns.optional ?? [])]
  const indexes = new Map<string, number>()
  header.forEach((name, index) => {
    const mistake = (what: string) => mistakes.push({ file, line: 1, column: startOf(header, index), what })
    if (!names.includes(name)) mistake(`unknown column "${name}"`)
    else if (indexes.has(name)) mistake(`column "${name}" stands twice`)
    else indexes.set(name, index)
  })
  for (const name of columns.required) {
    if (!indexes.has(name)) mistakes.push({ file, line: 1, column: 1, what: `column "${name}" is missing` })
  }
  /** Those that were reported while rows were read. */
  const inCells: Mistake[] = []
  const head = { file, indexes, inCells }
  /** An iterator that can be read once, so that the rows of the tariff are never in memory together. */
  const rows: Iterable<Row<C>> = mistakes.length > 0 ? [] : rowsIn(head, lines, [least, header.length], mistakes)
  return { rows, mistakes, inCells }
}

function* rowsIn<C extends string>(
  head: Head,
  lines: readonly string[],
  [least, width]: readonly [number, number],
  mistakes: Mistake[],
): Generator<Row<C>> {
  for (let index = 1; index < lines.length; index++) {
    const line = lines[index]!
    const cells = cellsIn(line)
    if (cells >= least && cells <= width) yield new Row(head, line, index + 1)
    else {
      const what = `${cells} cells, ${least < width ? `${least} to ${width} were expected` : `the header has ${width}`}`
      mistakes.push({ file: head.file, line: index + 1, column: 1, what })
    }
  }
}

function cellsIn(line: string): number {
  let cells = 1
  for (let tab = line.indexOf('\t'); tab >= 0; tab = line.indexOf('\t', tab + 1)) cells++
  return cells
}
