import type { Language, Text } from './language.ts'
import type { Direction } from './law-vocabulary.ts'

interface CountryWords {
  readonly name: Text
  /** With the preposition and case that follow "import", "export" or "transit". */
  readonly after: Readonly<Record<Direction, Text>>
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

/** A country without a name here is called by its code, so that a new regime is never hidden. */
export const countryName = (country: string, language: Language): string =>
  COUNTRIES[country]?.name[language] ?? country

/** `EU-RU-833-2014` → `Russia`. */
export const regimeCountry = (regime: string, language: Language): string =>
  countryName(regime.split('-')[1] ?? '', language)

/** The same; the act where the country has no name here, since such a regime is aimed at parts of it. */
export const regimeName = (
  regime: string,
  acts: readonly { readonly code: string; readonly legal_act: string }[],
  language: Language,
): string => {
  const country = regimeCountry(regime, language)
  return regime.split('-')[1] === country ? (acts.find(({ code }) => code === regime)?.legal_act ?? country) : country
}

export const countryAfter = (direction: Direction, country: string, language: Language): string =>
  COUNTRIES[country]?.after[direction][language] ?? country
