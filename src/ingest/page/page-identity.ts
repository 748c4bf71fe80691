import { type Day, isDay } from '../../terms/day.ts'
import type { Language } from '../../terms/language.ts'
import { SourceFault } from '../source/source-error.ts'

/** What a consolidated page says it is, `02014R0833 — EN — 24.07.2026 — 035.001` at its top. */
export interface PageIdentity {
  readonly celex: string
  readonly language: string
  readonly version: Day
}

const REFERENCE = /(0\d{4}[A-Z]\d{4})\s*[-–—]\s*([A-Z]{2})\s*[-–—]\s*(\d{2})\.(\d{2})\.(\d{4})\s*[-–—]\s*\d{3}\.\d{3}/

/** The reference stands in the first lines; a table of contents may come before it. */
const TOP = 300_000

export function identityOf(page: string): PageIdentity | null {
  const top = page
    .slice(0, TOP)
    .replaceAll(/&(?:mdash|#8212|#x2014);/gi, '—')
    .replaceAll(/&(?:nbsp|#160|#xa0);/gi, ' ')
  const [, act, language, day, month, year] = REFERENCE.exec(top) ?? []
  const version = `${year}-${month}-${day}`
  if (!act || !language || !isDay(version)) return null
  return { celex: `${act}-${year}${month}${day}`, language: language.toLowerCase(), version }
}

/** The page is whole, and the one that was asked for; anything else must not lie in the cache under its name. */
export function checkPage(bytes: Uint8Array, celex: string, language: Language): void {
  let page: string
  try {
    page = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new SourceFault('not_the_page', `What came for ${celex} is not UTF-8.`, true)
  }
  if (!/^\s*<(?:\?xml|!doctype html|html)/i.test(page.slice(0, 1_000))) {
    throw new SourceFault('not_the_page', `What came for ${celex} is not an XHTML page.`, true)
  }
  const identity = identityOf(page)
  if (!identity)
    throw new SourceFault('not_the_page', `What came for ${celex} is a page without a consolidated text.`, true)
  const [act, asked] = [identity.celex.slice(0, 10), celex.slice(0, 10)]
  if (act !== asked) throw new SourceFault('other_act', `Asked for ${asked}, a page of ${act} came.`)
  if (identity.language !== language) {
    throw new SourceFault('wrong_language', `Asked for ${celex} in ${language}, it came in ${identity.language}.`)
  }
  if (identity.celex !== celex)
    throw new SourceFault('other_version', `Asked for ${celex}, the page says ${identity.celex}.`)
  if (!/<\/html>\s*$/i.test(page.slice(-1_000))) {
    throw new SourceFault('truncated', `The page of ${celex} breaks off before its end.`, true)
  }
}
