import type { Day } from '../../base/day.ts'
import type { Language, Phrase } from '../../base/language.ts'
import type { Dataset, Regime } from '../../law/dataset/dataset.ts'
import { eurLexUrl } from '../../law/terms/celex.ts'
import type { CountryRegime } from '../../law/terms/law.ts'
import { placesIn, type Route, staysInUnion } from '../question/deal.ts'
import { type Finding, WITHOUT_MATCHES } from './finding.ts'

/**
 * What a deal may fall under that no code settles: regimes of the Union on goods that are aimed at a country of the deal and
 * are not in the law, were not asked about, or only describe their goods. `regimes` are those asked about.
 */
export function notCheckedFindings(
  route: Route,
  dataset: Dataset,
  regimes: readonly Regime[],
  language: Language,
): readonly Finding[] {
  if (staysInUnion(route)) return []
  const places = placesIn(route)
  return route.countries.regimes.flatMap((one) => {
    if (one.goods === 'none' || !isTouched(one, places, dataset.regimes) || !existedOn(one, route.day)) return []
    const isHeld = regimes.some(({ data }) => data.code === one.regime)
    // Lists that were not looked at may be about either way.
    const isOpen = isHeld || one.goods === 'description' ? goesThatWay(one, route) : true
    return isOpen && !(isHeld && one.what === undefined) ? [findingOf(one, isHeld, route, language)] : []
  })
}

export const existedOn = ({ not_before, until }: CountryRegime, day: Day): boolean =>
  (not_before === undefined || not_before <= day) && (until === undefined || day <= until)

/** Whether goods go to, or come from, the country in the way that the regime is about. Goods that cross it do both. */
export function goesThatWay({ country, only }: CountryRegime, { origin, dispatch, destination, via }: Route): boolean {
  if (only === undefined || via.includes(country)) return true
  return (only === 'export' ? [destination] : [origin, dispatch]).includes(country)
}

/** A regime that is aimed at parts of a country concerns only deals that name one of them. */
export function isTouched(
  { country, regime }: CountryRegime,
  places: readonly string[],
  regimes: readonly Regime[],
): boolean {
  const territories = regimes.find(({ data }) => data.code === regime)?.data.territories
  return territories ? territories.some(({ code }) => places.includes(code)) : places.includes(country)
}

function findingOf(one: CountryRegime, isHeld: boolean, { countries }: Route, language: Language): Finding {
  const country = countries.name(one.country)[language]
  const [first] = one.acts
  return {
    ...WITHOUT_MATCHES,
    kind: 'not_checked',
    regime: isHeld ? (one.regime ?? null) : null,
    article: one.acts.map((act) => act[language]).join('; '),
    text: isHeld ? UNSETTLED[language](country, one.what?.[language] ?? '') : `${country}: ${one.text[language]}`,
    url: first ? eurLexUrl(first.celex, language) : null,
  }
}

/** What no code settles: `#` is the country, `@` what it is. */
const UNSETTLED: Phrase<[country: string, what: string]> = {
  pl: (country, what) => `${country}: wykazy według kodów sprawdzono. Kod nie rozstrzyga: ${what}.`,
  en: (country, what) => `${country}: the lists by code were checked. Not settled by code: ${what}.`,
}
