import type { CnResponse, CnResult } from '../../answer/response.ts'
import { countryName } from '../../terms/countries.ts'
import type { Language } from '../../terms/language.ts'
import { IF_IN_TRANSIT, SECTION_TEXTS } from './texts.ts'
import { isBan, TRADE_DIRECTIONS, type TradeDirection, tradeDirectionOf } from './trade-direction.ts'

/** One measure with its listings that match the question. */
export interface Measure {
  /** Any of the listings, for what all of them share. */
  readonly about: CnResult
  readonly listings: readonly CnResult[]
}

/** The measures of one country and direction, bans first. */
export interface Section {
  readonly country: string
  readonly direction: TradeDirection
  readonly measures: readonly Measure[]
}

/** `Rosja: tranzyt`. Whoever asks about exports is concerned by a transit ban only if the goods travel that way. */
export function sectionTitle(
  { country, direction }: Section,
  { scope: { directions } }: CnResponse,
  language: Language,
): string {
  const isOnTheWay = direction === 'transit' && directions.includes('export') && !directions.includes('import')
  const title = `${countryName(country, language)}: ${SECTION_TEXTS[direction][language]}`
  return isOnTheWay ? `${title} (${IF_IN_TRANSIT[language]})` : title
}

/** Groups matches by country, direction and measure; otherwise they keep the order of the response. */
export function sectionsOf(results: readonly CnResult[]): readonly Section[] {
  const countries = [...new Set(results.map(({ regime }) => regime.target_country_code))]
  const sections = Map.groupBy(
    results,
    ({ regime, restriction }) => `${regime.target_country_code} ${tradeDirectionOf(restriction.direction)}`,
  )
  return [...sections.values()]
    .map((group) => {
      const [first] = group as [CnResult]
      return {
        country: first.regime.target_country_code,
        direction: tradeDirectionOf(first.restriction.direction),
        measures: measuresOf(group),
      }
    })
    .toSorted(
      (a, b) =>
        countries.indexOf(a.country) - countries.indexOf(b.country) ||
        TRADE_DIRECTIONS.indexOf(a.direction) - TRADE_DIRECTIONS.indexOf(b.direction),
    )
}

function measuresOf(results: readonly CnResult[]): readonly Measure[] {
  const sameMeasure = ({ regime, annex, article, restriction, exemption }: CnResult) =>
    JSON.stringify([regime.code, annex, article, restriction, exemption])
  return [...Map.groupBy(results, sameMeasure).values()]
    .map((listings) => ({ about: listings[0]!, listings }))
    .toSorted((a, b) => Number(isBan(b.about)) - Number(isBan(a.about)))
}
