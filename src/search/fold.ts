/** Text as search sees it: lower case, no diacritics (`ł` has no combining form, so it needs its own rule). */
export const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o')

/** Runs of letters and digits; hyphens and apostrophes inside a word stay for the caller to decide. */
export const WORD = /[\p{L}\p{N}]+(?:[-‐‑'’][\p{L}\p{N}]+)*/gu

/** A word with a hyphen is known by its whole and by its parts: x-ray, xray and ray are all asked for. */
export function formsOf(word: string): readonly string[] {
  if (!/[-‐‑'’]/.test(word)) return [word]
  const parts = word.split(/[-‐‑'’]/)
  return [parts.join(''), ...parts.filter((part) => part.length > 2)]
}
