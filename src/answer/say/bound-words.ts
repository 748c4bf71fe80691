import type { Language, Text } from '../../base/language.ts'
import { citationInWords } from '../../law/terms/citation-words.ts'
import type { Exemption } from '../../law/terms/law.ts'

const WITHIN_QUOTA: Text = { pl: 'z wyjątkiem otwartego kontyngentu (@)', en: 'except within the open quota (@)' }
const ON_CONDITIONS: Text = { pl: 'z wyjątkiem przypadków z @', en: 'except as @ allows' }

/** What frees some deals or part of the goods, behind "prohibited": `except within the open quota (Article 3i(4)(a))`. */
export function boundInWords({ ref, quota }: Exemption, language: Language): string {
  const words = quota ? WITHIN_QUOTA : ON_CONDITIONS
  return words[language].replace('@', () => citationInWords(ref, language))
}
