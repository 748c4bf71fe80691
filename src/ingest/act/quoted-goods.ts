import { readAnnex } from '../page/annex.ts'
import { codesNamedIn } from '../page/codes-in-text.ts'
import type { GoodsRow } from '../page/goods-table.ts'
import { PageError } from '../page/page-error.ts'
import { type Element, isElement } from '../page/page-tree.ts'
import { looksLikeCode } from '../page/printed-code.ts'
import { type Block, blocksOf } from './act-blocks.ts'
import { ActError, type ActPlace } from './act-error.ts'
import { unquoted } from './quotation.ts'

/**
 * The goods of quoted text. It is given the form of an annex of a consolidated text, so that one reader knows the forms of
 * tables.
 */
export function goodsOf(blocks: readonly Block[], annex: string, place: ActPlace): readonly GoodsRow[] {
  const unit = element('div', blocks.flatMap(elementsOf), { id: `anx_${annex}`, line: blocks[0]?.line ?? place.line })
  try {
    return readAnnex(unit, { basicAct: null, current: null }).rows
  } catch (error) {
    if (!(error instanceof PageError)) throw error
    throw new ActError(`the goods of Annex ${annex} cannot be read`, place, error.message)
  }
}

/**
 * Running text has something that may be a code: where no goods were read, it was not understood. Tables are judged by
 * their reader, which stops at those it does not know.
 */
export const mayNameGoods = (blocks: readonly Block[]): boolean =>
  blocks.some((block) => {
    if (block.kind === 'table') return false
    if (block.kind === 'point') return mayNameGoods(block.blocks) || mayBeCode(unquoted(block.label))
    return mayBeCode(unquoted(block.text))
  })

const mayBeCode = (line: string): boolean =>
  looksLikeCode(/^(?:ex\s*)?\d[\d\s]*\d/i.exec(line)?.[0].trim() ?? '') || codesNamedIn(line).length > 0

function elementsOf(block: Block): Element[] {
  const { line } = block
  if (block.kind === 'text') {
    const text = unquoted(block.text)
    if (text === '') return []
    const classes =
      block.heading === null ? [] : [block.heading === 0 ? 'title-annex-2' : `title-gr-seq-level-${block.heading}`]
    return [element('p', [text], { line, classes })]
  }
  if (block.kind === 'table') return [tableOf(block.element)]
  const label = element('div', [unquoted(block.label)], { line })
  return [
    element('div', [label, element('div', block.blocks.flatMap(elementsOf), { line })], {
      line,
      classes: ['grid-list'],
    }),
  ]
}

/** The table with the marks of the quotation taken out of its cells. */
function tableOf(table: Element): Element {
  const children = table.children.map((child) => {
    if (!isElement(child)) return child
    return child.name === 'td' || child.name === 'th'
      ? { ...child, children: blocksOf(child).flatMap(elementsOf) }
      : tableOf(child)
  })
  return { ...table, children }
}

function element(
  name: string,
  children: readonly (Element | string)[],
  given: Partial<Element> & Pick<Element, 'line'>,
): Element {
  return { name, id: '', classes: [], title: '', href: '', colspan: '', rowspan: '', children, ...given }
}
