import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** An answer ready to be sent: its bytes, and the packed forms once somebody asked for them. */
export interface Encoded {
  readonly body: Buffer
  readonly etag: string
  readonly packed: Partial<Record<Packing, Buffer | Promise<Buffer>>>
}

export type Packing = 'br' | 'gzip'

/** Smaller bodies fit a packet or two anyway. */
const WORTH_PACKING = 1_500

/**
 * `identity` names what the bytes follow from (dataset, build, question), so that equal tags mean equal bytes; or it is
 * those bytes themselves.
 */
export function encode(answer: Buffer | string, identity: Buffer | string): Encoded {
  const tag = hash('sha256', identity, 'base64url').slice(0, 22)
  return { body: typeof answer === 'string' ? Buffer.from(answer) : answer, etag: tag, packed: {} }
}

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const packers: Record<Packing, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify<Buffer, object, Buffer>(brotliCompress)(body, BROTLI),
  gzip: (body) => promisify<Buffer, Buffer>(gzip)(body),
}

/** Packed once for all who ask; the bytes themselves as soon as they are there. */
export function pack(encoded: Encoded, packing: Packing): Buffer | Promise<Buffer> {
  encoded.packed[packing] ??= packers[packing](encoded.body).then((bytes) => {
    encoded.packed[packing] = bytes
    return bytes
  })
  return encoded.packed[packing]
}

/** The packing the caller takes and the body is worth, best first. */
export function packingFor(body: Buffer, accept: string | undefined): Packing | null {
  if (accept === undefined || body.length < WORTH_PACKING) return null
  if (takes(accept, 'br')) return 'br'
  return takes(accept, 'gzip') ? 'gzip' : null
}

/** How a caller names a packing it takes. No two `\s*` may meet: 16 KiB of spaces would then take most of a second. */
const NAMED: Readonly<Record<Packing, RegExp>> = {
  br: /(?:^|,)\s*br\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/i,
  gzip: /(?:^|,)\s*gzip\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/i,
}

/** The caller takes answers packed so. */
export const takes = (accept: string, packing: Packing): boolean => {
  const found = NAMED[packing].exec(accept)
  return found !== null && Number(found[1] ?? 1) > 0
}

/** Each packing is a representation of its own, so its strong tag differs. */
export const tagOf = ({ etag }: Encoded, packing: Packing | null): string => `"${etag}${packing ? `-${packing}` : ''}"`

/**
 * Tags of a caller that are looked at, and how much text: a cache asks about the few forms of an answer it has, and
 * whoever sends more gets the answer itself, which is always right.
 */
const TAGS_READ = 50
const TAGS_TEXT_READ = 4_096

/** One of the tags the caller has is this one; a weak form of it will do for a GET. */
export const isKnown = (ifNoneMatch: string | undefined, tag: string): boolean => {
  if (ifNoneMatch === undefined) return false
  const given = ifNoneMatch.slice(0, TAGS_TEXT_READ)
  if (given.trim() === '*') return true
  return given.split(',', TAGS_READ).some((one) => one.trim().replace(/^W\//, '') === tag)
}

/** An answer as one caller takes it. */
export interface Form {
  readonly tag: string
  readonly packing: Packing | null
  /** Null when the caller has it already. */
  readonly body: Buffer | null
}

/** A promise only for the first caller of a packing, and those who come while it is worked on. */
export function formFor(answer: Encoded, headers: IncomingHttpHeaders): Form | Promise<Form> {
  const packing = packingFor(answer.body, headers['accept-encoding'])
  const tag = tagOf(answer, packing)
  if (isKnown(headers['if-none-match'], tag)) return { tag, packing, body: null }
  if (packing === null) return { tag, packing, body: answer.body }
  const packed = pack(answer, packing)
  return packed instanceof Promise ? packed.then((body) => ({ tag, packing, body })) : { tag, packing, body: packed }
}
