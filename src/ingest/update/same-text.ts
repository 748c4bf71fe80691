/**
 * Designations in `law/` were prepared apart from the page: spaces, kinds of dashes and quotes, leading dashes of the
 * tariff's tree and footnote numbers may differ and mean nothing. Every letter, digit and sign beyond these counts.
 */
export const sameText = (a: string, b: string, footnotes: readonly string[] = []): boolean =>
  bare(a) === bare(b) || (footnotes.length > 0 && bare(withoutNumbers(a)) === bare(withoutNumbers(b)))

const withoutNumbers = (text: string): string => text.replace(/\(\s*\d{1,3}\s*\)/g, '')

const bare = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/[‘’‚‛′`´]/g, "'")
    .replace(/[“”„‟″]/g, '"')
    .replace(/^(?:\s*-)+/, '')
    .replace(/[\s\u00a0\u200b\u2007\u202f]+/g, '')

/** Parts are named in several ways, "Part B - 1. Devices", "B/1 Devices", "(1) Horses", "1 Horses": words and numbers count. */
export const partKey = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^(?:part|część)\s+(?=\S+(?:\s|$))/, '')
    .replace(/[‘’']/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
