import type { CnResponse, CnResult } from '../../answer/response.ts'
import { ungroup } from '../../terms/cn-code.ts'
import { bannedDirection, isBan, TRADE_DIRECTIONS, type TradeDirection } from './trade-direction.ts'

/**
 * How far a ban reaches into what was asked: all of it; all of it beyond a threshold; only goods that fit a description;
 * only some of the codes; or perhaps, where the first day of a listing is not known.
 */
export const EXTENTS = ['whole', 'limited', 'part', 'some', 'perhaps'] as const
export type Extent = (typeof EXTENTS)[number]

/** One direction of trade with one country that is banned, and how far. */
export interface Reach {
  readonly country: string
  readonly direction: TradeDirection
  readonly extent: Extent
}

export interface Verdict {
  readonly kind: 'ban' | 'condition' | 'clear'
  readonly reaches: readonly Reach[]
  /** The descriptions, without repetition, of goods that annexes list in part. */
  readonly designations: readonly string[]
  /** The thresholds on which bans depend, without repetition. */
  readonly thresholds: readonly CnResult['thresholds'][number][]
}

/** The verdict of an answer, worked out from its matches. Only bans count as bans, never conditions or duties. */
export function verdictOf(response: CnResponse): Verdict {
  const bans = response.results.filter(isBan)
  const reaches = Map.groupBy(bans, (ban) => `${bannedDirection(ban)} ${ban.regime.target_country_code}`)
  const codes = codesAsked(response)
  const found = [...reaches.values()].map((group) => reachOf(group, codes))
  const partial = found.some(({ extent }) => extent === 'part')
    ? bans.filter((ban) => ban.partial_by === 'description')
    : []
  const thresholds = bans.flatMap((ban) => ban.thresholds.map((one) => [JSON.stringify(one), one] as const))
  return {
    kind: bans.length > 0 ? 'ban' : response.results.length > 0 ? 'condition' : 'clear',
    reaches: found.toSorted((a, b) => TRADE_DIRECTIONS.indexOf(a.direction) - TRADE_DIRECTIONS.indexOf(b.direction)),
    designations: [...new Set(partial.flatMap(({ listed_as }) => (isDescriptive(listed_as) ? [listed_as] : [])))],
    thresholds: [...new Map(thresholds).values()],
  }
}

/** "Other" describes nothing without the rows above it in the annex. */
const isDescriptive = (designation: string | null): designation is string =>
  designation !== null && !/^(?:others?\b|pozostał)/i.test(designation)

/** The codes the question is about: the one asked for, or those of the goods that a name means. */
function codesAsked({ meta }: CnResponse): readonly string[] {
  if (meta.goods) return meta.goods.map(({ code }) => ungroup(code))
  return meta.cn ? [ungroup(meta.cn.code)] : []
}

function reachOf(bans: readonly CnResult[], codes: readonly string[]): Reach {
  const [first] = bans as [CnResult]
  const sure = bans.filter(({ in_force }) => in_force === 'yes')
  const extents = new Set(codes.map((code) => extentFor(code, sure)))
  return {
    country: first.regime.target_country_code,
    direction: bannedDirection(first),
    extent: sure.length === 0 ? 'perhaps' : combine(extents),
  }
}

function extentFor(code: string, bans: readonly CnResult[]): Extent | null {
  const above = bans.filter(({ cn_code }) => code.startsWith(ungroup(cn_code)))
  const whole = above.filter((ban) => listsWhole(ban, code))
  if (whole.some((ban) => !isLimited(ban))) return 'whole'
  if (whole.length > 0) return 'limited'
  if (above.some(({ partial_by }) => partial_by === 'codes')) return 'some'
  if (above.length > 0) return above.every(isLimited) ? 'limited' : 'part'
  return bans.some(({ cn_code }) => ungroup(cn_code).startsWith(code)) ? 'some' : null
}

/** The listing covers the whole code asked for: it names the code whole, or excludes only codes outside it. */
export const listsWhole = (
  { partial_by, except_codes }: Pick<CnResult, 'partial_by' | 'except_codes'>,
  code: string,
): boolean =>
  partial_by === null || (partial_by === 'codes' && !except_codes.some((one) => ungroup(one).startsWith(code)))

const isLimited = ({ thresholds, restriction }: CnResult): boolean =>
  thresholds.length > 0 || restriction.condition !== null

/** The extent for several goods: the one they share, else `some`. */
function combine(extents: ReadonlySet<Extent | null>): Extent {
  const [only] = extents
  return extents.size === 1 && only ? only : 'some'
}
