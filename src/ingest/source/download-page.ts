import type { Language } from '../../base/language.ts'
import { isBotWall } from '../page/page-identity.ts'
import { BEGINNING, readBeginning, responseError, type SourceClient, type SourceResponse, send } from './http-client.ts'
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
  /** `total` is null while the server does not say. */
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
    // The announced length of an unpacked page shows whether all of it came.
    'Accept-Encoding': 'identity',
  }
  const url = `${client.origin.base}/resource/celex/${celex}`
  const response = await send(client, url, { method: 'GET', headers, limit: largest })
  await checkIsXhtml(client, response)
  const bytes = await bodyOf(response, (done, total) => observer.onBytes?.(page, done, total))
  try {
    verifyPage(bytes, celex, language)
  } catch (error) {
    if (isBotWall(bytes.subarray(0, BEGINNING).toString())) throw botWallError(hostOf(client.origin))
    throw error
  }
  return cache.keep(celex, language, bytes, response.url, new Date(client.now()).toISOString())
}

async function checkIsXhtml(client: SourceClient, response: SourceResponse): Promise<void> {
  const { status, headers } = response
  const host = hostOf(client.origin)
  if (status !== 200) throw await responseError(client, response, 'page')
  const type = (headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
  if (type === 'application/xhtml+xml') return
  const beginning = await readBeginning(response)
  if (isBotWall(beginning) || headers.get('x-amzn-waf-action') !== null) throw botWallError(host)
  const message = `${host} sends ${type || 'something without a type'} instead of XHTML.`
  // An HTML error page with status 200 is often gone with the next attempt.
  const isHtml = type === 'text/html'
  throw new SourceError(isHtml ? 'not_the_page' : 'content_type', message, isHtml)
}

async function bodyOf(
  { body, headers }: SourceResponse,
  onBytes: (done: number, total: number | null) => void,
): Promise<Buffer> {
  // The length of a packed body is that of its packed bytes.
  const length = headers.get('content-encoding') === null ? headers.get('content-length') : null
  const total = length === null ? null : Number(length)
  const chunks: Uint8Array[] = []
  let done = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    done += chunk.length
    onBytes(done, total)
  }
  if (total !== null && done !== total) {
    throw new SourceError('truncated', `${total} bytes were announced, ${done} came.`, true)
  }
  return Buffer.concat(chunks)
}
