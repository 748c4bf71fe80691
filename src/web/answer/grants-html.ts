import type { CnResponse, WinddownAnswer } from '../../answer/response.ts'
import { regimeCountry } from '../../terms/countries.ts'
import type { Language } from '../../terms/language.ts'
import { dayInWords } from '../../terms/wording.ts'
import { type Html, html } from '../shell/html.ts'
import { hrefOf } from '../shell/paths.ts'
import type { PageAnswer } from './page-answer.ts'
import { FILTERS } from './page-question.ts'
import type { Say } from './texts.ts'

/** Wind-downs, open ones first, and a field for the day of the contract. */
export function winddownsHtml({ response, question }: PageAnswer, say: Say): Html | false {
  const { winddowns } = response
  if (winddowns.length === 0) return false
  const { language, q, filters } = question
  const byStatus = (status: WinddownAnswer['status']) => winddowns.filter((one) => one.status === status)
  const over = byStatus('expired')
  const current = [...byStatus('open'), ...byStatus('not_yet')]
  const others = FILTERS.filter((name) => name !== 'contract_date' && filters[name])
  const list = (some: readonly WinddownAnswer[]) =>
    html`<ul class="plain grants">${some.map((one) => winddownHtml(one, filters.contract_date !== undefined, language, say))}</ul>`
  return html`<section class="winddowns${filters.contract_date !== undefined && ' dated'}" aria-labelledby="winddowns">
<h2 id="winddowns">${say('winddowns')}</h2>
<p class="soft">${say('winddownsLead')}</p>
<form class="contract" id="contract" action="${hrefOf('/', language)}" method="get">
<input type="hidden" name="q" value="${q}">${others.map((name) => html`<input type="hidden" name="${name}" value="${filters[name]}">`)}
<div><label for="contract_date">${say('contractDate')}</label><input type="date" id="contract_date" name="contract_date" value="${filters.contract_date ?? ''}"></div>
<button class="button quiet">${say('checkContract')}</button>
</form>
${current.length > 0 && list(current)}
${over.length > 0 && (filters.contract_date || current.length === 0 ? list(over) : html`<details class="more"><summary>${say('winddowns')}: ${say('expired')} (${over.length})</summary>${list(over)}</details>`)}
</section>`
}

function winddownHtml(one: WinddownAnswer, contractGiven: boolean, language: Language, say: Say): Html {
  const { status, applies, contracts_before, until, cn_codes, except_codes } = one
  const goods = [
    cn_codes.length > 0 && `${say('goodsOf')} ${cn_codes.join(', ')}`,
    except_codes.length > 0 && `${say('except')} ${except_codes.join(', ')}`,
  ].filter(Boolean)
  return html`<li class="${status}">
<p><span class="badge ${status === 'open' ? 'open' : 'none'}">${say(status)}</span> <strong>${placeOf(one, language, say)}</strong> · ${say('contractsBefore')} ${dayInWords(contracts_before, language)}${until && html`, ${say('until')} ${dayInWords(until, language)}`}</p>
${contractGiven && html`<p class="applies"><strong>${say(applies === null ? 'appliesUnknown' : applies ? 'applies' : 'appliesNot')}</strong></p>`}
<p>${one.text}${goods.length > 0 && html` <span class="soft">(${goods.join('; ')})</span>`}</p>
${doubtsHtml(one, say)}
</li>`
}

/** `Rosja, art. 3k(3ac)`. */
const placeOf = (
  { regime, article }: { readonly regime: string; readonly article: string },
  language: Language,
  say: Say,
): string => `${regimeCountry(regime, language)}, ${say('article')} ${article}`

function doubtsHtml(
  { data_quality, doubts }: { readonly data_quality: string; readonly doubts: readonly string[] },
  say: Say,
): Html | false {
  if (data_quality === 'verified') return false
  return html`<p class="quality doubt"><strong>${say('toReview')}${doubts.length > 0 && ':'}</strong> ${doubts.join(' ')}</p>`
}

export function derogationsHtml({ derogations }: CnResponse, language: Language, say: Say): Html | false {
  if (derogations.length === 0) return false
  return html`<details class="block"><summary><h2>${say('derogations')} (${derogations.length})</h2></summary>
<ul class="plain grants">${derogations.map(
    (one) => html`<li>
<p><strong>${placeOf(one, language, say)}</strong>${one.annex && html` · ${say('annex')} ${one.annex}`}${one.until && html` · ${say('until')} ${dayInWords(one.until, language)}`} · <span class="soft">${say('authority')}: ${one.authority}</span></p>
<p>${one.text}${one.cn_codes.length > 0 && html` <span class="soft">(${say('goodsOf')} ${one.cn_codes.join(', ')})</span>`}</p>
${doubtsHtml(one, say)}
</li>`,
  )}</ul></details>`
}

export function documentsHtml({ meta }: CnResponse, say: Say): Html | false {
  if (meta.documents.length === 0) return false
  return html`<details class="block"><summary><h2>${say('documents')} (${meta.documents.length})</h2></summary>
<p class="soft">${say('documentsLead')}</p>
<dl class="documents">${meta.documents.map(
    ({ code, article, text }) =>
      html`<div><dt class="code">${code}</dt><dd>${text} <span class="soft">(${say('article')} ${article})</span></dd></div>`,
  )}</dl></details>`
}
