import {
  day,
  LIMIT_BY_DEFAULT,
  MAX_LIMIT,
  oneOf,
  optionalText,
  splitUpTo,
  type Values,
  wholeNumber,
} from '../../answer/question/parameters.ts'
import { readQuery } from '../../answer/question/question.ts'
import type { Digits } from '../../base/cn-code.ts'
import { LANGUAGES } from '../../base/language.ts'
import { readActNumber } from '../../law/terms/celex.ts'
import { DIRECTIONS } from '../../law/terms/law.ts'
import type { ParameterChoices } from '../kernel/body/route-input.ts'
import { CURSOR_CHARACTERS } from '../kernel/request/parameters.ts'
import { type Filters, readCursor } from './feed.ts'

/** Codes in one filter. */
const MAX_FILTER_CODES = 100
const MAX_PAGES = 1_000
/** Ten digits, spaces or dots between them, and a word such as `TARIC` in front. */
const CODE_CHARACTERS = 40
const ACT_CHARACTERS = 40

/** The filters of the feed: for the API, Atom and the page. */
const feedFilters = ({ regimes, acts }: ParameterChoices) => ({
  since: day('since_invalid', 'changes in force, or recorded here, from this day on'),
  regime: oneOf(
    regimes.map(({ data }) => data.code),
    null,
    'regime_unknown',
    'only this regime; without it, those that a lookup checks without being told to',
  ),
  direction: oneOf(
    DIRECTIONS,
    null,
    'direction_unknown',
    'only what may concern this direction; exports include transit, and what has no direction concerns all',
  ),
  code: optionalText(
    readCode,
    CODE_CHARACTERS,
    'code_invalid',
    'only what may concern this CN code: its own, shorter and longer codes, and, once per act, what names no code',
    ['8471 30'],
  ),
  act: optionalText(
    (text) => readActNumber(text, acts),
    ACT_CHARACTERS,
    'act_unknown',
    'only what this act changed: its CELEX number or its number, 2024/1745',
    ['32024R1745', '2024/1745'],
  ),
})

/** The further filters of the API and Atom. */
const programFilters = (choices: ParameterChoices) => ({
  ...feedFilters(choices),
  codes: {
    ...optionalText(
      readCodes,
      MAX_FILTER_CODES * CODE_CHARACTERS,
      'codes_invalid',
      `several codes, separated by commas, at most ${MAX_FILTER_CODES}; as \`code\``,
      ['8471 30,7304'],
    ),
    maxParts: MAX_FILTER_CODES,
    values: { max: MAX_FILTER_CODES },
  },
  named: oneOf(['true', 'false'], 'false', 'named_invalid', 'true: only changes that name a code'),
  lang: oneOf(LANGUAGES, 'pl', 'lang_unknown', 'language of texts'),
})

export const changesParameters = (choices: ParameterChoices) => ({
  ...programFilters(choices),
  cursor: optionalText(readCursor, CURSOR_CHARACTERS, 'cursor_invalid', '`next` of an earlier answer'),
  limit: wholeNumber(1, MAX_LIMIT, LIMIT_BY_DEFAULT, 'limit_invalid', 'changes at most'),
})

export const atomParameters = programFilters

/** The page for people has its language in its path. */
export const changesPageParameters = (choices: ParameterChoices) => ({
  ...feedFilters(choices),
  page: { ...wholeNumber(1, MAX_PAGES, 1, 'page_invalid', 'the page, from 1'), values: { max: MAX_PAGES } },
})

function readCode(text: string): Digits | undefined {
  const read = readQuery(text)
  return typeof read === 'object' && read.as === 'cn_code' ? read.digits : undefined
}

function readCodes(text: string): readonly Digits[] | undefined {
  const parts = splitUpTo(text, ',', MAX_FILTER_CODES)
  const codes = parts.flatMap((part) => readCode(part) ?? [])
  return codes.length < parts.length || codes.length > MAX_FILTER_CODES ? undefined : [...new Set(codes)]
}

type GivenFilters = Values<ReturnType<typeof feedFilters>> &
  Partial<Pick<Values<ReturnType<typeof programFilters>>, 'codes' | 'named'>>

/** The filters as the feed takes them. */
export const filtersOf = ({ since, regime, direction, code, codes, act, named }: GivenFilters): Filters => ({
  since,
  regime,
  direction,
  act,
  codes: [...(code === null ? [] : [code]), ...(codes ?? [])],
  named: named === 'true',
})
