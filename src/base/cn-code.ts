declare const brand: unique symbol

/**
 * Digits of a CN code without spaces: 2 a chapter, 4 a heading, 6 an HS subheading, 8 a CN subheading, 10 a TARIC code. The
 * type is branded, so that a grouped code (`8471 30`) cannot pass for digits (`847130`).
 */
export type Digits = string & { readonly [brand]: 'Digits' }

/** The Combined Nomenclature ends here; longer codes are TARIC's. */
export const CN_LENGTH = 8

export const isDigits = (text: string): text is Digits => /^\d+$/.test(text)

/** For texts that are known to be digits; throws if they are not. */
export function digits(text: string): Digits {
  if (!isDigits(text)) throw new TypeError(`"${text}" is not made of digits alone`)
  return text
}

/** The first digits of a code: its chapter (2), heading (4) or subheading (6). */
export const prefixOf = (code: Digits, length: number): Digits => code.slice(0, length) as Digits

/** `84713000` → `8471 30 00`, as the tariff prints it; a chapter stays `84`. */
export function group(code: Digits): string {
  let grouped = code.slice(0, 4)
  for (let at = 4; at < code.length; at += 2) grouped += ` ${code.slice(at, at + 2)}`
  return grouped
}

/** `8471 30 00` → `84713000`: the inverse of `group`. */
export const ungroup = (grouped: string): Digits => digits(grouped.replaceAll(' ', ''))

/** `ex 4302` → `4302`: a code as `law/` writes it, without the sign that only part of it is meant. */
export const withoutEx = (written: string): Digits => digits(written.replace('ex ', ''))

/** The codes that are meant as a whole. An exception of part of a code (`ex 4302`) must not exclude all of it. */
export const wholeCodes = (written: readonly string[]): readonly Digits[] => written.filter(isDigits)

/** Whether one code is a prefix of the other: a heading and its subheading, in either order. */
export const onOnePath = (a: Digits, b: Digits): boolean => a.startsWith(b) || b.startsWith(a)

/** The longer of two codes on one path, which means the goods of both. */
export const narrower = (a: Digits, b: Digits): Digits => (a.length >= b.length ? a : b)

/** A set of codes with exceptions. No codes at all means all goods. */
export interface CodeSet {
  readonly codes: readonly Digits[]
  readonly except: readonly Digits[]
}

/** Whether some goods of `code` may be in the set: it is on one path with a member, and no exception covers it completely. */
export function touches(set: CodeSet, code: Digits): boolean {
  for (const out of set.except) if (code.startsWith(out)) return false
  return set.codes.length === 0 || set.codes.some((member) => onOnePath(member, code))
}

/** Prefixes that people copy with a code from documents: `CN 8471`, `ex 8471 30`. */
const CODE_PREFIX = /^(?:(?:cn|hs|taric|ex)(?=[^\p{L}]))+/iu
const CODE_CHARACTERS = /^[\d\p{Zs}\s.\-/\p{Pd}]+$/u

/**
 * The digits of a code as people type it, of whatever length: `CN 8471.30` → `847130`. Null for a text that holds anything
 * but digits and the usual separators after its prefix: that is a name.
 */
export function typedCode(text: string): Digits | null {
  const rest = withoutPrefix(text.trim())
  const found = rest.replace(/\D/g, '')
  return isDigits(found) && CODE_CHARACTERS.test(rest) ? found : null
}

function withoutPrefix(text: string): string {
  const stripped = text.replace(CODE_PREFIX, '').trimStart()
  return stripped === text ? text : withoutPrefix(stripped)
}

const CODE_LENGTHS = [2, 4, 6, 8, 10]

/**
 * Whether a code can have that many digits. A spreadsheet that takes a code for a number drops its leading zero. Read as a
 * prefix, what is left would be a code of another chapter, and its answer would be wrong.
 */
export const isCodeLength = (length: number): boolean => CODE_LENGTHS.includes(length)
