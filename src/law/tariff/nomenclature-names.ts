import type { Language } from '../../terms/language.ts'
import type { Line } from './nomenclature.ts'

const STEP = ' › '

/** How many characters of its neighbours' texts an "Other" may quote. */
const ROOM = 200

/** The tariff's word for "what the lines before did not name", with a remark that may follow it. */
const OTHER = {
  pl: { bare: /^(?:do )?pozostał(?:e|y|a|ej|ych)$|^inne$/i, than: 'Inne niż: ' },
  en: { bare: /^other( \(Euratom\))?$/i, than: 'Other than: ' },
}

const known: Record<Language, WeakMap<Line, string>> = { pl: new WeakMap(), en: new WeakMap() }

/** A name that can be read on its own: the official texts from the heading down, each "Other" saying than what. */
export function readableName(line: Line, language: Language): string {
  const before = known[language].get(line)
  if (before !== undefined) return before
  const name = composedName(line, language)
  known[language].set(line, name)
  return name
}

function composedName(line: Line, language: Language): string {
  const { parent } = line
  const own = stepOf(line, language)
  if (parent === null || parent.kind === 'section' || parent.kind === 'chapter') return own
  const above = readableName(parent, language)
  // A line that only repeats the one above adds nothing to read.
  return own === stepOf(parent, language) ? above : above + STEP + own
}

function stepOf(line: Line, language: Language): string {
  const text = ownName(line, language)
  const { bare, than } = OTHER[language]
  const other = bare.exec(text)
  if (!other) return text
  const quoted = quote(namedBefore(line, language))
  return quoted === '' ? text : than + quoted + (other[1] ?? '')
}

/** The line's own text without the odd spaces of print, and without the mark that leads to the lines below. */
export const ownName = (line: Line, language: Language): string =>
  line.name[language].replace(/\s{2,}|[^\S ]/g, ' ').replace(/[\s:,]+$/, '')

/** Texts of the lines before it under the same parent: what an "Other" is other than. */
function* namedBefore(line: Line, language: Language): Generator<string> {
  for (const sibling of line.parent?.children ?? []) {
    if (sibling === line) return
    const text = ownName(sibling, language)
    if (!OTHER[language].bare.test(text)) yield text
  }
}

/** The texts as far as there is room, and a sign when more are meant. */
function quote(texts: Iterable<string>): string {
  let quoted = ''
  for (const text of texts) {
    const longer = quoted === '' ? text : `${quoted}; ${text}`
    if (longer.length > ROOM) return `${quoted || wholeWords(text)} …`
    quoted = longer
  }
  return quoted
}

const wholeWords = (text: string): string => text.slice(0, ROOM).replace(/[\s,;:(]+\S*$/, '')
