import type { Parameters } from '../../answer/question/parameters.ts'
import { type Question, readQuery, readQuestion } from '../../answer/question/question.ts'
import type { Dataset } from '../../law/dataset/dataset.ts'
import { lookupQuery } from '../lookup/lookup-parameters.ts'
import { type ArgumentProblem, type Arguments, readArguments } from './arguments.ts'
import type { ToolContext } from './tool.ts'

/** A result has a size of its own, so a caller chooses neither the number of matches nor their detail. */
export function askedParameters(dataset: Dataset) {
  const { limit, detail, include, ...rest } = lookupQuery(dataset)
  return rest
}

/** For what is about the tariff or days, not about a deal. */
export function codeParameters(dataset: Dataset) {
  const { q, lang, direction, regime } = askedParameters(dataset)
  return { q, lang, direction, regime }
}

export type Read = { readonly question: Question } | { readonly problems: readonly ArgumentProblem[] }

/** The question in the arguments of a call. `fixed` are parameters that the tool gives itself. */
export function readAsked(
  given: Arguments,
  { answerer: { dataset }, today }: ToolContext,
  declared: Parameters,
  fixed: readonly (readonly [string, string])[],
  { codeOnly = false } = {},
): Read {
  const { texts, problems } = readArguments(given, Object.keys(declared))
  const read = readQuestion([...texts, ...fixed], { today, dataset })
  const wrong = codeOnly ? notCode(texts.find(([name]) => name === 'q')?.[1]) : []
  const all = [
    ...problems,
    ...wrong,
    // An argument of the wrong type is not missing besides.
    ...('problems' in read
      ? read.problems
          .filter(({ parameter }) => !problems.some(({ argument }) => argument === parameter))
          .map(({ parameter: argument, ...problem }) => ({ ...problem, argument }))
      : []),
  ]
  return all.length > 0 || 'problems' in read ? { problems: all } : read
}

/** A mistyped code such as 8471 3O is read as a name, and would be answered about other goods. */
function notCode(q: string | undefined): ArgumentProblem[] {
  const read = readQuery(q ?? '')
  return typeof read === 'object' && read.as === 'name' ? [{ code: 'code_expected', argument: 'q' }] : []
}
