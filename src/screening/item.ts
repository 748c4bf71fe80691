import { type Answerer, answerOrProblems } from '../answer/answer.ts'
import { type AssessedState, writeState } from '../answer/assessment/state.ts'
import { MAX_LIMIT } from '../answer/parameters.ts'
import { problemInWords } from '../answer/problems.ts'
import { type Question, readQuestion, type WrongParameter } from '../answer/question.ts'
import type { CnResponse } from '../answer/response.ts'
import type { Day } from '../terms/day.ts'
import type { Language } from '../terms/language.ts'
import { DEAL_FIELDS, type DealFacts } from '../terms/law-vocabulary.ts'

/** What is asked about an item of a list. */
export interface ItemQuestion extends DealFacts {
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
  for (const field of DEAL_FIELDS) {
    const fact = item[field]
    if (fact !== null) given.push([field, fact])
  }
  return readQuestion(given, { today: day, dataset })
}

/** An item that is not understood any more, such as a deal with a country that has joined the Union, counts as not checked. */
const NOT_UNDERSTOOD = { verdict: 'no_match', checked: false, listed: false, extent: 'none', reaches: [] } as const

export type ItemAssessment = Pick<CnResponse, 'verdict' | 'assessment'>

/** The assessment of an item on a day, in the language of the list. */
export function assessItem(item: ItemQuestion, answerer: Answerer, day: Day, language: Language): ItemAssessment {
  const read = answered(item, answerer, day, language)
  if ('problems' in read) {
    const [first] = read.problems
    const { verdict, ...assessment } = NOT_UNDERSTOOD
    const sentence = first ? problemInWords(first, language) : ''
    const words = { answer: 'not_checked', headline: sentence, reason: sentence, sentence } as const
    return { verdict, assessment: { ...assessment, ...words, questions: [], steps: [], reaches: [] } }
  }
  const { verdict, assessment } = read.response
  return { verdict, assessment }
}

function answered(item: ItemQuestion, answerer: Answerer, day: Day, language: Language) {
  const read = questionOf(item, { answerer, day, language })
  return 'problems' in read ? read : answerOrProblems(answerer, read.question)
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
  const { checked, extent, reaches } = assessment
  const state: AssessedState = { verdict, checked, extent, reaches }
  const acts = new Set(results.flatMap(({ since_act }) => since_act ?? []))
  return { state: writeState(state), acts: [...acts].toSorted().join(',') }
}
