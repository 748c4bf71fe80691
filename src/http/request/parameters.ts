import {
  day,
  oneOf,
  optionalText,
  type Parameter,
  type ParameterProblem,
  type Parameters,
  readParameters,
  type Values,
  wholeNumber,
} from '../../answer/parameters.ts'
import { lookupParameters, readQuery } from '../../answer/question.ts'
import { DELIVERY_STATES } from '../../store/deliveries.ts'
import { readChangeCursor } from '../../store/lists/change-cursor.ts'
import type { Digits } from '../../terms/cn-code.ts'
import { LANGUAGES, type Text } from '../../terms/language.ts'
import { parseWholeNumber } from '../../terms/whole-number.ts'
import { readCursor } from '../feed/feed.ts'
import { PROBLEMS, type ProblemCode, type ProblemDetails } from '../response/problems.ts'
import { placeOf } from './list-cursor.ts'
import { parametersOf, queryOf, queryProblem } from './url.ts'

const TYPED_AT_MOST = 200

const TYPED: Parameter<string, 'q_missing' | 'q_too_long'> = {
  description: 'the start of a code or of a name',
  schema: { type: 'string', maxLength: TYPED_AT_MOST, examples: ['mikrosk'] },
  absent: { problem: 'q_missing' },
  problems: ['q_missing', 'q_too_long'],
  read: (text) => ([...text].length > TYPED_AT_MOST ? { problem: 'q_too_long' } : { value: text }),
}

export const SUGGEST_PARAMETERS = {
  q: TYPED,
  lang: oneOf(LANGUAGES, 'pl', 'lang_unknown', 'language of names'),
}

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

export const LIST_PARAMETERS = {
  limit: wholeNumber(1, 500, 100, 'limit_invalid', 'items at most'),
  cursor: optionalText((text) => parseWholeNumber(text, 1, 999_999_999), 'cursor_invalid', '`next` of the page before'),
}

export const LIST_CHANGES_PARAMETERS = {
  limit: wholeNumber(1, 500, 100, 'limit_invalid', 'changes at most'),
  cursor: optionalText(readChangeCursor, 'cursor_invalid', '`next` of an earlier answer'),
}

export const NO_PARAMETERS = {}

/** A request whose parameters cannot be taken: the problem to send, and an error for each parameter that is wrong. */
export interface WrongParameters extends ProblemDetails {
  readonly problem: ProblemCode
}

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

/** An unknown parameter is told with those that the address has, a lookup by default. */
export function wrongParameters(
  problems: readonly (ParameterProblem<ProblemCode> & Pick<ProblemDetails, 'suggestions'>)[],
  declared: Parameters = lookupParameters([]),
): WrongParameters {
  const [first] = problems
  const known = knownText(Object.keys(declared))
  return {
    problem: first?.code ?? 'url_invalid',
    ...(first?.suggestions && { suggestions: first.suggestions }),
    ...(first?.code === 'parameter_unknown' && { advice: known }),
    errors: (language) =>
      problems.map(({ code, parameter }) => ({
        parameter,
        detail: [PROBLEMS[code].detail[language], ...(code === 'parameter_unknown' ? [known[language]] : [])].join(' '),
      })),
  }
}

const knownText = (names: readonly string[]): Text =>
  names.length === 0
    ? { pl: 'Nie przyjmuje on żadnych parametrów.', en: 'It takes no parameters.' }
    : { pl: `Znane parametry: ${names.join(', ')}.`, en: `Known parameters: ${names.join(', ')}.` }
