import type { Language, Text } from './language.ts'
import type { Direction } from './law-vocabulary.ts'

interface CountryWords {
  readonly name: Text
  /** In Polish, with the preposition and case that follow "import", "export" or "transit". */
  readonly after: Readonly<Record<Direction, string>>
}

/** In the order that answers name them, which is that of the regimes in `law/`; a test compares the two. */
const COUNTRIES: Readonly<Record<string, CountryWords>> = {
  RU: {
    name: { pl: 'Rosja', en: 'Russia' },
    after: { import: 'z Rosji', export: 'do Rosji', transit: 'przez Rosję' },
  },
  BY: {
    name: { pl: 'Białoruś', en: 'Belarus' },
    after: { import: 'z Białorusi', export: 'na Białoruś', transit: 'przez Białoruś' },
  },
  KG: {
    name: { pl: 'Kirgistan', en: 'the Kyrgyz Republic' },
    after: { import: 'z Kirgistanu', export: 'do Kirgistanu', transit: 'przez Kirgistan' },
  },
  IR: {
    name: { pl: 'Iran', en: 'Iran' },
    after: { import: 'z Iranu', export: 'do Iranu', transit: 'przez Iran' },
  },
  KP: {
    name: { pl: 'Korea Północna', en: 'North Korea' },
    after: { import: 'z Korei Północnej', export: 'do Korei Północnej', transit: 'przez Koreę Północną' },
  },
  SY: {
    name: { pl: 'Syria', en: 'Syria' },
    after: { import: 'z Syrii', export: 'do Syrii', transit: 'przez Syrię' },
  },
  LY: {
    name: { pl: 'Libia', en: 'Libya' },
    after: { import: 'z Libii', export: 'do Libii', transit: 'przez Libię' },
  },
  SO: {
    name: { pl: 'Somalia', en: 'Somalia' },
    after: { import: 'z Somalii', export: 'do Somalii', transit: 'przez Somalię' },
  },
}

/** A country without a name here is called by its code, so that a new regime is never hidden. */
export const countryName = (country: string, language: Language): string =>
  COUNTRIES[country]?.name[language] ?? country

const RANKS = new Map(Object.keys(COUNTRIES).map((country, rank) => [country, rank]))

/** Where a country stands in the order of answers; behind all of them without a name here. */
export const countryRank = (country: string | undefined): number => RANKS.get(country ?? '') ?? RANKS.size

/** A regime and the act behind it, as the scope of every answer has them. */
export interface RegimeAct {
  readonly code: string
  readonly legal_act: string
}

/**
 * `EU-RU-833-2014` → `Russia`, `EU-IR-267-2012` → `Iran (267/2012)`, since there are two on Iran; the act where the country
 * has no name here, since such a regime is aimed at parts of it.
 */
export function regimeName(regime: string, acts: readonly RegimeAct[], language: Language): string {
  const [, country = '', first, second] = regime.split('-')
  const name = COUNTRIES[country]?.name[language]
  if (name === undefined) return acts.find(({ code }) => code === regime)?.legal_act ?? regime
  return WITH_SEVERAL.has(country) ? `${name} (${first}/${second})` : name
}

/** `RU` → `Russia`; where the country has no name here, its regimes are aimed at parts of it and called by their acts. */
export function targetName(country: string, regimes: readonly RegimeAct[], language: Language): string {
  const name = COUNTRIES[country]?.name[language]
  if (name !== undefined) return name
  const own = regimes.filter(({ code }) => code.split('-')[1] === country)
  return own.map(({ code }) => regimeName(code, regimes, language)).join(', ') || country
}

/** Countries that several regimes are aimed at as a whole. */
const WITH_SEVERAL: ReadonlySet<string> = new Set(['IR'])

/** Behind "import", "export" or "transit"; English words have no case. */
export const countryAfter = (direction: Direction, country: string, language: Language): string =>
  (language === 'pl' ? COUNTRIES[country]?.after[direction] : COUNTRIES[country]?.name.en) ?? country
