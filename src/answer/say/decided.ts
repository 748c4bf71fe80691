import { LRUCache } from 'lru-cache'
import { type Digits, group } from '../../base/cn-code.ts'
import { ownText } from '../../base/own-text.ts'
import type { Regime } from '../../law/dataset/dataset.ts'
import { readableName } from '../../law/tariff/nomenclature-names.ts'
import { factsAnswer, problemOfFacts } from '../decide/check-facts.ts'
import { chosenGoods } from '../decide/chosen-goods.ts'
import { decide } from '../decide/decide.ts'
import { type Decision, type Known, knownOf, NONE_OF_THEM } from '../decide/model.ts'
import { type Rulings, rulingsIn } from '../decide/rulings.ts'
import { conditionsIn } from '../decide/used.ts'
import { alikeKey } from '../judge/alike.ts'
import { judgementOf } from '../judge/judgement.ts'
import { idsEverAsked } from '../judge/known-asks.ts'
import type { Condition, Judgement } from '../judge/model.ts'
import type { WayAsked } from '../judge/ways.ts'
import type { Match, Matching } from '../match/grants.ts'
import type { MeantName } from '../match/meant-goods.ts'
import type { RegimeFacts } from '../match/regimes.ts'
import type { NearUncoded } from '../match/uncoded.ts'
import { type Asking, RefusedQuestion } from '../question/question.ts'
import type { CnResponse } from '../response/response.ts'
import { aboutOf } from './about.ts'
import { headlineOf } from './headline.ts'
import { partMeant } from './part-meant.ts'
import { questionsOf } from './questions.ts'
import { reasonOf } from './reason.ts'
import type { Said } from './said.ts'
import { type Step, stepsOf } from './steps.ts'
import { whyNotChecked } from './why-not-checked.ts'

/** What the assessment is about. */
export interface Assessed extends Asking, Pick<Matching, 'all' | 'ever'> {
  readonly matches: readonly Match[]
  /** What a name means; null for a code. */
  readonly name: MeantName | null
  /** The regimes whose gaps are told. */
  readonly touched: readonly Regime[]
  readonly facts: RegimeFacts
  /** The ways that the goods may go. */
  readonly ways: readonly WayAsked[]
  /** Goods without codes that the name calls by their own words. */
  readonly called: readonly NearUncoded[]
  /** Whether the goods are in any list that was checked, for this question or for another direction or deal. */
  readonly isListed: boolean
  /** All that decides besides the goods and the facts, as a text. */
  readonly key: string
  /** Decisions on other goods and in other contexts. */
  readonly decided: DecidedAlike
}

/** The decision and its words, whatever else the answer has. */
export interface Decided extends Pick<CnResponse['assessment'], 'answer' | 'headline' | 'reason' | 'questions'> {
  readonly steps: readonly Step[]
  readonly sentence: string
  /** The facts as they were declared. */
  readonly facts: ReturnType<typeof factsAnswer>
  readonly rulings: Rulings
}

/** What was decided before, by context and goods. */
export interface DecidedAlike {
  readonly judged: LRUCache<string, Judged>
  readonly decided: LRUCache<string, Decided>
}

/** Which of the facts that have parameters of their own may decide; where one does, what it decides about. */
interface Judged {
  readonly turnsOn: ReadonlySet<Condition['kind']>
  readonly judgement: Judgement | null
}

/** The codes of the tariff have some 2,000 different keys in one context; several contexts are asked about at a time. */
const MAX_DECIDED = 4_000

export const decidedAlike = (): DecidedAlike => ({
  judged: new LRUCache({ max: MAX_DECIDED }),
  decided: new LRUCache({ max: MAX_DECIDED }),
})

/** The decision on a question. Facts that cannot be asked refuse it. */
export function decideOn(assessed: Assessed): Decided {
  const { question, decided: cache } = assessed
  const goods = keyOfGoods(assessed)
  if (goods === null) return decidedAnew(assessed, judgementOf(assessed))
  // A contract date or a value that no provision asks about decides nothing, and is no part of the key.
  const keyFor = ({ turnsOn }: Judged): string =>
    [turnsOn.has('value') && question.value, turnsOn.has('contract') && question.contractDate, goods].join('|')
  const before = cache.judged.get(goods)
  const known = before && cache.decided.get(keyFor(before))
  if (known) return known
  const judgement = before?.judgement ?? judgementOf(assessed)
  const judged = before ?? judgedOf(judgement, goods)
  const decided = decidedAnew(assessed, judgement)
  cache.judged.set(goods, judged)
  cache.decided.set(keyFor(judged), decided)
  return decided
}

function judgedOf(judgement: Judgement, goods: string): Judged {
  const turnsOn = new Set(conditionsIn(judgement).map(({ kind }) => kind))
  // Goods of a heading are many, so that their judgement is not kept.
  const isKept = !goods.startsWith(BY_CODE) && (turnsOn.has('value') || turnsOn.has('contract'))
  return { turnsOn, judgement: isKept ? judgement : null }
}

const BY_CODE = 'code '

/** All that is judged of goods of one code that differs between questions in one context; null for other goods. */
function keyOfGoods({
  question: { read, facts, asOf: day },
  name,
  called,
  dataset,
  cnYear,
  all,
  touched,
  isListed,
  ways,
  key,
}: Assessed): string | null {
  if (name || called.length > 0 || read.as === 'name' || facts.size > 0) return null
  if (!dataset.nomenclatures.of(cnYear).exists(read.digits)) return null
  const alike = alikeKey(read.digits, all(read.digits), { dataset, day, ways }) ?? BY_CODE + read.digits
  const warned = touched.map(({ data }) => data.code).join()
  return [alike, isListed, warned, key].join('|')
}

function decidedAnew(assessed: Assessed, judgement: Judgement): Decided {
  const { question, dataset, asked, called, ever } = assessed
  const { value, contractDate, facts } = question
  const problem = problemOfFacts(facts, judgement, asked, () =>
    idsEverAsked(asked.flatMap(ever), asked, called, dataset),
  )
  if (problem) throw new RefusedQuestion([problem])
  const known = knownOf(value, contractDate, facts)
  const decision = decide(judgement, known)
  const said = saidOf(assessed, judgement, decision, known)
  const headline = headlineOf(said)
  const reason = reasonOf(said)
  const steps = stepsOf(said)
  return {
    answer: decision.answer,
    headline: ownText(headline),
    reason: ownText(reason),
    questions: questionsOf(said).map(({ answers, ...one }) => ({
      ...one,
      id: ownText(one.id),
      text: ownText(one.text),
      answers: answers.map((each) => ({ ...each, value: ownText(each.value), text: ownText(each.text) })),
    })),
    steps,
    sentence: ownText([`${headline}.`, reason, ...steps.map(({ text }) => text)].join(' ')),
    facts: factsAnswer(facts, judgement),
    rulings: rulingsIn(decision, facts.has('goods')),
  }
}

function saidOf(assessed: Assessed, judgement: Judgement, decision: Decision, known: Known): Said {
  const { question, name, touched, regimes } = assessed
  const { language } = question
  const { pending } = assessed.facts
  return {
    decision,
    about: aboutOf(decision),
    judgement,
    known,
    language,
    hasRoute: judgement.hasRoute,
    isName: name !== null || question.read.as === 'name',
    goods: goodsSettled(assessed, judgement, decision),
    why: whyNotChecked(assessed, judgement, decision),
    onlyRegime: question.regime === null ? null : actNumber(question.regime),
    checkedPlaces: [...new Set((question.deal ? touched : regimes).map(({ shortName }) => shortName[language]))],
    pending: pending
      .filter(({ regime }) => touched.includes(regime))
      .map(({ regime, acts }) => ({ place: regime.place.name[language], acts })),
  }
}

/** `EU-IR-267-2012` → `267/2012`. */
const actNumber = (code: string): string => code.split('-').slice(2).join('/')

/** The goods that the answer about a name is about: those chosen, or the likeliest where all that may be meant are alike. */
function goodsSettled(
  { name, dataset, cnYear, question }: Assessed,
  { choices }: Judgement,
  { questions, answer }: Decision,
): Said['goods'] {
  if (!name || questions.some(({ fact }) => fact === 'goods')) return null
  const chosen = chosenGoods(question.facts)
  const code = (chosen && chosen !== NONE_OF_THEM ? chosen : name.goods[0]?.code) as Digits | undefined
  if (code === undefined || answer === 'not_checked') return null
  const line = dataset.nomenclatures.lastLine(code, cnYear)
  const isBest = choices[0]?.code === code
  const words = line ? partMeant(readableName(line, question.language), isBest ? name.reading.understood : []) : ''
  return [words, group(code)]
}
