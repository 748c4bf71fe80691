import type { NameReading } from '../search/by-name.ts'
import type { LikelyCode, LikelyHeading } from '../search/rank.ts'
import type { Digits } from '../terms/cn-code.ts'
import type { Match } from './grants.ts'

/** Goods that a name may mean, with what the law says of them. */
export interface MeantGoods {
  readonly code: Digits
  readonly probability: number
  /** The likeliest subheadings. */
  readonly below: readonly LikelyCode[]
  /** The codes that the law was looked up for: the subheadings that may be meant, or the heading. */
  readonly codes: readonly Digits[]
  /** The listings of these codes, whatever the deal. */
  readonly matches: readonly Match[]
  readonly isListed: boolean
}

/** What a name means, weighed: the goods, and those of them that the verdict is about. */
export interface MeantName {
  readonly goods: readonly MeantGoods[]
  /** The verdict, the results and the assessment are about these. */
  readonly decisive: readonly MeantGoods[]
  readonly reading: NameReading
  /** The likeliest listed goods when the best goods are in no list and those cannot be left out; otherwise null. */
  readonly butMaybe: MeantGoods | null
}

/**
 * Listed goods that together are less probable than this do not make a name restricted. Chosen by the rate of wrong `no_match`
 * on the development lines (docs/search.md).
 */
export const IMPROBABLE = 0.1
/** Goods less probable than this are not told. */
const LEAST_TOLD = 0.001
/** Subheadings are looked up until so much of their heading's probability is covered; if that takes many, the heading is. */
const COVERED = 0.95
const MOST_CODES = 6
const BELOW_SHOWN = 3

interface Law {
  all(code: Digits): readonly Match[]
  isListed(matches: readonly Match[]): boolean
}

/** Looks the law up for the goods of a name, and weighs them. */
export function weighName(found: readonly LikelyHeading[], reading: NameReading, law: Law): MeantName {
  const looked = found.filter(({ probability }) => probability >= LEAST_TOLD).map((goods) => lookedUp(goods, law))
  const goods = looked.map(({ goods }) => goods)
  const [best] = goods
  if (!best) return { goods, decisive: [], reading, butMaybe: null }
  const listed = looked.reduce((sum, one) => sum + one.listed, 0)
  const isImprobable = !best.isListed && listed < IMPROBABLE
  if (isImprobable) return { goods, decisive: goods.filter(({ isListed }) => !isListed), reading, butMaybe: null }
  const firstListed = goods.find(({ isListed }) => isListed)!
  const butMaybe = best.isListed ? null : firstListed
  const decisive = goods.slice(0, Math.max(credibleCount(goods), goods.indexOf(firstListed) + 1))
  return { goods, decisive, reading: butMaybe ? { ...reading, confidence: 'low' } : reading, butMaybe }
}

/** How many goods, the likeliest first, it takes until the rest is improbable. */
function credibleCount(goods: readonly MeantGoods[]): number {
  let sum = 0
  const at = goods.findIndex(({ probability }) => {
    sum += probability
    return sum >= 1 - IMPROBABLE
  })
  return at < 0 ? goods.length : at + 1
}

/** The goods with their listings, and how probable it is that listed ones among them are meant. */
function lookedUp({ code, probability, below }: LikelyHeading, law: Law): { goods: MeantGoods; listed: number } {
  const told = { code, probability, below: below.slice(0, BELOW_SHOWN) }
  const whole = law.all(code)
  if (!law.isListed(whole)) return { goods: { ...told, codes: [code], matches: whole, isListed: false }, listed: 0 }
  let covered = 0
  const likely = below.slice(0, MOST_CODES).filter((one) => {
    const isNeeded = covered < probability * COVERED
    covered += one.probability
    return isNeeded
  })
  const isCovered = likely.length > 0 && likely.reduce((sum, one) => sum + one.probability, 0) >= probability * COVERED
  if (!isCovered) return { goods: { ...told, codes: [code], matches: whole, isListed: true }, listed: probability }
  const each = likely.map((one) => ({ one, matches: law.all(one.code) }))
  const listed = each.filter(({ matches }) => law.isListed(matches))
  return {
    goods: {
      ...told,
      codes: likely.map((one) => one.code),
      matches: uniqueOf(each.flatMap(({ matches }) => matches)),
      isListed: listed.length > 0,
    },
    listed: listed.reduce((sum, { one }) => sum + one.probability, 0),
  }
}

/** Each entry once. */
export const uniqueOf = (matches: readonly Match[]): Match[] =>
  [...new Map(matches.toReversed().map((match) => [match.entry, match])).values()].toReversed()
