import type { Day } from '../../base/day.ts'
import { derivedOnce } from '../../base/derived-once.ts'
import type { Countries } from '../../law/dataset/countries.ts'
import { type Dataset, isOnRequest, type Regime } from '../../law/dataset/dataset.ts'
import type { Act, Place } from '../../law/terms/law.ts'
import { placesIn, targetsOf } from '../question/deal.ts'
import type { Question } from '../question/question.ts'

/**
 * The regimes that a question is about. Those that are checked on request are included only if the question names the
 * regime or the place: they would answer questions that nobody asked.
 */
export const regimesAsked = (
  dataset: Dataset,
  { regime, deal }: Pick<Question, 'regime' | 'deal'>,
): readonly Regime[] => regimesFor(dataset, regime, deal ? placesIn(deal) : [])

/** `places` are what the deal of one question names, or the deals of several that are answered together. */
export function regimesFor({ regimes }: Dataset, only: string | null, places: readonly string[]): readonly Regime[] {
  const { byCode, usual, named } = selectionsOf(regimes)
  if (only !== null) return byCode.get(only) ?? []
  const asked = places.filter((place) => named.has(place))
  if (asked.length === 0) return usual
  return regimes.filter((regime) => !isOnRequest(regime) || requestedBy(regime).some((place) => asked.includes(place)))
}

/** The places that ask for a regime: the parts of a country that it is aimed at, or the country. */
const requestedBy = ({ data }: Regime): readonly string[] => data.territories?.map(({ code }) => code) ?? [data.country]

const selectionsOf = derivedOnce((regimes: readonly Regime[]) => ({
  byCode: Map.groupBy(regimes, ({ data }) => data.code),
  /** Those that are checked unless a question names others. */
  usual: regimes.filter((regime) => !isOnRequest(regime)),
  /** Countries and parts of countries that have regimes of their own on request. */
  named: new Set(regimes.filter(isOnRequest).flatMap(requestedBy)),
}))

/** The regimes aimed at one of the places. */
export const aimedAt = (regimes: readonly Regime[], places: readonly string[], day: Day): readonly Regime[] =>
  regimes.filter((regime) => targetsOf(regime, day).some((place) => places.includes(place)))

/** The regimes aimed at one of the places; all of them where there is none. */
export function aimedAtOrAll(regimes: readonly Regime[], places: readonly string[], day: Day): readonly Regime[] {
  const aimed = aimedAt(regimes, places, day)
  return aimed.length === 0 ? regimes : aimed
}

/** Pending acts that may have changed the law of that day. */
export const actsInForce = ({ pending }: Regime, day: Day): readonly Act[] =>
  pending.filter(({ in_force_from }) => in_force_from === null || in_force_from <= day)

/** What the assessment says of the regimes asked about, whatever the goods. */
export interface RegimeFacts {
  /** Regimes with acts in force on the day asked about that are not worked in yet, and how many. */
  readonly pending: readonly { readonly regime: Regime; readonly acts: number }[]
  /** What measures are aimed at, in words, by country. */
  readonly placeOf: (country: string) => Place
}

export const regimeFactsOn = (day: Day, regimes: readonly Regime[], countries: Countries): RegimeFacts => ({
  pending: regimes.flatMap((regime) => {
    const acts = actsInForce(regime, day).length
    return acts > 0 ? [{ regime, acts }] : []
  }),
  placeOf: (country) => regimes.findLast(({ data }) => data.country === country)?.place ?? countries.placeOf(country),
})
