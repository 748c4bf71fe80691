import type { CnResponse, DerogationAnswer, Scope, WinddownAnswer } from '../../answer/response/response.ts'
import { END_IN_DOUBT, isEndInDoubt } from '../../answer/shape/end-in-doubt.ts'
import type { Day } from '../../base/day.ts'
import type { Language } from '../../base/language.ts'
import { citationInWords } from '../../law/terms/citation-words.ts'
import { PURPOSE_NAMES } from '../../law/terms/purpose-names.ts'
import { regimeName } from '../../law/terms/regime-name.ts'
import { dayInSentence, sentence } from '../../law/terms/wording.ts'
import { type Html, html } from '../design/html.ts'
import { hrefOf } from '../shell/paths.ts'
import { documentGroups } from './documents.ts'
import { folded } from './matches-html.ts'
import type { PageAnswer } from './page-answer.ts'
import { FILTERS, type PageQuestion } from './page-question.ts'
import { type Say, SECTION_TEXTS } from './texts.ts'

/** Wind-downs that still matter, those that are over folded away, and a field for the day of the contract. */
export function winddownsHtml({ response, question }: PageAnswer, say: Say): Html | false {
  if (!response.assessment.checked) return false
  const { current, over } = winddownsByUse(response.winddowns)
  const list = (some: readonly WinddownAnswer[]) =>
    html`<ul class="plain grants">${some.map((one) => winddownHtml(one, response, say))}</ul>`
  return html`<section class="winddowns" aria-labelledby="winddowns">
<h3 id="winddowns">${say('winddowns')}</h3>
<p class="soft">${say('winddownsIntro')}</p>
${contractForm(question, say)}
${response.winddowns.length === 0 && html`<p class="soft">${say('noWinddowns')}</p>`}
${current.length > 0 && list(current)}
${folded(say('winddownsOver'), over, list(over))}
</section>`
}

/** Periods that are open or to come, or that once covered the contract asked about, and the others, which are over. */
export function winddownsByUse(winddowns: readonly WinddownAnswer[]) {
  const matters = ({ status, applies }: WinddownAnswer) => status !== 'expired' || applies === true
  const order: readonly WinddownAnswer['status'][] = ['open', 'unknown', 'not_yet', 'expired']
  return {
    current: winddowns.filter(matters).toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status)),
    over: winddowns.filter((one) => !matters(one)),
  }
}

function contractForm({ language, q, filters }: PageQuestion, say: Say): Html {
  const others = FILTERS.filter((name) => name !== 'contract_date' && filters[name])
  return html`<form class="contract" id="contract" data-adds action="${hrefOf('/', language)}" method="get">
<input type="hidden" name="q" value="${q}">${others.map((name) => html`<input type="hidden" name="${name}" value="${filters[name]}">`)}
<div><label for="contract_date">${say('contractDate')}</label><input type="date" id="contract_date" name="contract_date" value="${filters.contract_date ?? ''}"></div>
<button class="button quiet">${say('checkContract')}</button>
</form>`
}

function winddownHtml(one: WinddownAnswer, { meta, scope }: CnResponse, say: Say): Html {
  const { status, contracts_before, until, cn_codes, except_codes } = one
  const goods = [
    cn_codes.length > 0 && `${say('goodsOf')} ${cn_codes.join(', ')}`,
    except_codes.length > 0 && `${say('except')} ${except_codes.join(', ')}`,
  ].filter(Boolean)
  return html`<li class="${status}">
<p><span class="badge ${status === 'open' ? 'open' : 'clear'}">${say(status === 'unknown' ? 'daysUnknown' : status)}</span> <strong>${placeOf(one, scope, say.language)}</strong>${contracts_before && html` · ${say('contractsBefore')} ${dayInSentence(contracts_before, say.language)}`}${until && html`, ${endInWords(one, scope.as_of, say)}`}</p>
${meta.contract && html`<p class="applies"><strong>${coverageInWords(one, say)}</strong></p>`}
<p>${one.text}${goods.length > 0 && html` <span class="soft">(${goods.join('; ')})</span>`}</p>
${doubtsHtml(one, say)}
</li>`
}

/** Whether the period covers the contract asked about. One that is over may have been made for this very contract. */
export function coverageInWords({ applies, status, until }: WinddownAnswer, say: Say): string {
  if (applies === null) return say('coversUnknown')
  if (!applies) return say(status === 'expired' ? 'coveredNot' : 'coversNot')
  if (status === 'expired' && until !== null) return sentence(`${say('covered')} ${dayInSentence(until, say.language)}`)
  return say(status === 'not_yet' ? 'willCover' : 'covers')
}

/** `do 31 grudnia 2024 r. (nie jest pewne, że ten termin upłynął)`; empty without a last day. */
export function endInWords(grant: Pick<WinddownAnswer, 'status' | 'until'>, day: Day, say: Say): string {
  if (grant.until === null) return ''
  const doubt = isEndInDoubt(grant, day) ? ` (${END_IN_DOUBT[say.language]})` : ''
  return `${say('until')} ${dayInSentence(grant.until, say.language)}${doubt}`
}

/** `Rosja, art. 3k ust. 3ac`. */
export const placeOf = (
  { regime, article }: { readonly regime: string; readonly article: string },
  { regimes }: Scope,
  language: Language,
): string => `${regimeName(regime, regimes)}, ${citationInWords(article, language)}`

function doubtsHtml(
  { data_quality, doubts }: { readonly data_quality: string; readonly doubts: readonly string[] },
  say: Say,
): Html | false {
  if (data_quality === 'verified') return false
  return html`<p class="quality doubt"><strong>${say('toReview')}${doubts.length > 0 && ':'}</strong> ${doubts.join(' ')}</p>`
}

/** Derogations that are visible without opening the list of the others. */
const DEROGATIONS_SHOWN = 4

/** Derogations that can be used; those that are over are folded away. */
export function derogationsHtml({ derogations, scope }: CnResponse, say: Say): Html | false {
  if (derogations.length === 0) return false
  const over = derogations.filter(({ status }) => status === 'expired')
  const usable = derogations.filter(({ status }) => status !== 'expired')
  const rest = usable.slice(DEROGATIONS_SHOWN)
  const list = (some: readonly DerogationAnswer[]) =>
    html`<ul class="plain grants">${some.map((one) => derogationHtml(one, scope, say))}</ul>`
  return html`<section class="derogations" aria-labelledby="derogations">
<h3 id="derogations">${say('derogations')}${usable.length > 0 && html` (${usable.length})`}</h3>
${usable.length > 0 && list(usable.slice(0, DEROGATIONS_SHOWN))}
${folded(say('moreDerogations'), rest, list(rest))}
${folded(say('derogationsOver'), over, list(over))}
</section>`
}

/** `Rosja: art. 3k ust. 5 lit. a), art. 12b`, a line for each country. */
export const placesByCountry = (
  grants: readonly Pick<DerogationAnswer, 'regime' | 'article' | 'status' | 'until'>[],
  { regimes, as_of }: Scope,
  say: Say,
): string[] =>
  [...Map.groupBy(grants, ({ regime }) => regime)].map(([regime, same]) => {
    const places = new Set(
      same.map((grant) => {
        const end = isEndInDoubt(grant, as_of) ? ` ${endInWords(grant, as_of, say)}` : ''
        return `${citationInWords(grant.article, say.language)}${end}`
      }),
    )
    return `${regimeName(regime, regimes)}: ${[...places].join(', ')}`
  })

function derogationHtml(one: DerogationAnswer, scope: Scope, say: Say): Html {
  const { annex, status, until, authority, text, cn_codes } = one
  return html`<li>
<p>${status === 'not_yet' && html`<span class="badge clear">${say('notYetInForce')}</span> `}<strong>${placeOf(one, scope, say.language)}</strong>${annex && html` · ${say('annex')} ${annex}`}${until && html` · ${endInWords(one, scope.as_of, say)}`} · <span class="soft">${say('authority')}: ${authority}</span></p>
<p>${text}${cn_codes.length > 0 && html` <span class="soft">(${say('goodsOf')} ${cn_codes.join(', ')})</span>`}</p>
${doubtsHtml(one, say)}
</li>`
}

export function documentsHtml(response: CnResponse, say: Say): Html | false {
  const groups = documentGroups(response)
  if (groups.length === 0) return false
  return html`<section class="documents" aria-labelledby="documents">
<h3 id="documents">${say('documents')}</h3>
<p class="soft">${say('documentsIntro')}</p>
${groups.map(
  ({ regime, direction, purposes }) => html`<section>
<h3>${regimeName(regime, response.scope.regimes)}: ${SECTION_TEXTS[direction][say.language]}</h3>
${purposes.map(
  ({ purpose, documents }) => html`<h4>${PURPOSE_NAMES[purpose][say.language]}</h4>
<dl>${documents.map(
    ({ code, article, text }) =>
      html`<div><dt class="code">${code}</dt> <dd><span class="words">${text} · </span><span class="soft">${citationInWords(article, say.language)}</span></dd></div>`,
  )}</dl>`,
)}
</section>`,
)}
</section>`
}
