import { type Digits, digits } from '../../base/cn-code.ts'

const LIST = /(?:ex\s+)?\d{4}(?:\s?\d{2}){0,3}/g
/** The only unambiguous form: whole codes at the end of the text, with nothing else said of them. */
const PLAIN =
  /,?\s*\bexcept(?:\s+for)?\s+(?:(?:CN\s+)?(?:sub)?(?:codes?|headings?))\s+(\d{4}(?:\s?\d{2}){0,3}(?:\s*(?:,|and|,\s*and)\s*\d{4}(?:\s?\d{2}){0,3})*)\s*\.?$/i

/**
 * The subcodes of `code` that a designation excludes. Empty when it names no subcode; null when it names some in any other
 * form: whether these are excluded, and wholly, only a person can read.
 */
export function readExclusion(description: string, code: string): readonly Digits[] | null {
  const below = (text: string): Digits[] =>
    (text.match(LIST) ?? [])
      .map((found) => digits(found.replace(/\D/g, '')))
      .filter((found) => found !== code && found.startsWith(code))
  const named = below(description)
  if (named.length === 0) return []
  const plain = PLAIN.exec(description)
  if (!plain) return null
  const except = below(plain[1]!)
  const listed = plain[1]!.match(LIST)?.length ?? 0
  return except.length === listed && except.length === named.length ? except : null
}
