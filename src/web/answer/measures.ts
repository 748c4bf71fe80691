import type { CnResult } from '../../answer/response.ts'
import { isBan, WAYS, type Way, wayOf } from './trade-direction.ts'

/** One measure with the listings that the question meets. */
export interface Measure {
  /** What its listings share. */
  readonly about: CnResult
  readonly listings: readonly CnResult[]
}

/** The measures of one country and one way, bans first. */
export interface Section {
  readonly country: string
  readonly way: Way
  readonly measures: readonly Measure[]
}

/** Matches by country, way and measure, in the order of the answer otherwise. */
export function sectionsOf(results: readonly CnResult[]): readonly Section[] {
  const countries = [...new Set(results.map(({ regime }) => regime.target_country_code))]
  const sections = Map.groupBy(
    results,
    ({ regime, restriction }) => `${regime.target_country_code} ${wayOf(restriction.direction)}`,
  )
  return [...sections.values()]
    .map((group) => {
      const [first] = group as [CnResult]
      return {
        country: first.regime.target_country_code,
        way: wayOf(first.restriction.direction),
        measures: measuresOf(group),
      }
    })
    .toSorted(
      (a, b) =>
        countries.indexOf(a.country) - countries.indexOf(b.country) || WAYS.indexOf(a.way) - WAYS.indexOf(b.way),
    )
}

function measuresOf(results: readonly CnResult[]): readonly Measure[] {
  const sameMeasure = ({ regime, annex, article, restriction, exemption }: CnResult) =>
    JSON.stringify([regime.code, annex, article, restriction, exemption])
  return [...Map.groupBy(results, sameMeasure).values()]
    .map((listings) => ({ about: listings[0]!, listings }))
    .toSorted((a, b) => Number(isBan(b.about)) - Number(isBan(a.about)))
}
