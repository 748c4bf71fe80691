import type { Language, Text } from '../../terms/language.ts'

/** How the sentence about a name introduces its goods. */
export interface NameIntroduction {
  /** The best goods by name. */
  readonly best: string
  /** Listed goods that may be meant although the best ones are in no list; null when the best goods decide. */
  readonly butMaybe: string | null
  /** What else may be meant. */
  readonly others: readonly string[]
}

const LIKELIEST: Text = { pl: 'Najprawdopodobniej: #.', en: 'Most likely: #.' }
const UNLISTED_BUT: Text = {
  pl: '#1 – tego towaru nie ma w wykazach; może jednak chodzić o inny, który w nich jest: #2.',
  en: '#1 is in no list; it may also be #2, which is.',
}
const OTHERS: Text = { pl: 'Może też chodzić o: #.', en: 'It may also be: #.' }

/** The sentence about the goods, behind their name and before what else may be meant. */
export function introduced({ best, butMaybe, others }: NameIntroduction, sentence: string, language: Language): string {
  const beginning =
    butMaybe === null
      ? LIKELIEST[language].replace('#', () => best)
      : UNLISTED_BUT[language].replace('#1', () => best).replace('#2', () => butMaybe)
  const end = others.length === 0 ? [] : [OTHERS[language].replace('#', () => others.join('; '))]
  return [beginning, sentence, ...end].join(' ')
}

/** A longer name would bury the verdict; the goods have it whole. */
const LONGEST = 90

/** The name of goods in a sentence: up to the first semicolon, with the code. */
export function nameInSentence(name: string, code: string): string {
  const [first = ''] = name.split(';')
  const words = first.trim()
  return `${words.length > LONGEST ? `${words.slice(0, LONGEST).replace(/\s\S*$/, '')} …` : words} (${code})`
}
