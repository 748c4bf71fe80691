import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** `cns_`, 32 random characters (190 bits), 6 characters of checksum over all before them. */
export type ApiKeyText = `cns_${string}`

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const MARK = 'cns_'
const BODY = 32
const CHECKSUM = 6
const SHAPE = new RegExp(`^${MARK}[0-9A-Za-z]{${BODY + CHECKSUM}}$`)

export const randomBase62 = (length: number): string =>
  Array.from({ length }, () => BASE62[randomInt(BASE62.length)]).join('')

export function newApiKey(): ApiKeyText {
  const unchecked = MARK + randomBase62(BODY)
  return (unchecked + checksum(unchecked)) as ApiKeyText
}

/** Tells a mistyped key from an unknown one without asking the database. */
export function parseApiKey(text: string): ApiKeyText | 'malformed' {
  if (!SHAPE.test(text)) return 'malformed'
  const end = text.length - CHECKSUM
  return checksum(text.slice(0, end)) === text.slice(end) ? (text as ApiKeyText) : 'malformed'
}

/** What is stored of a key. No salt, no slow hash: 190 random bits cannot be guessed. */
export const hashOf = (key: ApiKeyText): string => hash('sha256', key)

/** What lists show of a key, enough to recognise it: `cns_AbCd`. */
export const prefixOf = (key: ApiKeyText): string => key.slice(0, MARK.length + 4)

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let place = 0; place < CHECKSUM; place++) {
    digits = BASE62[rest % BASE62.length] + digits
    rest = Math.floor(rest / BASE62.length)
  }
  return digits
}
