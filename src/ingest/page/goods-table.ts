import { bareMark, type Mark, type MarkFound } from './amendment-mark.ts'
import { PageError } from './page-error.ts'
import { looksLikeCode, readCodes } from './printed-code.ts'
import { BARE_COLUMNS, type Column, type Header, namesNoGoods, readHeader } from './table-columns.ts'
import type { Cell, Grid, GridRow } from './table-grid.ts'
import { dashes, TableGroups } from './table-groups.ts'

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
  const header = columnsOf(grid, context)
  const rows: GoodsRow[] = []
  const groups = new TableGroups()
  if (header?.title) groups.title(header.title)
  /** The goods of the row above: codes of the same heading whose own cell is empty share them. */
  let above = ''
  /** How many of the last rows the row above made; 0 when it had no code. */
  let made = 0
  grid.rows.forEach((row, at) => {
    for (const mark of row.marks) context.setMark(mark)
    if (header === null) return
    const { columns } = header
    const texts = row.cells.map(({ text }) => text)
    if (texts.every((text) => text === '')) return
    const place = { line: row.line, annex: context.annex, row: row.number }
    const another = readHeader(row)
    if (another !== null) {
      if (JSON.stringify(another) !== JSON.stringify(header))
        throw new PageError('another header inside a table', place, texts.join(' | '))
      above = ''
      return
    }
    const title = titleOf(row, columns)
    if (title !== null) {
      if (row.cells.some(({ lines }) => lines.some(looksLikeCode)))
        throw new PageError('a code across the whole table', place, title)
      // A footnote at the foot of a table is the title of nothing.
      if (!row.footnote) {
        groups.title(title)
        above = title
      }
      made = 0
      return
    }
    if (row.cells.length !== columns.length) {
      const what = `a row of ${row.cells.length} cells in a table of ${columns.length} columns`
      throw new PageError(what, place, texts.join(' | '))
    }
    const { ex, code, description, further } = cellsOf(row, columns)
    if (ex && !EX.test(ex.text)) throw new PageError('something else in the column of "ex"', place, ex.text)
    if (code.text === '') {
      if (ex && ex.text !== '') throw new PageError('"ex" without a code', place, texts.join(' | '))
      if (description.text === '') throw new PageError('a row without code and goods', place, texts.join(' | '))
      const level = dashes(description.text)
      if (made > 0 && continues(description.text, above, nextLevel(grid, columns, at + 1, level))) {
        above = `${above} ${description.text}`
        for (const one of rows.splice(-made)) rows.push({ ...one, description: above })
        return
      }
      groups.line(level, description.text)
      above = description.text
      made = 0
      return
    }
    const codes = readCodes(code.lines.map((line) => withoutFootnotes(line, code)))
    if (!codes) throw new PageError('a code that cannot be read', place, code.text)
    const shares = made === 0 || codes.every(({ digits }) => digits.slice(0, 4) === rows.at(-1)?.digits.slice(0, 4))
    if (description.text !== '') above = description.text
    else if (above === '' || !shares) throw new PageError('a code without goods', place, code.text)
    const mark = context.mark()
    if (mark?.deletes) throw new PageError(`goods behind a mark that deletes (${mark.sign})`, place, code.text)
    made = codes.length
    for (const one of codes) {
      const before = one.ex ? '' : (ex?.text ?? '') || (header.ex ? 'ex' : '')
      rows.push({
        annex: context.annex,
        part: context.part,
        printed: `${before} ${one.printed}`.trim(),
        digits: one.digits,
        ex: one.ex || before !== '',
        description: above,
        mark: mark && bareMark(mark),
        under: groups.over(dashes(above), one.digits),
        further,
        footnotes: [...code.footnotes, ...description.footnotes],
        line: row.line,
        row: row.number,
      })
    }
  })
  if (header !== null && grid.nested) {
    throw new PageError('a table inside a cell of a table of goods', { line: grid.line, annex: context.annex })
  }
  return header === null ? null : rows
}

const EX = /^(?:ex\.?)?$/i

/**
 * The title of the rows that follow: one cell over the whole table, or words in a row that is otherwise empty, behind their
 * number if they have one. Words with four digits in a row may be a code, and so may two digits with a dot: no titles.
 */
function titleOf({ cells, full }: GridRow, columns: readonly Column[]): string | null {
  const [first, ...others] = cells
  if (!first || columns.length < 2) return null
  if (full) return first.text
  // Words alone in the column of goods are goods without a code.
  if (columns[0] === 'description') return null
  if (others.every(({ text }) => text === '')) return isTitle(first.text) && !readCodes(first.lines) ? first.text : null
  return numberedTitle(cells, /^(?:\(\d{1,2}\)|\(?[\dA-Za-z][.)]|[IVX]+[.)])$/) ?? partTitle(cells)
}

/** `Part A | CRUDE OIL`: it may stand above the header, too. */
const partTitle = (cells: readonly Cell[]): string | null =>
  numberedTitle(cells, /^(?:part|część) (?:[A-Z]|[IVX]+|\d+)[.:]?$/i)

/** Words behind their number, in a row that is otherwise empty. */
function numberedTitle([first, ...others]: readonly Cell[], number: RegExp): string | null {
  const [words, ...more] = others.map(({ text }) => text).filter((text) => text !== '')
  if (!first || words === undefined || more.length > 0) return null
  return number.test(first.text) && isTitle(words) ? `${first.text} ${words}` : null
}

const isTitle = (text: string): boolean => /\p{L}{3}/u.test(text) && !/\d{4}/.test(text)

/** The depth of the first row below that is no line without a code deeper than `level`; null at the end of the list. */
function nextLevel(grid: Grid, columns: readonly Column[], from: number, level: number): number | null {
  for (const row of grid.rows.slice(from)) {
    if (row.cells.every(({ text }) => text === '')) continue
    if (row.cells.length !== columns.length || titleOf(row, columns) !== null) return null
    const { code, description } = cellsOf(row, columns)
    const depth = dashes(description.text)
    if (code.text !== '' || depth <= level) return depth
  }
  return null
}

/**
 * A line without a code goes on with the goods of the coded row above it when it is deeper in the tree of the tariff than
 * that row, or an item of the list that the row begins, and nothing stands below it: "ex 8108 90 Titanium", "– Other".
 */
function continues(line: string, above: string, next: number | null): boolean {
  if (line.endsWith(':')) return false
  const level = dashes(line)
  if (level === 0) return /:$|;$|,$| (?:and|or|i|lub)$/.test(above) && /^\(?(?:[a-z]|[ivx]+|\d{1,2})[.)]\s/.test(line)
  return (level > dashes(above) || above.endsWith(':')) && (next === null || next <= level)
}

/** The header of a table of goods; null for a table of something else. A table without one has the columns of its width. */
function columnsOf(grid: Grid, context: TableContext): Header | null {
  const filled = grid.rows.filter((row) => row.cells.some(({ text }) => text !== ''))
  // Titles of parts may stand above the header.
  const first = filled.find(({ full, cells }) => !full && partTitle(cells) === null) ?? filled[0]
  if (!first) return null
  const place = { line: first.line, annex: context.annex, row: first.number }
  const header = readHeader(first)
  if (header !== null) {
    if ('unknown' in header) throw new PageError('a column that was not taught', place, header.unknown)
    return header
  }
  const coded = filled.find((row) => row.cells.some(({ lines }) => lines.some(looksLikeCode)))
  if (namesNoGoods(first)) return null
  const bare = BARE_COLUMNS[grid.width]
  const fits = (row: GridRow) => titleOf(row, bare!) !== null || fitsBare(row, bare!)
  if (bare && fits(first) && (coded || filled.every(fits))) {
    const isCoded = (row: GridRow) => titleOf(row, bare) === null && cellsOf(row, bare).code.text !== ''
    if (coded || filled.some(isCoded)) return { columns: bare, ex: false, title: null }
  }
  if (!coded) return null
  throw new PageError(
    'a table with codes whose header was not taught',
    place,
    first.cells.map(({ text }) => text).join(' | '),
  )
}

/** The row can be one of a table without a header: goods, with or without a code. */
function fitsBare(row: GridRow, columns: readonly Column[]): boolean {
  if (row.cells.length !== columns.length) return false
  const { ex, code, description } = cellsOf(row, columns)
  if (ex && !EX.test(ex.text)) return false
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

const withoutFootnotes = (line: string, { footnotes }: Cell): string =>
  footnotes.length === 0 ? line : line.replace(/\s*\(\s*\d+\s*\)/g, '').trim()
