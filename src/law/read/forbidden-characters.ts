/**
 * Signs that no text of a law may hold: control characters (answers are put together with NUL as a mark, and a terminal
 * obeys ESC), line and paragraph separators, signs that turn the direction of writing, and halves of a surrogate pair,
 * which cannot be written as UTF-8. Line feeds and tabs are judged where they mean something.
 */
const UNFIT = /(?![\t\n])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

/** The first such sign, its offset, and its name as people look it up: `control character U+0000`. */
export function unfitSignIn(text: string): { readonly offset: number; readonly name: string } | null {
  const found = UNFIT.exec(text)
  if (!found) return null
  const code = found[0].charCodeAt(0)
  const kind = code < 0xa0 ? 'control character' : 'sign'
  return { offset: found.index, name: `${kind} U+${code.toString(16).toUpperCase().padStart(4, '0')}` }
}
