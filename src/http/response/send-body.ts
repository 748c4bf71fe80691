import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasKey } from '../request/access.ts'
import { CACHED, CACHED_PRIVATELY, EVERY_ANSWER } from './headers.ts'
import { type Encoded, type Form, formFor } from './response-body.ts'

/** The headers of a kind of answer, as the list of names and values in turn that Node writes as it stands. */
export interface AnswerHeaders {
  /** Sent with a 304 too. */
  readonly always: readonly string[]
  /** The same for who shows a key: their RateLimit headers must not reach others through a shared cache. */
  readonly privately: readonly string[]
  /** Of the body, so sent only with one. */
  readonly type: string
}

/** What differs from every other answer: put together once for each kind of answer, never for each request. */
export const headersFor = (type: string, own: Readonly<Record<string, string>> = {}): AnswerHeaders => {
  const always = Object.entries({ ...EVERY_ANSWER, 'cache-control': CACHED, vary: 'Accept-Encoding', ...own }).flat()
  return { always, privately: always.map((text) => (text === CACHED ? CACHED_PRIVATELY : text)), type }
}

const JSON_ANSWER = headersFor('application/json; charset=utf-8')

/** Sends an answer in the form the caller takes, or says that the caller has it already. */
export function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Encoded,
  headers: AnswerHeaders = JSON_ANSWER,
  status = 200,
): FastifyReply | Promise<FastifyReply> {
  const write = (form: Form): FastifyReply => {
    // Past Fastify, which would take each header through several hands.
    reply.hijack()
    writeForm(reply.raw, form, request.id, reply.limitHeaders, headers, status, hasKey(request.headers))
    return reply
  }
  // Only what was found can be unchanged: another status is said again. https://www.rfc-editor.org/rfc/rfc9110#section-13.2.1
  const form = formFor(answer, status === 200 ? request.headers : { ...request.headers, 'if-none-match': undefined })
  return form instanceof Promise ? form.then(write) : write(form)
}

/** The end of the hot path: headers go as one list, which Node writes as it stands. For HEAD it leaves out the body. */
export function writeForm(
  response: ServerResponse,
  { tag, packing, body }: Form,
  requestId: string,
  limitHeaders: readonly string[] | null,
  { always, privately, type }: AnswerHeaders = JSON_ANSWER,
  status = 200,
  isPrivate = false,
): void {
  const headers = [...(isPrivate ? privately : always), ...(limitHeaders ?? []), 'x-request-id', requestId]
  if (status === 200) headers.push('etag', tag)
  if (body === null) return void response.writeHead(304, headers).end()
  headers.push('content-type', type, 'content-length', `${body.length}`)
  if (packing !== null) headers.push('content-encoding', packing)
  response.writeHead(status, headers).end(body)
}
