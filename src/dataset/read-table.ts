import type { Mistake } from './mistakes.ts'

export interface Columns<C extends string> {
  readonly required: readonly C[]
  readonly optional: readonly C[]
}

export interface Table<C extends string> {
  /** Read one by one, once: 45,000 rows at every start are not all held at a time. */
  readonly rows: Iterable<Row<C>>
  /** Complete when the rows have been read. */
  readonly mistakes: readonly Mistake[]
}

/** What the rows of one file share. */
interface Head {
  readonly file: string
  readonly indexes: ReadonlyMap<string, number>
}

/** A row of a tab-separated table: its cells by column, and where they stand. Absent columns read as empty. */
export class Row<C extends string> {
  readonly #head: Head
  readonly #cells: readonly string[]
  readonly #line: number
  constructor(head: Head, cells: readonly string[], line: number) {
    this.#head = head
    this.#cells = cells
    this.#line = line
  }

  cell(column: C): string {
    const index = this.#head.indexes.get(column)
    return index === undefined ? '' : (this.#cells[index] ?? '')
  }

  place(column: string): Omit<Mistake, 'what'> {
    const index = this.#head.indexes.get(column) ?? 0
    return { file: this.#head.file, line: this.#line, column: startOf(this.#cells, index) }
  }
}

const startOf = (cells: readonly string[], index: number): number =>
  1 + cells.slice(0, index).reduce((width, cell) => width + cell.length + 1, 0)

/** Plain TSV: one header line, no quoting, one row a line. */
export function readTable<C extends string>(file: string, text: string, columns: Columns<C>): Table<C> {
  if (text.includes('\r')) {
    return { rows: [], mistakes: [{ file, line: 1, column: 1, what: 'carriage returns: lines end with LF alone' }] }
  }
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const printed = (lines[0] ?? '').split('\t')
  const mistakes: Mistake[] = []
  // `+act` is a column added later, which rows that have nothing to say in it may leave out.
  const added = printed.findIndex((name) => name.startsWith('+'))
  const least = added < 0 ? printed.length : added
  const header = printed.map((name, index) => (index >= least ? name.replace('+', '') : name))
  printed.forEach((name, index) => {
    if (index <= least || name.startsWith('+')) return
    const what = `column "${name}" stands behind one that was added later`
    mistakes.push({ file, line: 1, column: startOf(printed, index), what })
  })
  const known: readonly string[] = [...columns.required, ...columns.optional]
  const indexes = new Map<string, number>()
  header.forEach((name, index) => {
    const place = { file, line: 1, column: startOf(printed, index) }
    if (!known.includes(name)) mistakes.push({ ...place, what: `unknown column "${name}"` })
    else if (indexes.has(name)) mistakes.push({ ...place, what: `column "${name}" stands twice` })
    else indexes.set(name, index)
  })
  for (const name of columns.required) {
    if (!indexes.has(name)) mistakes.push({ file, line: 1, column: 1, what: `column "${name}" is missing` })
  }
  if (mistakes.length > 0) return { rows: [], mistakes }
  return { rows: rowsOf({ file, indexes }, lines, [least, header.length], mistakes), mistakes }
}

function* rowsOf<C extends string>(
  head: Head,
  lines: readonly string[],
  [least, width]: readonly [number, number],
  mistakes: Mistake[],
): Generator<Row<C>> {
  for (let index = 1; index < lines.length; index++) {
    const cells = lines[index]!.split('\t')
    if (cells.length >= least && cells.length <= width) yield new Row(head, cells, index + 1)
    else {
      const what = `${cells.length} cells, the header has ${width}`
      mistakes.push({ file: head.file, line: index + 1, column: 1, what })
    }
  }
}
