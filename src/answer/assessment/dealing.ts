import type { Entry } from '../../law/build/dataset.ts'
import { countryAfter } from '../../terms/countries.ts'
import type { Language } from '../../terms/language.ts'

/** What entries with the same words prohibit or ask for; `#` in the words stands for the countries that goods come from. */
export function dealingInWords(words: string, entries: readonly Entry[], language: Language): string {
  const countries = entries.map(({ regime }) => countryAfter('import', regime.data.country, language))
  return words.replace('#', () => [...new Set(countries)].join(language === 'pl' ? ' lub ' : ' or '))
}

/** The dealing of one entry, or null where a direction of trade says it. */
export const dealingOf = (entry: Entry, language: Language): string | null =>
  entry.dealing && dealingInWords(entry.dealing[language], [entry], language)
