import type { ListingAnswer, ListingsResponse } from '../../answer/response/listings-response.ts'
import type { Language } from '../../base/language.ts'
import { wrap } from '../../base/plain-text.ts'
import { citationInWords } from '../../law/terms/citation-words.ts'
import { regimeName } from '../../law/terms/regime-name.ts'
import { dayInSentence } from '../../law/terms/wording.ts'
import { shorten, type Terminal, table } from '../terminal.ts'

const TEXTS = {
  pl: { annex: 'załącznik', none: 'Brak wpisów.', count: 'Wpisy', day: 'stan na', until: 'do' },
  en: { annex: 'Annex', none: 'No listings.', count: 'Listings', day: 'as of', until: 'until' },
} as const

/** Listings for people: a table for each annex and measure, in the order of the law, and what was not checked. */
export function printListings(page: ListingsResponse, language: Language, { width, style }: Terminal): string {
  const texts = TEXTS[language]
  const { listings, scope, meta } = page
  const headOf = ({ regime, annex, article, restriction }: ListingAnswer): string =>
    [
      regimeName(regime.code, scope.regimes),
      annex === null ? null : `${texts.annex} ${annex}`,
      article === null ? null : citationInWords(article, language),
      restriction.label,
    ]
      .filter(Boolean)
      .join(', ')
  const lines: string[] = []
  for (const [head, group] of Map.groupBy(listings, headOf)) {
    const rows = table(group.map((listing) => cellsOf(listing, texts.until)))
    lines.push(
      ...wrap(head, width, 2).map((line) => style('bold', line)),
      ...rows.map((row) => shorten(row, width)),
      '',
    )
  }
  if (listings.length === 0) lines.push(texts.none, '')
  lines.push(`${texts.count}: ${meta.total}, ${texts.day} ${dayInSentence(page.as_of, language)}, ${meta.dataset}`)
  for (const warning of scope.warnings) lines.push(...wrap(`! ${warning}`, width, 2))
  return `${lines.join('\n')}\n`
}

/** A first day that is only known at the latest has a sign before it; one that is not known is a question mark. */
const cellsOf = (listing: ListingAnswer, until: string): readonly string[] => [
  `  ${listing.partial_entry ? 'ex ' : ''}${listing.cn_code}`,
  `${listing.valid_from_basis === 'at_latest' ? '≤ ' : ''}${listing.valid_from ?? '?'}${
    listing.valid_to === null ? '' : ` ${until} ${listing.valid_to}`
  }`,
  listing.partial_entry ? (listing.listed_as ?? listing.name) : listing.name,
]
