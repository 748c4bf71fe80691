import type { CnResponse, CnResult } from '../../answer/response.ts'
import { listsWhole } from './lists-whole.ts'
import { isBan, WAYS, type Way, wayBanned } from './trade-direction.ts'
import { digitsOf } from './wording.ts'

/**
 * How far a ban reaches into what was asked: all of it; all of it beyond a threshold; only goods that fit a description;
 * only some of the codes; or perhaps, where the first day of a listing is not known.
 */
export const EXTENTS = ['whole', 'limited', 'part', 'some', 'perhaps'] as const
export type Extent = (typeof EXTENTS)[number]

/** One way to one country that is closed, and how far. */
export interface Reach {
  readonly country: string
  readonly way: Way
  readonly extent: Extent
}

export interface Verdict {
  readonly kind: 'ban' | 'condition' | 'clear'
  readonly reaches: readonly Reach[]
  /** What the annexes call the goods that are listed in part, each once. */
  readonly designations: readonly string[]
  /** The thresholds on which bans depend, each once. */
  readonly thresholds: readonly CnResult['thresholds'][number][]
}

/** The verdict of an answer, from its matches alone: nothing that is no ban is counted as one. */
export function verdictOf(response: CnResponse): Verdict {
  const bans = response.results.filter(isBan)
  const reaches = Map.groupBy(bans, (ban) => `${wayBanned(ban)} ${ban.regime.target_country_code}`)
  const goods = goodsAsked(response)
  const found = [...reaches.values()].map((group) => reachOf(group, goods))
  const partial = found.some(({ extent }) => extent === 'part')
    ? bans.filter((ban) => ban.partial_by === 'description')
    : []
  const thresholds = bans.flatMap((ban) => ban.thresholds.map((one) => [JSON.stringify(one), one] as const))
  return {
    kind: bans.length > 0 ? 'ban' : response.results.length > 0 ? 'condition' : 'clear',
    reaches: found.toSorted((a, b) => WAYS.indexOf(a.way) - WAYS.indexOf(b.way)),
    designations: [...new Set(partial.flatMap(({ listed_as }) => (saysWhat(listed_as) ? [listed_as] : [])))],
    thresholds: [...new Map(thresholds).values()],
  }
}

/** "Other" means nothing without the rows above it in the annex. */
const saysWhat = (designation: string | null): designation is string =>
  designation !== null && !/^(?:others?\b|pozostał)/i.test(designation)

/** Digits of what was asked: the code, or each of the goods a name means. */
function goodsAsked({ meta }: CnResponse): readonly string[] {
  if (meta.goods) return meta.goods.map(({ code }) => digitsOf(code))
  return meta.cn ? [digitsOf(meta.cn.code)] : []
}

function reachOf(bans: readonly CnResult[], goods: readonly string[]): Reach {
  const [first] = bans as [CnResult]
  const sure = bans.filter(({ in_force }) => in_force === 'yes')
  const extents = new Set(goods.map((code) => extentFor(code, sure)))
  return {
    country: first.regime.target_country_code,
    way: wayBanned(first),
    extent: sure.length === 0 ? 'perhaps' : combine(extents),
  }
}

function extentFor(code: string, bans: readonly CnResult[]): Extent | null {
  const above = bans.filter(({ cn_code }) => code.startsWith(digitsOf(cn_code)))
  const whole = above.filter((ban) => listsWhole(ban, code))
  if (whole.some((ban) => !isLimited(ban))) return 'whole'
  if (whole.length > 0) return 'limited'
  if (above.some(({ partial_by }) => partial_by === 'codes')) return 'some'
  if (above.length > 0) return above.every(isLimited) ? 'limited' : 'part'
  return bans.some(({ cn_code }) => digitsOf(cn_code).startsWith(code)) ? 'some' : null
}

const isLimited = ({ thresholds, restriction }: CnResult): boolean =>
  thresholds.length > 0 || restriction.condition !== null

/** Of several goods: the extent they share, or only some of them. */
function combine(extents: ReadonlySet<Extent | null>): Extent {
  const [only] = extents
  return extents.size === 1 && only ? only : 'some'
}
