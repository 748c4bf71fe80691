import type { Day } from '../../base/day.ts'
import { ownText } from '../../base/own-text.ts'
import type { Countries } from '../../law/dataset/countries.ts'
import { type Dataset, isAllGoods, type Regime } from '../../law/dataset/dataset.ts'
import type { Hints } from '../../law/terms/law.ts'
import { controlFindings, otherControls } from '../judge/control.ts'
import type { ConcernedMatch, Finding } from '../judge/finding.ts'
import { nationalFindings } from '../judge/national.ts'
import { notCheckedFindings } from '../judge/not-checked.ts'
import { isConditional } from '../match/concern.ts'
import type { Match } from '../match/grants.ts'
import { type Deal, placesIn, type Route, routeOf, targetsOf } from '../question/deal.ts'
import type { Asking, Question, QuestionContext } from '../question/question.ts'
import type { CnResponse } from '../response/response.ts'
import { routeByLand, routeUnknown, territoriesOf } from '../say/deal-texts.ts'
import { concernedBy, decisiveOf, findingsOf, notReachedBy } from '../say/findings.ts'
import { articlesInWords, placeAfter, placeName } from '../say/places.ts'

/** The deal of a question, judged. */
export interface JudgedDeal {
  readonly route: Route
  readonly concerned: readonly ConcernedMatch[]
  /** The matches that count for the assessment. */
  readonly decisive: readonly Match[]
  /** All matches of the goods, whether or not they concern the deal. */
  readonly listed: readonly Match[]
  readonly findings: readonly Finding[]
  /** Bans on values that the deal does not reach. */
  readonly notReached: readonly ConcernedMatch[]
  /** Of goods that are listed, the countries on the way with those that cannot be avoided by land; null where none is missing. */
  readonly byLand: readonly string[] | null
}

/** What questions about one deal have in common, whatever the goods. */
export interface DealFrame {
  readonly route: Route
  /** What no code settles. */
  readonly notChecked: readonly Finding[]
}

export function dealFrameOf(
  deal: Deal,
  dataset: Dataset,
  regimes: readonly Regime[],
  { asOf, language }: Pick<QuestionContext, 'asOf' | 'language'>,
): DealFrame {
  const route = routeOf(deal, asOf, dataset.countries)
  return { route, notChecked: notCheckedFindings(route, dataset, regimes, language) }
}

/** `matches` are all matches of the goods on that day. */
export function judgeDeal({ route, notChecked }: DealFrame, matches: readonly Match[], asking: Asking): JudgedDeal {
  const { dataset } = asking
  const concerned = concernedBy(matches, route)
  const circumstance = { ...asking, route }
  const listed = matches.filter(({ entry }) => !isAllGoods(entry))
  return {
    route,
    concerned,
    decisive: decisiveOf(concerned),
    listed,
    byLand: listed.length > 0 ? viaByLand(route, dataset.hints) : null,
    notReached: notReachedBy(matches, route),
    findings: [
      ...findingsOf(concerned, circumstance),
      ...nationalFindings(circumstance, matches),
      ...controlFindings(circumstance, matches),
      ...otherControls(circumstance),
      ...notChecked,
    ],
  }
}

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

const aimedAt = (regimes: readonly Regime[], places: readonly string[], day: Day): readonly Regime[] =>
  regimes.filter((regime) => targetsOf(regime, day).some((place) => places.includes(place)))

/** The regimes aimed at one of the places; all of them where there is none. */
export function aimedAtOrAll(regimes: readonly Regime[], places: readonly string[], day: Day): readonly Regime[] {
  const aimed = aimedAt(regimes, places, day)
  return aimed.length === 0 ? regimes : aimed
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

/** Parts of this country that regimes are aimed at. */
const territoriesIn = (country: string, regimes: readonly Regime[], countries: Countries): readonly string[] =>
  regimes
    .flatMap(({ data }) => data.territories?.map(({ code }) => code) ?? [])
    .filter((code) => countries.countryOf(code) === country)
