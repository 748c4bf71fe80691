import {
  oneOf,
  type Parameter,
  type ParameterProblem,
  type Parameters,
  readParameters,
  type Values,
} from '../../../answer/question/parameters.ts'
import { LANGUAGES } from '../../../base/language.ts'
import type { ProblemCode } from '../problem/problems.ts'
import { Refusal } from '../problem/refusal.ts'
import { wrongParameters } from '../problem/wrong-parameters.ts'
import { parametersOf, queryOf, queryProblem } from './url.ts'

/** Ours are far shorter. */
export const CURSOR_CHARACTERS = 200

/** Parameters whose problems are those of the table. */
export type DeclaredParameters = Readonly<Record<string, Parameter<unknown, ProblemCode>>>

/** Every address of the API takes a language, were it only for its problems. */
export const LANGUAGE_ONLY = { lang: oneOf(LANGUAGES, 'pl', 'lang_unknown', 'language of problems') }

/** The values in the query of a URL, by a declaration of its parameters; throws what is wrong with them. */
export function readUrlParameters<Declared extends Parameters>(url: string, declared: Declared): Values<Declared> {
  const read = readParameters(declared, givenIn(url))
  if ('values' in read) return read.values
  const wrong = wrongParameters(read.problems as ParameterProblem<ProblemCode>[], declared)
  throw new Refusal(wrong.problem, wrong)
}

/** The parameters of a URL as they were given; throws what keeps them from being read. */
export function givenIn(url: string): [string, string][] {
  const query = queryOf(url)
  const given = parametersOf(query)
  if (given) return given
  const { problem, ...details } = queryProblem(query)
  throw new Refusal(problem, details)
}
