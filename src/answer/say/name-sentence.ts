import type { Language, Text } from '../../base/language.ts'

/** What a probability is called, from the highest on. */
const SURENESS: readonly (readonly [least: number, words: Text])[] = [
  [0.7, { pl: 'najpewniej', en: 'most likely' }],
  [0.4, { pl: 'prawdopodobnie', en: 'probably' }],
  [0.1, { pl: 'być może', en: 'perhaps' }],
  [0, { pl: 'mało prawdopodobne', en: 'unlikely' }],
]
const PERHAPS = SURENESS[2]!

/** How probable goods are, in a word. */
export const surenessInWords = (probability: number, language: Language): string =>
  (SURENESS.find(([least]) => probability >= least) ?? PERHAPS)[1][language]

/** A longer name would bury the verdict; the goods have it whole. */
const MAX_LENGTH = 90

/** The name of goods in a sentence: up to the first semicolon, with the code. */
export function nameInSentence(name: string, code: string, longest = MAX_LENGTH): string {
  const [first = ''] = name.split(';')
  const words = first.trim()
  return `${words.length > longest ? `${words.slice(0, longest).replace(/\s\S*$/, '')} …` : words} (${code})`
}

/** Proper names and abbreviations keep their capital. */
export const small = (text: string): string =>
  /^\p{Lu}[\p{Lu}\d]/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)
