import { collapseSpaces, linesOf, textOf } from '../page/page-text.ts'
import { descendants, type Element, has, isElement } from '../page/page-tree.ts'
import { looksLikeCode } from '../page/printed-code.ts'
import { ActError } from './act-error.ts'

interface TextBlock {
  readonly kind: 'text'
  readonly text: string
  readonly line: number
  /** The rank of a heading, 0 for the title of an annex; null for running text. */
  readonly heading: number | null
}

/** A numbered point with its content; nested points are blocks of it. */
interface PointBlock {
  readonly kind: 'point'
  readonly label: string
  readonly blocks: readonly Block[]
  readonly line: number
}

interface TableBlock {
  readonly kind: 'table'
  readonly element: Element
  readonly line: number
}

/** The text of an act in the order of reading: paragraphs, numbered points, tables. */
export type Block = TextBlock | PointBlock | TableBlock

/** Acts of before October 2023 were also published with class names without the prefix. */
export const hasClass = (element: Element, name: string): boolean => has(element, `oj-${name}`) || has(element, name)

const BLOCKS = new Set(['p', 'div', 'table', 'ul', 'ol', 'li', 'hr'])
/** What numbers a point: `(1)`, `(a)`, `a.`, `iv)`, `—`, `X.A.I.003`. */
const LABEL =
  /^[‘“„"]?(?:\(?[\dA-Za-z]{1,5}[.)]\)?|\([\dA-Za-z]{1,5}\)|[—–•-]|(?:[\dA-Za-z]{1,5}\.){1,6}[\dA-Za-z]{1,5}\.?)[’”]?$/

export function blocksOf(parent: Element): Block[] {
  const blocks: Block[] = []
  for (const child of parent.children) {
    if (!isElement(child)) {
      const text = collapseSpaces(child)
      if (text !== '') blocks.push({ kind: 'text', text, line: parent.line, heading: null })
    } else if (child.name === 'table') blocks.push(...blocksOfTable(child))
    else if (child.name === 'p' || ![...descendants(child)].some(({ name }) => BLOCKS.has(name))) {
      const heading = rankOf(child)
      for (const text of linesOf(child)) blocks.push({ kind: 'text', text, line: child.line, heading })
    } else blocks.push(...blocksOf(child))
  }
  return blocks
}

function rankOf(element: Element): number | null {
  if (hasClass(element, 'doc-ti') || hasClass(element, 'quotation-ti')) return 0
  const rank = element.classes.map((name) => /^(?:oj-)?ti-grseq-(\d)$/.exec(name)?.[1]).find(Boolean)
  if (rank) return Number(rank)
  return ['ti-tbl', 'ti-section-1', 'ti-section-2', 'sti-art'].some((name) => hasClass(element, name)) ? 2 : null
}

/** A table of two columns without borders sets numbers before points; every other one is a table. */
function blocksOfTable(table: Element): Block[] {
  const rows = rowsOf(table)
  const points = rows.map(({ children }) => children.filter(isElement))
  const isLayout =
    !hasClass(table, 'table') &&
    rows.length > 0 &&
    points.every((cells) => cells.length === 2 && LABEL.test(textOf(cells[0]!)) && cells[0]!.colspan === '')
  if (!isLayout) return [{ kind: 'table', element: table, line: table.line }]
  return points.map(([label, content]) => ({
    kind: 'point',
    label: textOf(label!),
    blocks: blocksOf(content!),
    line: content!.line,
  }))
}

const rowsOf = (table: Element): Element[] =>
  table.children
    .filter(isElement)
    .flatMap((child) =>
      child.name === 'tr' ? [child] : ['tbody', 'thead', 'tfoot'].includes(child.name) ? rowsOf(child) : [],
    )

/** The element without footnotes and the numbers that refer to them; nothing may be hidden behind them. */
export function withoutNotes(element: Element): Element {
  const children: (Element | string)[] = []
  for (const [at, child] of element.children.entries()) {
    if (!isElement(child)) children.push(child)
    else if (child.name === 'hr' && hasClass(child, 'note')) {
      refuseGoods(element.children.slice(at + 1))
      break
    } else if (hasClass(child, 'note') && child.name === 'p') continue
    else if (child.name === 'a' && /^ntc/.test(child.id)) continue
    else children.push(withoutNotes(child))
  }
  return { ...element, children }
}

function refuseGoods(notes: readonly (Element | string)[]): void {
  for (const note of notes) {
    if (!isElement(note)) continue
    const cell = [note, ...descendants(note)].find(({ name, children }) => name === 'td' && hasCode({ name, children }))
    if (cell) throw new ActError('a table of goods among footnotes', { path: [], line: cell.line }, textOf(cell))
  }
}

const hasCode = (cell: Pick<Element, 'name' | 'children'>): boolean => linesOf(cell as Element).some(looksLikeCode)

/** All text of blocks, in their order. */
export function textsOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'text') return [block.text]
    if (block.kind === 'point') return [block.label, ...textsOf(block.blocks)]
    return linesOf(block.element)
  })
}
