/** Runs of letters and digits. Hyphens and apostrophes inside a word are kept; `formsOf` handles them. */
export const WORD = /[\p{L}\p{N}]+(?:[-‐‑'’][\p{L}\p{N}]+)*/gu

/** A hyphenated word is indexed as a whole and in parts, so that x-ray, xray and ray all find it. */
export function formsOf(word: string): readonly string[] {
  if (!/[-‐‑'’]/.test(word)) return [word]
  const parts = word.split(/[-‐‑'’]/)
  return [parts.join(''), ...parts.filter((part) => part.length > 2)]
}
