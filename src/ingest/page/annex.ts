import { bareMark, inlineMarks, isMark, type Mark, type MarkFound, readMark } from './amendment-mark.ts'
import { codesNamedIn, readGoodsLine } from './codes-in-text.ts'
import { type GoodsRow, readGoods } from './goods-table.ts'
import { PageError } from './page-error.ts'
import { collapseSpaces, linesOf, textOf } from './page-text.ts'
import { descendants, type Element, has, isElement } from './page-tree.ts'
import { readGrid } from './table-grid.ts'

export type PageAnnex = Readonly<ReturnType<typeof readAnnex>>

/** The mark that applies to the text that follows. It stays in force across annexes and articles. */
export interface Marks {
  readonly basicAct: string | null
  current: MarkFound | null
}

interface Heading {
  readonly rank: number
  readonly text: string
}

/** Deeper than every heading of the page. */
const INNERMOST = 10
const PART = /^(?:part|część)\s+(?:[A-Z]|[IVXLC]+|\d+)\b/i
/** Headings about the annex as a whole, or about how to read it, which begin no part of it. */
const NO_PART =
  /^(?:(?:CN|HS) codes?(?: and (?:product )?(?:descriptions?|designations?))?$|kody? (?:CN|HS)(?: i opisy?)?$|explanatory notes?|general notes?|notes?|introductory notes?|nota wyjaśniająca|noty wyjaśniające|uwagi(?: ogólne)?|uwaga)\b|\breferred to in\b|\bo (?:których|którym|której) mowa\b/i
/** Elements that make a block of their own inside another. */
const BLOCK = new Set(['p', 'div', 'table', 'ul', 'ol', 'li', 'br'])

export function readAnnex(unit: Element, marks: Marks) {
  let annex = unit.id.replace(/^anx_/, '')
  const titles: string[] = []
  let parts: Heading[] = []
  const rows: GoodsRow[] = []
  const running: string[] = []
  const deletions: MarkFound[] = []
  /** Tables that list no goods: persons, ships, technical items. */
  let otherTables = 0
  let titled = false
  const seen = new Map<string, Mark>()
  const remember = (mark: Mark) => seen.set(`${mark.celex}:${mark.action}`, bareMark(mark))
  const setMark = (mark: MarkFound) => {
    marks.current = mark
    remember(mark)
    if (mark.deletes) deletions.push(mark)
  }
  const heading = (level: number, text: string) => {
    above = text
    const rank = PART.test(text) ? 0 : level
    if (rank > 0 && (NO_PART.test(text) || (titles.length === 0 && !/^\(?\d+[.)]/.test(text)))) {
      titles.push(text)
      return
    }
    parts = [...parts.filter((part) => part.rank < rank), { rank, text }]
  }
  /** The last line of text: the goods of a line below it that is nothing but codes. */
  let above = ''
  /** Goods that stand in lines of text with their codes. */
  const readLines = (lines: readonly string[], line: number) => {
    const place = { line, annex }
    const mark = marks.current
    for (const text of lines) {
      const found = readGoodsLine(text, place)
      const description = found?.goods || above
      if (found && description === '') throw new PageError('a code without goods', place, text)
      if (found && mark?.deletes) throw new PageError(`goods behind a mark that deletes (${mark.sign})`, place, text)
      if (!found && /\p{L}{3}/u.test(text)) above = text
      const goods = { annex, part: partOf(), description, under: [], further: {}, footnotes: [], line, row: 1 }
      const by = mark && bareMark(mark)
      for (const code of found?.codes ?? []) rows.push({ ...goods, ...code, mark: by })
    }
    running.push(...lines)
  }
  const partOf = () => parts.map(({ text }) => text).join(' - ')
  const walk = (parent: Element) => {
    for (const child of parent.children) {
      if (!isElement(child)) {
        if (collapseSpaces(child) !== '') readLines([collapseSpaces(child)], parent.line)
        continue
      }
      const level = child.classes.map((name) => /^title-gr-seq-level-(\d)$/.exec(name)?.[1]).find(Boolean)
      if (isMark(child)) setMark(readMark(child, marks.basicAct))
      else if (child.name === 'table') {
        const grid = readGrid(child, marks.basicAct)
        const goods = readGoods(grid, { annex, part: partOf(), mark: () => marks.current, setMark })
        if (goods === null) {
          otherTables++
          for (const { cells, line } of grid.rows) {
            if (!cells.some(({ text }) => codesNamedIn(text).length > 0)) continue
            const own = cells.filter((cell, at) => !cell.carried && cell !== cells[at - 1])
            readLines(
              own.flatMap(({ lines }) => lines),
              line,
            )
            running.push(...cells.filter(({ carried }) => carried).map(({ text }) => text))
          }
        } else rows.push(...goods)
      } else if (has(child, 'title-annex-1')) {
        if (titled) throw new PageError('an annex inside another', { line: child.line, annex }, textOf(child))
        titled = true
        annex = /^(?:annex|załącznik)\s+(\S+)$/i.exec(textOf(child))?.[1] ?? annex
      } else if (has(child, 'title-annex-2')) titles.push(textOf(child))
      else if (level) {
        if (textOf(child) !== '') heading(Number(level), textOf(child))
      } else if (has(child, 'grid-list') && [...descendants(child)].some(({ name }) => name === 'table')) {
        // An item of a list with a table in it: its number and its first paragraph are the title of the table.
        const [number, content] = child.children.filter(isElement)
        const [title, ...rest] = (content?.children ?? []).filter((one) => isElement(one) || collapseSpaces(one) !== '')
        const before = parts
        if (number && content && title && isElement(title) && title.name === 'p' && textOf(title) !== '') {
          parts = [...parts, { rank: INNERMOST, text: `${textOf(number)} ${textOf(title)}` }]
          walk({ ...content, children: rest })
        } else walk(child)
        parts = before
      } else if (child.name === 'p' && PART.test(textOf(child)) && textOf(child).length <= 8) heading(1, textOf(child))
      else if (child.name === 'p' || ![...descendants(child)].some(({ name }) => BLOCK.has(name)))
        readLines(linesOf(child), child.line)
      else walk(child)
    }
  }
  if (marks.current) remember(marks.current)
  for (const mark of inlineMarks(unit)) remember(mark)
  walk(unit)
  const text = running.join(' ')
  /** Codes that running text names ("CN code 2709 00"), in the order of the page. */
  const named = codesNamedIn(text)
  return {
    annex,
    title: titles.find((title) => !/note|nota|uwag/i.test(title)) ?? '',
    line: unit.line,
    rows,
    otherTables,
    named,
    /** The running text that names those codes, to compare it with law/; empty when it names none. */
    text: named.length > 0 ? text : '',
    deletions,
    /** The marks that apply to any text of the annex. */
    marks: [...seen.values()],
  }
}
