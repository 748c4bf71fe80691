import type { CnResponse, CnResult } from '../../answer/response/response.ts'
import { derivedOnce } from '../../base/derived-once.ts'
import type { Language } from '../../base/language.ts'
import { regimeName } from '../../law/terms/regime-name.ts'
import { IF_IN_TRANSIT, SECTION_TEXTS } from './texts.ts'
import { isBan, TRADE_DIRECTIONS, tradeDirectionOf } from './trade-direction.ts'

/** The measures of one regime and direction, bans first. */
export type Section = ReturnType<typeof sectionsOf>[number]
/** One measure with its listings that match the question; `about` is any of them, for what all of them share. */
export type Measure = Section['measures'][number]

/** `Rosja: tranzyt`. Whoever asks about exports is concerned by a transit ban only if the goods travel that way. */
export function sectionTitle(
  { regime, direction }: Section,
  { scope: { directions, regimes } }: CnResponse,
  language: Language,
): string {
  const isOnTheWay = direction === 'transit' && directions.includes('export') && !directions.includes('import')
  const title = `${regimeName(regime, regimes)}: ${SECTION_TEXTS[direction][language]}`
  return isOnTheWay ? `${title} (${IF_IN_TRANSIT[language]})` : title
}

/**
 * Groups matches by regime, direction and measure; otherwise they keep the order of the response. Memoized for an answer:
 * its list of matches, every finding of its deal and its text ask for the same groups.
 */
export const sectionsOf = derivedOnce((results: readonly CnResult[]) => {
  const regimes = [...new Set(results.map(({ regime }) => regime.code))]
  const sections = Map.groupBy(
    results,
    ({ regime, restriction }) => `${regime.code} ${tradeDirectionOf(restriction.direction)}`,
  )
  return [...sections.values()]
    .map((group) => {
      const [first] = group as [CnResult]
      return {
        regime: first.regime.code,
        direction: tradeDirectionOf(first.restriction.direction),
        measures: measuresOf(group),
      }
    })
    .toSorted(
      (a, b) =>
        regimes.indexOf(a.regime) - regimes.indexOf(b.regime) ||
        TRADE_DIRECTIONS.indexOf(a.direction) - TRADE_DIRECTIONS.indexOf(b.direction),
    )
})

/** The id of a measure on the page, for links to it. */
export const anchorOf = ({ about }: Measure, results: readonly CnResult[]): string => `match-${results.indexOf(about)}`

function measuresOf(results: readonly CnResult[]) {
  const sameMeasure = ({ regime, annex, article, restriction, exemption }: CnResult) =>
    JSON.stringify([regime.code, annex, article, restriction, exemption])
  return [...Map.groupBy(results, sameMeasure).values()]
    .map((listings) => ({ about: listings[0]!, listings }))
    .toSorted((a, b) => Number(isBan(b.about)) - Number(isBan(a.about)))
}
