import { parseWholeNumber } from '../../base/whole-number.ts'
import { isMark, type MarkFound, readMark } from './amendment-mark.ts'
import { PageError } from './page-error.ts'
import { collapseSpaces, footnoteIds, linesOf } from './page-text.ts'
import { descendants, type Element, isElement } from './page-tree.ts'

export interface Cell {
  readonly lines: readonly string[]
  readonly text: string
  readonly footnotes: readonly string[]
  /** The cell began in a row above (rowspan). */
  readonly carried: boolean
}

/** A row as it is displayed: one cell for each column, with spans resolved. */
export interface GridRow {
  readonly line: number
  /** Counted from 1, rows of marks included. */
  readonly number: number
  readonly cells: readonly Cell[]
  /** One cell over the whole width. */
  readonly full: boolean
  /** The row is a footnote of the table. */
  readonly footnote: boolean
  /** Marks inside the cells of the row; they apply to its text. */
  readonly marks: readonly MarkFound[]
}

export type Grid = Readonly<ReturnType<typeof readGrid>>

const MAX_COLUMNS = 40
const MAX_ROWS = 20_000

export function readGrid(table: Element, basicAct: string | null) {
  const trs = [...rowsOf(table)]
  const rows: GridRow[] = []
  const below = new Map<number, { cell: Cell; left: number }>()
  let width = 0
  /** One of the cells holds another table, which no annex of goods does. */
  let nested = false
  trs.forEach((tr, index) => {
    const own = tr.children.filter((child): child is Element => isElement(child))
    const cells: Cell[] = []
    const marks: MarkFound[] = []
    let footnote = false
    const carry = () => {
      for (let at = below.get(cells.length); at && at.left > 0; at = below.get(cells.length)) {
        at.left--
        cells.push({ ...at.cell, carried: true })
      }
    }
    for (const element of own) {
      carry()
      if (element.name !== 'td' && element.name !== 'th') {
        throw new PageError(`<${element.name}> between the cells of a table`, element, linesOf(element).join(' '))
      }
      for (const inside of descendants(element)) {
        if (inside.name === 'table') nested = true
        else if (inside.name === 'a' && /^E\d+$/.test(inside.id)) footnote = true
        else if (isMark(inside)) marks.push(readMark(inside, basicAct))
      }
      const lines = linesOf(element)
      const cell: Cell = { lines, text: lines.join(' '), footnotes: footnoteIds(element), carried: false }
      const wide = span(element.colspan, MAX_COLUMNS, element)
      const high = span(element.rowspan, MAX_ROWS, element)
      for (let copy = 0; copy < wide; copy++) {
        if (high > 1) below.set(cells.length, { cell, left: high - 1 })
        cells.push(cell)
      }
      if (cells.length > MAX_COLUMNS) throw new PageError(`a row of more than ${MAX_COLUMNS} columns`, element)
    }
    carry()
    // Frees the memory of the row: a list of persons can be most of a page.
    tr.children = []
    width = Math.max(width, cells.length)
    const full = own.length === 1 && new Set(cells).size === 1
    rows.push({ line: tr.line, number: index + 1, cells, full, footnote: full && footnote, marks })
  })
  return { line: table.line, width, rows, nested }
}

function* rowsOf(table: Element): Generator<Element> {
  for (const child of table.children) {
    if (!isElement(child)) {
      if (collapseSpaces(child) !== '')
        throw new PageError('text in a table, outside its cells', table, collapseSpaces(child))
    } else if (child.name === 'tr') yield child
    else if (['tbody', 'thead', 'tfoot'].includes(child.name)) yield* rowsOf(child)
    else if (!['colgroup', 'col', 'caption'].includes(child.name)) {
      throw new PageError(`<${child.name}> between the rows of a table`, child, linesOf(child).join(' '))
    }
  }
}

function span(written: string, most: number, place: Element): number {
  if (written === '') return 1
  const count = parseWholeNumber(written, 1, most)
  if (count === undefined) throw new PageError(`a cell that spans "${written}"`, place)
  return count
}
