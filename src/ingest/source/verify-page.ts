import type { Language } from '../../base/language.ts'
import { identityOfHtml } from '../page/page-identity.ts'
import { SourceError } from './source-error.ts'

/** The downloaded page is whole and the one that was asked for; no other may be cached under its name. */
export function verifyPage(bytes: Uint8Array, celex: string, language: Language): void {
  let page: string
  try {
    page = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new SourceError('not_the_page', `What came for ${celex} is not UTF-8.`, true)
  }
  if (!/^\s*<(?:\?xml|!doctype html|html)/i.test(page.slice(0, 1_000))) {
    throw new SourceError('not_the_page', `What came for ${celex} is not an XHTML page.`, true)
  }
  if (!/<\/html>\s*$/i.test(page.slice(-1_000))) {
    throw new SourceError('truncated', `The page of ${celex} breaks off before its end.`, true)
  }
  if (celex.startsWith('3')) verifyAct(page, celex)
  else verifyConsolidated(page, celex, language)
}

/** An act as the Official Journal prints it has its number in its title; `2026/2101`, and before 2015 `960/2014`. */
function verifyAct(page: string, celex: string): void {
  const [year, number] = [celex.slice(1, 5), Number(celex.slice(6, 10))]
  const named = new RegExp(`\\b(?:${year}/${number}|${number}/${year})\\b`)
  if (!/class="(?:oj-)?doc-ti"/.test(page) || !named.test(page))
    throw new SourceError('not_the_page', `What came for ${celex} is not that act.`, true)
}

function verifyConsolidated(page: string, celex: string, language: Language): void {
  const identity = identityOfHtml(page)
  if (!identity)
    throw new SourceError('not_the_page', `What came for ${celex} is a page without a consolidated text.`, true)
  const [act, requested] = [identity.celex.slice(0, 10), celex.slice(0, 10)]
  if (act !== requested) throw new SourceError('other_act', `Asked for ${requested}, a page of ${act} came.`)
  if (identity.language !== language) {
    throw new SourceError('wrong_language', `Asked for ${celex} in ${language}, it came in ${identity.language}.`)
  }
  if (identity.celex !== celex)
    throw new SourceError('other_version', `Asked for ${celex}, the page says ${identity.celex}.`)
}
