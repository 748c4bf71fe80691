import { derivedOnce } from '../../base/derived-once.ts'
import { UNION } from '../../law/dataset/countries.ts'
import { type Entry, isBan, isGrantList, type Regime } from '../../law/dataset/dataset.ts'
import { FINDING_KINDS, type FindingKind, type Movement, type MovementTest } from '../../law/terms/law.ts'
import {
  isCarriage,
  isSentFrom,
  originatesIn,
  type Route,
  staysInUnion,
  targetsOf,
  touchesUnion,
} from '../question/deal.ts'

/** Why a measure concerns a deal. */
export type Reason =
  | MovementTest
  /** The goods go to a partner country. Whoever sells to other third countries too has the duty all the same. */
  | 'partner'
  /** The wording does not settle whether a deal that does not go into the Union is meant. */
  | 'outside_union'
  /** Goods of another origin cross the target; whether they are then exported from it, the act does not say. */
  | 'passage'
  /** Goods that go from one Member State to another cross the target. */
  | 'between_members'
  /** Goods of the target are bought within the Union, into which they may have been brought against the ban. */
  | 'inside_union'
  /** Goods of the target cross the Union; whether they are then transferred into it, the act does not say. */
  | 'through_union'
  /** The law does not say which movements the measure concerns. */
  | 'unknown'

/** How a measure concerns a deal. */
export interface Concern {
  /** Null for lists of exemptions, price caps and wind-downs, which find nothing by themselves. */
  readonly kind: FindingKind | null
  readonly reason: Reason
  readonly movement: Movement | null
}

/** How an entry concerns a deal; null when it does not. The gravest of its movements and tests decides, the first of equals. */
export function concernOf(entry: Entry, route: Route): Concern | null {
  const known = concernsOf(route)
  const before = known.get(entry)
  if (before !== undefined) return before
  const concern = judged(entry, route)
  known.set(entry, concern)
  return concern
}

/** A name may mean many goods, and the same entries are judged with each of them. */
const concernsOf = derivedOnce((_: Route) => new WeakMap<Entry, Concern | null>())

function judged(entry: Entry, route: Route): Concern | null {
  const inside = staysInUnion(route)
  if (inside && mayNotBeBought(entry, route)) return { kind: 'proof', reason: 'inside_union', movement: null }
  if (inside && !entry.movements.some(({ between_members }) => between_members)) return null
  if (isCarriage(route) && !CARRIED.some((one) => entry.activities.includes(one))) return null
  if (entry.movements.length === 0) return { kind: 'end_use', reason: 'unknown', movement: null }
  let gravest: Concern | null = null
  for (const movement of entry.movements) {
    for (const test of movement.tests) {
      if (inside && !(movement.between_members && test === 'history')) continue
      const reason = REASONS[test](movement, entry.regime, route)
      if (reason === null) continue
      const kind = kindOf(entry, movement, reason)
      if (gravest === null || gravity(kind) < gravity(gravest.kind)) gravest = { kind, reason, movement }
    }
  }
  return gravest && inItsRole(entry, gravest)
}

/** What carriage may be, in the words of bans: neither a purchase nor an import. */
const CARRIED: Entry['activities'] = ['transport', 'transfer']

/** Whether goods of this origin may not be bought, wherever they are: the words of such bans are not limited to goods outside the Union. */
const mayNotBeBought = ({ type, activities, movements, regime }: Entry, route: Route): boolean =>
  type === 'import_ban' &&
  activities.includes('purchase') &&
  originatesIn(regime, route) &&
  movements.some(({ tests }) => tests.includes('origin'))

const gravity = (kind: FindingKind | null): number =>
  kind === null ? FINDING_KINDS.length : FINDING_KINDS.indexOf(kind)

/** Whether the measure does not catch the deal as it is, but could with another use, other persons or other inputs. */
export const isConditional = ({ kind }: Concern): boolean => kind === 'end_use'

/** What the reason alone settles; for the others the type of the measure does. */
const KIND_OF_REASON: Partial<Record<Reason, FindingKind>> = {
  use: 'end_use',
  persons: 'end_use',
  end_use: 'end_use',
  vessel: 'end_use',
  history: 'end_use',
  partner: 'end_use',
  outside_union: 'end_use',
  processed: 'proof',
  passage: 'proof',
  between_members: 'proof',
  inside_union: 'proof',
  through_union: 'proof',
}

function kindOf(entry: Entry, movement: Movement, reason: Reason): FindingKind {
  const settled = KIND_OF_REASON[reason] ?? movement.finding
  if (settled) return settled
  // A list of grants has the type of a restriction, but stands for the ban that it lifts.
  if (isBan(entry.type) || isGrantList(entry)) return 'prohibited'
  return entry.type === 'restriction' ? 'authorisation' : 'due_diligence'
}

/** Lists of grants are no measures: they only go with the ban that they lift. */
function inItsRole(entry: Entry, concern: Concern): Concern | null {
  if (!isGrantList(entry)) return concern
  return concern.kind === 'prohibited' || concern.kind === 'authorisation' ? { ...concern, kind: null } : null
}

type Test = (movement: Movement, regime: Regime, route: Route) => Reason | null

/** Every test: the reason why it is met, or null. */
const REASONS: Readonly<Record<MovementTest, Test>> = {
  destination: (_, regime, route) => {
    if (!targetsOf(regime, route.day).includes(route.destination)) return null
    return isCarriage(route) ? 'through_union' : 'destination'
  },
  // What comes from there is hardly sent abroad for use there.
  use: (_, regime, route) => (goesElsewhere(regime, route) && !comesFrom(regime, route) ? 'use' : null),
  origin: (movement, regime, route) => (originatesIn(regime, route) ? reachedFor('origin', movement, route) : null),
  // Goods sent from the target are exported from it, whatever their origin; so were those that originate there.
  exported: (movement, regime, route) => {
    if (comesFrom(regime, route)) {
      const reason = reachedFor('exported', movement, route)
      return isCarriage(route) && reason !== 'through_union' ? null : reason
    }
    const exportedFromUnion = route.fromUnion && !route.toUnion
    return reaches(movement, route) && crosses(regime, route) && !exportedFromUnion ? 'passage' : null
  },
  located: (movement, regime, route) => (comesFrom(regime, route) ? reachedFor('located', movement, route) : null),
  via: (_, regime, route) => {
    if (!leavesUnionBefore(regime, route)) return null
    return route.toUnion ? 'between_members' : 'via'
  },
  via_any_origin: (_, regime, route) => (crosses(regime, route) ? 'via_any_origin' : null),
  processed: (movement, regime, route) => {
    const { origin, destination, countries, day } = route
    const elsewhere = !countries.inUnion(origin, day) && !originatesIn(regime, route)
    const goesBack = targetsOf(regime, day).includes(destination)
    return elsewhere && !goesBack && reaches(movement, route) ? 'processed' : null
  },
  third_country: ({ except, target_too, partners }, regime, route) => {
    const { countries, destination, day, toUnion } = route
    if (!goesElsewhere(regime, route) && !(target_too && !toUnion)) return null
    const isPartner = except !== undefined && countries.isListed(destination, regime.data.code, except, day)
    if (isPartner) return partners === undefined ? null : 'partner'
    return 'third_country'
  },
  country: ({ countries = [] }, _, { destination }) => (countries.includes(destination) ? 'country' : null),
  persons: ({ into_union }, _, { fromUnion, toUnion }) =>
    (into_union ? toUnion && !fromUnion : !toUnion) ? 'persons' : null,
  end_use: (_, __, { toUnion }) => (toUnion ? null : 'end_use'),
  vessel: (_, __, { toUnion }) => (toUnion ? null : 'vessel'),
  history: (movement, _, route) => {
    const { into_union, between_members, member_states } = movement
    const { fromUnion, toUnion, dispatch, destination } = route
    if (!fromUnion || into_union || (toUnion && !(between_members && dispatch !== destination))) return null
    return member_states === undefined || dispatch === UNION || member_states.includes(dispatch) ? 'history' : null
  },
}

const comesFrom = (regime: Regime, route: Route): boolean => originatesIn(regime, route) || isSentFrom(regime, route)

const crosses = (regime: Regime, { via, day }: Route): boolean =>
  via.some((code) => targetsOf(regime, day).includes(code))

/** To a third country that is not the target itself. */
const goesElsewhere = (regime: Regime, { destination, toUnion, day }: Route): boolean =>
  !toUnion && !targetsOf(regime, day).includes(destination)

/** Whether the goods end where the wording of the measure needs them to. */
const reaches = ({ into_union, in_union, to_third_country }: Movement, route: Route): boolean =>
  (!into_union || route.toUnion) && (!to_third_country || !route.toUnion) && (!in_union || touchesUnion(route))

/** The reason for goods of the target that end where the measure needs them to, and another where they only pass the Union. */
function reachedFor(reason: Reason, movement: Movement, route: Route): Reason | null {
  if (reaches(movement, route)) return movement.outside_union && !route.toUnion ? 'outside_union' : reason
  return movement.into_union && !route.toUnion && touchesUnion(route) ? 'through_union' : null
}

/** Whether the goods are exported from the Union and then cross the target. */
export function leavesUnionBefore(regime: Regime, { dispatch, via, countries, day }: Route): boolean {
  const targets = targetsOf(regime, day)
  const stops = [dispatch, ...via]
  const left = stops.findIndex((code) => countries.inUnion(code, day))
  return left >= 0 && via.some((code, at) => at + 1 > left && targets.includes(code))
}
