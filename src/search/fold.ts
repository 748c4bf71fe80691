/** Text as search sees it: lower case, no diacritics (`ł` and its like have no combining form, so they need their own rule). */
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

/** Runs of letters and digits; hyphens and apostrophes inside a word stay for the caller to decide. */
export const WORD = /[\p{L}\p{N}]+(?:[-‐‑'’][\p{L}\p{N}]+)*/gu

/** A word with a hyphen is known by its whole and by its parts: x-ray, xray and ray are all asked for. */
export function formsOf(word: string): readonly string[] {
  if (!/[-‐‑'’]/.test(word)) return [word]
  const parts = word.split(/[-‐‑'’]/)
  return [parts.join(''), ...parts.filter((part) => part.length > 2)]
}
