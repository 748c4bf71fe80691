import type { Language } from '../../base/language.ts'
import { html } from '../design/html.ts'
import { type Choices, placeFields } from '../search/search-form.ts'
import type { Page } from '../shell/layout.ts'
import { hrefOf } from '../shell/paths.ts'
import { listSpeaker } from './list-texts.ts'

const curlExample = (origin: string) => `curl ${origin}/api/v1/check \\
  -H 'Content-Type: application/json' \\
  -d '{"items": [{"id": "1", "q": "7304 11 00"}, {"id": "2", "q": "laptop"}]}'`

/** The directions to choose from; empty means all of them. Of deals the direction follows from their countries. */
const WAYS = ['export', 'import', 'transit', '', 'deal'] as const

/** A list is read in the browser, so the server sends the form only, and advice for browsers without scripts. */
export function listPage(language: Language, origin: string, { regimes, places, placeNames }: Choices): Page {
  const say = listSpeaker(language)
  const main = html`<div class="prose">
<h1>${say('title')}</h1>
<p class="intro">${say('intro')}</p>
<noscript><div class="note warning">
<p>${say('noScript')}</p>
<pre class="example" tabindex="0"><code>${curlExample(origin)}</code></pre>
<p><a href="${hrefOf('/', language)}">${say('single')}</a> · <a href="${hrefOf('/api', language)}">API</a></p>
</div></noscript>
<form id="list" class="list needs-script" novalidate>
<fieldset class="ways"><legend>${say('directionAsk')}</legend>
${WAYS.filter((way) => way !== 'deal' || places.size > 0).map(
  (way) =>
    html`<label class="choice"><input type="radio" name="direction" id="direction-${way || 'any'}" value="${way}" autocomplete="off"> ${say(way ? `${way}Asked` : 'anyDirection')}</label>`,
)}
<p class="soft"><small>${say('directionHint')}</small></p>
<div id="deal" class="deal" data-names="${[...placeNames].map(([code, names]) => [code, ...names].join('|')).join('\n')}" hidden>
<p><strong>${say('dealAll')}</strong></p>
<div class="settings">${placeFields({ language, filters: {} }, places)}</div>
<p class="soft"><small>${say('dealHint')}</small></p>
</div>
<div class="settings"><div><label for="regime">${say('country')}</label><select id="regime"><option value="">${say('anyCountry')}</option>${regimes.map(({ code, name }) => html`<option value="${code}">${name}</option>`)}</select></div></div>
</fieldset>
<div class="sources" id="drop">
<div>
<label for="pasted">${say('paste')}</label>
<textarea id="pasted" rows="7" spellcheck="false" autocomplete="off" aria-describedby="pasted-hint"></textarea>
<p class="soft" id="pasted-hint"><small>${say('pasteHint')}</small> <button type="button" class="plain" id="example">${say('example')}</button></p>
</div>
<div class="file">
<label for="file">${say('file')}</label>
<input type="file" id="file" accept=".xlsx,.csv,.txt,.tsv,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet">
<p class="soft"><small>${say('drop')}</small></p>
<div id="taken"></div>
</div>
</div>
<p class="note">${say('privacy')}</p>
<div id="preview"></div>
<details class="options"><summary>${say('options')}</summary>
<div class="settings">
<div><label for="as-of">${say('asOf')}</label><input type="date" id="as-of" min="2014-01-01"></div>
<div><label for="contract">${say('contractDate')}</label><input type="date" id="contract" aria-describedby="contract-hint"><p class="soft" id="contract-hint"><small>${say('contractHint')}</small></p></div>
</div>
</details>
<div class="actions">
<button type="submit" class="button" id="check" disabled>${say('check')}</button>
<p id="list-error" role="alert"></p>
</div>
</form>
<section id="progress" class="progress" hidden>
<label for="bar" id="state">${say('progress', 0, 0)}</label>
<progress id="bar" max="1" value="0"></progress>
<p id="waiting" role="status"></p>
<button type="button" class="button quiet" id="cancel">${say('cancel')}</button>
</section>
<div id="result"></div>
</div>`
  return {
    language,
    path: '/list',
    title: say('title'),
    description: say('description'),
    script: 'list',
    main,
  }
}
