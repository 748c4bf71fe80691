import type { Mark, MarkFound } from './amendment-mark.ts'
import { PageError } from './page-error.ts'
import { looksLikeCode, readCodes } from './printed-code.ts'
import { BARE_COLUMNS, type Column, namesNoGoods, readHeader } from './table-columns.ts'
import type { Cell, Grid, GridRow } from './table-grid.ts'

/** A listing as an annex prints it. */
export interface GoodsRow {
  readonly annex: string
  readonly part: string
  readonly printed: string
  readonly digits: string
  readonly ex: boolean
  readonly description: string
  /** Null in a piece that does not contain the mark of the row. */
  readonly mark: Mark | null
  /** Rows without a code that the row belongs under, outermost first. */
  readonly under: readonly string[]
  /** Cells of further columns (prices, days, quantities), by the printed name of the column. */
  readonly further: Readonly<Record<string, string>>
  readonly footnotes: readonly string[]
  readonly line: number
  /** Number of the row in its table, from 1. */
  readonly row: number
}

/** What reading a table needs of the page around it. The mark set last stays in force after the table. */
export interface TableContext {
  readonly annex: string
  readonly part: string
  readonly mark: () => MarkFound | null
  readonly setMark: (mark: MarkFound) => void
}

/** The goods of a table; null for a table of something else. An unknown form throws. */
export function readGoods(grid: Grid, context: TableContext): readonly GoodsRow[] | null {
  const columns = columnsOf(grid, context)
  const rows: GoodsRow[] = []
  const groups: { level: number; text: string }[] = []
  for (const row of grid.rows) {
    for (const mark of row.marks) context.setMark(mark)
    if (columns === null) continue
    const texts = row.cells.map(({ text }) => text)
    if (texts.every((text) => text === '') || readHeader(row) !== null) continue
    const place = { line: row.line, annex: context.annex, row: row.number }
    if (row.full && grid.width > 1) {
      if (row.cells[0]!.lines.some(looksLikeCode)) throw new PageError('a code across the whole table', place, texts[0])
      groups.splice(0, groups.length, { level: 0, text: texts[0]! })
      continue
    }
    if (row.cells.length !== columns.length) {
      const what = `a row of ${row.cells.length} cells in a table of ${columns.length} columns`
      throw new PageError(what, place, texts.join(' | '))
    }
    const { ex, code, description, further } = cellsOf(row, columns)
    if (ex && !/^(?:ex\.?)?$/i.test(ex.text))
      throw new PageError('something else in the column of "ex"', place, ex.text)
    const level = dashes(description.text)
    while (groups.length > 0 && groups.at(-1)!.level >= level && level > 0) groups.pop()
    if (code.text === '') {
      if (ex && ex.text !== '') throw new PageError('"ex" without a code', place, texts.join(' | '))
      if (description.text === '') throw new PageError('a row without code and goods', place, texts.join(' | '))
      if (level === 0) groups.length = 0
      groups.push({ level, text: description.text })
      continue
    }
    const lines = code.lines.map((line) => withoutFootnotes(line, code))
    const codes = readCodes(lines)
    if (!codes) throw new PageError('a code that cannot be read', place, code.text)
    if (description.text === '') throw new PageError('a code without goods', place, code.text)
    const mark = context.mark()
    if (mark?.deletes) throw new PageError(`goods behind a mark that deletes (${mark.sign})`, place, code.text)
    // Without dashes the row belongs under all groups; with dashes only under those with fewer.
    const under = groups.filter((group) => level === 0 || group.level < level)
    for (const one of codes) {
      const own = ex && ex.text !== '' && !one.ex
      rows.push({
        annex: context.annex,
        part: context.part,
        printed: own ? `${ex.text} ${one.printed}` : one.printed,
        digits: one.digits,
        ex: one.ex || own === true,
        description: description.text,
        mark: mark && { sign: mark.sign, celex: mark.celex, action: mark.action },
        under: under.map(({ text }) => text),
        further,
        footnotes: [...code.footnotes, ...description.footnotes],
        line: row.line,
        row: row.number,
      })
    }
  }
  if (columns !== null && grid.nested) {
    throw new PageError('a table inside a cell of a table of goods', { line: grid.line, annex: context.annex })
  }
  return columns === null ? null : rows
}

function columnsOf(grid: Grid, context: TableContext): readonly Column[] | null {
  const filled = grid.rows.filter((row) => row.cells.some(({ text }) => text !== ''))
  const first = filled[0]
  if (!first) return null
  const place = { line: first.line, annex: context.annex, row: first.number }
  const header = readHeader(first)
  if (header !== null) {
    if ('unknown' in header) throw new PageError('a column that was not taught', place, header.unknown)
    return header
  }
  const coded = filled.find((row) => row.cells.some(({ lines }) => lines.some(looksLikeCode)))
  if (namesNoGoods(grid)) return null
  const bare = BARE_COLUMNS[grid.width]
  if (bare && fits(first, bare) && (coded || filled.every((row) => fits(row, bare)))) {
    if (coded || filled.some((row) => !row.full && cellsOf(row, bare).code.text !== '')) return bare
  }
  if (!coded) return null
  throw new PageError(
    'a table with codes whose header was not taught',
    place,
    first.cells.map(({ text }) => text).join(' | '),
  )
}

/** The row can be one of a table without a header: goods, with or without a code. */
function fits(row: GridRow, columns: readonly Column[]): boolean {
  if (row.full) return true
  if (row.cells.length !== columns.length) return false
  const { ex, code, description } = cellsOf(row, columns)
  if (ex && !/^(?:ex\.?)?$/i.test(ex.text)) return false
  return (code.text === '' || readCodes(code.lines) !== null) && description.text !== ''
}

const EMPTY: Cell = { lines: [], text: '', footnotes: [], carried: false }

function cellsOf(row: GridRow, columns: readonly Column[]) {
  const further: Record<string, string> = {}
  const found: Partial<Record<'ex' | 'code' | 'description', Cell>> = {}
  columns.forEach((column, at) => {
    const cell = row.cells[at] ?? EMPTY
    if (typeof column === 'object') {
      if (cell.text !== '') further[column.further] = cell.text
    } else if (column !== 'number') found[column] = cell
  })
  return { ex: found.ex, code: found.code ?? EMPTY, description: found.description ?? EMPTY, further }
}

/** `–  –  Other` → 2: the depth of a line in the tree of the tariff. */
const dashes = (text: string): number => /^(?:[–—-]\s*)+/.exec(text)?.[0].replace(/[^–—-]/g, '').length ?? 0

const withoutFootnotes = (line: string, { footnotes }: Cell): string =>
  footnotes.length === 0 ? line : line.replace(/\s*\(\s*\d+\s*\)/g, '').trim()
