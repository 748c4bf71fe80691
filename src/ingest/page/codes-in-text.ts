import { PageError, type PagePlace } from './page-error.ts'
import { type PrintedCode, readCodes } from './printed-code.ts'

const CODE = String.raw`(?:ex\s+)?\d{4}(?:\s?\d{2}){0,3}`
const LIST = String.raw`${CODE}(?:\s*(?:[,;–](?:\s*\b(?:and|or|i|lub|oraz)\b)?|\b(?:to|and|or|do|i|lub|oraz)\b)\s*${CODE})*`
const NAME = String.raw`(?:(?:CN|HS|KN)(?:\s+(?:codes?|headings?))?|kody?\s+(?:CN|HS))`

/** "falling under CN code 2709 00", "CN codes: ex 1604 31 00, 1604 32 00", "(heading 8110)". */
const NAMED = new RegExp(String.raw`(?:\b${NAME}|\((?:code|heading|pozycja))\s*:?\s+(${LIST})`, 'gi')

/** The codes that running text names, in its order. */
export const codesNamedIn = (text: string): readonly string[] =>
  [...text.matchAll(NAMED)].flatMap(([, list = '']) => list.match(/\d{4}(?:\s?\d{2}){0,3}/g) ?? [])

const ALONE = new RegExp(String.raw`^\(?${NAME}\s*:?\s*(${LIST})\)?[.;,]?$`, 'i')
const BEHIND = new RegExp(
  String.raw`^(.*\p{L}.*?)[,;]?\s*\((?:${NAME}|code|heading|pozycja)\s*:?\s*(${LIST})\)[.;,]?$`,
  'iu',
)
const BEGUN = new RegExp(String.raw`^${NAME}\s*:\s*${CODE}`, 'i')

/**
 * The goods of a line of text and their codes: "Acetone (CN code 2914 11 00)". A line of nothing but codes, "CN codes: ex
 * 1604 31 00", has those of the text above it, and `goods` is empty. Null for any other text.
 */
export function readGoodsLine(
  line: string,
  place: PagePlace,
): { readonly goods: string; readonly codes: readonly PrintedCode[] } | null {
  const alone = ALONE.exec(line)
  const [, goods = '', list = ''] = alone ? ['', '', alone[1]] : (BEHIND.exec(line) ?? [])
  const codes = list === '' ? null : readCodes([list])
  if (codes === null && BEGUN.test(line)) throw new PageError('codes that cannot be read', place, line)
  return codes && { goods, codes }
}
