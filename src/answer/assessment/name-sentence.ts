import type { Language, Text } from '../../terms/language.ts'
import type { MeantName } from './meant-goods.ts'

const LIKELIEST: Text = { pl: 'Najprawdopodobniej: #.', en: 'Most likely: #.' }
const UNLISTED_BUT: Text = {
  pl: '#1 – tego towaru nie ma w wykazach; może jednak chodzić o inny, który w nich jest: #2.',
  en: '#1 is in no list; it may also be #2, which is.',
}
const LISTED_BUT: Text = {
  pl: '#1 – towar jest w wykazie, ale żaden środek nie dotyczy tego przypadku; może jednak chodzić o inny, którego dotyczy: #2.',
  en: '#1 is listed, but no measure concerns this case; it may also be #2, which one does concern.',
}
const OTHERS: Text = { pl: 'Może też chodzić o: #.', en: 'It may also be: #.' }

/** The sentence about the goods of a name, behind their own names and before what else may be meant. */
export function introduced(
  {
    best,
    butMaybe,
    isBestInLists,
    others,
  }: Pick<MeantName, 'isBestInLists'> & { best: string; butMaybe: string | null; others: readonly string[] },
  sentence: string,
  language: Language,
): string {
  const beginning =
    butMaybe === null
      ? LIKELIEST[language].replace('#', () => best)
      : (isBestInLists ? LISTED_BUT : UNLISTED_BUT)[language].replace('#1', () => best).replace('#2', () => butMaybe)
  const end = others.length === 0 ? [] : [OTHERS[language].replace('#', () => others.join('; '))]
  return [beginning, sentence, ...end].join(' ')
}

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

/** How sure a headline is of its goods. The best goods are at least possible, and nothing is likely of a name hardly understood. */
export const surenessOfBest = (probability: number, isUnsure: boolean, language: Language): string =>
  surenessInWords(isUnsure ? PERHAPS[0] : Math.max(probability, PERHAPS[0]), language)

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
