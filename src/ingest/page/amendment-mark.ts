import { PageError } from './page-error.ts'
import { collapseSpaces, rawText } from './page-text.ts'
import { type Element, has, isElement } from './page-tree.ts'

/** An amendment mark (▼M20): which act put the text after it there, and what that act did. */
export interface Mark {
  /** `B`, `M20`, `C16`; `A1` for a treaty of accession */
  readonly sign: string
  /** Null for a ▼B without a link in a piece whose table of acts is missing. */
  readonly celex: string | null
  /** INSERTED, REPLACED, DELETED; empty for the basic act. */
  readonly action: string
}

/** The mark alone, without its place in the page. */
export const bareMark = ({ sign, celex, action }: Mark): Mark => ({ sign, celex, action })

export interface MarkFound extends Mark {
  /** The mark stands where text was deleted, followed by nothing but a dash. */
  readonly deletes: boolean
  readonly line: number
}

export const isMark = (element: Element): boolean =>
  has(element, 'modref') || (has(element, 'arrow') && /▼/.test(rawText(element)))

const TITLE = /^(3\d{4}[A-Z]\d{4}(?:R\(\d{2}\))?|1\d{4}[A-Z][\w/()]*)(?:\s*:\s*(\p{Lu}+))?$/u
const DASHES = /[—–-]{2,}|—/

/** `CELEX:ACTION`, or the CELEX alone when the mark names no action. */
export const printMark = (mark: Mark | null): string =>
  mark?.celex ? (mark.action === '' ? mark.celex : `${mark.celex}:${mark.action}`) : ''

export function readMark(element: Element, basicAct: string | null): MarkFound {
  const { line } = element
  const text = collapseSpaces(rawText(element))
  const deletes = DASHES.test(text)
  let found: Mark | null = null
  for (const anchor of anchorsOf(element)) {
    const sign = /▼\s*([BMCA]\d*)/.exec(collapseSpaces(rawText(anchor)))?.[1]
    if (!sign) continue
    const [, celex, action = ''] = TITLE.exec(anchor.title.trim()) ?? []
    if (!celex) throw new PageError('an amendment mark without its act', { line }, `${text} ${anchor.title}`.trim())
    found = { sign, celex, action }
  }
  if (!found) {
    const sign = /▼\s*([BMCA]\d*)/.exec(text)?.[1]
    if (sign !== 'B') throw new PageError('an amendment mark that cannot be read', { line }, text)
    found = { sign, celex: basicAct, action: '' }
  }
  const rest = text
    .replace(/▼\s*[BMCA]\d*/g, '')
    .replace(/[—–-]/g, '')
    .trim()
  if (rest !== '') throw new PageError('text inside an amendment mark', { line }, text)
  if (deletes && found.action !== 'DELETED')
    throw new PageError('a dash behind a mark that deletes nothing', { line }, text)
  return { ...found, deletes: found.action === 'DELETED', line }
}

/** Marks inside running text, ►M57 … ◄: the act to which some of its words belong. */
export function inlineMarks(element: Element): Mark[] {
  return [...anchorsOf(element)].flatMap((anchor) => {
    const sign = /►\s*([MCA]\d+)/.exec(rawText(anchor))?.[1]
    const [, celex, action = ''] = TITLE.exec(anchor.title.trim()) ?? []
    return sign && celex ? [{ sign, celex, action }] : []
  })
}

function* anchorsOf(element: Element): Generator<Element> {
  for (const child of element.children) {
    if (!isElement(child)) continue
    if (child.name === 'a' && !has(child, 'anchorarrow')) yield child
    else yield* anchorsOf(child)
  }
}
