import { listingParameters, readListingFilter } from '../../answer/listings/listing-filter.ts'
import { listingsPage } from '../../answer/listings/listings-page.ts'
import type { ListingAnswer } from '../../answer/response/listings-response.ts'
import { DISCLAIMER } from '../../answer/shape/texts.ts'
import type { Language, Text } from '../../base/language.ts'
import type { Dataset } from '../../law/dataset/dataset.ts'
import { inputSchema, readDeclared } from './arguments.ts'
import { bytesOf, countFitting, RESULT_BYTES } from './result-size.ts'
import { type ListingsResult, ListingsResultSchema } from './schemas.ts'
import { closing } from './softening.ts'
import type { Tool } from './tool.ts'

/** Listings that are looked at for one result: more than fit into it. */
const LOOKED_AT = 200

/** A result has a size of its own, so a caller does not choose the number of listings. */
function parametersIn(dataset: Dataset) {
  const { limit: _, ...declared } = listingParameters(dataset)
  return declared
}

export const LIST_GOODS: Tool = {
  name: 'list_goods',
  title: 'List goods of the law',
  description:
    'What the law lists on a day; a listing is a row of an annex under one measure. `total` counts them, `next_offset` goes on as `offset`. No listing does not mean that a trade is allowed: use check_code.',
  input: (dataset) => inputSchema(parametersIn(dataset)),
  output: ListingsResultSchema,
  call: async (given, { answerer: { dataset }, today, build }) => {
    const read = readDeclared(given, parametersIn(dataset))
    if ('problems' in read) return read
    const { lang, as_of, offset } = read.values
    const filtered = readListingFilter(dataset, read.values)
    if ('problems' in filtered) {
      return { problems: filtered.problems.map(({ code, parameter }) => ({ code, argument: parameter })) }
    }
    const asked = { filter: filtered.filter, day: as_of ?? today, language: lang, limit: LOOKED_AT, offset }
    const page = listingsPage(dataset, asked, build)
    const { warnings } = page.scope
    const { total } = page.meta
    const head = { total, dataset: dataset.version, as_of: asked.day, warnings, disclaimer: DISCLAIMER[lang] }
    const rows = page.listings.map(inShort)
    const fitting = Math.max(1, countFitting(rows, RESULT_BYTES - bytesOf(head)))
    const listings = rows.slice(0, fitting)
    const next = offset + listings.length
    const structured: ListingsResult = { listings, next_offset: next < total ? next : null, ...head }
    return { structured, text: inWords(structured, lang) }
  },
}

const inShort = (listing: ListingAnswer): ListingsResult['listings'][number] => ({
  cn_code: listing.cn_code,
  name: listing.name,
  regime: listing.regime.code,
  annex: listing.annex,
  article: listing.article,
  type: listing.restriction.type,
  direction: listing.restriction.direction,
  label: listing.restriction.label,
  partial_by: listing.partial_by,
  except_codes: listing.except_codes,
  listed_as: listing.partial_entry ? listing.listed_as : null,
  in_force: listing.in_force,
  valid_from: listing.valid_from,
  valid_to: listing.valid_to,
  data_quality: listing.data_quality,
})

/** Listings named in the text. */
const NAMED = 20

function inWords(result: ListingsResult, language: Language): string {
  const { listings, total, next_offset } = result
  const named = listings.slice(0, NAMED)
  return [
    total === 0 ? NONE[language] : countText(total)[language],
    ...named.map(
      ({ cn_code, annex, article, label }) => `${cn_code}: ${label} (${[annex, article].filter(Boolean).join(', ')})`,
    ),
    ...(total > named.length && next_offset !== null ? [MORE[language]] : []),
    ...closing(result),
  ].join('\n')
}

const NONE: Text = {
  pl: 'Nie ma takich wpisów w tym dniu. To nie znaczy, że obrót jest dozwolony.',
  en: 'There are no such listings on this day. This does not mean that the trade is allowed.',
}
const countText = (total: number): Text => ({ pl: `Wpisy: ${total}.`, en: `Listings: ${total}.` })
const MORE: Text = {
  pl: 'Są dalsze wpisy: podaj next_offset jako offset.',
  en: 'There are more listings: give next_offset as offset.',
}
