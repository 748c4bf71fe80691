import type { Mistake } from './mistakes.ts'

export interface Columns<C extends string> {
  readonly required: readonly C[]
  readonly optional: readonly C[]
}

export interface Table<C extends string, B> {
  /** Read one by one, once: 45,000 rows at every start are not all held at a time. */
  readonly rows: Iterable<Row<C, B>>
  /** Complete when the rows have been read. */
  readonly mistakes: readonly Mistake[]
}

/** What the rows of one file share. */
interface Head {
  readonly file: string
  readonly indexes: ReadonlyMap<string, number>
}

/** A row of a tab-separated table: its cells by column, and where they stand. Absent columns read as empty. */
export class Row<C extends string, B = never> {
  readonly text: string
  /** What the same line was read as before, if it was. */
  readonly before: B | undefined
  readonly #head: Head
  readonly #line: number
  #cells: readonly string[] | null = null
  constructor(head: Head, text: string, line: number, before?: B) {
    this.#head = head
    this.text = text
    this.#line = line
    this.before = before
  }

  cell(column: C): string {
    const index = this.#head.indexes.get(column)
    this.#cells ??= this.text.split('\t')
    return index === undefined ? '' : (this.#cells[index] ?? '')
  }

  place(column: string): Omit<Mistake, 'what'> {
    const index = this.#head.indexes.get(column) ?? 0
    return { file: this.#head.file, line: this.#line, column: startOf(this.text.split('\t'), index) }
  }
}

const startOf = (cells: readonly string[], index: number): number =>
  1 + cells.slice(0, index).reduce((width, cell) => width + cell.length + 1, 0)

/** What a line was read as in another file with the same header. Asked for each line, in their order. */
export type Before<B> = (line: string) => B | undefined

/** Plain TSV: one header line, no quoting, one row a line. */
export function readTable<C extends string, B = never>(
  file: string,
  text: string,
  columns: Columns<C>,
  before: Before<B> = () => undefined,
): Table<C, B> {
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
  const names: readonly string[] = [...columns.required, ...columns.optional]
  const indexes = new Map<string, number>()
  header.forEach((name, index) => {
    const wrong = (what: string) => mistakes.push({ file, line: 1, column: startOf(printed, index), what })
    if (!names.includes(name)) wrong(`unknown column "${name}"`)
    else if (indexes.has(name)) wrong(`column "${name}" stands twice`)
    else indexes.set(name, index)
  })
  for (const name of columns.required) {
    if (!indexes.has(name)) mistakes.push({ file, line: 1, column: 1, what: `column "${name}" is missing` })
  }
  if (mistakes.length > 0) return { rows: [], mistakes }
  return { rows: rowsOf({ file, indexes }, lines, before, [least, header.length], mistakes), mistakes }
}

function* rowsOf<C extends string, B>(
  head: Head,
  lines: readonly string[],
  before: Before<B>,
  [least, width]: readonly [number, number],
  mistakes: Mistake[],
): Generator<Row<C, B>> {
  for (let index = 1; index < lines.length; index++) {
    const line = lines[index]!
    const same = before(line)
    const cells = same === undefined ? cellsIn(line) : width
    if (cells >= least && cells <= width) yield new Row(head, line, index + 1, same)
    else {
      const what = `${cells} cells, the header has ${width}`
      mistakes.push({ file: head.file, line: index + 1, column: 1, what })
    }
  }
}

function cellsIn(line: string): number {
  let cells = 1
  for (let tab = line.indexOf('\t'); tab >= 0; tab = line.indexOf('\t', tab + 1)) cells++
  return cells
}
