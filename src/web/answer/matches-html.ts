import type { CnResponse, CnResult } from '../../answer/response/response.ts'
import { citationInWords } from '../../law/terms/citation-words.ts'
import { RESTRICTION_NAMES } from '../../law/terms/restriction-names.ts'
import { dayInSentence, thresholdInWords } from '../../law/terms/wording.ts'
import { type Html, html, joined, type Piece } from '../design/html.ts'
import { anchorOf, type Measure, type Section, sectionsOf, sectionTitle } from './measures.ts'
import type { Say } from './texts.ts'
import { isBan } from './trade-direction.ts'

/** Listings of one measure that are visible without opening the list of the others. */
const LISTINGS_SHOWN = 3

/** Every match, by country and direction, with its legal basis. */
export function matchesHtml(response: CnResponse, say: Say): Html {
  return html`<section class="matches" aria-labelledby="matches">
<h3 id="matches">${say('matches')}</h3>
${truncation(response, say).map((text) => html`<p class="note">${text}</p>`)}
${sectionsOf(response.results).map((section) => sectionHtml(section, response, say))}
</section>`
}

/** That not all matches are shown; empty when they are. */
export const truncation = ({ meta: { returned, total } }: CnResponse, say: Say): string[] =>
  returned < total ? [`${say('truncated')} ${returned} / ${total}.`] : []

const sectionHtml = (section: Section, response: CnResponse, say: Say): Html =>
  html`<section class="way">
<h3>${sectionTitle(section, response, say.language)}</h3>
${section.measures.map((measure) => measureHtml(measure, response, say))}
</section>`

function measureHtml(measure: Measure, { results, meta }: CnResponse, say: Say): Html {
  const { about, listings } = measure
  const { restriction, regime } = about
  const daysAreShared = haveSameDays(listings)
  const first = listings.slice(0, LISTINGS_SHOWN)
  const rest = listings.slice(LISTINGS_SHOWN)
  const listing = (one: CnResult) => listingHtml(one, one.cn_code === meta.cn?.code, !daysAreShared, say)
  return html`<article id="${anchorOf(measure, results)}" class="measure ${isBan(about) ? 'ban' : 'condition'}">
<p class="kind"><span class="badge ${isBan(about) ? 'ban' : 'condition'}">${RESTRICTION_NAMES[restriction.type][say.language]}</span></p>
<h4>${restriction.label}</h4>
<p class="citation">${citation(about, say)} · <a href="${about.eur_lex_url}">${regime.legal_act}<span class="screen-only">, ${say('eurLex')}</span></a>${daysAreShared && html` · ${daysInWords(about, say)}`}</p>
<ul class="listings">${first.map(listing)}</ul>
${
  rest.length > 0 &&
  html`<p class="print-only">${say('moreListings')}: ${codesInWords(rest)}</p>
${folded(say('moreListings'), rest, html`<ul class="listings">${rest.map(listing)}</ul>`)}`
}
<div class="words">
<p>${restriction.summary}${restriction.related_services && html` ${say('services')}`}</p>
${restriction.condition && html`<p><strong>${say('condition')}:</strong> ${restriction.condition}</p>`}
${restriction.note && html`<p><strong>${say('remark')}:</strong> ${restriction.note}</p>`}
</div>
${basisInWords(listings).map((text) => html`<p class="part">${text}</p>`)}
${exemptionsHtml(about, say)}
${qualityHtml(listings, say)}
</article>`
}

/** Items behind a summary that counts them; nothing where there are none. */
export const folded = (title: string, items: readonly unknown[], list: Html): Html | false =>
  items.length > 0 && html`<details class="more"><summary>${title} (${items.length})</summary>${list}</details>`

/** `7304, ex 7305`. */
export const codesInWords = (listings: readonly CnResult[]): string =>
  listings.map(({ partial_entry, cn_code }) => (partial_entry ? `ex ${cn_code}` : cn_code)).join(', ')

/** `załącznik XVII · art. 3g ust. 1 lit. d)`. */
export const citation = (
  { annex, article }: { readonly annex: string | null; readonly article: string | null },
  say: Say,
): string =>
  [annex === null ? say('noAnnex') : `${say('annex')} ${annex}`, article && citationInWords(article, say.language)]
    .filter(Boolean)
    .join(' · ')

function listingHtml(one: CnResult, isAsked: boolean, withDays: boolean, say: Say): Html {
  const facts: Piece[] = [
    one.category && html`<span>${say('category')} ${one.category}</span>`,
    one.except_codes.length > 0 && html`<span>${say('except')} ${one.except_codes.join(', ')}</span>`,
    ...one.thresholds.map(
      (threshold) =>
        html`<span><strong>${say('threshold')}:</strong> ${thresholdInWords(threshold, say.language)}</span>`,
    ),
    withDays && html`<span>${daysInWords(one, say)}</span>`,
  ].filter(Boolean)
  return html`<li><span class="code">${one.partial_entry && 'ex '}${one.cn_code}</span> <span class="name">${isAsked ? say('here') : one.name}</span>
${
  one.partial_by === 'description' &&
  html`<p class="part">${one.listed_as ? html`${say('onlyPart')}: <q>${one.listed_as}</q>` : say('onlyPartNoWords')}</p>`
}
${facts.length > 0 && html`<p class="facts">${joined(facts, ' · ')}</p>`}
${one.in_force === 'possibly' && html`<p class="part">${say('possibly')}</p>`}</li>`
}

const haveSameDays = (listings: readonly CnResult[]): boolean =>
  new Set(listings.map(({ valid_from, valid_to, valid_from_basis }) => `${valid_from} ${valid_to} ${valid_from_basis}`))
    .size === 1

export function daysInWords({ valid_from, valid_to, valid_from_basis }: CnResult, say: Say): string {
  const from =
    valid_from === null
      ? say('sinceUnknown')
      : `${say(valid_from_basis === 'at_latest' ? 'sinceLatest' : 'since')} ${dayInSentence(valid_from, say.language)}`
  return valid_to === null ? from : `${from} ${say('until')} ${dayInSentence(valid_to, say.language)}`
}

function exemptionsHtml({ exemptions }: CnResult, say: Say): Html | false {
  const list = exemptions.map(
    ({ article, text, until }) =>
      html`<li><strong>${citationInWords(article, say.language)}</strong>${until && html` (${say('until')} ${dayInSentence(until, say.language)})`} ${text}</li>`,
  )
  return folded(say('exemptions'), exemptions, html`\n<ul>${list}</ul>`)
}

/** What is to be said of listings that were read in no act. */
export const basisInWords = (listings: readonly CnResult[]): string[] => [
  ...new Set(listings.flatMap(({ basis }) => (basis.kind === 'inferred' ? [basis.text] : []))),
]

/** The data quality of a measure's listings, with the doubts that keep them from being verified. */
function qualityHtml(listings: readonly CnResult[], say: Say): Html {
  const doubts = [...new Set(listings.flatMap((one) => one.doubts))]
  if (listings.some(({ data_quality }) => data_quality === 'demo')) {
    return html`<p class="quality review"><strong>${say('demo')}</strong></p>`
  }
  if (listings.every(({ data_quality }) => data_quality === 'verified')) {
    return html`<p class="quality">✓ ${say('verified')}</p>`
  }
  return html`<div class="quality review"><p><strong>${say('toReview')}:</strong> ${doubts.length > 0 ? doubts.length === 1 && doubts[0] : say('toReviewWhy')}</p>
${doubts.length > 1 && html`<ul>${doubts.map((doubt) => html`<li>${doubt}</li>`)}</ul>`}</div>`
}
