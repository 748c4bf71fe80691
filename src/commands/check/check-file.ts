import type { Answerer } from '../../answer/answer.ts'
import { answerOrProblems } from '../../answer/answer.ts'
import { mergeFacts } from '../../answer/question/facts.ts'
import { problemInWords } from '../../answer/question/problems.ts'
import { type Question, readQuestion } from '../../answer/question/question.ts'
import { dealsAsked } from '../../answer/question/read-deal.ts'
import type { CnResponse } from '../../answer/response/response.ts'
import { CHECK_COLUMNS, checkFileOf, checkLine, problemLine } from '../../answer/shape/csv/check-line.ts'
import { shortOf } from '../../answer/shape/short.ts'
import { DISCLAIMER } from '../../answer/shape/texts.ts'
import { type CsvSeparator, csvLine } from '../../base/csv.ts'
import type { Day } from '../../base/day.ts'
import type { Language } from '../../base/language.ts'
import { printableJson } from '../../base/plain-text.ts'
import { type FailOn, failureOf } from './fail-on.ts'
import { lineProblemInWords } from './file-columns.ts'
import type { FileLine } from './read-lines.ts'

/** What holds for every line, and how the result is written. */
export interface FileCheck {
  readonly answerer: Answerer
  readonly language: Language
  readonly asOf: Day
  /** Parameters of lines whose own cells are empty. */
  readonly defaults: Readonly<Record<string, string>>
  readonly failOn: FailOn | null
}

/** Matches shown of a line, as in a batch of the API. */
const MATCHES_SHOWN = 20

interface Problem {
  readonly code: string
  readonly detail: string
  readonly suggestions?: readonly string[]
}

/** A line and its answer, or why it has none. */
type Checked = { readonly line: FileLine } & (
  | { readonly question: Question; readonly response: CnResponse }
  | { readonly problems: readonly [Problem, ...Problem[]]; readonly why: string }
)

function checkLineOf(line: FileLine, { answerer, language, asOf, defaults }: FileCheck): Checked {
  if (line.problem) {
    const why = lineProblemInWords(line.problem, language)
    return { line, problems: [{ code: line.problem, detail: why }], why }
  }
  const given = { ...defaults, ...line.parameters, lang: language, as_of: asOf, limit: String(MATCHES_SHOWN) }
  if (defaults.facts !== undefined && line.parameters.facts !== undefined)
    Object.assign(given, { facts: mergeFacts(defaults.facts, line.parameters.facts) })
  const read = readQuestion(Object.entries(given), { today: asOf, dataset: answerer.dataset })
  const answered = 'problems' in read ? read : answerOrProblems(answerer, read.question)
  if ('question' in read && 'response' in answered)
    return { line, question: read.question, response: answered.response }
  const wrong = 'problems' in answered ? answered.problems : []
  const [first, ...more] = wrong.map(({ code, suggestions, advice }) => ({
    code,
    detail: problemInWords({ code, ...(suggestions && { suggestions }), ...(advice && { advice }) }, language),
    ...(suggestions && { suggestions }),
  }))
  const problems = [first!, ...more] as const
  return { line, problems, why: problems.map(({ detail }) => detail).join(' ') }
}

/** Counts the lines while they go by. */
export class Tally {
  lines = 0
  prohibited = 0
  depends = 0
  /** Lines that cannot be read as a question. */
  wrong = 0
  /** The lines that `--fail-on` is about. */
  failed = 0
  /** The first lines that were not checked, with the reason. */
  readonly unchecked: { readonly line: FileLine; readonly why: string }[] = []
  notChecked = 0

  add(one: Checked, { failOn }: FileCheck): void {
    this.lines++
    if ('problems' in one) {
      this.wrong++
      this.#miss(one.line, one.why)
      if (failOn) this.failed++
      return
    }
    const { response } = one
    const { answer, headline } = response.assessment
    if (answer === 'prohibited') this.prohibited++
    if (answer === 'depends') this.depends++
    if (answer === 'not_checked') this.#miss(one.line, headline)
    if (failOn && failureOf(response, failOn)) this.failed++
  }

  #miss(line: FileLine, why: string): void {
    this.notChecked++
    if (this.unchecked.length < UNCHECKED_TOLD) this.unchecked.push({ line, why })
  }
}

/** More lines of a kind tell nothing new; all are in the result. */
const UNCHECKED_TOLD = 10

export function tallyInWords({ lines, prohibited, depends, notChecked, unchecked }: Tally, language: Language) {
  const more = notChecked - unchecked.length
  const texts = {
    pl: {
      all: `Wiersze: ${lines}; zakazane: ${prohibited}; zależne od okoliczności: ${depends}; niesprawdzone: ${notChecked}.`,
      row: 'wiersz',
      more: `… i ${more} dalszych`,
    },
    en: {
      all: `Lines: ${lines}; prohibited: ${prohibited}; depending on a fact: ${depends}; not checked: ${notChecked}.`,
      row: 'row',
      more: `… and ${more} more`,
    },
  }[language]
  return [
    texts.all,
    ...unchecked.map(({ line, why }) => `  ${texts.row} ${line.row}: ${why}`),
    ...(more > 0 ? [`  ${texts.more}`] : []),
    '',
  ].join('\n')
}

/** The result as CSV: where a line stands, and the columns of `/api/v1/check.csv`. */
export function* resultAsCsv(lines: readonly FileLine[], check: FileCheck, separator: CsvSeparator, tally: Tally) {
  const { answerer, language, asOf } = check
  const general = answerer.scope(asOf, language, check.defaults.regime ?? null)
  yield csvLine(['row', 'id', ...CHECK_COLUMNS], separator)
  for (const line of lines) {
    const one = checkLineOf(line, check)
    tally.add(one, check)
    const cells =
      'problems' in one
        ? problemLine(
            line.asked,
            { code: one.problems[0].code, detail: one.why },
            checkFileOf(answerer.dataset, general, language, { direction: null, isDeal: false }),
          )
        : checkLine(
            shortOf(one.response, one.response.scope.warnings),
            checkFileOf(answerer.dataset, one.response.scope, language, {
              direction: one.question.direction,
              isDeal: one.question.deal !== null,
            }),
          )
    yield csvLine([String(line.row), line.id, ...cells], separator)
  }
}

/** The result as JSON in the form of `POST /api/v1/check`, each line with its row. */
export function* resultAsJson(lines: readonly FileLine[], check: FileCheck, detail: 'short' | 'full', tally: Tally) {
  const { answerer, language, asOf } = check
  const deals = dealsAsked(lines.map(({ parameters }) => ({ ...check.defaults, ...parameters })))
  const scope = answerer.scope(asOf, language, check.defaults.regime ?? null, deals)
  const head = {
    dataset: answerer.dataset.version,
    as_of: asOf,
    disclaimer: DISCLAIMER[language],
    scope,
    meta: { items: lines.length, limit: MATCHES_SHOWN },
  }
  yield `${printableJson(head).slice(0, -1)},"items":[`
  for (const [at, line] of lines.entries()) {
    const one = checkLineOf(line, check)
    tally.add(one, check)
    const begin = { id: line.id, row: line.row }
    const item =
      'problems' in one
        ? { ...begin, status: 'error', problem: { ...one.problems[0], errors: one.problems } }
        : { ...begin, status: 'ok', ...(detail === 'full' ? one.response : shortOf(one.response, scope.warnings)) }
    yield `${at > 0 ? ',' : ''}\n${printableJson(item)}`
  }
  yield '\n]}\n'
}
