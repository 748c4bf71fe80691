import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Language } from '../../terms/language.ts'
import { type Assets, readAssets } from '../../web/shell/assets.ts'
import { layout, type Page } from '../../web/shell/layout.ts'
import type { HttpSettings, Services } from '../services.ts'
import { PERMISSIONS } from './headers.ts'
import { type Encoded, encode, pack, packingFor } from './response-body.ts'
import { headersFor, sendEncoded } from './send-body.ts'

/** Scripts and styles from here alone, nothing inline, no other server ever. */
const PAGE_HEADERS = Object.freeze({
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': PERMISSIONS,
  // Asked again each time: an answer is about today. Not `no-store`, so that the back button shows it at once.
  'cache-control': 'no-cache',
  vary: 'Accept-Encoding',
})

const PAGE_TYPE = 'text/html; charset=utf-8'
const KEPT_HEADERS = {
  pl: headersFor(PAGE_TYPE, { ...PAGE_HEADERS, 'content-language': 'pl' }),
  en: headersFor(PAGE_TYPE, { ...PAGE_HEADERS, 'content-language': 'en' }),
}

let read: Assets | null = null

/** Read when the first page is asked for: who serves only the API never pays for it. */
export function assetsOf(): Assets {
  read ??= readAssets()
  return read
}

/** A page made for one reader, packed as the browser takes it. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  { publicUrl }: HttpSettings,
  status = 200,
): Promise<FastifyReply> {
  const text = layout(page, { assets: assetsOf(), publicUrl })
  reply.code(status).headers(PAGE_HEADERS).headers({ 'content-type': PAGE_TYPE, 'content-language': page.language })
  const encoded = encode(text, text)
  // A refusal by a limit must cost less than what it refuses, and packing is most of a page.
  const packing = status === 429 ? null : packingFor(encoded.body, request.headers['accept-encoding'])
  if (packing === null) return reply.send(encoded.body)
  return reply.header('content-encoding', packing).send(await pack(encoded, packing))
}

/** All pages in both languages are some 300 KB, packed forms included; without PUBLIC_URL each Host has its own. */
const KEPT_BYTES = 4 * 1024 * 1024

const keptPages = new WeakMap<Services, LRUCache<string, Encoded>>()

/**
 * A page that is the same for every reader: written and packed once, until the day or the law changes. `name` tells it
 * from all others, and names everything else that it shows.
 */
export function sendKeptPage(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  { name, language, day, status = 200 }: { name: string; language: Language; day: string; status?: number },
  write: () => Page,
): FastifyReply | Promise<FastifyReply> {
  const pages =
    keptPages.get(services) ??
    new LRUCache<string, Encoded>({ maxSize: KEPT_BYTES, sizeCalculation: ({ body }) => body.length * 2 })
  keptPages.set(services, pages)
  const key = JSON.stringify([name, language, day, services.answerer()?.dataset.version ?? null])
  let page = pages.get(key)
  if (!page) {
    const { publicUrl } = services.settings
    const text = layout(write(), { assets: assetsOf(), publicUrl })
    page = encode(text, text)
    pages.set(key, page)
  }
  return sendEncoded(request, reply, page, KEPT_HEADERS[language], status)
}

/** A host as people type it, or an address; anything else in a Host header is no place to send readers to. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i

const ORIGIN_UNKNOWN = 'https://cn-sanctions.example'

/** Where a caller reaches this service, for examples to copy. */
export function originOf({ protocol, host }: FastifyRequest, { publicUrl }: HttpSettings): string {
  if (publicUrl !== null) return publicUrl
  return HOST.test(host) ? `${protocol === 'https' ? 'https' : 'http'}://${host}` : ORIGIN_UNKNOWN
}
