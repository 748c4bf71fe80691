import { parseWholeNumber } from '../../terms/whole-number.ts'
import { isMark, type MarkFound, readMark } from './amendment-mark.ts'
import { PageError } from './page-error.ts'
import { fold, footnoteIds, linesOf } from './page-text.ts'
import { descendants, type Element, isElement } from './page-tree.ts'

export interface Cell {
  readonly lines: readonly string[]
  readonly text: string
  readonly footnotes: readonly string[]
  /** Began in a row above (rowspan). */
  readonly carried: boolean
}

/** A row as people see it: a cell for each column, spans worked out. */
export interface GridRow {
  readonly line: number
  /** As people count, from 1, marks included. */
  readonly number: number
  readonly cells: readonly Cell[]
  /** One cell over the whole width. */
  readonly full: boolean
  /** Marks that stand in the row's cells, before its text. */
  readonly marks: readonly MarkFound[]
}

export interface Grid {
  readonly line: number
  readonly width: number
  readonly rows: readonly GridRow[]
  /** A table stands inside one of its cells: no form of an annex of goods. */
  readonly nested: boolean
}

const WIDEST = 40
const LONGEST = 20_000

export function readGrid(table: Element, basicAct: string | null): Grid {
  const trs = [...rowsOf(table)]
  const rows: GridRow[] = []
  const below = new Map<number, { cell: Cell; left: number }>()
  let width = 0
  let nested = false
  trs.forEach((tr, index) => {
    const own = tr.children.filter((child): child is Element => isElement(child))
    const cells: Cell[] = []
    const marks: MarkFound[] = []
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
        else if (isMark(inside)) marks.push(readMark(inside, basicAct))
      }
      const lines = linesOf(element)
      const cell: Cell = { lines, text: lines.join(' '), footnotes: footnoteIds(element), carried: false }
      const wide = span(element.colspan, WIDEST, element)
      const high = span(element.rowspan, LONGEST, element)
      for (let copy = 0; copy < wide; copy++) {
        if (high > 1) below.set(cells.length, { cell, left: high - 1 })
        cells.push(cell)
      }
      if (cells.length > WIDEST) throw new PageError(`a row of more than ${WIDEST} columns`, element)
    }
    carry()
    // Read once: a list of persons can fill most of a page, and need not be held twice.
    tr.children = []
    width = Math.max(width, cells.length)
    rows.push({ line: tr.line, number: index + 1, cells, full: own.length === 1 && new Set(cells).size === 1, marks })
  })
  return { line: table.line, width, rows, nested }
}

function* rowsOf(table: Element): Generator<Element> {
  for (const child of table.children) {
    if (!isElement(child)) {
      if (fold(child) !== '') throw new PageError('text in a table, outside its cells', table, fold(child))
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
