import { citationInWords } from '../../terms/citation-words.ts'
import type { Language, Text } from '../../terms/language.ts'
import type { Exemption } from '../../terms/law.ts'

type Route = NonNullable<NonNullable<Exemption['only']>['route']>

const BY_ROUTE: Readonly<Record<Route, Text>> = {
  pipeline: { pl: 'z wyjątkiem dostaw rurociągiem (@)', en: 'except deliveries by pipeline (@)' },
  sea: { pl: 'z wyjątkiem dostaw drogą morską (@)', en: 'except deliveries by sea (@)' },
  air: { pl: 'z wyjątkiem dostaw drogą powietrzną (@)', en: 'except deliveries by air (@)' },
  land: { pl: 'z wyjątkiem dostaw drogą lądową (@)', en: 'except deliveries by land (@)' },
}
const WITHIN_QUOTA: Text = { pl: 'z wyjątkiem otwartego kontyngentu (@)', en: 'except within the open quota (@)' }
const ON_CONDITIONS: Text = { pl: 'z wyjątkiem przypadków z @', en: 'except as @ allows' }

/** What frees some deals or part of the goods, behind "prohibited": `except within the open quota (Article 3i(4)(a))`. */
export function boundInWords({ ref, quota, only }: Exemption, language: Language): string {
  const words = quota ? WITHIN_QUOTA : only?.route ? BY_ROUTE[only.route] : ON_CONDITIONS
  return words[language].replace('@', () => citationInWords(ref, language))
}
