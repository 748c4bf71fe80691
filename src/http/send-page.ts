import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Assets, readAssets } from '../web/assets.ts'
import { layout, type Page } from '../web/layout.ts'
import { encode, pack, packingFor } from './encoded.ts'
import type { HttpSettings } from './services.ts'

/** Scripts and styles from here alone, nothing inline, no other server ever. */
const PAGE_HEADERS = Object.freeze({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  // Asked again each time: an answer is about today. Not `no-store`, so that the back button shows it at once.
  'cache-control': 'no-cache',
  vary: 'Accept-Encoding',
})

let read: Assets | null = null

/** Read when the first page is asked for: who serves only the API never pays for it. */
export function assetsOf(): Assets {
  read ??= readAssets()
  return read
}

/** A page of the site, packed as the browser takes it. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  { publicUrl }: HttpSettings,
  status = 200,
): Promise<FastifyReply> {
  const text = layout(page, { assets: assetsOf(), publicUrl })
  reply.code(status).headers(PAGE_HEADERS).header('content-language', page.language)
  const encoded = encode(text, text)
  // A refusal by a limit must cost less than what it refuses, and packing is most of a page.
  const packing = status === 429 ? null : packingFor(encoded.body, request.headers['accept-encoding'])
  if (packing === null) return reply.send(encoded.body)
  return reply.header('content-encoding', packing).send(await pack(encoded, packing))
}

/** Where a caller reaches this service, for examples to copy. */
export const originOf = (request: FastifyRequest, { publicUrl }: HttpSettings): string =>
  publicUrl ?? `${request.protocol}://${request.host}`
