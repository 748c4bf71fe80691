import { LRUCache } from 'lru-cache'
import { type Digits, group } from '../../base/cn-code.ts'
import type { Day } from '../../base/day.ts'
import type { Text } from '../../base/language.ts'
import { ownText } from '../../base/own-text.ts'
import type { Countries } from '../../law/dataset/countries.ts'
import type { Regime } from '../../law/dataset/dataset.ts'
import { readableName } from '../../law/tariff/nomenclature-names.ts'
import { concerns } from '../../law/terms/citation.ts'
import type { DocumentPurpose, Place } from '../../law/terms/law.ts'
import { yearsInWords } from '../../law/terms/wording.ts'
import { factsAnswer, problemOfFacts } from '../decide/check-facts.ts'
import { decide, NONE_OF_THEM } from '../decide/decide.ts'
import type { Decision, Judgement, Known } from '../decide/model.ts'
import { alikeKey } from '../judge/alike.ts'
import type { DocumentAnswer } from '../judge/documents.ts'
import { judgementOf } from '../judge/judgement.ts'
import { idsEverAsked } from '../judge/known-asks.ts'
import { judge } from '../judge/reaches.ts'
import type { WayAsked } from '../judge/ways.ts'
import type { Match, Matching } from '../match/grants.ts'
import type { MeantName } from '../match/meant-goods.ts'
import { type Asking, RefusedQuestion } from '../question/question.ts'
import type { CnResponse } from '../response/response.ts'
import { aboutOf } from '../say/about.ts'
import { type Declared, declaredIn, isFreed } from '../say/declared.ts'
import { reachAnswer } from '../say/grounds.ts'
import { headlineOf } from '../say/headline.ts'
import { partMeant } from '../say/part-meant.ts'
import { questionsOf } from '../say/questions.ts'
import { reasonOf } from '../say/reason.ts'
import type { Said } from '../say/said.ts'
import { type Step, stepsOf } from '../say/steps.ts'
import type { JudgedDeal } from './deal-answer.ts'
import { actsInForce, type NearUncoded } from './scope.ts'

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
  /** Decisions on other goods in the same context. */
  readonly decided: DecidedAlike
  /** What the deal of the question meets with; null without a deal. */
  readonly deal: JudgedDeal | null
}

/** The decision and its words, whatever else the answer has. */
export interface Decided extends Pick<CnResponse['assessment'], 'answer' | 'headline' | 'reason' | 'questions'> {
  readonly steps: readonly Step[]
  readonly sentence: string
  /** The facts as they were declared. */
  readonly facts: ReturnType<typeof factsAnswer>
  /** What they free and what they settle; null where none was given. */
  readonly declared: Declared | null
}

/** What was decided on goods of other codes that are under the same provisions. */
export type DecidedAlike = LRUCache<string, Decided>

/** The codes of the tariff have fewer different keys. */
const MAX_DECIDED = 2_000

export const decidedAlike = (): DecidedAlike => new LRUCache({ max: MAX_DECIDED })

/** The decision on a question. Facts that cannot be asked refuse it. */
export function decideOn(assessed: Assessed): Decided {
  const key = keyOf(assessed)
  const before = key === null ? undefined : assessed.decided.get(key)
  if (before) return before
  const decided = decidedAnew(assessed)
  if (key !== null) assessed.decided.set(key, decided)
  return decided
}

/** All that decides about goods of one code that differs between questions in one context; null for other goods. */
function keyOf({
  question,
  name,
  called,
  dataset,
  cnYear,
  all,
  touched,
  isListed,
  ways,
  regimes,
}: Assessed): string | null {
  const { read, facts, value, contractDate } = question
  if (name || called.length > 0 || read.as === 'name' || facts.size > 0) return null
  if (!dataset.nomenclatures.of(cnYear).exists(read.digits)) return null
  const alike = alikeKey(read.digits, all(read.digits), { dataset, regimes, day: question.asOf, ways })
  if (alike === null) return null
  const warned = touched.map(({ data }) => data.code).join()
  return [value, contractDate, isListed, warned, alike].join('|')
}

function decidedAnew(assessed: Assessed): Decided {
  const { question, dataset, asked, called, ever } = assessed
  const { value } = question
  const judgement = judgementOf(assessed)
  const problem = problemOfFacts(question.facts, judgement, asked, () =>
    idsEverAsked(asked.flatMap(ever), asked, called, dataset),
  )
  if (problem) throw new RefusedQuestion([problem])
  const known = {
    value: value === null ? null : Number(value),
    contractDate: question.contractDate,
    facts: question.facts,
  }
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
    facts: factsAnswer(question.facts, judgement),
    declared: question.facts.size > 0 ? declaredIn(decision) : null,
  }
}

/** The assessment of an answer: the decision, and how far measures reach into what was asked. */
export function assess(
  assessed: Assessed,
  { answer, headline, reason, questions, steps, sentence, declared }: Decided,
  documents: readonly DocumentAnswer[],
): CnResponse['assessment'] {
  const { dataset, question, asked, cnYear, deal, regimes } = assessed
  const { placeOf } = assessed.facts
  const matches = deal ? deal.decisive : assessed.matches.filter(({ entry }) => !isFreed(declared?.rulingOn(entry)))
  const { extent, reaches } = judge(matches, asked, dataset.nomenclatures.of(cnYear))
  return {
    checked: answer !== 'not_checked',
    listed: assessed.isListed,
    answer,
    headline,
    reason,
    questions,
    steps: steps.map((step) => stepAnswer(step, documents)),
    sentence,
    extent,
    reaches: reaches.map((reach) => reachAnswer(reach, regimes, { placeOf, language: question.language })),
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
  const chosen = question.facts.get('goods')
  const code = (chosen && chosen !== NONE_OF_THEM ? chosen : name.goods[0]?.code) as Digits | undefined
  if (code === undefined || answer === 'not_checked') return null
  const line = dataset.nomenclatures.lastLine(code, cnYear)
  const isBest = choices[0]?.code === code
  const words = line ? partMeant(readableName(line, question.language), isBest ? name.reading.understood : []) : ''
  return [words, group(code)]
}

/** Why nothing was checked, in words behind "Not checked:". */
function whyNotChecked(
  { question, dataset, name }: Assessed,
  { unknown, ways }: Judgement,
  { answer }: Decision,
): readonly string[] {
  if (answer !== 'not_checked') return []
  const { language, query, read } = question
  if (unknown === 'code' && read.as === 'cn_code') {
    const years = yearsInWords(dataset.nomenclatures.years, language)
    return [NO_SUCH_CODE[language].replace('#', () => group(read.digits)).replace('@', () => years)]
  }
  if (question.facts.get('goods') === NONE_OF_THEM) return [NONE_MEANT[language]]
  if (unknown === 'name') {
    const best = name?.goods[0]
    const asked = query.trim()
    const quoted = asked.length <= QUOTED ? asked : `${asked.slice(0, QUOTED).trim()}…`
    return [(best ? UNSURE : NO_GOODS)[language].replace('#', () => quoted)]
  }
  const gaps = new Set(ways.flatMap((way) => way.gaps.map(({ text }) => text)))
  return [[...gaps].join('; '), ...gaps]
}

const QUOTED = 30

const NO_SUCH_CODE: Text = {
  pl: 'kodu # nie ma w Nomenklaturze scalonej (@)',
  en: 'there is no code # in the Combined Nomenclature (@)',
}
const NO_GOODS: Text = {
  pl: 'w taryfie nie znaleźliśmy towaru „#”; podaj kod CN albo inne słowa',
  en: 'no goods of the tariff found for “#”; give the CN code or other words',
}
const UNSURE: Text = {
  pl: 'nie wiadomo na pewno, jaki towar to „#”; podaj kod CN albo inne słowa',
  en: 'it is not sure what “#” means; give the CN code or other words',
}
const NONE_MEANT: Text = {
  pl: 'nie chodzi o żaden ze znalezionych towarów; podaj kod CN',
  en: 'none of the goods found is meant; give the CN code',
}

/** What is stated in a declaration about a step. */
const PURPOSES: Readonly<Partial<Record<Step['kind'], readonly DocumentPurpose[]>>> = {
  authorisation: ['authorised'],
  claim: ['winddown', 'exempt'],
  proof: ['evidence', 'not_concerned'],
  clause: ['other', 'exempt'],
  due_diligence: ['other', 'exempt'],
}

function stepAnswer(
  { kind, text, cites }: Step,
  documents: readonly DocumentAnswer[],
): CnResponse['assessment']['steps'][number] {
  const purposes = PURPOSES[kind] ?? []
  const stated = documents.filter(
    ({ purpose, regime, article }) =>
      purposes.includes(purpose) &&
      cites.some((cited) => cited.regime?.data.code === regime && article !== '' && concerns(article, cited.article)),
  )
  return {
    kind,
    text: ownText(text),
    articles: [...new Set(cites.map(({ article }) => article))].filter(Boolean).map(ownText),
    documents: [...new Set(stated.map(({ code }) => code))],
  }
}

/** What the assessment says of the regimes asked about, whatever the goods. */
export interface RegimeFacts {
  /** Regimes whose data begin after the day asked about. */
  readonly tooEarly: readonly Regime[]
  /** Regimes with acts in force on the day asked about that are not worked in yet, and how many. */
  readonly pending: readonly { readonly regime: Regime; readonly acts: number }[]
  /** What measures are aimed at, in words, by country. */
  readonly placeOf: (country: string) => Place
}

export const regimeFactsOn = (day: Day, regimes: readonly Regime[], countries: Countries): RegimeFacts => ({
  tooEarly: regimes.filter(({ data }) => day < data.complete_from),
  pending: regimes.flatMap((regime) => {
    const acts = actsInForce(regime, day).length
    return acts > 0 ? [{ regime, acts }] : []
  }),
  placeOf: (country) => regimes.findLast(({ data }) => data.country === country)?.place ?? countries.placeOf(country),
})
