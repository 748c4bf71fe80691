import type { Language } from '../../base/language.ts'

/** CELEX number of an act (`32026R0506`), a corrigendum (`32026R0506R(03)`) or a consolidated text (`02014R0833-20260724`). */
export const CELEX = /^(?:3\d{4}[A-Z]\d{4}(?:R\(\d{2}\))?|0\d{4}[A-Z]\d{4}-\d{8})$/

/** What the official source may list as amending an act: also agreements and acts of other forms. */
export const LISTED_CELEX = /^[0-9A-Z()_-]{6,40}$/

/** The consolidated text as one HTML page, opened at an annex or, without one, at an article. */
export function eurLexPlace(celex: string, annex: string | null, article: string, language: Language): string {
  const page = `https://eur-lex.europa.eu/legal-content/${language.toUpperCase()}/TXT/HTML/?uri=CELEX:${encodeURIComponent(celex)}`
  const place = annex === null ? `art_${/^\w+/.exec(article)?.[0] ?? ''}` : `anx_${annex}`
  return `${page}#${place}`
}

/** The page of a document for people; the service never fetches it. */
export const eurLexUrl = (celex: string, language: Language): string =>
  `https://eur-lex.europa.eu/legal-content/${language.toUpperCase()}/TXT/?uri=CELEX:${encodeURIComponent(celex)}`

/**
 * The CELEX number of one of these acts, from its CELEX number or its number as people write it: `2024/1745`,
 * `(UE) 2024/1745`, `833/2014`, `nr 833/2014`. Until 2014 the year stood behind. Undefined when none of them is meant.
 */
export function readActNumber(text: string, acts: readonly { readonly celex: string }[]): string | undefined {
  const typed = text.normalize('NFKC').trim()
  if (typed.length > 100) return undefined
  const [, first = '', second = ''] = /(?:^|[\s)])(\d{1,4})\/(\d{1,4})$/.exec(typed) ?? []
  const numbers = first === '' ? [] : [`${first}R${second.padStart(4, '0')}`, `${second}R${first.padStart(4, '0')}`]
  const meant = [typed.toUpperCase().replace(/^CELEX\s*:?\s*/, ''), ...numbers.map((number) => `3${number}`)]
  return meant.find((celex) => acts.some((act) => act.celex === celex))
}
