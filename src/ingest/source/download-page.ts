import type { Language } from '../../base/language.ts'
import { isChallenge, responseError, type SourceClient, type SourceResponse, send } from './http-client.ts'
import { hostOf } from './origin.ts'
import { type CachedPage, type PageCache, SOURCE_LANGUAGE } from './page-cache.ts'
import { withRetry } from './retry.ts'
import { botWallError, SourceError } from './source-error.ts'
import { verifyPage } from './verify-page.ts'

/** The largest consolidated page has some 10 MB. */
const MAX_PAGE = 64_000_000

interface PageName {
  readonly celex: string
  readonly language: Language
}

export interface DownloadObserver {
  onBytes?(page: PageName, done: number, total: number | null): void
  onRetry?(error: SourceError, delay: number): void
}

/** The page from the cache, or from the source into the cache. A download that breaks off begins anew. */
export async function downloadPage(
  client: SourceClient,
  cache: PageCache,
  page: PageName,
  observer: DownloadObserver = {},
  largest = MAX_PAGE,
): Promise<CachedPage & { readonly fresh: boolean }> {
  const cached = cache.page(page.celex, page.language)
  if (cached) return { ...cached, fresh: false }
  const attempt = () => attemptDownload(client, cache, page, observer, largest)
  return { ...(await withRetry(client, attempt, observer.onRetry)), fresh: true }
}

async function attemptDownload(
  client: SourceClient,
  cache: PageCache,
  page: PageName,
  observer: DownloadObserver,
  largest: number,
): Promise<CachedPage> {
  const { celex, language } = page
  const headers = {
    Accept: 'application/xhtml+xml',
    'Accept-Language': SOURCE_LANGUAGE[language],
    // Progress is shown against the announced length, which is that of the packed bytes.
    'Accept-Encoding': 'identity',
  }
  const response = await send(client, `${client.origin.base}/resource/celex/${celex}`, {
    method: 'GET',
    headers,
    limit: largest,
    onBytes: (done, total) => observer.onBytes?.(page, done, total),
  })
  checkIsXhtml(client, response)
  verifyPage(response.bytes, celex, language)
  return cache.keep(celex, language, response.bytes, response.url, new Date(client.now()).toISOString())
}

function checkIsXhtml(client: SourceClient, response: SourceResponse): void {
  const { status, headers } = response
  const host = hostOf(client.origin)
  if (status !== 200) throw responseError(client, response, 'page')
  if (isChallenge(response)) throw botWallError(host)
  const type = (headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
  if (type === 'application/xhtml+xml') return
  const message = `${host} sends ${type || 'something without a type'} instead of XHTML.`
  // An HTML error page with status 200 is often gone with the next attempt.
  const isHtml = type === 'text/html'
  throw new SourceError(isHtml ? 'not_the_page' : 'content_type', message, isHtml)
}
