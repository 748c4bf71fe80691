import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LISTING_COLUMNS, listingLines } from '../../answer/listings/listing-lines.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../base/csv.ts'
import { forEachSliced, runInTurns } from '../../base/time-slices.ts'
import type { Store } from '../../store/store.ts'
import { asking } from '../input/route-input.ts'
import type { Admission } from '../request/admission.ts'
import { POINTS } from '../request/costs.ts'
import { LANGUAGE_ONLY, LISTINGS_PARAMETERS, readUrlParameters, separatorOf } from '../request/parameters.ts'
import { bodyCache } from '../response/body-cache.ts'
import { CACHED, CACHED_FOR_EVER, VARIES } from '../response/headers.ts'
import { accepted, openStoreIn, orRefuse, Refusal } from '../response/refusal.ts'
import { type ResponseBody, responseBody } from '../response/response-body.ts'
import { sendBody } from '../response/send-body.ts'
import type { Services } from '../services.ts'
import { csvType } from './check-csv.ts'

export const LAW_FILE_PATH = '/api/v1/dataset/{version}.law'
export const LISTINGS_PATH = '/api/v1/dataset/{version}.csv'

const LAW_HEADERS = { 'content-type': 'application/octet-stream', 'cache-control': CACHED_FOR_EVER, vary: VARIES }

/** Files held in memory: a law has 8.5 MB, most of it the model of names; the listings of a day have two. */
const CACHE_BYTES = 20 * 1024 * 1024

/** Bulk data: the law itself, and all its listings of a day. */
export function datasetFilesRoute(app: FastifyInstance, services: Services, admission: Admission): void {
  const files = bodyCache(CACHE_BYTES)
  /** Laws that are being read from the store, each once for all who ask meanwhile. */
  const reading = new Map<string, Promise<ResponseBody | null>>()

  async function readLaw(store: Store, version: string): Promise<ResponseBody | null> {
    const packed = await store.datasets.law(version)
    const body = packed && responseBody(packed)
    if (body) files.set(version, body)
    return body
  }

  async function lawFile(version: string): Promise<ResponseBody> {
    const store = openStoreIn(services)
    const read = reading.get(version) ?? readLaw(store, version).finally(() => reading.delete(version))
    reading.set(version, read)
    return orRefuse(await read, 'version_unknown')
  }

  async function sendLaw(request: FastifyRequest, reply: FastifyReply, version: string) {
    readUrlParameters(request.url, LANGUAGE_ONLY)
    const body = files.get(version) ?? (await lawFile(version))
    reply.header('content-disposition', `attachment; filename="${version}.law"`)
    // The law is compressed already.
    const headers = { ...request.headers, 'accept-encoding': undefined }
    return sendBody({ headers }, reply, body, LAW_HEADERS)
  }

  async function sendListings(request: FastifyRequest, reply: FastifyReply, version: string) {
    const { dataset } = orRefuse(services.answerer(), 'not_ready')
    const { as_of, lang, separator: asked, bom } = readUrlParameters(request.url, LISTINGS_PARAMETERS)
    if (version !== dataset.version) throw new Refusal('version_not_served')
    const day = as_of ?? services.today()
    const separator = separatorOf(asked, lang)
    const key = [version, day, lang, separator, bom].join(' ')
    let body = files.get(key)
    if (!body) {
      if (reply.raw.destroyed) return reply.hijack()
      const begun = accepted(await admission.beginBatch(reply, POINTS.listings))
      try {
        const parts = [bom === 'true' ? BYTE_ORDER_MARK : '', csvLine(LISTING_COLUMNS, separator)]
        const lines = listingLines(dataset, day, lang)
        await runInTurns(
          forEachSliced(lines, (cells) => parts.push(csvLine(cells, separator))),
          async () => begun.nextTurn(),
        )
        body = responseBody(parts.join(''))
        begun.hold(body.bytes.length)
        files.set(key, body)
      } finally {
        begun.slot.release()
      }
    }
    reply.header('content-disposition', `attachment; filename="${version}-${day}.csv"`)
    // Without a day the address means another file tomorrow.
    const cache = as_of === null ? CACHED : CACHED_FOR_EVER
    return sendBody(request, reply, body, { 'content-type': csvType(), 'cache-control': cache, vary: VARIES })
  }

  // The parameters are those of listings; the law itself takes none.
  const options = asking('batches', () => LISTINGS_PARAMETERS)
  app.get<{ Params: { file: string } }>('/api/v1/dataset/:file', options, async (request, reply) => {
    const [, version = '', kind] = /^(\d{4}-\d{2}-\d{2}-[0-9a-f]{12})\.(law|csv)$/.exec(request.params.file) ?? []
    if (kind === 'law') return sendLaw(request, reply, version)
    if (kind === 'csv') return sendListings(request, reply, version)
    throw new Refusal(/\.(law|csv)$/.test(request.params.file) ? 'version_unknown' : 'not_found')
  })
}
