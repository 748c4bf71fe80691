/** Marks that open and close the quoted text of an amendment. A closing mark before a letter, or of a plural, is an apostrophe. */
const OPENING = /[‘“„«]/g
const CLOSING = /(?:(?<!s)’|’(?! \p{Ll})|[”»])(?!\p{L})/gu
const LAST = /\s*[’”»"'][\s.;,]*(?:\b(?:and|or)\b)?[\s.;,]*$/

export const beginsQuoted = (text: string): boolean => /^\s*[‘“„«"]/.test(text)

/** The text ends with a closing mark, as the last words of quoted text do. */
export const endsQuoted = (text: string): boolean => LAST.test(text)

/** The text has nothing but marks and punctuation: what is left behind quoted text. */
export const isPunctuation = (text: string): boolean => /^[\s’‘”“"'».;,]*(?:\b(?:and|or)\b)?[\s.;,]*$/.test(text)

/** The text without the marks of a quotation that begins or ends in it; what it quotes itself stays. */
export function unquoted(text: string): string {
  if (isPunctuation(text)) return ''
  let bare = text
  if (beginsQuoted(bare)) {
    const rest = bare.replace(/^\s*[‘“„«"]\s*/, '')
    const closing = firstClosing(rest)
    if (closing === null || isPunctuation(rest.slice(closing)) || /^(?:ex\b|\(?\d)/i.test(rest)) bare = rest
  }
  if (endsQuoted(bare) && count(bare, CLOSING) + plain(bare) > count(bare, OPENING)) bare = bare.replace(LAST, '')
  return bare
}

/** The quoted texts of a sentence, and the sentence with «1», «2» in their places. */
export function maskQuotations(sentence: string): { readonly masked: string; readonly quoted: readonly string[] } {
  const quoted: string[] = []
  const masked = sentence.replace(/‘((?:[^‘’]|’(?=\p{L}))*)’(?!\p{L})|“([^“”]*)”/gu, (_, single, double) => {
    quoted.push(single ?? double)
    return `«${quoted.length}»`
  })
  return { masked, quoted }
}

const count = (text: string, mark: RegExp): number => text.match(mark)?.length ?? 0
const plain = (text: string): number => (/["'][\s.;,]*$/.test(text) ? 1 : 0)
const firstClosing = (text: string): number | null => {
  const at = text.search(new RegExp(CLOSING, 'u'))
  return at < 0 ? null : at
}
