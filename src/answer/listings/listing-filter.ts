import type { Day } from '../../base/day.ts'
import { derivedOnce } from '../../base/derived-once.ts'
import { LANGUAGES } from '../../base/language.ts'
import type { Dataset, Regime } from '../../law/dataset/dataset.ts'
import { annexKey } from '../../law/terms/annex-name.ts'
import { readActNumber } from '../../law/terms/celex.ts'
import { concerning } from '../../law/terms/citation.ts'
import { DIRECTIONS, type Direction } from '../../law/terms/law.ts'
import {
  day,
  LIMIT_BY_DEFAULT,
  MAX_LIMIT,
  MAX_NUMBER,
  oneOf,
  optionalText,
  type ParameterProblem,
  type Values,
  wholeNumber,
} from '../question/parameters.ts'
import { KINDS, type Kind } from '../response/terms.ts'

/** What a listing is for: `grant` is a row of a list of exemptions, derogations, quotas or wind-downs. */
const LISTING_KINDS = [...KINDS, 'grant'] as const
type ListingKind = Kind | 'grant'

const OPEN_GRANTS = ['winddown', 'derogation', 'any'] as const
export type OpenGrant = (typeof OPEN_GRANTS)[number]

/** Which listings are meant; null asks for no difference. */
export interface ListingFilter {
  readonly regime: string | null
  readonly annex: string | null
  /** An article, with all that stands in it, or a place in one. */
  readonly article: string | null
  readonly direction: Direction | null
  readonly kind: ListingKind | null
  readonly chapter: string | null
  readonly partial: boolean | null
  /** Listed on this day or later. */
  readonly since: Day | null
  /** With a last day, which is this day or earlier. */
  readonly until: Day | null
  /** Whether a grant of this kind is open on the day asked about. */
  readonly open: OpenGrant | null
  /** The act by which they came. */
  readonly act: string | null
}

export const NO_FILTER: ListingFilter = Object.freeze({
  regime: null,
  annex: null,
  article: null,
  direction: null,
  kind: null,
  chapter: null,
  partial: null,
  since: null,
  until: null,
  open: null,
  act: null,
})

const ANNEX = /^[0-9A-Za-z]{1,12}$/
/** `3k`, `3k(1)`, `3g(1)(d)`. */
const ARTICLE = /^\d{1,3}[a-z]{0,4}(?:\([0-9a-z]{1,5}\)){0,4}$/
const ARTICLE_CHARACTERS = 40
const ACT_CHARACTERS = 40

/** What of a law the parameters depend on. */
type FilteredLaw = Pick<Dataset, 'regimes' | 'acts'>

/** The filters, for the API, the page and the command line alike. */
export const listingFilters = ({ regimes, acts }: FilteredLaw) => ({
  regime: oneOf(
    regimes.map(({ data }) => data.code),
    null,
    'regime_unknown',
    'only this regime',
  ),
  annex: optionalText(
    (text) => (ANNEX.test(text) ? text : undefined),
    ARTICLE_CHARACTERS,
    'annex_unknown',
    'only this annex, of every regime that has one of this number',
    ['XXIII'],
  ),
  article: optionalText(
    (text) => (ARTICLE.test(text) ? text : undefined),
    ARTICLE_CHARACTERS,
    'article_unknown',
    'only this article: `3k` means all of it, `3k(1)` that paragraph',
    ['3k', '3g(1)'],
  ),
  direction: oneOf(
    DIRECTIONS,
    null,
    'direction_unknown',
    'only what may concern this direction; exports include transit, and what has no direction concerns all',
  ),
  kind: oneOf(
    LISTING_KINDS,
    null,
    'kind_unknown',
    'only bans, restrictions or duties; grant: rows of lists of exemptions, derogations, quotas and wind-downs',
  ),
  chapter: optionalText(
    (text) => (/^(?:0[1-9]|[1-9]\d)$/.test(text) ? text : undefined),
    2,
    'chapter_invalid',
    'only this chapter of the Combined Nomenclature, two digits, and bans of all goods of an origin',
    ['72'],
  ),
  partial: oneOf(['true', 'false'], null, 'partial_invalid', 'true: only part of the code is listed; false: all of it'),
  since: day('since_invalid', 'listed on this day or later, as far as is known'),
  until: day('until_invalid', 'with a last day, which is this day or earlier'),
  open: oneOf(
    OPEN_GRANTS,
    null,
    'open_unknown',
    'only listings with a wind-down or a derogation that is open on the day',
  ),
  act: optionalText(
    (text) => readActNumber(text, acts),
    ACT_CHARACTERS,
    'act_unknown',
    'only what this act listed, where the day is exact: its CELEX number or its number, 2024/1745',
    ['32024R1745', '2024/1745'],
  ),
})

export type GivenListingFilters = Values<ReturnType<typeof listingFilters>>

/** All parameters of a page of listings. */
export const listingParameters = (law: FilteredLaw) => ({
  ...listingFilters(law),
  as_of: day('as_of_invalid', 'listings in force on this day; today in Brussels by default'),
  lang: oneOf(LANGUAGES, 'pl', 'lang_unknown', 'language of names and texts'),
  limit: wholeNumber(1, MAX_LIMIT, LIMIT_BY_DEFAULT, 'limit_invalid', 'listings at most'),
  offset: wholeNumber(0, MAX_NUMBER, 0, 'offset_invalid', 'listings to skip'),
})

type Mismatch = ParameterProblem<'annex_unknown' | 'article_unknown'>

/**
 * The filter that parameters ask for. An annex or an article that the law does not have is a problem: no listings
 * would mean that nothing is listed there.
 */
export function readListingFilter(
  { regimes }: FilteredLaw,
  given: GivenListingFilters,
): { filter: ListingFilter } | { problems: readonly Mismatch[] } {
  const { partial, ...plain } = given
  const asked = regimes.filter(({ data }) => plain.regime === null || data.code === plain.regime)
  const problems: Mismatch[] = []
  const annexes = plain.annex === null ? [] : asked.flatMap((regime) => annexNamed(regime, plain.annex!) ?? [])
  if (plain.annex !== null && annexes.length === 0) problems.push({ code: 'annex_unknown', parameter: 'annex' })
  if (plain.article !== null) {
    const isThere = concerning(plain.article)
    if (!asked.some((regime) => articlesOf(regime).some(isThere))) {
      problems.push({ code: 'article_unknown', parameter: 'article' })
    }
  }
  if (problems.length > 0) return { problems }
  return { filter: { ...plain, partial: partial === null ? null : partial === 'true' } }
}

/** The annex as the law writes it. */
const annexNamed = (regime: Regime, annex: string): string | undefined => {
  const key = annexKey(annex)
  return annexesOf(regime).find((one) => annexKey(one) === key)
}

/** Every annex that has or had codes, or that describes goods in words. */
const annexesOf = derivedOnce((regime: Regime): readonly string[] => [
  ...new Set([...regime.law.annexes, ...regime.uncoded].flatMap(({ annex }) => annex ?? [])),
])

/** Where measures stand, and grants whose list has rows. */
const articlesOf = derivedOnce(({ law }: Regime): readonly string[] => [
  ...new Set([
    ...law.measures.map(({ article }) => article),
    ...law.grants.filter(({ annex }) => annex !== undefined).map(({ ref }) => ref),
  ]),
])
