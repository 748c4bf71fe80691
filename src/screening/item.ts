import { type Answerer, answerOrProblems } from '../answer/answer.ts'
import { MAX_LIMIT } from '../answer/question/parameters.ts'
import { problemInWords } from '../answer/question/problems.ts'
import { type Question, readQuestion, type WrongParameter } from '../answer/question/question.ts'
import type { CnResponse } from '../answer/response/response.ts'
import { type AssessedState, writeState } from '../answer/shape/state.ts'
import type { Day } from '../base/day.ts'
import type { Language } from '../base/language.ts'
import { ITEM_FIELDS, type ItemFields } from '../law/terms/law-vocabulary.ts'

/** What is asked about an item of a list. */
export interface ItemQuestion extends ItemFields {
  readonly q: string
}

/** The acts behind an assessment are read from its results. */
const LIMIT = String(MAX_LIMIT)

/** The question that an item asks on a day. */
export function questionOf(
  item: ItemQuestion,
  { answerer: { dataset }, day, language }: { answerer: Answerer; day: Day; language: Language },
): { question: Question } | { problems: readonly WrongParameter[] } {
  const given: [string, string][] = [
    ['q', item.q],
    ['lang', language],
    ['as_of', day],
    ['limit', LIMIT],
  ]
  for (const field of ITEM_FIELDS) {
    const text = item[field]
    if (text !== null) given.push([field, text])
  }
  return readQuestion(given, { today: day, dataset })
}

/** An item that is not understood any more, such as a deal with a country that has joined the Union, counts as not checked. */
const NOT_UNDERSTOOD = {
  answer: 'not_checked',
  verdict: 'no_match',
  checked: false,
  listed: false,
  extent: 'none',
  reaches: [],
} as const

type DeclaredFacts = NonNullable<CnResponse['meta']['facts']>

export interface ItemAssessment extends Pick<CnResponse, 'verdict' | 'assessment'> {
  /** Absent where no facts were declared. */
  readonly meta?: { facts: DeclaredFacts }
}

/** The assessment of an item on a day, in the language of the list. */
export function assessItem(item: ItemQuestion, answerer: Answerer, day: Day, language: Language): ItemAssessment {
  const read = answered(item, answerer, day, language)
  if ('problems' in read) {
    const [first] = read.problems
    const { verdict, ...assessment } = NOT_UNDERSTOOD
    const sentence = first ? problemInWords(first, language) : ''
    const words = { headline: sentence, reason: sentence, sentence } as const
    return { verdict, assessment: { ...assessment, ...words, questions: [], steps: [], reaches: [] } }
  }
  const { verdict, assessment } = read.response
  return { verdict, assessment, ...(read.facts.length > 0 && { meta: { facts: read.facts } }) }
}

/** A fact that the law knew when the item was stored and knows no more is left out and marked as unused. */
function answered(
  item: ItemQuestion,
  answerer: Answerer,
  day: Day,
  language: Language,
): { response: CnResponse; facts: DeclaredFacts } | { problems: readonly WrongParameter[] } {
  const read = questionOf(item, { answerer, day, language })
  if ('problems' in read) return read
  const given = read.question.facts
  for (const facts = new Map(given); ; ) {
    const found = answerOrProblems(answerer, { ...read.question, facts })
    if ('response' in found) return { response: found.response, facts: declaredFactsOf(given, found.response) }
    const wrong = found.problems.find(({ fact }) => fact !== undefined)?.fact
    if (wrong === undefined || !facts.delete(wrong)) return found
  }
}

function declaredFactsOf(given: ReadonlyMap<string, string>, { deal, meta }: CnResponse): DeclaredFacts {
  const used = deal?.facts ?? meta.facts ?? []
  return [...given].map(([id, value]) => used.find((one) => one.id === id) ?? { id, value, text: null, used: false })
}

/** What is stored of an item: its assessment in short, and the acts that listed what it matches. */
export interface ItemState {
  readonly state: string
  readonly acts: string
}

/** Languages do not matter: what is compared has no words. */
export function stateOf(item: ItemQuestion, answerer: Answerer, day: Day): ItemState {
  const read = answered(item, answerer, day, 'en')
  if ('problems' in read) return { state: writeState(NOT_UNDERSTOOD), acts: '' }
  const { verdict, assessment, results } = read.response
  const { answer, checked, extent, reaches } = assessment
  const state: AssessedState = { answer, verdict, checked, extent, reaches }
  const acts = new Set(results.flatMap(({ since_act }) => since_act ?? []))
  return { state: writeState(state), acts: [...acts].toSorted().join(',') }
}
