import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Answerer, answerOrProblems, buildAnswerer } from '../answer/answer.ts'
import { readParameters } from '../answer/question/parameters.ts'
import { readQuestion } from '../answer/question/question.ts'
import { shortLookupOf } from '../answer/shape/short.ts'
import { SUGGEST_PARAMETERS } from '../answer/shape/suggest.ts'
import { type Day, dayInBrussels, isDay } from '../base/day.ts'
import { isLanguage } from '../base/language.ts'
import type { CnResponse, CnShortLookup, Suggestion } from '../client/api-types.ts'
import { type Language, problemError } from '../client/error.ts'
import { refuseUnknown } from '../client/known-options.ts'
import { parametersOf, type QuestionOptions } from '../client/question.ts'
import { type Problem, problemOf, type Refused } from '../http/kernel/problem/problem.ts'
import { wrongParameters } from '../http/kernel/problem/wrong-parameters.ts'
import { loadDataset } from '../law/load.ts'

export interface OpenLawOptions {
  /** A directory such as `law/`, or a `.law` file; the law that came with the package by default. */
  readonly path?: string
  /** Language of answers and errors for questions that name none; Polish by default. */
  readonly lang?: Language
  /** The clock that says which day it is when a question names none. */
  readonly now?: () => Date
}

/** One version of the law, in this process. It never changes: open it again to see another one. */
export interface Law {
  /** Version of the law, as `meta.dataset` of an answer. */
  readonly version: string
  /**
   * The answer that the API gives to the same question. The first question by name indexes the names of its tariff year,
   * which takes a second; `prepareNames` does it beforehand. Throws a CnSanctionsError if the question is not understood.
   */
  check(q: string, options: QuestionOptions & { readonly detail: 'short' }): CnShortLookup
  check(q: string, options?: QuestionOptions & { readonly detail?: 'full' }): CnResponse
  check(q: string, options?: QuestionOptions): CnResponse | CnShortLookup
  /** Codes or goods that begin with what somebody is typing, at most ten. */
  suggest(typed: string, options?: Pick<QuestionOptions, 'day' | 'lang'>): Suggestion[]
  /** Indexes the names of the tariff of that day, in slices, so that other work goes on meanwhile. */
  prepareNames(day?: string): Promise<void>
}

/** The root of the package, seen from `src/library` and from `dist/library` alike. */
const ROOT = join(import.meta.dirname, '..', '..')

const OPTIONS: readonly string[] = ['path', 'lang', 'now'] satisfies (keyof OpenLawOptions)[]

/** Reads and checks a law. Rejects with a LawError, which names every mistake: a law is used whole or not at all. */
export async function openLaw(options: OpenLawOptions = {}): Promise<Law> {
  refuseUnknown(options, OPTIONS)
  const { path = join(ROOT, 'law'), lang = 'pl', now = () => new Date() } = options
  const dataset = await loadDataset(path)
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  return lawOf(buildAnswerer(dataset, `cn-sanctions ${version}`), lang, () => dayInBrussels(now()))
}

function lawOf(answerer: Answerer, defaultLanguage: Language, today: () => Day): Law {
  const { dataset } = answerer
  const given = (q: string, { lang = defaultLanguage, ...options }: QuestionOptions) =>
    parametersOf({ q, lang, ...options })

  function check(q: string, options: QuestionOptions & { readonly detail: 'short' }): CnShortLookup
  function check(q: string, options?: QuestionOptions & { readonly detail?: 'full' }): CnResponse
  function check(q: string, options?: QuestionOptions): CnResponse | CnShortLookup
  function check(q: string, options: QuestionOptions = {}): CnResponse | CnShortLookup {
    const parameters = given(q, options)
    const read = readQuestion(parameters, { today: today(), dataset })
    if ('problems' in read) throw errorOf(wrongParameters(read.problems), '/api/v1/cn', parameters)
    const answered = answerOrProblems(answerer, read.question)
    if ('problems' in answered) throw errorOf(wrongParameters(answered.problems), '/api/v1/cn', parameters)
    const { response } = answered
    // Answers share parts that are made once. A copy keeps what a caller does to one answer out of all others.
    return JSON.parse(JSON.stringify(read.question.detail === 'short' ? shortLookupOf(response) : response))
  }

  return {
    version: dataset.version,
    check,
    suggest: (typed, { day, ...options } = {}) => {
      const parameters = given(typed, options)
      const read = readParameters(SUGGEST_PARAMETERS, parameters)
      if ('problems' in read) {
        throw errorOf(wrongParameters(read.problems, SUGGEST_PARAMETERS), '/api/v1/suggest', parameters)
      }
      return answerer.suggest(read.values.q, read.values.lang, dayOf(day)).map((suggestion) => ({ ...suggestion }))
    },
    prepareNames: async (day) => {
      await answerer.indexNames(dayOf(day), nextTurn)
    },
  }

  function dayOf(day: string | undefined): Day {
    if (day === undefined) return today()
    if (isDay(day)) return day
    throw errorOf(wrongParameters([{ code: 'as_of_invalid', parameter: 'as_of' }]), '/api/v1/cn', given('', {}))
  }
}

/** The problem that the API sends, as an error. */
function errorOf({ problem: code, ...details }: Refused, path: string, parameters: [string, string][]) {
  const lang = parameters.find(([name]) => name === 'lang')?.[1] ?? ''
  const language = isLanguage(lang) ? lang : 'pl'
  const problem: Problem = problemOf(code, language, path, details)
  return problemError(structuredClone(problem) as Parameters<typeof problemError>[0], language)
}
