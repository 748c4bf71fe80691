import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasKey } from './access.ts'
import { type Encoded, type Form, formFor } from './encoded.ts'
import { CACHED, CACHED_PRIVATELY, EVERY_ANSWER } from './headers.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends an answer in the form the caller takes, or says that the caller has it already. */
export function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Encoded,
  type = JSON_TYPE,
): FastifyReply | Promise<FastifyReply> {
  const write = (form: Form): FastifyReply => {
    // Past Fastify, which would take each header through several hands.
    reply.hijack()
    writeForm(reply.raw, form, request.id, reply.limitHeaders, type, hasKey(request.headers))
    return reply
  }
  const form = formFor(answer, request.headers)
  return form instanceof Promise ? form.then(write) : write(form)
}

const everyForm = (caching: string): readonly string[] => [
  ...Object.entries(EVERY_ANSWER).flat(),
  'cache-control',
  caching,
  'vary',
  'Accept-Encoding',
]
const PUBLIC_FORM = everyForm(CACHED)
const PRIVATE_FORM = everyForm(CACHED_PRIVATELY)

/** The end of the hot path: headers go as one list, which Node writes as it stands. For HEAD it leaves out the body. */
export function writeForm(
  response: ServerResponse,
  { tag, packing, body }: Form,
  requestId: string,
  limitHeaders: readonly string[] | null,
  type = JSON_TYPE,
  isPrivate = false,
): void {
  const headers = [
    ...(isPrivate ? PRIVATE_FORM : PUBLIC_FORM),
    ...(limitHeaders ?? []),
    'x-request-id',
    requestId,
    'etag',
    tag,
  ]
  if (body === null) return void response.writeHead(304, headers).end()
  headers.push('content-type', type, 'content-length', `${body.length}`)
  if (packing !== null) headers.push('content-encoding', packing)
  response.writeHead(200, headers).end(body)
}
