import type { Digits } from '../../base/cn-code.ts'
import { isAllGoods } from '../../law/dataset/dataset.ts'
import type { NameReading } from '../../search/explain.ts'
import type { LikelyCode, LikelyHeading } from '../../search/rank.ts'
import type { Match, Matching } from './grants.ts'

/** Goods that a name may mean, with what the law says of them. */
interface MeantGoods {
  /** Its heading, or the one code below it that is nearly surely meant. */
  readonly code: Digits
  readonly probability: number
  /** The likeliest subheadings. */
  readonly below: readonly LikelyCode[]
  /** The codes that the law was looked up for: the subheadings that may be meant, or the heading. */
  readonly codes: readonly Digits[]
  /** The listings of these codes, whatever the deal. */
  readonly matches: readonly Match[]
  /** The listings of its whole heading, used once the caller chooses it. */
  readonly ofHeading: readonly Match[]
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
export const IMPROBABLE = 0.02
/** The results are about the likeliest goods, until the rest together is less probable than this. */
const REST = 0.1
/** Goods less probable than this have no part in the verdict, and beyond the first ten they are left out. */
const LEAST_WEIGHED = 0.001
const ALWAYS_SHOWN = 10
/** Subheadings are looked up until so much of their heading's probability is covered; if that takes many, the heading is. */
const COVERED = 0.98
const MAX_CODES = 6
const BELOW_SHOWN = 3

/** Looks the law up for the goods of a name, and weighs them. */
export function weighName(found: readonly LikelyHeading[], reading: NameReading, law: Matching): MeantName {
  const goods = found
    .filter(({ probability }, at) => at < ALWAYS_SHOWN || probability >= LEAST_WEIGHED)
    .map((one) => lookedUp(one, law))
  const [best] = goods
  if (!best) return { goods, decisive: [], reading, butMaybe: null }
  const weighed = goods.filter(({ probability }) => probability >= LEAST_WEIGHED)
  const listed = weighed.reduce((sum, one) => sum + (one.isListed ? one.probability : 0), 0)
  const isImprobable = !best.isListed && listed < IMPROBABLE
  if (isImprobable) return { goods, decisive: weighed.filter(({ isListed }) => !isListed), reading, butMaybe: null }
  const firstListed = weighed.find(({ isListed }) => isListed)!
  const butMaybe = best.isListed ? null : firstListed
  const decisive = weighed.slice(0, Math.max(credibleCount(weighed), weighed.indexOf(firstListed) + 1))
  return { goods, decisive, reading: butMaybe ? { ...reading, confidence: 'low' } : reading, butMaybe }
}

/** How many goods, the likeliest first, it takes until the rest is improbable. */
function credibleCount(goods: readonly MeantGoods[]): number {
  const total = goods.reduce((sum, { probability }) => sum + probability, 0)
  let sum = 0
  const at = goods.findIndex(({ probability }) => {
    sum += probability
    return sum >= total - REST
  })
  return at < 0 ? goods.length : at + 1
}

/** The goods with the listings of what may be meant by them. */
function lookedUp({ code: heading, probability, below }: LikelyHeading, law: Matching): MeantGoods {
  const codes = likelyCodes(probability, below) ?? [heading]
  const [code, ...others] = codes
  const ofHeading = law.all(heading)
  const told = { code: others.length > 0 ? heading : code!, probability, below: below.slice(0, BELOW_SHOWN), ofHeading }
  // What no listing of the heading concerns needs no closer look.
  if (!law.isListed(ofHeading)) return { ...told, codes, matches: ofHeading, isListed: false }
  const matches = uniqueOf(codes.flatMap(law.all))
  return { ...told, codes, matches, isListed: law.isListed(matches) }
}

/** The subheadings that make nearly all of their heading's probability; null when these are many. */
function likelyCodes(probability: number, below: readonly LikelyCode[]): readonly Digits[] | null {
  const codes: Digits[] = []
  let covered = 0
  for (const one of below) {
    if (covered >= probability * COVERED) return codes
    if (codes.length === MAX_CODES) return null
    codes.push(one.code)
    covered += one.probability
  }
  return codes.length > 0 ? codes : null
}

/** Each entry once, as it was found first. What bans all goods is one match, however many goods a name means. */
export function uniqueOf(matches: readonly Match[]): Match[] {
  const found = new Map<Match['entry'] | string, Match>()
  for (const match of matches) {
    const { entry } = match
    const key = isAllGoods(entry) ? `${entry.regime.data.code} ${entry.article}` : entry
    if (!found.has(key)) found.set(key, match)
  }
  return [...found.values()]
}
