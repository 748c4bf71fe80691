import type { FastifyReply, FastifyRequest } from 'fastify'
import { derivedOnce } from '../../base/derived-once.ts'
import type { Language } from '../../base/language.ts'
import { isOnRequest } from '../../law/dataset/dataset.ts'
import { type Assets, assetsOf } from '../../web/shell/assets.ts'
import { layout, type Page, type Site } from '../../web/shell/layout.ts'
import { bodyCache } from '../kernel/reply/body-cache.ts'
import { freeWhenSent } from '../kernel/reply/free-when-sent.ts'
import { CACHED_PAGE, PERMISSIONS } from '../kernel/reply/headers.ts'
import { bodyForOne, codingFor, compress, responseBody } from '../kernel/reply/response-body.ts'
import { sendBody } from '../kernel/reply/send-body.ts'
import type { HttpSettings, Services } from '../kernel/service/services.ts'

/** Scripts and styles come from this service alone, none are inline, and no other server is asked. */
const PAGE_HEADERS = Object.freeze({
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': PERMISSIONS,
  // Revalidated each time, because an answer is about today. Not `no-store`, so that the back button shows it at once.
  'cache-control': 'no-cache',
  vary: 'Accept-Encoding',
})

const PAGE_TYPE = 'text/html; charset=utf-8'
const headersOf = (language: Language) =>
  ({ 'content-type': PAGE_TYPE, 'content-language': language, ...PAGE_HEADERS }) as const

const siteOf = (services: Services, assets: Assets): Site => ({
  assets,
  publicUrl: services.settings.publicUrl,
  checkedAt: checkedAtOf(services),
})

/** The oldest of the last checks of the regimes that are always answered; null when one of them was never checked. */
function checkedAtOf({ answerer, lawChecks }: Services): string | null {
  const regimes = answerer()?.dataset.regimes.filter((regime) => !isOnRequest(regime)) ?? []
  const checks = lawChecks()
  const times = regimes.map(({ data }) => checks.find(({ regime }) => regime === data.code)?.checkedAt ?? null)
  return times.toSorted((a, b) => ((a ?? '') < (b ?? '') ? -1 : 1))[0] ?? null
}

/** A request for a page in one of the languages. */
export interface Visit {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly language: Language
  readonly services: Services
}

/** Sends a page that is made for one reader and not cached. A `Cache-Control` that the reply has already is kept. */
export async function sendPage(
  { request, reply, services }: Visit,
  page: Page,
  status = 200,
  hold: (bytes: number) => void = () => {},
): Promise<FastifyReply> {
  const text = layout(page, siteOf(services, await assetsOf()))
  const own = reply.getHeader('cache-control')
  reply.code(status).headers({ ...headersOf(page.language), ...(own !== undefined && { 'cache-control': own }) })
  const body = bodyForOne(text)
  hold(body.bytes.length)
  freeWhenSent(reply, body.bytes)
  // A request over the limit must cost less than an answer, and compression is most of the cost of a page.
  const coding = status === 429 || status === 503 ? null : codingFor(body.bytes, request.headers['accept-encoding'])
  if (coding === null) return reply.send(body.bytes)
  return reply.header('content-encoding', coding).send(await compress(body, coding))
}

/** All pages in both languages are some 300 KB with their compressed forms; without PUBLIC_URL each Host has its own. */
const CACHE_BYTES = 4 * 1024 * 1024

/** Pages that readers choose by filters have a cache of their own, so that they do not evict the others. */
const cachesOf = derivedOnce((_: Services) => ({ usual: bodyCache(CACHE_BYTES), chosen: bodyCache(CACHE_BYTES) }))

/** A page that is the same for every reader. */
interface CachedPage {
  /** Everything that the page depends on besides language, day and law. */
  readonly name: string
  readonly status?: number
  /** Chosen by filters: it counts as a lookup, so it must not be kept by shared caches with the caller's count. */
  readonly isChosen?: boolean
}

function placeOf({ language, services }: Visit, { name, isChosen = false }: CachedPage) {
  return {
    pages: cachesOf(services)[isChosen ? 'chosen' : 'usual'],
    key: JSON.stringify([
      name,
      language,
      services.today(),
      services.answerer()?.dataset.version ?? null,
      checkedAtOf(services),
    ]),
  }
}

export function isPageCached(visit: Visit, page: CachedPage): boolean {
  const { pages, key } = placeOf(visit, page)
  return pages.has(key)
}

/** Sends a page that is the same for every reader, cached until the day or the law changes. */
export function sendCachedPage(
  visit: Visit,
  page: CachedPage,
  write: () => Page,
  hold: (bytes: number) => void = () => {},
): FastifyReply | Promise<FastifyReply> {
  const { request, reply, language, services } = visit
  const { status = 200, isChosen = false } = page
  const { pages, key } = placeOf(visit, page)
  // An error page is in the language of the browser, so it is not shared.
  const isShared = status === 200 && !isChosen
  const headers = { ...headersOf(language), ...(isShared && { 'cache-control': CACHED_PAGE }) }
  const known = pages.get(key)
  if (known) return sendBody(request, reply, known, headers, status)
  // Written before anything is waited for, so that it is the page of the day and the law that the key names.
  const written = write()
  return assetsOf().then((assets) => {
    const body = responseBody(layout(written, siteOf(services, assets)))
    hold(body.bytes.length)
    pages.set(key, body)
    return sendBody(request, reply, body, headers, status)
  })
}

/** A host name or an address with an optional port; readers are sent to no other text in a Host header. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i

const ORIGIN_UNKNOWN = 'https://cn-sanctions.example'

/** The origin at which the caller reaches this service, for examples to copy. */
export function originOf({ protocol, host }: FastifyRequest, { publicUrl }: HttpSettings): string {
  if (publicUrl !== null) return publicUrl
  return HOST.test(host) ? `${protocol === 'https' ? 'https' : 'http'}://${host}` : ORIGIN_UNKNOWN
}
