import { citationInWords } from '../../law/terms/citation-words.ts'
import { dayInNumbers, dayInWords } from '../../law/terms/wording.ts'
import { questionHref } from '../answer/page-question.ts'
import { type Html, html } from '../design/html.ts'
import { icon } from '../design/icons.ts'
import type { LawSpeaker } from './law-texts.ts'
import { type ChosenLaw, type LawQuestion, type ListingGroup, type ListingRow, lawHref } from './law-view.ts'

/** A table for each annex and measure, a row for each listing. */
export function listingsHtml(chosen: ChosenLaw, question: LawQuestion, say: LawSpeaker): Html {
  const { total, groups, csv, api } = chosen
  if (total === 0) {
    return html`<section class="note"><h2>${say('none')}</h2><p>${say('noneText')}</p></section>`
  }
  return html`<section class="law-listings" aria-labelledby="listings">
<div class="law-head"><h2 id="listings">${say('listings')} <span class="count">${total}</span></h2><p class="screen-only"><a href="${csv}">${icon('download', 's')}${say('csv')}</a> <a href="${api}">${say('json')}</a></p></div>
${groups.map((group) => groupHtml(group, question, say))}
</section>`
}

function groupHtml(group: ListingGroup, question: LawQuestion, say: LawSpeaker): Html {
  const { language } = question
  const { regime, annex, article, label, url, rows } = group
  const { regime: _, annex: _annex, article: _article, ...rest } = question.fields
  const place = [regime.name, annex === null ? null : `${say('annex')} ${annex}`, citationInWords(article, language)]
  return html`<table class="law-table listing-table"><caption><strong>${label}</strong> <span class="soft">${place.filter(Boolean).join(' · ')}</span> <a href="${url}" rel="external">${say('inEurLex')}${icon('out', 's')}</a>${annex !== null && question.fields.annex === undefined && html` <a href="${lawHref(language, { ...rest, regime: regime.code, annex })}">${say('annex')} ${annex}</a>`} <span class="count">${rows.length}</span></caption>
<thead><tr><th scope="col">${say('code')}</th><th scope="col">${say('goods')}</th><th scope="col">${say('byAct')}</th><th scope="col">${say('from')}</th></tr></thead>
<tbody>${rows.map((row) => rowHtml(row, group, question, say))}</tbody></table>
`
}

function rowHtml(row: ListingRow, { regime }: ListingGroup, { language, fields }: LawQuestion, say: LawSpeaker): Html {
  const { code, name, part, except, from, isAtLatest, isPossible, until, act } = row
  const filters = {
    ...(regime.isOnRequest && { regime: regime.code }),
    ...(fields.as_of !== undefined && { as_of: fields.as_of }),
  }
  return html`<tr><td>${
    code === null
      ? say('everyCode')
      : html`${part !== null && 'ex '}<a class="code" href="${questionHref({ language, q: code, filters })}">${code}</a>`
  }</td><td>${name}${part !== null && part !== '' && html` <span class="part">${say('part')}: ${part}</span>`}${except.length > 0 && html` <span class="part">${say('except')} ${except.join(', ')}</span>`}</td><td>${act && html`<a href="${act.url}" rel="external">${act.number}</a>`}</td><td>${
    from === null
      ? say('unknownDay')
      : html`<time datetime="${from}" title="${dayInWords(from, language)}">${isAtLatest && '≤ '}${dayInNumbers(from, language)}</time>`
  }${isPossible && html` <span class="part">${say('possibly')}</span>`}${until !== null && html` ${say('upTo')} <time datetime="${until}">${dayInNumbers(until, language)}</time>`}</td></tr>
`
}
