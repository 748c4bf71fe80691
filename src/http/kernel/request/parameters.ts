import {
  day,
  LIMIT_BY_DEFAULT,
  MAX_LIMIT,
  oneOf,
  optionalText,
  type Parameter,
  type ParameterProblem,
  type Parameters,
  readParameters,
  splitUpTo,
  type Values,
  wholeNumber,
} from '../../../answer/question/parameters.ts'
import { lookupParameters, readQuery } from '../../../answer/question/question.ts'
import { CHECK_COLUMNS } from '../../../answer/shape/csv/check-line.ts'
import type { Digits } from '../../../base/cn-code.ts'
import type { CsvSeparator } from '../../../base/csv.ts'
import { LANGUAGES, type Language } from '../../../base/language.ts'
import { NOT_PLAIN } from '../../../base/plain-text.ts'
import { parseWholeNumber } from '../../../base/whole-number.ts'
import { readActNumber } from '../../../law/terms/celex.ts'
import { DIRECTIONS } from '../../../law/terms/law.ts'
import { LAW_VERSION } from '../../../receipts/verification-words.ts'
import { readChangeCursor } from '../../../store/lists/change-cursor.ts'
import { DELIVERY_STATES } from '../../../store/webhooks/deliveries.ts'
import { type Filters, readCursor } from '../../changes/feed.ts'
import { placeOf } from '../../webhooks/webhook-cursor.ts'
import type { ParameterChoices } from '../body/route-input.ts'
import { CASE_CHARACTERS, HEADER_BYTES, MAX_CSV_ITEMS, MAX_FILTER_CODES, MAX_PAGES } from '../limits/bounds.ts'
import type { ProblemCode } from '../problem/problems.ts'
import { Refusal } from '../problem/refusal.ts'
import { wrongParameters } from '../problem/wrong-parameters.ts'
import { parametersOf, queryOf, queryProblem } from './url.ts'

/** Ten digits, spaces or dots between them, and a word such as `TARIC` in front. */
const CODE_CHARACTERS = 40
const ACT_CHARACTERS = 40
/** Ours are far shorter. */
const CURSOR_CHARACTERS = 200

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
  page: wholeNumber(1, MAX_PAGES, 1, 'page_invalid', 'the page, from 1'),
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

/** Every address of the API takes a language, were it only for its problems. */
export const LANGUAGE_ONLY = { lang: oneOf(LANGUAGES, 'pl', 'lang_unknown', 'language of problems') }

const linkPart = (shape: RegExp, characters: number, description: string) =>
  optionalText((text) => (shape.test(text) ? text : undefined), characters, 'url_invalid', description)

/** What a link in a mail carries. */
export const ALERT_LINK = {
  id: linkPart(/^(?:a[lr]_\w{16}|mb_[\w-]{43})$/, 46, 'an alert, its recipient or a mailbox'),
  token: linkPart(/^[\w-]{32}$/, 32, 'that the reader of the mail has, and nobody else'),
}

export const WEBHOOKS_PARAMETERS = {
  ...LANGUAGE_ONLY,
  limit: wholeNumber(1, MAX_LIMIT, LIMIT_BY_DEFAULT, 'limit_invalid', 'entries at most'),
  cursor: optionalText(placeOf, CURSOR_CHARACTERS, 'cursor_invalid', '`next` of the page before'),
}

const WEBHOOK_ID_CHARACTERS = 64

export const DELIVERIES_PARAMETERS = {
  // Whether the key has such a webhook is known only to the store, so the route reports this problem.
  webhook: optionalText((text) => text, WEBHOOK_ID_CHARACTERS, 'webhook_unknown', 'only of this webhook'),
  state: oneOf(DELIVERY_STATES, null, 'state_unknown', 'only in this state'),
  ...WEBHOOKS_PARAMETERS,
}

export const LIST_PARAMETERS = {
  ...LANGUAGE_ONLY,
  limit: wholeNumber(1, MAX_LIMIT, LIMIT_BY_DEFAULT, 'limit_invalid', 'items at most'),
  cursor: optionalText(
    (text) => parseWholeNumber(text, 1, 999_999_999),
    CURSOR_CHARACTERS,
    'cursor_invalid',
    '`next` of the page before',
  ),
}

export const LIST_CHANGES_PARAMETERS = {
  ...LANGUAGE_ONLY,
  limit: wholeNumber(1, MAX_LIMIT, LIMIT_BY_DEFAULT, 'limit_invalid', 'changes at most'),
  cursor: optionalText(readChangeCursor, CURSOR_CHARACTERS, 'cursor_invalid', '`next` of an earlier answer'),
}

/** How a CSV is written: commas in English, semicolons in Polish, as the spreadsheets of these languages expect. */
const CSV_PARAMETERS = {
  separator: oneOf(
    ['comma', 'semicolon'],
    null,
    'separator_unknown',
    'between columns; a comma in English and a semicolon in Polish by default',
  ),
  bom: oneOf(
    ['true', 'false'],
    'false',
    'bom_unknown',
    'true: begins with a byte order mark, for a file that is opened in Excel by a double click',
  ),
}

/** The separator that was asked for, or that of the language. */
export const separatorOf = (asked: 'comma' | 'semicolon' | null, language: Language): CsvSeparator =>
  (asked ?? (language === 'pl' ? 'semicolon' : 'comma')) === 'comma' ? ',' : ';'

/** Items of a list in one parameter. An empty one between two separators counts, so that lines keep their order. */
const items = (
  separators: RegExp,
  description: string,
  example: string,
): Parameter<readonly string[], 'csv_items_too_many'> => ({
  description,
  schema: { type: 'string', maxLength: HEADER_BYTES, examples: [example] },
  maxCharacters: HEADER_BYTES,
  maxParts: MAX_CSV_ITEMS,
  tooLong: 'csv_items_too_many',
  absent: { value: [] },
  problems: ['csv_items_too_many'],
  read(text) {
    if (text.trim() === '') return { value: [] }
    const parts = splitUpTo(text, separators, MAX_CSV_ITEMS)
    if (parts.length > MAX_CSV_ITEMS) return { problem: 'csv_items_too_many' }
    return { value: parts.map((one) => one.trim()) }
  },
})

/** The parameters of a lookup, as a law allows them. */
export const lookupQuery = ({ regimes, countries }: ParameterChoices) =>
  lookupParameters(
    regimes.map(({ data }) => data.code),
    countries,
  )

/** The search page has its language in its path, and shows all there is. */
export function pageQuery(law: ParameterChoices) {
  const { lang: _lang, limit: _limit, offset: _offset, detail: _detail, include: _include, ...asked } = lookupQuery(law)
  return asked
}

/** The record for the file: a lookup in the language of its path, and a case number that goes no further than the page. */
export function recordQuery(law: ParameterChoices) {
  const { lang: _lang, detail: _detail, include: _include, ...asked } = lookupQuery(law)
  return { ...asked, ...CASE_PARAMETER }
}

export const CASE_PARAMETER = {
  case: optionalText(
    (text) => (NOT_PLAIN.test(text.trim()) ? undefined : text.trim()),
    CASE_CHARACTERS,
    'case_invalid',
    'the case number to print',
    ['CEL/2026/117'],
  ),
}

/** What the address in the QR code of a record adds to its question. */
export const VERIFY_PARAMETERS = {
  dataset: optionalText(
    (text) => (LAW_VERSION.test(text) ? text : undefined),
    64,
    'verification_incomplete',
    'the version of the law',
    ['2026-07-24-0123456789ab'],
  ),
  // Shown beside our own words to whoever follows a link that a stranger may have written.
  build: optionalText(
    (text) => (/^cn-sanctions [\w.+-]+$/.test(text) ? text : undefined),
    100,
    'verification_incomplete',
    'the version of the software',
    ['cn-sanctions 2.0.0'],
  ),
  answer_sha256: optionalText(
    (text) => (/^[0-9a-f]{64}$/.test(text) ? text : undefined),
    64,
    'verification_incomplete',
    'the hash of the answer',
    ['0'.repeat(64)],
  ),
}

export const verifyQuery = (law: ParameterChoices) => ({ ...lookupQuery(law), ...VERIFY_PARAMETERS })

export const checkCsvParameters = (law: ParameterChoices) => {
  // How much is told of an item is decided by the columns.
  const { q: _q, limit: _limit, offset: _offset, detail: _detail, include: _include, ...asked } = lookupQuery(law)
  return {
    codes: items(/[,;\n]/, 'CN codes, separated by commas, semicolons or line breaks', '7304,8471 30'),
    names: items(/[;\n]/, 'product names, separated by semicolons or line breaks', 'rury stalowe;laptop'),
    ...asked,
    ...CSV_PARAMETERS,
    columns: COLUMNS,
    header: oneOf(['true', 'false'], 'true', 'header_unknown', 'false: without the line of column names'),
  }
}

/** Places in a line of `check.csv`, in the order they were asked for; null: all of them. */
const COLUMNS = {
  ...optionalText(
    (text) => {
      const places = splitUpTo(text, ',', CHECK_COLUMNS.length).map((name) => CHECK_COLUMNS.indexOf(name.trim()))
      return places.includes(-1) || new Set(places).size < places.length ? undefined : places
    },
    CHECK_COLUMNS.join(', ').length,
    'columns_unknown',
    'only these columns, in this order, separated by commas; all by default',
    ['verdict,sentence'],
  ),
  maxParts: CHECK_COLUMNS.length,
}

export const LISTINGS_PARAMETERS = {
  as_of: day('as_of_invalid', 'listings in force on this day; today in Brussels by default'),
  lang: oneOf(LANGUAGES, 'pl', 'lang_unknown', 'language of names and texts'),
  ...CSV_PARAMETERS,
}

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
  if (!given) throw new Refusal(queryProblem(query))
  return given
}
