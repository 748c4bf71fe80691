import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** `cns_`, 32 random characters (190 bits), and 6 characters of checksum over all before. */
export type ApiKeyText = `cns_${string}`

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PREFIX = 'cns_'
const BODY = 32
const CHECKSUM = 6
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${BODY + CHECKSUM}}$`)

export const randomBase62 = (length: number): string =>
  Array.from({ length }, () => BASE62[randomInt(BASE62.length)]).join('')

export function newApiKey(): ApiKeyText {
  const unchecked = PREFIX + randomBase62(BODY)
  return (unchecked + checksum(unchecked)) as ApiKeyText
}

/** Tells a mistyped key from an unknown one without a query. */
export function parseApiKey(text: string): ApiKeyText | 'malformed' {
  if (!SHAPE.test(text)) return 'malformed'
  const end = text.length - CHECKSUM
  return checksum(text.slice(0, end)) === text.slice(end) ? (text as ApiKeyText) : 'malformed'
}

/** The stored form of a key. It needs neither a salt nor a slow hash, since 190 random bits cannot be guessed. */
export const hashOf = (key: ApiKeyText): string => hash('sha256', key)

/** The part of a key that lists show, enough to recognise it: `cns_AbCd`. */
export const prefixOf = (key: ApiKeyText): string => key.slice(0, PREFIX.length + 4)

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let place = 0; place < CHECKSUM; place++) {
    digits = BASE62[rest % BASE62.length] + digits
    rest = Math.floor(rest / BASE62.length)
  }
  return digits
}
