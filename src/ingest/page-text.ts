import { type Element, has, isElement } from './page-tree.ts'

/** nbsp and every other space become one space, as in the expected rows and in `law/`. */
export const fold = (text: string): string => text.replace(/[\s\u00a0\u2007\u202f]+/g, ' ').trim()

const BLOCK = new Set(['p', 'div', 'br', 'tr', 'td', 'th', 'table', 'tbody', 'li', 'ul', 'ol', 'hr'])

/** A mark the converter sets into running text: ►M57 … ◄. */
const isInlineMark = (element: Element): boolean => /^\s*►/.test(rawText(element))

function rawText(element: Element): string {
  return element.children.map((child) => (isElement(child) ? rawText(child) : child)).join('')
}

/** The text people read, a line for each block; arrows and marks are no part of it. */
export function linesOf(element: Element): string[] {
  const lines: string[] = ['']
  const add = (text: string) => {
    lines[lines.length - 1] += text
  }
  const walk = (parent: Element) => {
    for (const child of parent.children) {
      if (!isElement(child)) add(child)
      else if (has(child, 'anchorarrow') || has(child, 'modref')) continue
      else if (child.name === 'a') {
        if (!isInlineMark(child)) add(anchorText(child))
      } else if (BLOCK.has(child.name)) {
        lines.push('')
        walk(child)
        lines.push('')
      } else walk(child)
    }
  }
  walk(element)
  return lines.map((line) => fold(line.replaceAll('◄', ' '))).filter((line) => line !== '')
}

export const textOf = (element: Element): string => linesOf(element).join(' ')

/** The converter breaks lines inside an anchor, "(\n21\n)": those breaks are layout, not space. */
const anchorText = (anchor: Element): string => rawText(anchor).replace(/^\s*\n\s*|\s*\n\s*$/g, '')

/** Ids of the footnotes that are referred to here, `E0021`. */
export function footnoteIds(element: Element): string[] {
  const ids: string[] = []
  for (const child of element.children) {
    if (!isElement(child)) continue
    const id = /^src\.(\w+)$/.exec(child.id)?.[1]
    if (child.name === 'a' && id) ids.push(id)
    ids.push(...footnoteIds(child))
  }
  return ids
}
