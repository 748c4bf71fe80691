import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { utf8Bytes } from '../../../answer/serialize.ts'

/** A body ready to be sent: its bytes, their ETag, and its compressed forms once somebody asked for them. */
export interface ResponseBody {
  readonly bytes: Buffer
  /** Null for a body that nobody can ask for again. */
  readonly etag: string | null
  readonly compressed: Partial<Record<ContentCoding, Buffer | Promise<Buffer>>>
}

export type ContentCoding = 'br' | 'gzip'

/** Smaller bodies fit into a packet or two anyway. */
const WORTH_COMPRESSING = 1_500

/**
 * Unless it is known from what they were made of, the ETag is a hash of the bytes themselves. BLAKE2 takes
 * 42 µs for 27 kB where a processor has no instructions for SHA-256, which takes 116 µs, a tenth of a new answer.
 */
export function responseBody(content: Buffer | string, etag?: string): ResponseBody {
  const bytes = typeof content === 'string' ? utf8Bytes(content) : content
  return { bytes, etag: etag ?? etagOfText(bytes), compressed: {} }
}

export const etagOfText = (text: Buffer | string): string => hash('blake2b512', text, 'base64url').slice(0, 22)

/** A body that is made for one caller and kept by nobody, such as a receipt: it needs no ETag, whose hash takes time. */
export const bodyForOne = (content: Buffer | string): ResponseBody => ({
  bytes: typeof content === 'string' ? utf8Bytes(content) : content,
  etag: null,
  compressed: {},
})

/**
 * Longer bodies are compressed faster and less well, since hardly anybody asks for the same one again: with brotli an
 * answer of 1.7 MB becomes 52 kB in 8 ms instead of 42 kB in 27 ms, with gzip 156 kB in 11 ms instead of 98 kB in 22 ms.
 */
const LONG_BYTES = 200_000

/** A window holds so many bytes less than its power of two: https://www.rfc-editor.org/rfc/rfc7932#section-9.1 */
const BROTLI_MARGIN = 16

/**
 * A window larger than the body compresses no better: the default of 4 MB took 1.5 times the CPU for a body of 16 kB. That
 * of a long body is small, because an encoder takes several times the memory of its window, and V8 collects garbage when
 * much was asked for: answers repeat what stands near.
 */
const LONG_BODY_WINDOW = 18

const brotliFor = ({ length }: Buffer) => {
  const isLong = length > LONG_BYTES
  const window = isLong ? LONG_BODY_WINDOW : Math.ceil(Math.log2(length + BROTLI_MARGIN))
  return { params: { [constants.BROTLI_PARAM_QUALITY]: isLong ? 3 : 5, [constants.BROTLI_PARAM_LGWIN]: window } }
}

const compressors: Record<ContentCoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify<Buffer, object, Buffer>(brotliCompress)(bytes, brotliFor(bytes)),
  gzip: (bytes) => promisify<Buffer, object, Buffer>(gzip)(bytes, bytes.length > LONG_BYTES ? { level: 3 } : {}),
}

/**
 * Compressions under way. Each holds a thread of the four that files and DNS need too, and the memory of its window. The
 * bytes that wait are counted with all answers that are being made.
 */
const COMPRESSIONS_AT_ONCE = 2

const compressing = turnstile(COMPRESSIONS_AT_ONCE)

/** Runs so many pieces of work at the same time; the others wait in the order they came. */
export function turnstile(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = atOnce
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}

/** Compresses a body once for all callers: a promise at first, later the compressed bytes themselves. */
export function compress(body: ResponseBody, coding: ContentCoding): Buffer | Promise<Buffer> {
  body.compressed[coding] ??= compressing(() => compressors[coding](body.bytes)).then((compressed) => {
    // zlib cuts its output out of a shared pool, and whoever keeps a few kilobytes keeps a slab of 64 kB in memory.
    const bytes = Buffer.allocUnsafeSlow(compressed.length)
    compressed.copy(bytes)
    body.compressed[coding] = bytes
    return bytes
  })
  return body.compressed[coding]
}

/** The best coding that the caller accepts; null when there is none, or when the body is too small for it. */
export const codingFor = (bytes: Buffer, acceptEncoding: string | undefined): ContentCoding | null =>
  bytes.length < WORTH_COMPRESSING ? null : acceptedCoding(acceptEncoding)

function acceptedCoding(acceptEncoding: string | undefined): ContentCoding | null {
  if (acceptEncoding === undefined) return null
  if (acceptsCoding(acceptEncoding, 'br')) return 'br'
  return acceptsCoding(acceptEncoding, 'gzip') ? 'gzip' : null
}

/**
 * A coding in an Accept-Encoding header (RFC 9110, section 12.5.3). No two `\s*` may follow each other: backtracking over
 * 16 KiB of spaces would then take most of a second.
 */
const CODING_IN_HEADER: Readonly<Record<ContentCoding, RegExp>> = {
  br: /(?:^|,)\s*br\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/i,
  gzip: /(?:^|,)\s*gzip\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/i,
}

export const acceptsCoding = (acceptEncoding: string, coding: ContentCoding): boolean => {
  const found = CODING_IN_HEADER[coding].exec(acceptEncoding)
  return found !== null && Number(found[1] ?? 1) > 0
}

/** Each coding is a representation of its own, so its strong ETag differs (RFC 9110, section 8.8.3.3). */
const etagOf = ({ etag }: Pick<ResponseBody, 'etag'>, coding: ContentCoding | null): string | null =>
  etag && `"${etag}${coding ? `-${coding}` : ''}"`

/**
 * How many ETags of an If-Match or If-None-Match header are read, and how much of its text. A cache asks about the few
 * representations it has; whoever sends more gets the body, which is always right.
 */
const ETAGS_READ = 50
const ETAGS_TEXT_READ = 4_096

/** Whether a condition names any ETag of what there is. */
export function namesEtag(condition: string, isOwn: (etag: string) => boolean): boolean {
  const given = condition.slice(0, ETAGS_TEXT_READ)
  return given.trim() === '*' || given.split(',', ETAGS_READ).some((one) => isOwn(one.trim()))
}

/** Whether If-None-Match names this ETag, by weak comparison (RFC 9110, section 13.1.2). */
const matchesEtag = (ifNoneMatch: string | undefined, etag: string | null): boolean =>
  ifNoneMatch !== undefined && etag !== null && namesEtag(ifNoneMatch, (one) => one.replace(/^W\//, '') === etag)

/**
 * The ETag of a body that is not made yet, if the caller names it: it has the body already. A short body, which is never
 * compressed, and `*`, which asks whether there is any, are answered once the body is there.
 */
export function heldEtag(etag: string, headers: IncomingHttpHeaders): string | null {
  const { 'if-none-match': condition, 'accept-encoding': accepted } = headers
  const own = etagOf({ etag }, acceptedCoding(accepted))
  return condition?.trim() !== '*' && matchesEtag(condition, own) ? own : null
}

/** A body in the form that one caller accepts. */
export interface Representation {
  readonly etag: string | null
  readonly coding: ContentCoding | null
  /** Null when the caller has these bytes already. */
  readonly bytes: Buffer | null
}

/** A promise only while the body is being compressed for the first time. */
export function representationFor(
  body: ResponseBody,
  headers: IncomingHttpHeaders,
): Representation | Promise<Representation> {
  const coding = codingFor(body.bytes, headers['accept-encoding'])
  const etag = etagOf(body, coding)
  if (matchesEtag(headers['if-none-match'], etag)) return { etag, coding, bytes: null }
  if (coding === null) return { etag, coding, bytes: body.bytes }
  const compressed = compress(body, coding)
  return compressed instanceof Promise
    ? compressed.then((bytes) => ({ etag, coding, bytes }))
    : { etag, coding, bytes: compressed }
}
