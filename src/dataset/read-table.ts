import type { Locate, Mistake } from './mistakes.ts'

/** A row of a tab-separated table: its cells by column, and where they stand. Absent columns read as empty. */
export interface Row<C extends string> {
  readonly cell: (column: C) => string
  readonly line: number
  readonly locate: Locate
}

export interface Table<C extends string> {
  readonly rows: readonly Row<C>[]
  readonly mistakes: readonly Mistake[]
}

export interface Columns<C extends string> {
  readonly required: readonly C[]
  readonly optional: readonly C[]
}

/** Plain TSV: one header line, no quoting, one row a line. */
export function readTable<C extends string>(file: string, text: string, columns: Columns<C>): Table<C> {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const header = (lines[0] ?? '').split('\t')
  const mistakes: Mistake[] = []
  const known: readonly string[] = [...columns.required, ...columns.optional]
  const columnStart = (cells: readonly string[], index: number) =>
    1 + cells.slice(0, index).reduce((width, cell) => width + cell.length + 1, 0)
  const headerPlace = (index: number) => ({ file, line: 1, column: columnStart(header, index) })
  const indexes = new Map<string, number>()
  header.forEach((name, index) => {
    if (!known.includes(name)) mistakes.push({ ...headerPlace(index), what: `unknown column "${name}"` })
    else if (indexes.has(name)) mistakes.push({ ...headerPlace(index), what: `column "${name}" stands twice` })
    else indexes.set(name, index)
  })
  for (const name of columns.required) {
    if (!indexes.has(name)) mistakes.push({ ...headerPlace(0), what: `column "${name}" is missing` })
  }
  if (mistakes.length > 0) return { rows: [], mistakes }
  const rows: Row<C>[] = []
  for (let index = 1; index < lines.length; index++) {
    const source = lines[index] ?? ''
    const line = index + 1
    const cells = source.split('\t')
    if (cells.length !== header.length) {
      const what = `${cells.length} cells, the header has ${header.length}`
      mistakes.push({ file, line, column: 1, what })
      continue
    }
    if (source.includes('\r')) mistakes.push({ file, line, column: source.indexOf('\r') + 1, what: 'carriage return in a row' })
    rows.push({
      line,
      cell: (column) => cells[indexes.get(column) ?? -1] ?? '',
      locate: (column) => ({ file, line, column: columnStart(cells, Math.max(0, indexes.get(String(column)) ?? 0)) }),
    })
  }
  return { rows, mistakes }
}
