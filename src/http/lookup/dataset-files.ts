import type { Answerer } from '../../answer/answer.ts'
import { LISTING_COLUMNS, listingLines } from '../../answer/listings/listing-lines.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../base/csv.ts'
import { forEachSliced, runInTurns } from '../../base/time-slices.ts'
import { file, inPath } from '../kernel/describe/parts.ts'
import { endpoint, lawParameters, parameters } from '../kernel/endpoint/endpoint.ts'
import { accepted, openStoreIn, orRefuse, Refusal } from '../kernel/problem/refusal.ts'
import { bodyCache } from '../kernel/reply/body-cache.ts'
import { CACHED, CACHED_FOR_EVER, VARIES } from '../kernel/reply/headers.ts'
import { type ResponseBody, responseBody } from '../kernel/reply/response-body.ts'
import { sendBody } from '../kernel/reply/send-body.ts'
import { LANGUAGE_ONLY } from '../kernel/request/parameters.ts'
import { perService } from '../kernel/service/per-service.ts'
import type { Services } from '../kernel/service/services.ts'
import { checkAsCsv, csvAnswer, csvType } from './check-csv.ts'
import { BATCH_LIMITED, POINTS } from './costs.ts'
import { LISTINGS_PARAMETERS, separatorOf } from './lookup-parameters.ts'

/** The version of a law. */
const LAW_VERSION = /^\d{4}-\d{2}-\d{2}-[0-9a-f]{12}$/

const LAW_HEADERS = { 'content-type': 'application/octet-stream', 'cache-control': CACHED_FOR_EVER, vary: VARIES }

/** Files held in memory: a law has 8.5 MB, most of it the model of names; the listings of a day have two. */
const CACHE_BYTES = 20 * 1024 * 1024

/** Files in memory, and laws that are being read from the store, each once for all who ask meanwhile. */
const filesOf = perService((_: Services) => ({
  cache: bodyCache(CACHE_BYTES),
  reading: new Map<string, Promise<ResponseBody | null>>(),
}))

async function lawFile(version: string, services: Services): Promise<ResponseBody> {
  const { cache, reading } = filesOf(services)
  const known = cache.get(version)
  if (known) return known
  const store = openStoreIn(services)
  const read = async () => {
    const packed = await store.datasets.law(version)
    const body = packed && responseBody(packed)
    if (body) cache.set(version, body)
    return body
  }
  const arriving = reading.get(version) ?? read().finally(() => reading.delete(version))
  reading.set(version, arriving)
  return orRefuse(await arriving, 'version_unknown')
}

/** The version in an address, which may name any. */
function versionIn({ version }: { readonly version: string }): string {
  if (!LAW_VERSION.test(version)) throw new Refusal('version_unknown')
  return version
}

const VERSION = (answerer: Answerer) =>
  inPath('version', '`meta.dataset` of an answer', { examples: [answerer.dataset.version] })

const downloadLaw = endpoint({
  method: 'GET',
  path: '/api/v1/dataset/{version}.law',
  operationId: 'downloadLaw',
  tag: 'lookup',
  summary: 'The law of a version in one file, as `cn-sanctions` reads it; compressed with zstd, cached for ever',
  description:
    'Kept of every version that receipts refer to or that was published, and of the newest hundred. Counts as a list.',
  limit: 'batches',
  query: parameters(LANGUAGE_ONLY),
  parameters: (answerer) => [VERSION(answerer)],
  answers: file('The packed law', 'application/octet-stream', {}),
  problems: ['version_unknown'],
  async handle({ params, services, request, reply }) {
    const version = versionIn(params)
    const body = await lawFile(version, services)
    reply.header('content-disposition', `attachment; filename="${version}.law"`)
    // The law is compressed already.
    const headers = { ...request.headers, 'accept-encoding': undefined }
    return sendBody({ headers }, reply, body, LAW_HEADERS)
  },
})

const listListings = endpoint({
  method: 'GET',
  path: '/api/v1/dataset/{version}.csv',
  operationId: 'listListings',
  tag: 'lookup',
  summary: 'Every listing of every measure in force on a day, as CSV; with `as_of` cached for ever',
  description: 'Only of the version being served. Counts as a list.',
  limit: 'batches',
  query: lawParameters(() => LISTINGS_PARAMETERS),
  parameters: (answerer) => [VERSION(answerer)],
  answers: csvAnswer(LISTING_COLUMNS, ['7304', 'Tubes, pipes and hollow profiles', 'EU-RU-833-2014', 'RU', 'XVII']),
  problems: ['batches_busy', 'version_unknown', 'version_not_served', 'busy'],
  async handle({ params, query, services, admission, request, reply }) {
    const version = versionIn(params)
    const { answerer, as_of, lang, separator: asked, bom } = query
    const { dataset } = answerer
    if (version !== dataset.version) throw new Refusal('version_not_served')
    const day = as_of ?? services.today()
    const separator = separatorOf(asked, lang)
    const key = [version, day, lang, separator, bom].join(' ')
    const { cache } = filesOf(services)
    let body = cache.get(key)
    if (!body) {
      if (reply.raw.destroyed) return reply.hijack()
      const begun = accepted(await admission.beginBatch(reply, POINTS.listings, BATCH_LIMITED))
      try {
        const parts = [bom === 'true' ? BYTE_ORDER_MARK : '', csvLine(LISTING_COLUMNS, separator)]
        const lines = listingLines(dataset, day, lang)
        await runInTurns(
          forEachSliced(lines, (cells) => parts.push(csvLine(cells, separator))),
          async () => begun.nextTurn(),
        )
        body = responseBody(parts.join(''))
        begun.hold(body.bytes.length)
        cache.set(key, body)
      } finally {
        begun.slot.release()
      }
    }
    reply.header('content-disposition', `attachment; filename="${version}-${day}.csv"`)
    // Without a day the address means another file tomorrow.
    const control = as_of === null ? CACHED : CACHED_FOR_EVER
    return sendBody(request, reply, body, { 'content-type': csvType(), 'cache-control': control, vary: VARIES })
  },
})

/** Bulk data: the law itself, and all its listings of a day. */
export const FILE_ENDPOINTS = [checkAsCsv, downloadLaw, listListings]
