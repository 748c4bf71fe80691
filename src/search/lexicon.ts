import { fold } from '../base/fold.ts'
import { LANGUAGES } from '../base/language.ts'
import type { LexiconWord, Words } from '../law/terms/law.ts'

/** What the law's lexicon says of single words: units, abbreviations, words beside goods. Words are folded. */
export interface Lexicon {
  isUnit(word: string): boolean
  /** A word of a deal, a place or a talk, which says nothing about what the goods are. */
  isBeside(word: string): boolean
  /** The words that an abbreviation stands for; none when it is no abbreviation. Some are abbreviations only with their dot. */
  expansionOf(word: string, isDotted: boolean): readonly string[]
}

const NOTHING: readonly string[] = Object.freeze([])
const BESIDE: ReadonlySet<string> = new Set(['deal', 'place', 'talk'])

/** A word that an everyday name of goods has may be goods, and is left to the model: a ship, a power bank, nail polish. */
export function buildLexicon(words: readonly LexiconWord[], names: readonly Words[]): Lexicon {
  const units = new Set<string>()
  const beside = new Set<string>()
  const expansions = new Map<string, readonly string[]>()
  for (const { word, class: kind, expansion } of words) {
    if (kind === 'unit') units.add(word)
    if (BESIDE.has(kind)) beside.add(word)
    if (kind === 'abbreviation') expansions.set(word, expansion.split(' '))
  }
  for (const entry of names)
    for (const language of LANGUAGES)
      for (const name of entry[language]) for (const [word] of fold(name).matchAll(/[a-z0-9]+/g)) beside.delete(word)
  return {
    isUnit: (word) => units.has(word),
    isBeside: (word) => beside.has(word),
    expansionOf: (word, isDotted) =>
      expansions.get(word) ?? (isDotted ? expansions.get(`${word}.`) : undefined) ?? NOTHING,
  }
}
