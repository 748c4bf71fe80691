import { PageError } from './page-error.ts'
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
  // A mark that is not where marks stand would leave everything behind it to the wrong act.
  const lost = lines.find((line) => line.includes('▼'))
  if (lost !== undefined) throw new PageError('an amendment mark inside other text', { line: element.line }, fold(lost))
  return lines.map((line) => fold(line.replaceAll('◄', ' '))).filter((line) => line !== '')
}

export const textOf = (element: Element): string => linesOf(element).join(' ')

/** The converter breaks lines inside an anchor, "(\n21\n)": those breaks are layout, not space. */
function anchorText(anchor: Element): string {
  const text = rawText(anchor)
  const from = text.length - text.trimStart().length
  const to = text.trimEnd().length
  return text.slice(text.slice(0, from).includes('\n') ? from : 0, text.slice(to).includes('\n') ? to : undefined)
}

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
