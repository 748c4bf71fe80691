import { closeSync, fsyncSync, readFileSync, writeSync } from 'node:fs'
import type { Language } from '../../terms/language.ts'
import { isBotWall } from '../page/page-identity.ts'
import { BEGINNING, readBeginning, responseError, type SourceClient, type SourceResponse, send } from './http-client.ts'
import { hostOf } from './origin.ts'
import { type CachedPage, openForWriting, type PageCache, type Part, SOURCE_LANGUAGE } from './page-cache.ts'
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

/** The page from the cache, or from the source into the cache; resumes a download that broke off earlier. */
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
  const part = cache.part(celex, language)
  const response = await send(client, `${client.origin.base}/resource/celex/${celex}`, {
    method: 'GET',
    headers: {
      Accept: 'application/xhtml+xml',
      'Accept-Language': SOURCE_LANGUAGE[language],
      // A range of compressed bytes does not continue the decompressed bytes that were stored.
      'Accept-Encoding': 'identity',
      ...(part ? { Range: `bytes=${part.bytes}-`, 'If-Range': part.validator } : {}),
    },
    limit: largest,
  })
  const start = await startOffset(client, response, part).catch((error) => {
    // The server cannot continue this part: the next attempt begins anew.
    if (error instanceof SourceError && error.kind === 'broken_off') cache.dropPart(celex, language)
    throw error
  })
  const validator = validatorOf(response.headers)
  try {
    cache.beginPart(celex, language, start, validator)
    const file = cache.partFile(celex, language)
    await storeBody(response, file, start, (done, total) => observer.onBytes?.(page, done, total))
  } catch (error) {
    const resumable = error instanceof SourceError && error.retryable && validator !== null
    if (!resumable) cache.dropPart(celex, language)
    throw error
  } finally {
    await response.discard()
  }
  const bytes = readFileSync(cache.partFile(celex, language))
  try {
    verifyPage(bytes, celex, language)
  } catch (error) {
    cache.dropPart(celex, language)
    if (isBotWall(bytes.subarray(0, BEGINNING).toString())) throw botWallError(hostOf(client.origin))
    throw error
  }
  return cache.complete(celex, language, bytes, response.url, new Date(client.now()).toISOString())
}

/** Where in the file the first byte of the response belongs; throws for every response that is no page. */
async function startOffset(client: SourceClient, response: SourceResponse, part: Part | null): Promise<number> {
  const { status, headers } = response
  const host = hostOf(client.origin)
  if (status === 416) {
    await response.discard()
    throw new SourceError('broken_off', `${host} cannot go on where the download broke off.`, true)
  }
  if (status !== 200 && status !== 206) throw await responseError(client, response, 'page')
  const type = (headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
  if (type !== 'application/xhtml+xml') {
    const beginning = await readBeginning(response)
    if (isBotWall(beginning) || headers.get('x-amzn-waf-action') !== null) throw botWallError(host)
    const message = `${host} sends ${type || 'something without a type'} instead of XHTML.`
    // An HTML error page with status 200 is often gone with the next attempt.
    const isHtml = type === 'text/html'
    throw new SourceError(isHtml ? 'not_the_page' : 'content_type', message, isHtml)
  }
  if (status === 200) return 0
  const [, from] = /^bytes (\d+)-\d+\/(?:\d+|\*)$/.exec(headers.get('content-range') ?? '') ?? []
  if (part && Number(from) === part.bytes && headers.get('content-encoding') === null) return part.bytes
  await response.discard()
  throw new SourceError('broken_off', `${host} sends another part of the page than was asked for.`, true)
}

/** What `If-Range` may carry (RFC 9110, section 13.1.5): a strong ETag or a date; nothing if the bytes were compressed. */
function validatorOf(headers: Headers): string | null {
  if (headers.get('content-encoding') !== null) return null
  const tag = headers.get('etag')
  return tag !== null && !tag.startsWith('W/') ? tag : headers.get('last-modified')
}

async function storeBody(
  { body, headers }: SourceResponse,
  file: string,
  start: number,
  onBytes: (done: number, total: number | null) => void,
): Promise<void> {
  const length = headers.get('content-encoding') === null ? headers.get('content-length') : null
  const total = length === null ? null : start + Number(length)
  const handle = openForWriting(file, start === 0 ? 'replace' : 'append')
  let done = start
  try {
    for await (const chunk of body) {
      for (let at = 0; at < chunk.length; ) at += writeSync(handle, chunk, at)
      done += chunk.length
      onBytes(done, total)
    }
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  if (total !== null && done !== total) {
    throw new SourceError('truncated', `${total} bytes were announced, ${done} came.`, true)
  }
}
