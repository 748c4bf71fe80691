import type { LexiconWord } from '../terms/law.ts'

/** What the law's lexicon says of single words: units and abbreviations. Words are folded. */
export interface Lexicon {
  isUnit(word: string): boolean
  /** The words that an abbreviation stands for; none when it is no abbreviation. Some are abbreviations only with their dot. */
  expansionOf(word: string, isDotted: boolean): readonly string[]
}

const NOTHING: readonly string[] = Object.freeze([])

export function buildLexicon(words: readonly LexiconWord[]): Lexicon {
  const units = new Set<string>()
  const expansions = new Map<string, readonly string[]>()
  for (const { word, class: kind, expansion } of words) {
    if (kind === 'unit') units.add(word)
    if (kind === 'abbreviation') expansions.set(word, expansion.split(' '))
  }
  return {
    isUnit: (word) => units.has(word),
    expansionOf: (word, isDotted) =>
      expansions.get(word) ?? (isDotted ? expansions.get(`${word}.`) : undefined) ?? NOTHING,
  }
}
