import type { Language, Text } from '../../base/language.ts'

/** A regime as answers name it: `Russia`, `Iran (267/2012)`, or its act where it is aimed at parts of a country. */
export interface NamedRegime {
  readonly code: string
  readonly short_name: string
}

/** The same with the title of its act. */
export interface CitedRegime extends NamedRegime {
  readonly legal_act: string
}

/** The names of regimes in one language. */
export const namedRegimes = (
  regimes: readonly { readonly data: { readonly code: string }; readonly shortName: Text }[],
  language: Language,
): NamedRegime[] => regimes.map(({ data, shortName }) => ({ code: data.code, short_name: shortName[language] }))

/** A regime that is not among these is called by its code, so that none is hidden. */
export const regimeName = (code: string, regimes: readonly NamedRegime[]): string =>
  regimes.find((one) => one.code === code)?.short_name ?? code
