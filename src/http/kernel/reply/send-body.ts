import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasKey } from '../limits/access.ts'
import { CACHED, CACHED_FOR_EVER, CACHED_PRIVATELY, UNCACHED_JSON, VARIES } from './headers.ts'
import { type Representation, type ResponseBody, representationFor } from './response-body.ts'

type Headers = Readonly<Record<string, string>>

/** The headers of a JSON answer that shared caches may keep, also sent with a 304. */
export const CACHED_JSON: Headers = Object.freeze({
  'content-type': 'application/json; charset=utf-8',
  'cache-control': CACHED,
  vary: VARIES,
})

/** The same for the holder of a key. */
const PRIVATELY: Headers = {
  [CACHED]: CACHED_PRIVATELY,
  [CACHED_FOR_EVER]: CACHED_FOR_EVER.replace('public', 'private'),
}

/** The RateLimit headers are about the key holder and must not reach others through a shared cache. */
const cacheControlFor = (headers: IncomingHttpHeaders, cacheControl: string): string =>
  (hasKey(headers) ? PRIVATELY[cacheControl] : undefined) ?? cacheControl

export const sendUncached = (reply: FastifyReply, body: object, status = 200): FastifyReply =>
  reply.code(status).headers(UNCACHED_JSON).send(JSON.stringify(body))

/** Says that the caller has the answer already. */
export const sendUnchanged = (
  request: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  etag: string,
): FastifyReply =>
  reply
    .code(304)
    .headers({ 'cache-control': cacheControlFor(request.headers, CACHED), vary: VARIES, etag })
    .send()

/** Sends a body in the form that the caller accepts, or a 304 when the caller has it already. */
export function sendBody(
  request: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  body: ResponseBody,
  headers: Headers = CACHED_JSON,
  status = 200,
): FastifyReply | Promise<FastifyReply> {
  const send = ({ etag, coding, bytes }: Representation): FastifyReply => {
    const { 'content-type': type, ...always } = headers
    reply.headers(always)
    const cacheControl = always['cache-control']
    if (cacheControl !== undefined) reply.header('cache-control', cacheControlFor(request.headers, cacheControl))
    if (status === 200 && etag !== null) reply.header('etag', etag)
    if (bytes === null) return reply.code(304).send()
    if (coding !== null) reply.header('content-encoding', coding)
    return reply.code(status).header('content-type', type).send(bytes)
  }
  // Conditions are for 200 answers alone: https://www.rfc-editor.org/rfc/rfc9110#section-13.2.1
  const asked = status === 200 ? request.headers : { ...request.headers, 'if-none-match': undefined }
  const representation = representationFor(body, asked)
  return representation instanceof Promise ? representation.then(send) : send(representation)
}
