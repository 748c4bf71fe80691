import { ownText } from '../../base/own-text.ts'
import type { Countries } from '../../law/dataset/countries.ts'
import type { Dataset, Regime } from '../../law/dataset/dataset.ts'
import { isConditional } from '../match/concern.ts'
import type { Match } from '../match/grants.ts'
import { aimedAt, aimedAtOrAll } from '../match/regimes.ts'
import { placesIn, targetsOf } from '../question/deal.ts'
import type { Question } from '../question/question.ts'
import type { CnResponse } from '../response/response.ts'
import { routeByLand, routeUnknown, territoriesOf } from '../say/deal-texts.ts'
import type { JudgedDeal } from '../say/judged-deal.ts'
import { articlesInWords, placeAfter, placeName } from '../say/places.ts'

/**
 * The regimes whose gaps a deal is told of: if the Union has sanctions on goods against one of its places, those of the
 * place and those of which the deal meets a measure. What is pending about Belarus is nothing to a deal with Iran, or with
 * Myanmar, whose goods no code settles.
 */
export function touchedBy({ route, concerned, findings }: JudgedDeal, regimes: readonly Regime[]): readonly Regime[] {
  const isOther = findings.some(({ kind, regime }) => kind === 'not_checked' && regime === null)
  const named = (isOther ? aimedAt : aimedAtOrAll)(regimes, placesIn(route), route.day)
  const met = new Set(concerned.filter(({ concern }) => !isConditional(concern)).map(({ match }) => match.entry.regime))
  return regimes.filter((regime) => named.includes(regime) || met.has(regime))
}

/** `deal` of the answer. A finding names the results it rests on by their place among those that are shown. */
export function dealAnswer(
  { route, findings, byLand }: JudgedDeal,
  shown: readonly Match[],
): NonNullable<CnResponse['deal']> {
  const { origin, dispatch, destination, via, value } = route
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
  { route, listed: all, byLand }: JudgedDeal,
  { regimes, hints }: Dataset,
  { language, regime: onlyRegime }: Question,
): string[] {
  const warnings: string[] = []
  if (byLand) {
    const names = [route.dispatch, ...byLand, route.destination].map((code) => route.countries.name(code)[language])
    warnings.push(routeByLand(names.join(' → '))[language])
  }
  const { via, fromUnion, toUnion, countries } = route
  // Goods that go to a country do not cross it.
  const transit = all.filter(
    ({ entry: { regime, movements } }) =>
      movements.some(({ tests }) => tests.includes('via')) && !targetsOf(regime, route.day).includes(route.destination),
  )
  const isDirect = hints?.direct.includes(route.destination) ?? false
  if (via.length === 0 && fromUnion && !toUnion && !isDirect && transit.length > 0) {
    const regimesCrossed = [...new Set(transit.map(({ entry }) => entry.regime))]
    const places = regimesCrossed.map((regime) => placeName(regime, language))
    const through = regimesCrossed.map((regime) => placeAfter(regime, 'transit', language))
    const articles = articlesInWords(
      transit.map(({ entry }) => entry.article),
      language,
    )
    warnings.push(
      routeUnknown(places.join(', '), through.join(language === 'pl' ? ' lub ' : ' or '), articles)[language],
    )
  }
  const near =
    onlyRegime === null
      ? [...new Set([route.origin, route.dispatch, route.destination])].flatMap((country) =>
          territoriesIn(country, regimes, countries),
        )
      : []
  if (near.length > 0) {
    const names = near.map((code) => `${code} (${countries.name(code)[language]})`)
    warnings.push(territoriesOf(names.join(', '))[language])
  }
  return warnings
}

/** Parts of this country that regimes are aimed at. */
const territoriesIn = (country: string, regimes: readonly Regime[], countries: Countries): readonly string[] =>
  regimes
    .flatMap(({ data }) => data.territories?.map(({ code }) => code) ?? [])
    .filter((code) => countries.countryOf(code) === country)
