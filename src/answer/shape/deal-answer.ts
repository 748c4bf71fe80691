import type { Phrase } from '../../base/language.ts'
import { ownText } from '../../base/own-text.ts'
import type { Countries } from '../../law/dataset/countries.ts'
import { type Dataset, isAllGoods, type Regime } from '../../law/dataset/dataset.ts'
import type { Hints } from '../../law/terms/law.ts'
import type { Finding } from '../judge/finding.ts'
import { isConditional } from '../match/concern.ts'
import type { Match } from '../match/grants.ts'
import { aimedAt, aimedAtOrAll } from '../match/regimes.ts'
import { type Deal, placesIn, targetsOf } from '../question/deal.ts'
import type { Question } from '../question/question.ts'
import type { CnResponse } from '../response/response.ts'
import { articlesInWords } from '../say/cites.ts'
import type { AskedDeal } from './legal-part.ts'

/**
 * The regimes whose gaps a deal is told of: if the Union has sanctions on goods against one of its places, those of the
 * place and those of which the deal meets a measure. What is pending about Belarus is nothing to a deal with Iran, or with
 * Myanmar, whose goods no code settles.
 */
export function touchedBy({ route, concerned, notChecked }: AskedDeal, regimes: readonly Regime[]): readonly Regime[] {
  const isOther = notChecked.some(({ regime }) => regime === null)
  const named = (isOther ? aimedAt : aimedAtOrAll)(regimes, placesIn(route), route.day)
  const met = new Set(concerned.filter(({ concern }) => !isConditional(concern)).map(({ match }) => match.entry.regime))
  return regimes.filter((regime) => named.includes(regime) || met.has(regime))
}

/** `deal` of the answer. A finding names the results it rests on by their place among those that are shown. */
export function dealAnswer(
  { route, all }: AskedDeal,
  findings: readonly Finding[],
  shown: readonly Match[],
  hints: Hints | null,
): NonNullable<CnResponse['deal']> {
  const { origin, dispatch, destination, via, value } = route
  const byLand = all.some(({ entry }) => !isAllGoods(entry)) ? viaByLand(route, hints) : null
  const places = new Map(shown.map((match, at) => [match, at]))
  return {
    origin,
    dispatch,
    destination,
    via: [...via],
    ...(byLand && { via_by_land: [...byLand] }),
    value,
    findings: findings.map(({ kind, regime, article, text, documents, matches, draft, control, url }) => ({
      kind,
      regime,
      article,
      text: ownText(text),
      documents: [...documents],
      results: matches.flatMap((match) => places.get(match) ?? []),
      ...(control !== undefined && { control }),
      ...(draft !== undefined && { draft }),
      ...(url && { eur_lex_url: ownText(url) }),
    })),
  }
}

/** What a caller should know about a deal besides its findings. */
export function dealWarnings(
  { route, all }: AskedDeal,
  { regimes, hints }: Dataset,
  { language, regime: onlyRegime }: Question,
): string[] {
  const warnings: string[] = []
  const listed = all.filter(({ entry }) => !isAllGoods(entry))
  const byLand = listed.length > 0 ? viaByLand(route, hints) : null
  if (byLand) {
    const names = [route.dispatch, ...byLand, route.destination].map((code) => route.countries.name(code)[language])
    warnings.push(BY_LAND[language](names.join(' → ')))
  }
  const { via, fromUnion, toUnion, countries } = route
  // Goods that go to a country do not cross it.
  const transit = listed.filter(
    ({ entry: { regime, movements } }) =>
      movements.some(({ tests }) => tests.includes('via')) && !targetsOf(regime, route.day).includes(route.destination),
  )
  const isDirect = hints?.direct.includes(route.destination) ?? false
  if (via.length === 0 && fromUnion && !toUnion && !isDirect && transit.length > 0) {
    const regimesCrossed = [...new Set(transit.map(({ entry }) => entry.regime))]
    const through = regimesCrossed.map(({ place }) => place.transit[language])
    const articles = articlesInWords(
      transit.map(({ entry }) => entry.article),
      language,
    )
    warnings.push(ROUTE_UNKNOWN[language](through.join(language === 'pl' ? ' lub ' : ' or '), articles))
  }
  const near =
    onlyRegime === null
      ? [...new Set([route.origin, route.dispatch, route.destination])].flatMap((country) =>
          territoriesIn(country, regimes, countries),
        )
      : []
  if (near.length > 0) {
    const names = near.map((code) => `${code} (${countries.name(code)[language]})`)
    warnings.push(TERRITORIES[language](names.join(', ')))
  }
  return warnings
}

/** Parts of this country that regimes are aimed at. */
const territoriesIn = (country: string, regimes: readonly Regime[], countries: Countries): readonly string[] =>
  regimes
    .flatMap(({ data }) => data.territories?.map(({ code }) => code) ?? [])
    .filter((code) => countries.countryOf(code) === country)

/** The countries on the way as the goods cross them by land, with those that cannot be avoided; null where none is missing. */
function viaByLand({ dispatch, via, destination }: Deal, hints: Hints | null): readonly string[] | null {
  const stops = [dispatch, ...via, destination]
  const missing = stops.map((stop, at) => {
    const next = stops[at + 1]
    return (hints?.by_land ?? []).find(
      ({ between, and }) =>
        next !== undefined &&
        ((between.includes(stop) && and.includes(next)) || (and.includes(stop) && between.includes(next))),
    )?.through
  })
  if (missing.every((one) => one === undefined)) return null
  return stops.flatMap((stop, at) => [stop, ...(missing[at] === undefined ? [] : [missing[at]])]).slice(1, -1)
}

/** No route was given, and there are bans of transit for these goods. */
const ROUTE_UNKNOWN: Phrase<[through: string, articles: string]> = {
  pl: (through, articles) =>
    `Nie podano trasy. Jeżeli towar wywożony z Unii przejedzie ${through}, obowiązuje zakaz tranzytu (${articles}).`,
  en: (through, articles) =>
    `No route was given. If the goods exported from the Union pass through ${through}, a transit ban applies (${articles}).`,
}
const BY_LAND: Phrase<[route: string]> = {
  pl: (route) =>
    `Podanej trasy nie da się przejechać lądem bez kraju, którego nie wymieniono. Jeżeli towar jedzie drogą lub koleją, sprawdź trasę: ${route}.`,
  en: (route) =>
    `By land, this route crosses a country that it does not name. If the goods go by road or rail, check the route: ${route}.`,
}
const TERRITORIES: Phrase<[codes: string]> = {
  pl: (codes) =>
    `Dla Ukrainy nie sprawdzono zakazów dotyczących okupowanych obszarów; jeżeli towar stamtąd pochodzi lub tam jedzie, podaj obszar: ${codes}.`,
  en: (codes) =>
    `For Ukraine the bans about occupied areas were not checked; if the goods come from or go to one of them, name it: ${codes}.`,
}
