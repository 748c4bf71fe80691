import type { Language, Text } from '../../terms/language.ts'
import type { Way } from './trade-direction.ts'

interface CountryWords {
  readonly name: Text
  /** How the country stands after import, export, transit. */
  readonly after: Readonly<Record<Exclude<Way, 'other'>, Text>>
}

const COUNTRIES: Readonly<Record<string, CountryWords>> = {
  RU: {
    name: { pl: 'Rosja', en: 'Russia' },
    after: {
      import: { pl: 'z Rosji', en: 'Russia' },
      export: { pl: 'do Rosji', en: 'Russia' },
      transit: { pl: 'przez Rosję', en: 'Russia' },
    },
  },
  BY: {
    name: { pl: 'Białoruś', en: 'Belarus' },
    after: {
      import: { pl: 'z Białorusi', en: 'Belarus' },
      export: { pl: 'na Białoruś', en: 'Belarus' },
      transit: { pl: 'przez Białoruś', en: 'Belarus' },
    },
  },
}

/** A country the page has no words for is called by its code: shown rather than hidden. */
export const countryName = (country: string, language: Language): string =>
  COUNTRIES[country]?.name[language] ?? country

export const countryAfter = (way: Exclude<Way, 'other'>, country: string, language: Language): string =>
  COUNTRIES[country]?.after[way][language] ?? country
