import type { Language } from '../../base/language.ts'
import { ownText } from '../../base/own-text.ts'
import type { Line } from './nomenclature.ts'

const SEPARATOR = ' › '

/** The most characters that an "Other" quotes of its siblings. */
const MAX_QUOTE = 200

/** The tariff's words for goods that the lines before did not name, with an optional remark. */
const OTHER = {
  pl: { bare: /^(?:do )?pozostał(?:e|y|a|ej|ych)$|^inne$/i, than: 'Inne niż: ' },
  en: { bare: /^other( \(Euratom\))?$/i, than: 'Other than: ' },
}

const memoized: Record<Language, WeakMap<Line, string>> = { pl: new WeakMap(), en: new WeakMap() }

/** Whether a level of a readable name is what the lines beside it leave over; the goods it names are theirs. */
export const isRemainder = (level: string): boolean => Object.values(OTHER).some(({ than }) => level.startsWith(than))

/** A name that can be read on its own: the official texts from the heading down, with "Other" replaced by "Other than: …". */
export function readableName(line: Line, language: Language): string {
  const before = memoized[language].get(line)
  if (before !== undefined) return before
  const name = ownText(composedName(line, language))
  // Names of leaves are part of no other name, and keeping them would take ten megabytes for each year and language.
  if (line.children.length > 0) memoized[language].set(line, name)
  return name
}

function composedName(line: Line, language: Language): string {
  const { parent } = line
  const own = stepOf(line, language)
  if (parent === null || parent.kind === 'section' || parent.kind === 'chapter') return own
  const above = readableName(parent, language)
  // A line that repeats its parent is skipped.
  return own === stepOf(parent, language) ? above : above + SEPARATOR + own
}

function stepOf(line: Line, language: Language): string {
  const text = ownName(line, language)
  const { bare, than } = OTHER[language]
  const other = bare.exec(text)
  if (!other) return text
  const quoted = quote(namedBefore(line, language))
  return quoted === '' ? text : than + quoted + (other[1] ?? '')
}

/** The line's own text with normal spaces, and without the colon that leads to the lines below. */
export const ownName = (line: Line, language: Language): string =>
  line.name[language].replace(/\s{2,}|[^\S ]/g, ' ').replace(/[\s:,]+$/, '')

/** The texts of the earlier siblings, which an "Other" is other than. */
function* namedBefore(line: Line, language: Language): Generator<string> {
  for (const sibling of line.parent?.children ?? []) {
    if (sibling === line) return
    const text = ownName(sibling, language)
    if (!OTHER[language].bare.test(text)) yield text
  }
}

/** As many texts as fit, with an ellipsis when there are more. */
function quote(texts: Iterable<string>): string {
  let quoted = ''
  for (const text of texts) {
    const longer = quoted === '' ? text : `${quoted}; ${text}`
    if (longer.length > MAX_QUOTE) return `${quoted || wholeWords(text)} …`
    quoted = longer
  }
  return quoted
}

const wholeWords = (text: string): string => text.slice(0, MAX_QUOTE).replace(/[\s,;:(]+\S*$/, '')
