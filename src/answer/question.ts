import { wordsAsked } from '../search/by-name.ts'
import type { Digits } from '../terms/cn-code.ts'
import { type Day, isDay } from '../terms/day.ts'
import { isLanguage, type Language } from '../terms/language.ts'
import { DIRECTIONS, type Direction } from '../terms/law.ts'
import { parseWholeNumber } from '../terms/whole-number.ts'
import type { QuestionProblem } from './problems.ts'

/** A question that was understood whole. */
export interface Question {
  /** `q` as received. */
  readonly query: string
  readonly read: ReadQuery
  readonly language: Language
  readonly asOf: Day
  readonly direction: Direction | null
  readonly regime: string | null
  readonly contractDate: Day | null
  readonly limit: number
  readonly offset: number
  /** The code's place in the tariff is wanted too. */
  readonly tree: boolean
}

export type ReadQuery =
  | { readonly as: 'cn_code'; readonly digits: Digits }
  | { readonly as: 'name'; readonly text: string }

/** One reason to refuse, and the parameter it concerns. */
export interface Refusal {
  readonly code: QuestionProblem
  readonly parameter: string
}

/** What the caller cannot know: the day it is, and which regimes there are. */
export interface Circumstances {
  readonly today: Day
  readonly regimes: readonly string[]
}

const PARAMETERS = ['q', 'lang', 'as_of', 'direction', 'regime', 'contract_date', 'limit', 'offset', 'include'] as const
type Parameter = (typeof PARAMETERS)[number]

const LIMIT_DEFAULT = 100
const LIMIT_MOST = 500
const QUERY_MOST = 200
/**
 * No character decomposes into more UTF-16 units than this, so a text that is longer before normalisation is too long after it.
 * It must not be normalised to find that out: https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format explains why long runs
 * of combining marks cost more than linear time.
 */
const UNITS_PER_CHARACTER = 6

/** Reads parameters as a URL or a command line gives them; refuses what is only half understood, with every reason. */
export function readQuestion(
  given: Iterable<readonly [string, string]>,
  { today, regimes }: Circumstances,
): { question: Question } | { refusals: readonly Refusal[] } {
  const refusals: Refusal[] = []
  const refuse = (code: QuestionProblem, parameter: string) => refusals.push({ code, parameter })
  const values = new Map<Parameter, string>()
  for (const [name, value] of given) {
    const known = PARAMETERS.find((parameter) => parameter === name)
    if (!known) refuse('parameter_unknown', name)
    else if (values.has(known)) refuse('parameter_repeated', name)
    else values.set(known, value)
  }
  const take = <T>(name: Parameter, code: QuestionProblem, otherwise: T, read: (value: string) => T | undefined): T => {
    const value = values.get(name)
    if (value === undefined) return otherwise
    const taken = read(value)
    if (taken === undefined) refuse(code, name)
    return taken ?? otherwise
  }
  const day = (value: string) => (isDay(value) ? value : undefined)
  const query = values.get('q')
  const read = query === undefined ? 'q_missing' : readQuery(query)
  if (typeof read === 'string') refuse(read, 'q')
  const question = {
    language: take<Language>('lang', 'lang_unknown', 'pl', (value) => (isLanguage(value) ? value : undefined)),
    asOf: take('as_of', 'as_of_invalid', today, day),
    direction: take<Direction | null>('direction', 'direction_unknown', null, (value) =>
      DIRECTIONS.find((direction) => direction === value),
    ),
    regime: take<string | null>('regime', 'regime_unknown', null, (value) => regimes.find((code) => code === value)),
    contractDate: take<Day | null>('contract_date', 'contract_date_invalid', null, day),
    limit: take('limit', 'limit_invalid', LIMIT_DEFAULT, (value) => parseWholeNumber(value, 1, LIMIT_MOST)),
    offset: take('offset', 'offset_invalid', 0, (value) => parseWholeNumber(value, 0, Number.MAX_SAFE_INTEGER)),
    tree: take('include', 'include_unknown', false, (value) => (value === 'tree' ? true : undefined)),
  }
  if (refusals.length > 0 || query === undefined || typeof read === 'string') return { refusals }
  return { question: { query, read, ...question } }
}

/** What may stand before a code, as people copy it from papers: `CN 8471`, `ex 8471 30`. */
const BEFORE_CODE = /^(?:(?:cn|hs|taric|ex)(?=[^\p{L}]))+/iu
const CODE_SIGNS = /^[\d\p{Zs}\s.\-/\p{Pd}]+$/u

/** A code when nothing but digits and their usual separators is left; a name otherwise. */
export function readQuery(query: string): ReadQuery | QuestionProblem {
  const trimmed = query.trim()
  if (trimmed === '') return 'q_empty'
  if (trimmed.length > QUERY_MOST * UNITS_PER_CHARACTER) return 'q_too_long'
  const text = trimmed.normalize('NFC')
  if ([...text].length > QUERY_MOST) return 'q_too_long'
  if (/[\p{Cc}\p{Cs}]/u.test(text.replace(/[\t\n\r]/g, ' '))) return 'q_invalid'
  const rest = stripBefore(text)
  const digits = rest.replace(/\D/g, '')
  if (digits !== '' && CODE_SIGNS.test(rest)) {
    if (digits.length < 2 || digits.length > 10) return 'q_code_length'
    // The tariff of the Union ends at eight digits; ten are TARIC's.
    return { as: 'cn_code', digits: digits.length === 10 ? digits.slice(0, 8) : digits }
  }
  if (!/[\p{L}\p{N}]/u.test(text)) return 'q_empty'
  if (wordsAsked(text).length === 0) return 'q_too_vague'
  return { as: 'name', text }
}

function stripBefore(text: string): string {
  const stripped = text.replace(BEFORE_CODE, '').trimStart()
  return stripped === text ? text : stripBefore(stripped)
}
