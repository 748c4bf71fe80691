import type { Day } from '../../base/day.ts'
import type { Countries } from '../../law/dataset/countries.ts'
import type { Regime } from '../../law/dataset/dataset.ts'
import type { Direction } from '../../law/terms/law.ts'

/** A movement of goods, by codes of countries or territories. */
export interface Deal {
  /** Where the goods originate. */
  readonly origin: string
  /** Where they are sent from. */
  readonly dispatch: string
  readonly destination: string
  /** The countries on the way, in their order. */
  readonly via: readonly string[]
  /** What one item is worth in EUR, as it was given; null when nobody said. */
  readonly value: string | null
}

/** Every place that a deal names. */
export const placesIn = ({ origin, dispatch, destination, via }: Deal): readonly string[] => [
  ...new Set([origin, dispatch, destination, ...via]),
]

/** A deal with everything that decides which measures concern it. */
export interface Route extends Deal {
  readonly day: Day
  readonly countries: Countries
  /** Whether the goods are sent from the Union, wherever they originate. */
  readonly fromUnion: boolean
  readonly toUnion: boolean
}

export const routeOf = (deal: Deal, day: Day, countries: Countries): Route => ({
  ...deal,
  day,
  countries,
  fromUnion: countries.inUnion(deal.dispatch, day),
  toUnion: countries.inUnion(deal.destination, day),
})

/** The countries or territories that the measures of a regime are aimed at on that day. */
export const targetsOf = ({ data: { country, territories } }: Regime, day: Day): readonly string[] =>
  territories?.filter(({ from }) => from === undefined || from <= day).map(({ code }) => code) ?? [country]

export const originatesIn = (regime: Regime, { origin, day }: Route): boolean => targetsOf(regime, day).includes(origin)

export const isSentFrom = (regime: Regime, { dispatch, day }: Route): boolean =>
  targetsOf(regime, day).includes(dispatch)

/** Whether the goods never leave the Union. */
export const staysInUnion = ({ fromUnion, toUnion, via, countries, day }: Route): boolean =>
  fromUnion && toUnion && via.every((code) => countries.inUnion(code, day))

/** Whether the goods go from one part of a third country to another, as between Kaliningrad and the rest of Russia. */
export const isCarriage = ({ dispatch, destination, fromUnion }: Route): boolean =>
  !fromUnion && dispatch === destination

/** Whether the goods begin, end or pass in the Union, so that its customs see them. */
export const touchesUnion = ({ fromUnion, toUnion, via, countries, day }: Route): boolean =>
  fromUnion || toUnion || via.some((code) => countries.inUnion(code, day))

/** The Member State that goods come into, or leave for a third country; null where there is none. */
export function memberStateOf({ fromUnion, toUnion, dispatch, destination }: Route): string | null {
  if (toUnion) return destination
  return fromUnion ? dispatch : null
}

/** The direction that a deal has for customs; null inside the Union, and between third countries that bypass it. */
export function directionOf({ fromUnion, toUnion, via, countries, day }: Route): Direction | null {
  if (fromUnion !== toUnion) return toUnion ? 'import' : 'export'
  return !fromUnion && via.some((code) => countries.inUnion(code, day)) ? 'transit' : null
}

/** Directions that a question about the deal may name without contradicting it. */
export function directionsOf(route: Route): readonly Direction[] {
  const direction = directionOf(route)
  // Exports travel, so whoever exports through other countries may well ask about transit.
  if (direction === 'export' && route.via.length > 0) return ['export', 'transit']
  return direction === null ? [] : [direction]
}
