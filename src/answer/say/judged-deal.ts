import { type Dataset, isAllGoods, type Regime } from '../../law/dataset/dataset.ts'
import type { Hints } from '../../law/terms/law.ts'
import { controlFindings, otherControls } from '../judge/control.ts'
import type { Finding } from '../judge/finding.ts'
import { nationalFindings } from '../judge/national.ts'
import { notCheckedFindings } from '../judge/not-checked.ts'
import { type ConcernedMatch, concernedBy, decisiveOf } from '../match/concerned.ts'
import type { Match } from '../match/grants.ts'
import { type Deal, type Route, routeOf } from '../question/deal.ts'
import type { Asking, QuestionContext } from '../question/question.ts'
import { findingsOf } from './findings.ts'

/** The deal of a question, judged. */
export interface JudgedDeal {
  readonly route: Route
  readonly concerned: readonly ConcernedMatch[]
  /** The matches that count for the assessment. */
  readonly decisive: readonly Match[]
  /** All matches of the goods, whether or not they concern the deal. */
  readonly listed: readonly Match[]
  readonly findings: readonly Finding[]
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
    findings: [
      ...findingsOf(concerned, circumstance),
      ...nationalFindings(circumstance, matches),
      ...controlFindings(circumstance, matches),
      ...otherControls(circumstance),
      ...notChecked,
    ],
  }
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
