/** Case folding and removal of diacritics. Letters such as `ł` do not decompose under NFD, so they have a rule of their own. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  if (!BEYOND_ASCII.test(lower)) return lower
  return lower
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[łßæø]/g, (letter) => PLAIN[letter] ?? letter)
}

const BEYOND_ASCII = /[^\0-\x7f]/
const PLAIN: Readonly<Record<string, string>> = { ł: 'l', ß: 'ss', æ: 'ae', ø: 'o' }

/** Runs of letters and digits. Hyphens and apostrophes inside a word are kept; `formsOf` handles them. */
export const WORD = /[\p{L}\p{N}]+(?:[-‐‑'’][\p{L}\p{N}]+)*/gu

/** A hyphenated word is indexed as a whole and in parts, so that x-ray, xray and ray all find it. */
export function formsOf(word: string): readonly string[] {
  if (!/[-‐‑'’]/.test(word)) return [word]
  const parts = word.split(/[-‐‑'’]/)
  return [parts.join(''), ...parts.filter((part) => part.length > 2)]
}
