import { regimeCountry } from '../../terms/countries.ts'
import { DIRECTIONS } from '../../terms/law.ts'
import { type PageQuestion, queryStringOf } from '../answer/page-question.ts'
import { type Html, html } from '../shell/html.ts'
import { hrefOf } from '../shell/paths.ts'
import { EXAMPLES, searchSpeaker } from './search-texts.ts'

/** The search field and its filters. The form works without a script; a script adds suggestions. */
export function searchForm(question: PageQuestion, regimes: readonly string[]): Html {
  const { language, q, filters } = question
  const say = searchSpeaker(language)
  const option = (value: string, label: string, chosen: string | undefined) =>
    html`<option value="${value}"${value === (chosen ?? '') && html` selected`}>${label}</option>`
  const isFiltered = Boolean(filters.as_of || filters.direction || filters.regime)
  return html`<form id="search" class="search" role="search" action="${hrefOf('/', language)}" method="get">
<label for="q">${say('field')}</label>
<div class="ask">
<div class="combobox"><input id="q" name="q" type="text" value="${q}" required maxlength="200" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="search"><ul id="suggestions" aria-label="${say('suggestions')}" hidden></ul></div>
<button class="button">${say('ask')}</button>
</div>
<p id="hint" class="soft hint">${say('hint')}: ${EXAMPLES[language].map((example, at) => html`${at > 0 && ', '}<a data-question href="${hrefOf('/', language, queryStringOf({ q: example, filters: {} }))}">${example}</a>`)}</p>
<details class="filters"${isFiltered && html` open`}><summary>${say('filters')}</summary>
<div class="fields">
<div><label for="as_of">${say('asOf')}</label><input type="date" id="as_of" name="as_of" value="${filters.as_of ?? ''}"></div>
<div><label for="direction">${say('direction')}</label><select id="direction" name="direction">${option('', say('everyDirection'), filters.direction)}${DIRECTIONS.map((one) => option(one, say(one), filters.direction))}</select></div>
<div><label for="regime">${say('country')}</label><select id="regime" name="regime">${option('', say('everyCountry'), filters.regime)}${regimes.map((code) => option(code, regimeCountry(code, language), filters.regime))}</select></div>
</div>
</details>
${filters.contract_date && html`<input type="hidden" name="contract_date" value="${filters.contract_date}">`}
<p id="status" class="unseen" role="status"></p>
</form>`
}
