import type { Countries } from '../../law/build/countries.ts'
import type { Entry, Regime } from '../../law/build/dataset.ts'
import { ownText } from '../../law/read/own-text.ts'
import type { Nomenclature } from '../../law/tariff/nomenclature.ts'
import { readableName } from '../../law/tariff/nomenclature-names.ts'
import { type Digits, group } from '../../terms/cn-code.ts'
import type { Day } from '../../terms/day.ts'
import { DIRECTION_NAMES } from '../../terms/direction-names.ts'
import { withoutCapital } from '../../terms/wording.ts'
import type { JudgedDeal } from '../deal/answer-deal.ts'
import { dealHeadlinesOf, dealSentenceOf } from '../deal/deal-sentence.ts'
import type { Match } from '../grants.ts'
import type { Asking } from '../question.ts'
import type { CnResponse } from '../response.ts'
import { actsInForce, type NearUncoded } from '../scope.ts'
import type { Context } from './context.ts'
import { reachAnswer } from './grounds.ts'
import { headlineIn } from './headline.ts'
import { type JudgedReach, judge } from './judge.ts'
import type { MeantGoods, MeantName } from './meant-goods.ts'
import { introduced, nameInSentence } from './name-sentence.ts'
import { partMeant } from './part-meant.ts'
import { headlinesOf, sentenceOf } from './sentence.ts'
import { keyOfReach } from './terms.ts'

/** What the assessment is about. */
export interface Assessed extends Asking {
  readonly matches: readonly Match[]
  /** What a name means; null for a code. */
  readonly name: MeantName | null
  /** The regimes whose gaps are told. */
  readonly touched: readonly Regime[]
  readonly facts: RegimeFacts
  /** Measures without codes that the goods asked for may fall under. */
  readonly uncoded: readonly NearUncoded[]
  /** Whether the goods are in any list that was checked, for this question or for another direction or deal. */
  readonly isListed: boolean
  /** What the deal of the question meets with; null without a deal. */
  readonly deal: JudgedDeal | null
  /** The same deal in some of the goods only. */
  readonly dealIn: (goods: MeantGoods) => JudgedDeal | null
}

/** The assessment of an answer: how far measures reach into what was asked, and the same in a sentence. */
export function assess(assessed: Assessed): CnResponse['assessment'] {
  const { dataset, question, asked, name, cnYear, deal } = assessed
  const { language, direction, read } = question
  const matches = deal ? deal.decisive : assessed.matches
  const tariff = dataset.nomenclatures.of(cnYear)
  const { extent, reaches } = judge(matches, asked, tariff)
  const { tooEarly, pending, placeOf } = assessed.facts
  const unchecked = whyUnchecked(assessed, tooEarly)
  const best = name && name.goods.length > 0 ? name : null
  const context: Context = {
    language,
    style: 'full',
    isName: read.as === 'name',
    isUnsure: name?.reading.confidence === 'low',
    unchecked,
    isListed: best ? best.isBestInLists : assessed.isListed,
    isOtherListed: assessed.isListed && best !== null && !best.isBestInLists,
    direction,
    tooEarly,
    pending: pending.filter(({ regime }) => assessed.touched.includes(regime)),
    uncoded: assessed.uncoded.map(({ regime, uncoded: { article } }) => ({ country: regime.data.country, article })),
    cnYears: dataset.nomenclatures.years,
    placeOf,
  }
  const own = deal && dealTold(assessed, deal)
  const told = deal && {
    ...(own ?? deal),
    contractDate: question.contractDate,
    context: own ? { ...context, isName: false } : context,
  }
  const goods = reachesTold(assessed, reaches)
  const inferred = inferredSentences(reaches, matches, asked, tariff, context)
  return {
    checked: unchecked === null,
    listed: assessed.isListed,
    headline: ownText(
      headlineIn(assessed, told ? dealHeadlinesOf(told) : headlinesOf(goods, context), {
        isGuess: context.isUnsure && extent === 'none' && (deal === null || deal.findings.length === 0),
        isInferred: inferred.length > 0,
      }),
    ),
    sentence: ownText(
      introducedIn(assessed, [told ? dealSentenceOf(told) : sentenceOf(goods, context), ...inferred].join(' ')),
    ),
    extent,
    reaches: reaches.map((reach) => reachAnswer(reach, assessed.regimes, context)),
  }
}

/** The goods of a name that its sentence is about: the best ones, or listed ones that cannot be left out. */
const goodsTold = ({ goods, butMaybe }: MeantName): MeantGoods | undefined => butMaybe ?? goods[0]

/** How far measures reach into the goods that the sentence is about. What else may be meant is told by name only. */
function reachesTold({ name, dataset, cnYear }: Assessed, all: readonly JudgedReach[]): readonly JudgedReach[] {
  const told = name && goodsTold(name)
  return told ? judge(told.matches, told.codes, dataset.nomenclatures.of(cnYear)).reaches : all
}

/**
 * The deal in the goods that the sentence is about; null where it meets with something graver in others that may be meant,
 * which the sentence must not leave out, or with nothing.
 */
function dealTold({ name, dealIn }: Assessed, deal: JudgedDeal): JudgedDeal | null {
  const goods = name && goodsTold(name)
  const own = goods && deal.findings.length > 0 ? dealIn(goods) : null
  return own?.findings[0]?.kind === deal.findings[0]?.kind ? own : null
}

const MAX_OTHERS = 2
const WORTH_NAMING = 0.1

/** A sentence about a name begins with its goods; one about a code stays as it is. */
function introducedIn({ name, dataset, cnYear, question: { language } }: Assessed, sentence: string): string {
  if (!name || name.goods.length === 0) return sentence
  const { goods, butMaybe, isBestInLists, reading } = name
  const nameOf = (one: MeantGoods): string => {
    const line = dataset.nomenclatures.lastLine(one.code, cnYear)
    const words = line ? partMeant(readableName(line, language), one === goods[0] ? reading.understood : []) : ''
    return nameInSentence(words, group(one.code))
  }
  const others = goods.slice(1).filter((one) => one !== butMaybe && one.probability >= WORTH_NAMING)
  return introduced(
    {
      best: nameOf(goods[0]!),
      butMaybe: butMaybe && nameOf(butMaybe),
      isBestInLists,
      others: others.slice(0, MAX_OTHERS).map(nameOf),
    },
    sentence,
    language,
  )
}

/** What the assessment says of the regimes asked about, whatever the goods. */
export type RegimeFacts = Pick<Context, 'tooEarly' | 'pending' | 'placeOf'>

export const regimeFactsOn = (day: Day, regimes: readonly Regime[], countries: Countries): RegimeFacts => ({
  tooEarly: regimes.filter(({ data }) => day < data.complete_from),
  pending: regimes.flatMap((regime) => {
    const acts = actsInForce(regime, day).length
    return acts > 0 ? [{ regime, acts }] : []
  }),
  placeOf: (country) => regimes.findLast(({ data }) => data.country === country)?.place ?? countries.placeOf(country),
})

function whyUnchecked(
  { dataset: { nomenclatures }, question: { read }, matches, asked, regimes, deal }: Assessed,
  tooEarly: readonly Regime[],
): Context['unchecked'] {
  if (matches.length > 0 || (deal && deal.listed.length > 0)) return null
  if (read.as === 'name') {
    if (asked.length === 0) return 'name_unknown'
  } else if (nomenclatures.existedIn(read.digits).length === 0) return 'code_unknown'
  return regimes.length > 0 && tooEarly.length === regimes.length ? 'before_data' : null
}

const isInferred = ({ basis }: Entry): boolean => basis.kind === 'inferred'

/**
 * "Belarus, import: listed according to TARIC of 12 July 2026; the act was not read." Told of every reach that would be
 * weaker without rows that were read in no act; where read rows reach as far, the results tell the others apart.
 */
function inferredSentences(
  reaches: readonly JudgedReach[],
  matches: readonly Match[],
  asked: readonly Digits[],
  tariff: Nomenclature,
  { placeOf, language }: Context,
): string[] {
  if (!matches.some(({ entry }) => isInferred(entry))) return []
  const read = judge(
    matches.filter(({ entry }) => !isInferred(entry)),
    asked,
    tariff,
  )
  const known = new Map(read.reaches.map((reach) => [keyOfReach(reach), reach.extent]))
  const told = reaches
    .filter((reach) => known.get(keyOfReach(reach)) !== reach.extent)
    .flatMap((reach) => {
      const basis = reach.grounds.flatMap(({ entries }) => entries).find(isInferred)?.basis
      if (!basis) return []
      const where = [
        reach.country && placeOf(reach.country).name[language],
        reach.direction && DIRECTION_NAMES[reach.direction][language],
      ].filter(Boolean)
      return [`${where.join(', ')}: ${withoutCapital(basis.text[language])}`]
    })
  return [...new Set(told)]
}
