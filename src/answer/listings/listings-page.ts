import { type Day, yearOf } from '../../base/day.ts'
import type { Language, Text } from '../../base/language.ts'
import { ownText } from '../../base/own-text.ts'
import type { Dataset } from '../../law/dataset/dataset.ts'
import { derogationsOf, type Match, winddownsOf } from '../match/grants.ts'
import type { ListingAnswer, ListingsResponse } from '../response/listings-response.ts'
import { resultOf } from '../shape/result.ts'
import { frameOf, scopeOf } from '../shape/scope.ts'
import { DISCLAIMER, translationWarning } from '../shape/texts.ts'
import type { ListingFilter } from './listing-filter.ts'
import { ALL_GOODS } from './listing-lines.ts'
import { listingsOn } from './listings-on.ts'

/** A page of the listings of a day. */
export interface ListingsAsked {
  readonly filter: ListingFilter
  readonly day: Day
  readonly language: Language
  readonly limit: number
  readonly offset: number
}

/** `source` is the identifier of the build, for `meta.source`. */
export function listingsPage(dataset: Dataset, asked: ListingsAsked, source: string): ListingsResponse {
  const { filter, day, language, limit, offset } = asked
  const found = listingsOn(dataset, day, filter)
  const shown = found.slice(offset, offset + limit)
  const next = offset + shown.length
  return {
    as_of: day,
    listings: shown.map((match) => listingOf(match, dataset, asked)),
    winddowns: winddownsOf(shown, day, null, language),
    derogations: derogationsOf(shown, day, language),
    scope: scopeOfListings(dataset, shown, asked),
    meta: {
      total: found.length,
      returned: shown.length,
      limit,
      offset,
      next_offset: next < found.length ? next : null,
      dataset: dataset.version,
      source: ownText(source),
    },
    disclaimer: DISCLAIMER[language],
  }
}

const EVERY_CODE: Text = { pl: 'wszystkie towary', en: 'all goods' }

/** A listing as a result shows it. */
function listingOf(
  match: Match,
  dataset: Dataset,
  { filter: { direction }, day, language }: Pick<ListingsAsked, 'filter' | 'day' | 'language'>,
): ListingAnswer {
  const { covers_query: _, ...result } = resultOf(match, {
    dataset,
    cnYear: dataset.nomenclatures.of(yearOf(day)).year,
    asked: [match.goods],
    question: { language, direction, deal: null },
  })
  return match.entry.allGoods ? { ...result, cn_code: ALL_GOODS, name: EVERY_CODE[language] } : result
}

/** What was looked at. Without a regime that is all of them: also those that a lookup checks only when it names them. */
function scopeOfListings(
  dataset: Dataset,
  shown: readonly Match[],
  { filter, day, language }: Pick<ListingsAsked, 'filter' | 'day' | 'language'>,
): ListingsResponse['scope'] {
  const regimes = dataset.regimes.filter(({ data }) => filter.regime === null || data.code === filter.regime)
  const question = {
    language,
    asOf: day,
    direction: filter.direction,
    deal: null,
    read: { as: 'name', text: '' },
  } as const
  const frame = frameOf(dataset, regimes, question, dataset.nomenclatures.of(yearOf(day)).year)
  const scope = scopeOf(dataset, frame, question)
  const entries = shown.map(({ entry }) => entry)
  return { ...scope, warnings: [...scope.warnings, ...translationWarning(entries, language)].map(ownText) }
}
