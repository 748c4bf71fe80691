import { CN_LENGTH, type Digits, digits, group, isCodeLength, prefixOf, typedCode } from '../../base/cn-code.ts'
import type { Day } from '../../base/day.ts'
import { derivedOnce } from '../../base/derived-once.ts'
import { LANGUAGES, type Language, type Text } from '../../base/language.ts'
import { buildCountries, type Countries } from '../../law/dataset/countries.ts'
import type { Dataset, Regime } from '../../law/dataset/dataset.ts'
import type { Nomenclatures } from '../../law/tariff/nomenclature-years.ts'
import { DIRECTIONS, type Direction } from '../../law/terms/law.ts'
import type { Deal } from './deal.ts'
import { MAX_FACTS, printFacts, readFacts } from './facts.ts'
import {
  day,
  LIMIT_BY_DEFAULT,
  MAX_LIMIT,
  MAX_NUMBER,
  oneOf,
  optionalText,
  type Parameter,
  type ParameterProblem,
  QUERY_CHARACTERS,
  readParameters,
  wholeNumber,
} from './parameters.ts'
import type { QuestionProblem } from './problems.ts'
import { dealParameters, readDeal } from './read-deal.ts'

/** A lookup that was understood. */
export interface Question {
  /** `q` as received. */
  readonly query: string
  readonly read: ReadQuery
  readonly language: Language
  readonly asOf: Day
  /** With a deal, the direction that follows from it. */
  readonly direction: Direction | null
  readonly deal: Deal | null
  /** What one item is worth in EUR, as it was given, on whatever route. */
  readonly value: string | null
  readonly regime: string | null
  readonly contractDate: Day | null
  /** What whoever asks has told, by the id of the question. */
  readonly facts: ReadonlyMap<string, string>
  readonly limit: number
  readonly offset: number
  readonly detail: (typeof DETAILS)[number]
  /** Whether the answer should show the place of the code in the tariff. */
  readonly tree: boolean
  /** Whether the answer should tell since when provisions have listed the code. */
  readonly history: boolean
}

/** What decides, besides its goods, which entries a question is about. */
export type QuestionContext = Pick<Question, 'language' | 'asOf' | 'direction' | 'deal' | 'regime'>

/** What an answer is worked out from. */
export interface Asking {
  readonly dataset: Dataset
  readonly cnYear: number
  readonly question: Question
  /** The code of the question, or the codes of the goods that a name means. */
  readonly asked: readonly Digits[]
  /**
   * The documents that TARIC was seen to ask for on these codes in the direction of the question, by the regime that its
   * measure stands for: `EU-RU-833-2014 Y824`. Null in a law that does not know.
   */
  readonly taric: ReadonlySet<string> | null
  /** The regimes that the question is about. */
  readonly regimes: readonly Regime[]
}

export type ReadQuery =
  | { readonly as: 'cn_code'; readonly digits: Digits }
  | { readonly as: 'name'; readonly text: string }

/** What the caller cannot know: the day it is, and which regimes and codes there are. */
export interface Circumstances {
  readonly today: Day
  readonly dataset: Pick<Dataset, 'regimes' | 'nomenclatures' | 'countries'>
}

export const DETAILS = ['short', 'full'] as const

/**
 * No character decomposes into more UTF-16 units than this, so a text that is longer before normalisation is too long after it.
 * It must not be normalised to find that out: https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format explains why long runs
 * of combining marks cost more than linear time.
 */
const UNITS_PER_CHARACTER = 6

const Q: Parameter<{ readonly query: string; readonly read: ReadQuery }, QuestionProblem> = {
  description: 'a CN code (digits; spaces, dots, dashes and slashes are ignored) or a fragment of a product name',
  schema: { type: 'string', maxLength: QUERY_CHARACTERS, examples: ['7304 11 00'] },
  maxCharacters: QUERY_CHARACTERS * UNITS_PER_CHARACTER,
  tooLong: 'q_too_long',
  absent: { problem: 'q_missing' },
  problems: ['q_missing', 'q_empty', 'q_too_long', 'q_invalid', 'q_too_vague', 'q_code_length'],
  read(query) {
    const read = readQuery(query)
    return typeof read === 'string' ? { problem: read } : { value: { query, read } }
  },
}

/** More than any facts have. */
const FACTS_CHARACTERS = 1_000

const NO_FACTS: ReadonlyMap<string, string> = new Map()

/** The parameters of a lookup, for the API, the command line and the lines of a batch alike. */
export const lookupParameters = (regimes: readonly string[], countries: Countries = buildCountries(null)) => ({
  q: Q,
  lang: oneOf(LANGUAGES, 'pl', 'lang_unknown', 'language of names and labels'),
  as_of: day('as_of_invalid', 'the day asked about; today in Brussels by default'),
  direction: oneOf(DIRECTIONS, null, 'direction_unknown', 'only what concerns this direction'),
  regime: oneOf(regimes, null, 'regime_unknown', 'only this regime'),
  ...dealParameters(countries),
  contract_date: day('contract_date_invalid', 'day of the contract, for wind-downs'),
  facts: optionalText(
    (text) => readFacts(text) ?? undefined,
    FACTS_CHARACTERS,
    'fact_invalid',
    `answers to \`assessment.questions\`: \`id:value,…\`, at most ${MAX_FACTS}; declared, not checked`,
    ['833-2014.3g(1)(d):no'],
  ),
  limit: wholeNumber(1, MAX_LIMIT, LIMIT_BY_DEFAULT, 'limit_invalid', 'results at most'),
  offset: wholeNumber(0, MAX_NUMBER, 0, 'offset_invalid', 'results to skip'),
  detail: oneOf(DETAILS, 'full', 'detail_unknown', 'short: one line for each match, without texts of law'),
  include: oneOf(
    ['tree', 'history', 'tree,history'],
    null,
    'include_unknown',
    'tree: also the place of the code in the tariff; history: also since when each provision has listed it',
  ),
})

/** Declared once for a law rather than for every question. */
const parametersFor = derivedOnce(({ regimes, countries }: Circumstances['dataset']) =>
  lookupParameters(
    regimes.map(({ data }) => data.code),
    countries,
  ),
)

/** Reads parameters as a URL or a command line gives them; what is only half understood is a problem, and all are reported. */
export function readQuestion(
  given: Iterable<readonly [string, string]>,
  { today, dataset }: Circumstances,
): { question: Question } | { problems: readonly WrongParameter[] } {
  const texts = [...given]
  const read = readParameters(parametersFor(dataset), texts)
  if ('problems' in read) {
    return { problems: read.problems.map((problem) => withSuggestions(problem, texts, dataset.nomenclatures)) }
  }
  const { q, lang, as_of, regime, contract_date, facts, limit, offset, detail, include } = read.values
  const asOf = as_of ?? today
  const deal = readDeal(read.values, asOf, dataset.countries)
  if ('problems' in deal) return deal
  return {
    question: {
      query: q.query,
      read: q.read,
      language: lang,
      asOf,
      ...deal,
      value: read.values.value,
      regime,
      contractDate: contract_date,
      facts: facts ?? NO_FACTS,
      limit,
      offset,
      detail,
      tree: include?.includes('tree') ?? false,
      history: include?.includes('history') ?? false,
    },
  }
}

/** The same question about other goods; null if they are not understood. */
export function askedAbout(question: Question, query: string): Question | null {
  const read = readQuery(query)
  return typeof read === 'string' ? null : { ...question, query, read }
}

/**
 * The parameters that ask the same question again, on any day and of any later version: what was left out is made
 * explicit where the answer depends on it. With a deal the direction follows from the countries.
 */
export function parametersOf(question: Question): Record<string, string> {
  const {
    query,
    language,
    asOf,
    direction,
    deal,
    value,
    regime,
    contractDate,
    facts,
    limit,
    offset,
    detail,
    tree,
    history,
  } = question
  const include = [tree && 'tree', history && 'history'].filter(Boolean).join()
  return {
    q: query,
    lang: language,
    as_of: asOf,
    ...(direction !== null && !deal && { direction }),
    ...(regime !== null && { regime }),
    ...(deal && { origin: deal.origin, destination: deal.destination }),
    ...(deal && deal.dispatch !== deal.origin && { dispatch: deal.dispatch }),
    ...(deal && deal.via.length > 0 && { via: deal.via.join() }),
    ...(value !== null && { value }),
    ...(contractDate !== null && { contract_date: contractDate }),
    ...(facts.size > 0 && { facts: printFacts(facts) }),
    limit: String(limit),
    offset: String(offset),
    detail,
    ...(include !== '' && { include }),
  }
}

/**
 * A problem of a question. If a code has the wrong length, `suggestions` are the codes it could have been, grouped; `advice` is
 * what this question could be told instead.
 */
export type WrongParameter = ParameterProblem<QuestionProblem> & {
  readonly suggestions?: readonly string[]
  readonly advice?: Text
  /** The id of the fact that is wrong. */
  readonly fact?: string
}

/** A question that turns out to be wrong only once its goods are known. */
export class RefusedQuestion extends Error {
  readonly problems: readonly WrongParameter[]
  constructor(problems: readonly WrongParameter[]) {
    super(problems.map(({ code }) => code).join(', '))
    this.problems = problems
  }
}

function withSuggestions(
  problem: ParameterProblem<QuestionProblem>,
  given: readonly (readonly [string, string])[],
  nomenclatures: Nomenclatures,
): WrongParameter {
  if (problem.code !== 'q_code_length') return problem
  const [, q = ''] = given.find(([name]) => name === 'q') ?? []
  const typed = typedCode(q.normalize('NFC'))
  return typed === null ? problem : { ...problem, suggestions: codesMeant(typed, nomenclatures).map(group) }
}

const CODES_SHOWN = 10

/** The codes that digits of a wrong length could have been: a zero is missing in front, or the last digit. */
function codesMeant(typed: Digits, nomenclatures: Nomenclatures): Digits[] {
  const exists = (code: Digits) => nomenclatures.existedIn(code).length > 0
  const longer = [...'0123456789'].map((last) => `${typed}${last}`)
  const candidates = [`0${typed}`, ...longer].map((code) => prefixOf(digits(code), CN_LENGTH))
  return [...new Set(candidates)].filter(exists).slice(0, CODES_SHOWN)
}

/** A code as most people type it, which needs no normalisation. */
const PLAIN_CODE = /^\d[\d .]{1,30}$/

/** A code when nothing but digits and the usual separators is left after the prefix; a name otherwise. */
export function readQuery(query: string): ReadQuery | QuestionProblem {
  const trimmed = query.trim()
  if (PLAIN_CODE.test(trimmed)) return readDigits(digits(trimmed.replace(/[ .]/g, '')))
  if (trimmed === '') return 'q_empty'
  if (trimmed.length > QUERY_CHARACTERS * UNITS_PER_CHARACTER) return 'q_too_long'
  const text = trimmed.normalize('NFC')
  if ([...text].length > QUERY_CHARACTERS) return 'q_too_long'
  if (/[\p{Cc}\p{Cs}]/u.test(text.replace(/[\t\n\r]/g, ' '))) return 'q_invalid'
  const typed = typedCode(text)
  if (typed !== null) return readDigits(typed)
  if (!/[\p{L}\p{N}]/u.test(text)) return 'q_empty'
  if (!/[\p{L}\p{N}]{2}/u.test(text)) return 'q_too_vague'
  return { as: 'name', text }
}

function readDigits(typed: Digits): ReadQuery | QuestionProblem {
  if (!isCodeLength(typed.length)) return 'q_code_length'
  return { as: 'cn_code', digits: prefixOf(typed, CN_LENGTH) }
}
