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
  KG: {
    name: { pl: 'Kirgistan', en: 'the Kyrgyz Republic' },
    after: {
      import: { pl: 'z Kirgistanu', en: 'the Kyrgyz Republic' },
      export: { pl: 'do Kirgistanu', en: 'the Kyrgyz Republic' },
      transit: { pl: 'przez Kirgistan', en: 'the Kyrgyz Republic' },
    },
  },
}

/** A country without a name here is called by its code, so that a new regime is never hidden. */
export const countryName = (country: string, language: Language): string =>
  COUNTRIES[country]?.name[language] ?? country

/** A regime and the act behind it, as the scope of every answer has them. */
export interface RegimeAct {
  readonly code: string
  readonly legal_act: string
}

/** `EU-RU-833-2014` → `Russia`; the act where the country has no name here, since such a regime is aimed at parts of it. */
export function regimeName(regime: string, acts: readonly RegimeAct[], language: Language): string {
  const country = regime.split('-')[1] ?? ''
  return COUNTRIES[country]?.name[language] ?? acts.find(({ code }) => code === regime)?.legal_act ?? regime
}

export const countryAfter = (direction: Direction, country: string, language: Language): string =>
  COUNTRIES[country]?.after[direction][language] ?? country
