import {
  type GivenListingFilters,
  type ListingFilter,
  listingParameters,
  NO_FILTER,
  readListingFilter,
} from '../../answer/listings/listing-filter.ts'
import { LISTING_COLUMNS, listingLines } from '../../answer/listings/listing-lines.ts'
import { listingsPage } from '../../answer/listings/listings-page.ts'
import { ListingsSchema } from '../../answer/response/listings-response.ts'
import { BYTE_ORDER_MARK, type CsvSeparator, csvLine } from '../../base/csv.ts'
import type { Day } from '../../base/day.ts'
import type { Language } from '../../base/language.ts'
import { forEachSliced, runInTurns } from '../../base/time-slices.ts'
import type { Dataset } from '../../law/dataset/dataset.ts'
import { revalidated } from '../kernel/describe/parts.ts'
import { endpoint, lawParameters } from '../kernel/endpoint/endpoint.ts'
import type { Admission } from '../kernel/gate/admission.ts'
import { accepted, Refusal } from '../kernel/problem/refusal.ts'
import { wrongParameters } from '../kernel/problem/wrong-parameters.ts'
import { CACHED, VARIES } from '../kernel/reply/headers.ts'
import { type ResponseBody, responseBody } from '../kernel/reply/response-body.ts'
import { sendBody } from '../kernel/reply/send-body.ts'
import { csvAnswer, csvType } from './check-csv.ts'
import { BATCH_LIMITED, listingsPoints, POINTS } from './costs.ts'
import { listingsCsvParameters, separatorOf } from './lookup-parameters.ts'

/** The filter that a request asks for; refused where the law does not have what it names. */
function filterOf(dataset: Dataset, query: GivenListingFilters): ListingFilter {
  const read = readListingFilter(dataset, query)
  if ('filter' in read) return read.filter
  const wrong = wrongParameters(read.problems, listingParameters(dataset))
  throw new Refusal(wrong.problem, wrong)
}

/** A page of the smallest regime of the law that is served, on the day up to which it is current. */
function exampleOf(dataset: Dataset) {
  const [regime] = dataset.regimes.toSorted((a, b) => a.law.measures.length - b.law.measures.length)
  if (!regime) return undefined
  const filter = { ...NO_FILTER, regime: regime.data.code, annex: regime.annexes[0]?.annex ?? null }
  const asked = { filter, day: regime.data.state, language: 'en', limit: 1, offset: 0 } as const
  return { annex: { value: listingsPage(dataset, asked, 'cn-sanctions 2.0.0') } }
}

export const listListings = endpoint({
  method: 'GET',
  path: '/api/v1/listings',
  operationId: 'listListings',
  tag: 'lookup',
  summary: 'What the law lists on a day: by regime, annex, article, direction, kind, chapter, act, days, open grants',
  description:
    'A listing is a row of an annex under one measure, in the form of `results` of a lookup. Without a regime all regimes are listed, also those that a lookup checks only when it names them. An annex or article that the law does not have is 400, since no listings would mean that nothing is listed there. No listing of a code does not mean that the trade is allowed: ask `/api/v1/cn`.',
  limit: 'lookups',
  query: lawParameters(listingParameters),
  answers: ({ dataset }) => revalidated('Listings, in the order of the law', ListingsSchema, exampleOf(dataset)),
  problems: ['busy'],
  async handle({ query, services, admission, request, reply }) {
    const { answerer, as_of, lang, limit, offset } = query
    const { dataset } = answerer
    const filter = filterOf(dataset, query)
    const begun = accepted(await admission.begin(reply, listingsPoints(limit)))
    const asked = { filter, day: as_of ?? services.today(), language: lang, limit, offset }
    const body = responseBody(JSON.stringify(listingsPage(dataset, asked, services.build)))
    begun.hold(body.bytes.length)
    return sendBody(request, reply, body)
  },
})

export const listListingsAsCsv = endpoint({
  method: 'GET',
  path: '/api/v1/listings.csv',
  operationId: 'listListingsAsCsv',
  tag: 'lookup',
  summary: 'The same listings as CSV, all of them',
  description: 'Columns keep their names in every language. Counts as a list.',
  limit: 'batches',
  query: lawParameters(listingsCsvParameters),
  answers: csvAnswer(LISTING_COLUMNS, ['7304', 'Tubes, pipes and hollow profiles', 'EU-RU-833-2014', 'RU', 'XVII']),
  problems: ['batches_busy', 'busy'],
  async handle({ query, services, admission, request, reply }) {
    const { answerer, as_of, lang, separator, bom } = query
    const { dataset } = answerer
    const filter = filterOf(dataset, query)
    const day = as_of ?? services.today()
    if (reply.raw.destroyed) return reply.hijack()
    const begun = accepted(await admission.beginBatch(reply, POINTS.listings, BATCH_LIMITED))
    try {
      const asked = { day, language: lang, filter, separator: separatorOf(separator, lang), bom: bom === 'true' }
      const body = await listingsCsv(dataset, asked, begun)
      reply.header('content-disposition', `attachment; filename="listings-${day}.csv"`)
      return await sendBody(request, reply, body, {
        'content-type': csvType(),
        'cache-control': CACHED,
        vary: VARIES,
      })
    } finally {
      begun.slot.release()
    }
  },
})

/** How listings are written as CSV. */
interface CsvAsked {
  readonly day: Day
  readonly language: Language
  readonly filter: ListingFilter
  readonly separator: CsvSeparator
  readonly bom: boolean
}

/** A file of listings, written in turns with other work. */
export async function listingsCsv(
  dataset: Dataset,
  { day, language, filter, separator, bom }: CsvAsked,
  begun: Begun,
): Promise<ResponseBody> {
  const parts = [bom ? BYTE_ORDER_MARK : '', csvLine(LISTING_COLUMNS, separator)]
  const lines = listingLines(dataset, day, language, filter)
  await runInTurns(
    forEachSliced(lines, (cells) => parts.push(csvLine(cells, separator))),
    async () => begun.nextTurn(),
  )
  const body = responseBody(parts.join(''))
  begun.hold(body.bytes.length)
  return body
}

type Begun = Pick<
  Exclude<Awaited<ReturnType<Admission['beginBatch']>>, { readonly problem: unknown }>,
  'nextTurn' | 'hold'
>
