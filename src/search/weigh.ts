import type { Language } from '../terms/language.ts'
import { fold, formsOf, WORD } from './fold.ts'

/** A word of a tariff text and its weight: 1 for the thing itself, less for an attribute, an ingredient or a use. */
export interface WeighedWord {
  readonly word: string
  readonly weight: number
}

const HEAD = 1
/** After a comma: another thing of the same kind, or an attribute of the first. */
const LISTED = 0.85
/** After a preposition: what the thing is made of, for or with. */
const TAIL = 0.5
/** Half of a compound such as "ball-bearing". */
const HYPHENED = 0.5
/** "Parts thereof" behind the things themselves: the parts have a line of their own. */
const THEREOF = 0.3
/** In a line of parts, the thing they belong to. */
const PART_OF = 0.4

export const PREPOSITIONS: Readonly<Record<Language, ReadonlySet<string>>> = {
  pl: new Set([
    'z',
    'ze',
    'do',
    'dla',
    'na',
    'od',
    'o',
    'w',
    'we',
    'przez',
    'pod',
    'nad',
    'przy',
    'bez',
    'po',
    'wedlug',
    'zawierajace',
    'zawierajacy',
    'nadajace',
    'przeznaczone',
    'stosowane',
    'stosowanych',
  ]),
  en: new Set([
    'of',
    'for',
    'with',
    'in',
    'on',
    'from',
    'by',
    'to',
    'containing',
    'having',
    'used',
    'suitable',
    'incorporating',
    'without',
    'at',
    'than',
    'designed',
  ]),
}

/** One or two words after which the text names what it does not mean. */
const NEGATIONS: Readonly<Record<Language, ReadonlySet<string>>> = {
  pl: new Set([
    ...['inne', 'inny', 'inna', 'innych', 'innego', 'innej'].map((other) => `${other} niz`),
    ...['z wyjatkiem', 'z wylaczeniem', 'oprocz', 'niewlaczone', 'nieobjete'],
  ]),
  en: new Set(['other than', 'excluding', 'excl', 'except', 'not']),
}

export const PARTS = /^(?:czesci|czesc|akcesoria|parts?|accessories)$/

/** Words too common to search for. */
export const STOP_WORDS: ReadonlySet<string> = new Set([
  ...[
    'a',
    'i',
    'o',
    'w',
    'z',
    'u',
    'we',
    'ze',
    'do',
    'na',
    'od',
    'po',
    'za',
    'dla',
    'bez',
    'pod',
    'nad',
    'przy',
    'oraz',
    'lub',
    'albo',
    'jak',
    'jest',
    'nie',
    'sie',
    'to',
    'typu',
    'inne',
    'pozostale',
    'niz',
  ],
  ...[
    'an',
    'and',
    'or',
    'of',
    'for',
    'with',
    'without',
    'in',
    'on',
    'at',
    'by',
    'to',
    'from',
    'the',
    'is',
    'are',
    'as',
    'other',
    'than',
    'not',
    'type',
    'kind',
    'any',
    'all',
  ],
])

const TOKEN = new RegExp(`${WORD.source}|[,;:()]`, 'gu')

export function weighWords(text: string, language: Language): WeighedWord[] {
  const words: WeighedWord[] = []
  let zone = HEAD
  let factor = 1
  let negated = false
  let before = ''
  const negations = NEGATIONS[language]
  const prepositions = PREPOSITIONS[language]
  for (const token of fold(text).match(TOKEN) ?? []) {
    if (token.length === 1 && ',;:()'.includes(token)) {
      if (token === ';' || token === ')') negated = false
      zone = LISTED
      before = ''
      continue
    }
    if (negations.has(token) || negations.has(`${before} ${token}`)) negated = true
    if (words.length === 0 && PARTS.test(token)) {
      words.push({ word: token, weight: HEAD })
      factor = PART_OF
    } else if (prepositions.has(token)) zone = TAIL
    else if (!negated && !STOP_WORDS.has(token)) {
      const [whole = '', ...parts] = formsOf(token)
      words.push({ word: whole, weight: PARTS.test(whole) ? THEREOF : zone * factor })
      for (const part of parts) words.push({ word: part, weight: zone * factor * HYPHENED })
    }
    before = token
  }
  return words
}
