import { UNION } from '../../law/dataset/countries.ts'
import type { Entry, Grant, Regime } from '../../law/dataset/dataset.ts'
import type { Exemption, Provision } from '../../law/terms/law.ts'
import type { Limit, Limits } from '../../law/terms/limit.ts'
import { memberStateOf, originatesIn, type Route, targetsOf } from '../question/deal.ts'

type Only = NonNullable<Provision['only']>

/** Whether the conditions of a grant fit the deal. A route is no fact of a deal, so that it never keeps a grant out. */
export function fits({ only }: Pick<Provision, 'only'>, regime: Regime, route: Route): boolean {
  if (only === undefined) return true
  const { destination, destinations, origin, from_list, not_from_list } = only
  return (
    fitsMember(only, route) &&
    (destination === undefined || DESTINATIONS[destination](regime, route)) &&
    (destinations === undefined || destinations.includes(route.destination)) &&
    (origin === undefined || !originatesIn(regime, route)) &&
    (from_list === undefined || partnerOf(from_list, regime, route) !== null) &&
    (not_from_list === undefined || partnerOf(not_from_list, regime, route) === null)
  )
}

function fitsMember({ member_states, except_member_states }: Only, route: Route): boolean {
  if (member_states === undefined && except_member_states === undefined) return true
  const member = memberStateOf(route)
  if (member === null) return false
  // "The Union" may be any of its members.
  if (member === UNION) return true
  if (member_states !== undefined && !member_states.includes(member)) return false
  return !except_member_states?.some(({ code, from }) => code === member && from <= route.day)
}

const DESTINATIONS: Readonly<Record<NonNullable<Only['destination']>, (regime: Regime, route: Route) => boolean>> = {
  union: (_, { toUnion }) => toUnion,
  target: (regime, { destination, day }) => targetsOf(regime, day).includes(destination),
  third_country: (regime, { destination, toUnion, day }) => !toUnion && !targetsOf(regime, day).includes(destination),
}

/** The partner country that goods are imported from; null when they come from, or through, any other third country. */
export function partnerOf(annex: string | undefined, regime: Regime, route: Route): string | null {
  if (annex === undefined) return null
  const { countries, day, origin, dispatch, via } = route
  const outside = [origin, dispatch, ...via].filter((code) => !countries.inUnion(code, day))
  const all = outside.every((code) => countries.isListed(code, regime.data.code, annex, day))
  return all ? (outside.at(-1) ?? null) : null
}

/** Whether an exemption frees some deals in these goods by more than who trades them and why: a quota, a place, a route. */
export const isBound = ({ quota, only, frees }: Exemption): boolean =>
  quota !== undefined || frees !== undefined || (only !== undefined && BINDING.some((key) => only[key] !== undefined))

const BINDING: readonly (keyof Only)[] = ['member_states', 'except_member_states', 'destinations', 'route']

/** The quota first, then places and routes. */
export const quotaFirst = (a: Grant<Exemption>, b: Grant<Exemption>): number =>
  Number(b.provision.quota !== undefined) - Number(a.provision.quota !== undefined)

/** Whether the value of one item is above the limits on values of an entry; null where it has none, where no value was given, or where it does not decide. */
export function isAboveValue({ limits }: Pick<Entry, 'limits'>, { value }: Pick<Route, 'value'>): boolean | null {
  const values = valueLimits(limits)
  if (value === null || values.length === 0) return null
  const isAbove = ({ amount }: Limit) => Number(value) > amount
  const [coats, others] = [values.filter(isOfCoats), values.filter((limit) => !isOfCoats(limit))]
  if (!others.every(isAbove)) return false
  // Whether the goods are coats, their description decides.
  return coats.every(isAbove) ? true : null
}

const isOfCoats = ({ scope }: Limit): boolean => scope === 'coat'

export const valueLimits = (limits: Limits) =>
  limits === 'any' ? [] : limits.filter(({ unit, operator }) => unit === 'EUR' && operator === '>')
