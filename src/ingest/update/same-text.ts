/**
 * Equal but for spaces, kinds of dashes and quotes, leading dashes of the tariff's tree and footnote numbers: designations
 * in `law/` were not copied from the page, so these differ without meaning. Every other character counts.
 */
export const sameText = (a: string, b: string, footnotes: readonly string[] = []): boolean =>
  comparable(a) === comparable(b) ||
  (footnotes.length > 0 && comparable(withoutNumbers(a)) === comparable(withoutNumbers(b)))

const withoutNumbers = (text: string): string => text.replace(/\(\s*\d{1,3}\s*\)/g, '')

const comparable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/[‘’‚‛′`´]/g, "'")
    .replace(/[“”„‟″]/g, '"')
    .replace(/^(?:\s*-)+/, '')
    .replace(/[\s\u00a0\u200b\u2007\u202f]+/g, '')

/** A key that is the same for all spellings of a part: "Part B - 1. Devices" and "B/1 Devices", "(1) Horses" and "1 Horses". */
export const partKey = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^(?:part|część)\s+(?=\S+(?:\s|$))/, '')
    .replace(/[‘’']/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
