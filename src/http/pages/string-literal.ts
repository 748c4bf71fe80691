const BACKSLASH = 0x5c
const SINGLE: Readonly<Record<string, number>> = { n: 0x0a, r: 0x0d, t: 0x09, b: 0x08, f: 0x0c, v: 0x0b, '0': 0 }

/**
 * Decodes the JavaScript string literal that begins with the quote at `start` of a UTF-8 source; null when there is none
 * or it does not end. It works on bytes, so that a literal of megabytes needs no memory but its result.
 * https://tc39.es/ecma262/#sec-literals-string-literals
 */
export function decodeLiteral(source: Buffer, start: number): Buffer | null {
  const quote = source[start]
  if (quote !== 0x22 && quote !== 0x27) return null
  const end = endOf(source, start + 1, quote)
  if (end === null) return null
  // The result is never longer than the literal: no escape is shorter than its character.
  const decoded = Buffer.allocUnsafe(end - start)
  let length = 0
  let at = start + 1
  while (at < end) {
    const backslash: number = source.indexOf(BACKSLASH, at)
    const plainEnd: number = backslash === -1 || backslash > end ? end : backslash
    length += source.copy(decoded, length, at, plainEnd)
    if (plainEnd === end) break
    const { text, next } = escapeAt(source, plainEnd)
    length += decoded.write(text, length)
    at = next
  }
  return decoded.subarray(0, length)
}

function endOf(source: Buffer, from: number, quote: number): number | null {
  for (let at = from; at < source.length; at++) {
    if (source[at] === BACKSLASH) at++
    else if (source[at] === quote) return at
  }
  return null
}

function escapeAt(source: Buffer, at: number): { text: string; next: number } {
  const rest = source.toString('latin1', at, at + 12)
  // A surrogate pair must be written as one character.
  const pair = /^\\u([dD][89abAB][\da-fA-F]{2})\\u([dD][c-fC-F][\da-fA-F]{2})/.exec(rest)
  if (pair) return { text: String.fromCharCode(hex(pair[1]), hex(pair[2])), next: at + pair[0].length }
  const coded = /^\\(?:u\{([\da-fA-F]{1,6})\}|u([\da-fA-F]{4})|x([\da-fA-F]{2}))/.exec(rest)
  if (coded) return { text: String.fromCodePoint(hex(coded[1] ?? coded[2] ?? coded[3])), next: at + coded[0].length }
  const continued = /^\\(\r\n|\n|\r)/.exec(rest)
  if (continued) return { text: '', next: at + continued[0].length }
  const sign = rest[1] ?? ''
  const named = SINGLE[sign]
  if (named !== undefined) return { text: String.fromCharCode(named), next: at + 2 }
  // Any other character stands for itself; one of several bytes is copied with the plain bytes that follow.
  return sign < '\x80' ? { text: sign, next: at + 2 } : { text: '', next: at + 1 }
}

const hex = (digits = '0'): number => Number.parseInt(digits, 16)
