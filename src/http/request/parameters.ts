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
import type { Dataset } from '../../law/build/dataset.ts'
import { DELIVERY_STATES } from '../../store/deliveries.ts'
import { readActNumber } from '../../terms/celex.ts'
import type { Digits } from '../../terms/cn-code.ts'
import type { Day } from '../../terms/day.ts'
import { LANGUAGES, type Text } from '../../terms/language.ts'
import { DIRECTIONS, type Direction } from '../../terms/law.ts'
import { type Filters, readCursor } from '../feed/feed.ts'
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

/** What the filters of the feed choose from. */
export type FeedChoices = Pick<Dataset, 'regimes' | 'acts'>

const CODES_AT_MOST = 100

/** The filters of the feed: for the API, Atom and the page. */
const feedFilters = ({ regimes, acts }: FeedChoices) => ({
  since: day('since_invalid', 'changes in force, or recorded here, from this day on'),
  regime: oneOf(
    regimes.map(({ data }) => data.code),
    null,
    'regime_unknown',
    'only this regime',
  ),
  direction: oneOf(
    DIRECTIONS,
    null,
    'direction_unknown',
    'only what may concern this direction; exports include transit, and what has no direction concerns all',
  ),
  code: optionalText(
    readCode,
    'code_invalid',
    'only what may concern this CN code: its own, shorter and longer codes, and, once per act, what names no code',
    ['8471 30'],
  ),
  act: optionalText(
    (text) => readActNumber(text, acts),
    'act_unknown',
    'only what this act changed: its CELEX number or its number, 2024/1745',
    ['32024R1745', '2024/1745'],
  ),
})

/** The further filters of the API and Atom. */
const programFilters = (choices: FeedChoices) => ({
  ...feedFilters(choices),
  codes: optionalText(
    readCodes,
    'codes_invalid',
    `several codes, separated by commas, at most ${CODES_AT_MOST}; as \`code\``,
    ['8471 30,7304'],
  ),
  named: oneOf(['true', 'false'], 'false', 'named_invalid', 'true: only changes that name a code'),
  lang: oneOf(LANGUAGES, 'pl', 'lang_unknown', 'language of texts'),
})

export const changesParameters = (choices: FeedChoices) => ({
  ...programFilters(choices),
  cursor: optionalText(readCursor, 'cursor_invalid', '`next` of an earlier answer'),
  limit: wholeNumber(1, 500, 100, 'limit_invalid', 'changes at most'),
})

export const atomParameters = programFilters

/** The page for people has its language in its path. */
export const changesPageParameters = (choices: FeedChoices) => ({
  ...feedFilters(choices),
  page: wholeNumber(1, 1_000, 1, 'page_invalid', 'the page, from 1'),
})

function readCode(text: string): Digits | undefined {
  const read = readQuery(text)
  return typeof read === 'object' && read.as === 'cn_code' ? read.digits : undefined
}

function readCodes(text: string): readonly Digits[] | undefined {
  const parts = text.split(',', CODES_AT_MOST + 1)
  const codes = parts.flatMap((part) => readCode(part) ?? [])
  return codes.length < parts.length || codes.length > CODES_AT_MOST ? undefined : [...new Set(codes)]
}

/** The filters as the feed takes them. */
export const filtersOf = (values: {
  readonly since: Day | null
  readonly regime: string | null
  readonly direction: Direction | null
  readonly code: Digits | null
  readonly act: string | null
  readonly codes?: readonly Digits[] | null
  readonly named?: 'true' | 'false'
}): Filters => ({
  since: values.since,
  regime: values.regime,
  direction: values.direction,
  codes: [...(values.code === null ? [] : [values.code]), ...(values.codes ?? [])],
  act: values.act,
  named: values.named === 'true',
})

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
