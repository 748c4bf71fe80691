import {
  day,
  oneOf,
  optionalText,
  type ParameterProblem,
  type Parameters,
  readParameters,
  type Values,
  wholeNumber,
} from '../../answer/parameters.ts'
import { readQuery } from '../../answer/question.ts'
import { DELIVERY_STATES } from '../../store/deliveries.ts'
import type { Digits } from '../../terms/cn-code.ts'
import { LANGUAGES } from '../../terms/language.ts'
import { readCursor } from '../feed/feed.ts'
import type { ProblemCode } from '../response/problems.ts'
import { type WrongParameters, wrongParameters } from '../response/wrong-parameters.ts'
import { placeOf } from './list-cursor.ts'
import { parametersOf, queryOf, queryProblem } from './url.ts'

export { SUGGEST_PARAMETERS } from '../../answer/suggest.ts'
export { type WrongParameters, wrongParameters }

export const changesParameters = (regimes: readonly string[]) => ({
  since: day('since_invalid', 'changes in force, or recorded here, from this day on'),
  regime: oneOf(regimes, null, 'regime_unknown', 'only this regime'),
  code: optionalText(
    readCode,
    'code_invalid',
    'only what may concern this CN code: its own, shorter and longer codes, and what names no code',
    ['8471 30'],
  ),
  lang: oneOf(LANGUAGES, 'pl', 'lang_unknown', 'language of texts'),
  cursor: optionalText(readCursor, 'cursor_invalid', '`next` of an earlier answer'),
  limit: wholeNumber(1, 500, 100, 'limit_invalid', 'changes at most'),
})

function readCode(text: string): Digits | undefined {
  const read = readQuery(text)
  return typeof read === 'object' && read.as === 'cn_code' ? read.digits : undefined
}

export const ATOM_PARAMETERS = { lang: oneOf(LANGUAGES, 'pl', 'lang_unknown', 'language of texts') }

export const WEBHOOKS_PARAMETERS = {
  limit: wholeNumber(1, 500, 100, 'limit_invalid', 'entries at most'),
  cursor: optionalText(placeOf, 'cursor_invalid', '`next` of the page before'),
}

export const DELIVERIES_PARAMETERS = {
  // Whether the key has such a webhook is known only to the store, so the route reports this problem.
  webhook: optionalText((text) => text, 'webhook_unknown', 'only of this webhook'),
  state: oneOf(DELIVERY_STATES, null, 'state_unknown', 'only in this state'),
  ...WEBHOOKS_PARAMETERS,
}

export const NO_PARAMETERS = {}

/** Reads the query of a URL by a declaration of its parameters. */
export function readUrlParameters<Declared extends Parameters>(
  url: string,
  declared: Declared,
): { readonly values: Values<Declared> } | WrongParameters {
  const query = queryOf(url)
  const given = parametersOf(query)
  if (!given) return { problem: queryProblem(query) }
  const read = readParameters(declared, given)
  return 'values' in read ? read : wrongParameters(read.problems as ParameterProblem<ProblemCode>[], declared)
}
