import { wordsAsked } from '../search/by-name.ts'
import type { Digits } from '../terms/cn-code.ts'
import { type Day, isDay } from '../terms/day.ts'
import { isLanguage, type Language } from '../terms/language.ts'
import { DIRECTIONS, type Direction } from '../terms/law.ts'
import { parseWholeNumber } from '../terms/whole-number.ts'
import type { QuestionProblem } from './problems.ts'

/** A lookup that was understood. */
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
  /** Whether the answer should show the place of the code in the tariff. */
  readonly tree: boolean
}

export type ReadQuery =
  | { readonly as: 'cn_code'; readonly digits: Digits }
  | { readonly as: 'name'; readonly text: string }

/** A problem of a question, and the parameter that has it. */
export interface ParameterProblem {
  readonly code: QuestionProblem
  readonly parameter: string
}

/** What the parameters are read against: today, and the codes of the regimes there are. */
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

/** Reads the parameters of a URL or a command line. Either the whole question is understood or all its problems are given. */
export function readQuestion(
  given: Iterable<readonly [string, string]>,
  { today, regimes }: Circumstances,
): { question: Question } | { problems: readonly ParameterProblem[] } {
  const problems: ParameterProblem[] = []
  const problem = (code: QuestionProblem, parameter: string) => problems.push({ code, parameter })
  const values = new Map<Parameter, string>()
  for (const [name, value] of given) {
    const known = PARAMETERS.find((parameter) => parameter === name)
    if (!known) problem('parameter_unknown', name)
    else if (values.has(known)) problem('parameter_repeated', name)
    else values.set(known, value)
  }
  const take = <T>(name: Parameter, code: QuestionProblem, otherwise: T, read: (value: string) => T | undefined): T => {
    const value = values.get(name)
    if (value === undefined) return otherwise
    const taken = read(value)
    if (taken === undefined) problem(code, name)
    return taken ?? otherwise
  }
  const day = (value: string) => (isDay(value) ? value : undefined)
  const query = values.get('q')
  const read = query === undefined ? 'q_missing' : readQuery(query)
  if (typeof read === 'string') problem(read, 'q')
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
  if (problems.length > 0 || query === undefined || typeof read === 'string') return { problems }
  return { question: { query, read, ...question } }
}

/** Prefixes that people copy with a code from documents: `CN 8471`, `ex 8471 30`. */
const CODE_PREFIX = /^(?:(?:cn|hs|taric|ex)(?=[^\p{L}]))+/iu
const CODE_CHARACTERS = /^[\d\p{Zs}\s.\-/\p{Pd}]+$/u

/** A code when nothing but digits and the usual separators is left after the prefix; a name otherwise. */
export function readQuery(query: string): ReadQuery | QuestionProblem {
  const trimmed = query.trim()
  if (trimmed === '') return 'q_empty'
  if (trimmed.length > QUERY_MOST * UNITS_PER_CHARACTER) return 'q_too_long'
  const text = trimmed.normalize('NFC')
  if ([...text].length > QUERY_MOST) return 'q_too_long'
  if (/[\p{Cc}\p{Cs}]/u.test(text.replace(/[\t\n\r]/g, ' '))) return 'q_invalid'
  const rest = withoutPrefix(text)
  const digits = rest.replace(/\D/g, '')
  if (digits !== '' && CODE_CHARACTERS.test(rest)) {
    if (digits.length < 2 || digits.length > 10) return 'q_code_length'
    // The Combined Nomenclature ends at eight digits; ten-digit codes are TARIC's.
    return { as: 'cn_code', digits: digits.length === 10 ? digits.slice(0, 8) : digits }
  }
  if (!/[\p{L}\p{N}]/u.test(text)) return 'q_empty'
  if (wordsAsked(text).length === 0) return 'q_too_vague'
  return { as: 'name', text }
}

function withoutPrefix(text: string): string {
  const stripped = text.replace(CODE_PREFIX, '').trimStart()
  return stripped === text ? text : withoutPrefix(stripped)
}
