import { PageError } from './page-error.ts'
import { type Element, has, isElement } from './page-tree.ts'

/** Runs of white space, no-break spaces included, become one space; `law/` is written the same way. */
export const collapseSpaces = (text: string): string => text.replace(/[\s\u00a0\u2007\u202f]+/g, ' ').trim()

const BLOCK = new Set(['p', 'div', 'br', 'tr', 'td', 'th', 'table', 'tbody', 'li', 'ul', 'ol', 'hr'])

/** An amendment mark inside running text: ►M57 … ◄. */
const isInlineMark = (element: Element): boolean => /^\s*►/.test(rawText(element))

export function rawText(element: Element): string {
  return element.children.map((child) => (isElement(child) ? rawText(child) : child)).join('')
}

/** The visible text, one line for each block element, without arrows and amendment marks. */
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
        // A footnote can be referred to without its number, "()".
        if (!isInlineMark(child)) add(anchorText(child).replace(/^\(\s*\)$/, ''))
      } else if (BLOCK.has(child.name)) {
        lines.push('')
        walk(child)
        lines.push('')
      } else walk(child)
    }
  }
  walk(element)
  // A mark in an unexpected place would be overlooked, and the text after it attributed to the wrong act.
  const marked = lines.find((line) => line.includes('▼'))
  if (marked !== undefined) {
    throw new PageError('an amendment mark inside other text', { line: element.line }, collapseSpaces(marked))
  }
  return lines.map((line) => collapseSpaces(line.replaceAll('◄', ' '))).filter((line) => line !== '')
}

export const textOf = (element: Element): string => linesOf(element).join(' ')

/** EUR-Lex's converter breaks lines inside an anchor, "(\n21\n)": these breaks are layout and no space. */
function anchorText(anchor: Element): string {
  const text = rawText(anchor)
  const from = text.length - text.trimStart().length
  const to = text.trimEnd().length
  return text.slice(text.slice(0, from).includes('\n') ? from : 0, text.slice(to).includes('\n') ? to : undefined)
}

/** Ids of the footnotes that the element refers to, `E0021`. */
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
