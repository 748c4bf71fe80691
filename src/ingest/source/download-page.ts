import { closeSync, fsyncSync, readFileSync, writeSync } from 'node:fs'
import type { Language } from '../../terms/language.ts'
import { botWall, faultOf, isChallenge } from './answer-status.ts'
import { type Answer, ask, beginningOf, type Reach } from './http-client.ts'
import { openForWriting } from './cache-files.ts'
import { hostOf } from './origin.ts'
import { type CachedPage, type PageCache, type Part, SOURCE_LANGUAGE } from './page-cache.ts'
import { checkPage } from '../page/page-identity.ts'
import { insistently } from './retry.ts'
import { SourceFault } from './source-error.ts'

/** The largest consolidated page has some 10 MB. */
const LARGEST_PAGE = 64_000_000

export interface Watcher {
  /** `total` is null while the server does not say. */
  onBytes?(page: { celex: string; language: Language }, done: number, total: number | null): void
  onRetry?(fault: SourceFault, pause: number): void
}

/** The page from the cache, or from the source into the cache; goes on where an earlier download broke off. */
export async function downloadPage(
  reach: Reach,
  cache: PageCache,
  page: { celex: string; language: Language },
  watcher: Watcher = {},
  largest = LARGEST_PAGE,
): Promise<CachedPage & { readonly fresh: boolean }> {
  const { celex, language } = page
  const there = cache.page(celex, language)
  if (there) return { ...there, fresh: false }
  const host = hostOf(reach.origin)
  const attempt = async (): Promise<CachedPage> => {
    const part = cache.part(celex, language)
    const answer = await ask(reach, `${reach.origin.base}/resource/celex/${celex}`, {
      method: 'GET',
      headers: {
        Accept: 'application/xhtml+xml',
        'Accept-Language': SOURCE_LANGUAGE[language],
        // Packed bytes could not be resumed.
        'Accept-Encoding': 'identity',
        ...(part ? { Range: `bytes=${part.bytes}-`, 'If-Range': part.validator } : {}),
      },
      limit: largest,
    })
    const start = await startOf(answer, part, host, reach.now()).catch((fault) => {
      // A part that the server does not know how to continue helps nobody.
      if (fault instanceof SourceFault && fault.kind === 'broken_off') cache.dropPart(celex, language)
      throw fault
    })
    const validator = validatorOf(answer.headers)
    try {
      cache.beginPart(celex, language, start, validator)
      await store(answer, cache.partFile(celex, language), start, (done, total) => watcher.onBytes?.(page, done, total))
    } catch (error) {
      const resumable = error instanceof SourceFault && error.again && validator !== null
      if (!resumable) cache.dropPart(celex, language)
      throw error
    } finally {
      await answer.leave()
    }
    const bytes = readFileSync(cache.partFile(celex, language))
    try {
      checkPage(bytes, celex, language)
    } catch (error) {
      cache.dropPart(celex, language)
      if (isChallenge(bytes.subarray(0, 4_000).toString())) throw botWall(host)
      throw error
    }
    return cache.complete(celex, language, bytes, answer.url, new Date(reach.now()).toISOString())
  }
  return { ...(await insistently(reach, attempt, watcher.onRetry)), fresh: true }
}

/** Where in the file the answer's first byte goes; a fault for everything that is no page. */
async function startOf(answer: Answer, part: Part | null, host: string, now: number): Promise<number> {
  const { status, headers } = answer
  if (status === 416) {
    await answer.leave()
    throw new SourceFault('broken_off', `${host} cannot go on where the download broke off.`, true)
  }
  if (status !== 200 && status !== 206) throw await faultOf(answer, host, now, 'page')
  const type = (headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
  if (type !== 'application/xhtml+xml') {
    const said = await beginningOf(answer)
    await answer.leave()
    if (isChallenge(said) || headers.get('x-amzn-waf-action') !== null) throw botWall(host)
    const what = `${host} sends ${type || 'something without a type'} instead of XHTML.`
    // An error page that comes with status 200 may be gone in a moment.
    throw new SourceFault(type === 'text/html' ? 'not_the_page' : 'content_type', what, type === 'text/html')
  }
  if (status === 200) return 0
  const [, from] = /^bytes (\d+)-\d+\/(?:\d+|\*)$/.exec(headers.get('content-range') ?? '') ?? []
  // A part of packed bytes continues nothing that was stored unpacked.
  if (part && Number(from) === part.bytes && headers.get('content-encoding') === null) return part.bytes
  await answer.leave()
  throw new SourceFault('broken_off', `${host} sends another part of the page than was asked for.`, true)
}

/** What `If-Range` may carry: a strong ETag or the day of the last change; nothing if the bytes were packed. */
function validatorOf(headers: Headers): string | null {
  if (headers.get('content-encoding') !== null) return null
  const tag = headers.get('etag')
  return tag !== null && !tag.startsWith('W/') ? tag : headers.get('last-modified')
}

async function store(
  { body, headers }: Answer,
  file: string,
  start: number,
  onBytes: (done: number, total: number | null) => void,
): Promise<void> {
  const length = headers.get('content-encoding') === null ? headers.get('content-length') : null
  const total = length === null ? null : start + Number(length)
  const handle = openForWriting(file, start === 0 ? 'replace' : 'append')
  let done = start
  try {
    for await (const piece of body) {
      for (let at = 0; at < piece.length; ) at += writeSync(handle, piece, at)
      done += piece.length
      onBytes(done, total)
    }
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  if (total !== null && done !== total) {
    throw new SourceFault('truncated', `${total} bytes were announced, ${done} came.`, true)
  }
}
