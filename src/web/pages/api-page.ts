import type { Language } from '../../base/language.ts'
import { type Html, html } from '../design/html.ts'
import type { Page } from '../shell/layout.ts'
import { EXAMPLE_LANGUAGES, type ExampleLanguage, examplesAt } from './api-examples.ts'
import { apiSpeaker } from './api-texts.ts'
import { type Contact, contactForm } from './contact-form.ts'

/** The facts about the running service that the page states. */
export interface ServedApi {
  readonly origin: string
  readonly limits: Readonly<Record<'lookups' | 'batches' | 'key' | 'keyBatches', number>>
  /** How long a contact is kept; 0: until its deletion is requested. */
  readonly leadRetentionDays: number
}

export function apiPage(language: Language, served: ServedApi, contact: Contact): Page {
  const { origin, limits, leadRetentionDays } = served
  const say = apiSpeaker(language)
  const perMinute = (limit: number) => (limit === 0 ? say('noLimit') : limit.toLocaleString(language))
  const main = html`<article class="prose">
<h1>${say('title')}</h1>
<p class="intro">${say('intro')}</p>
<p class="actions"><a class="button quiet" href="/docs">${say('reference')}</a><a class="button quiet" href="/openapi.json">${say('openapi')}</a></p>
<h2>${say('lookup')}</h2>
<p><code>GET /api/v1/cn</code> ${say('lookupText')}</p>
${examplesHtml('lookup', origin, language)}
<p><code>GET /api/v1/receipt</code> ${say('receiptText')}</p>
<h2>${say('list')}</h2>
<p><code>POST /api/v1/check</code> ${say('listText')}</p>
${examplesHtml('list', origin, language)}
<p><code>GET /api/v1/check.csv</code> ${say('csvText')}</p>
<h2>${say('reading')}</h2>
<ul><li>${say('readAssessment')}</li><li>${say('readVerdict')}</li><li>${say('readPartial')}</li><li>${say('readDataset')}</li></ul>
<h2>${say('changes')}</h2>
<p><code>GET /api/v1/changes</code> ${say('changesText')}</p>
<p><a href="/changes.atom?lang=${language}"><code>GET /changes.atom</code></a> ${say('atomText')}</p>
<p>${say('webhooksText')} <code>GET /api/v1/webhooks/deliveries</code>.</p>
<h2>${say('limits')}</h2>
<p>${say('limitsText')}</p>
<div class="scroll" role="region" tabindex="0" aria-label="${say('limits')}"><table class="figures">
<thead><tr><td></td><th scope="col">${say('lookups')}</th><th scope="col">${say('batches')}</th></tr></thead>
<tbody>
<tr><th scope="row">${say('withoutKey')}</th><td>${perMinute(limits.lookups)}</td><td>${perMinute(limits.batches)}</td></tr>
<tr><th scope="row">${say('withKey')}</th><td>${perMinute(limits.key)}</td><td>${perMinute(limits.keyBatches)}</td></tr>
</tbody></table></div>
<h2>${say('errors')}</h2>
<p>${say('errorsText')}</p>
<dl class="figures">${(['400', '401', '429', '500, 503'] as const).map((status) => html`<div><dt><code>${status}</code></dt><dd>${say(status)}</dd></div>`)}</dl>
<h2 id="key">${say('key')}</h2>
<p>${say('keyText')}</p>
${contactForm(contact, leadRetentionDays, language)}
</article>`
  return {
    language,
    path: '/api',
    title: say('title'),
    description: say('description'),
    script: 'api',
    main,
  }
}

function examplesHtml(name: 'lookup' | 'list', origin: string, language: Language): Html {
  const say = apiSpeaker(language)
  const examples = examplesAt(origin)[name]
  const title = say(name)
  const languages = Object.keys(EXAMPLE_LANGUAGES) as ExampleLanguage[]
  return html`<div class="examples">${languages.map(
    (one) => html`<figure class="sample">
<figcaption><span>${EXAMPLE_LANGUAGES[one]}</span><button type="button" class="plain needs-script" data-copy="${name}-${one}" aria-label="${say('copy')}: ${title}, ${EXAMPLE_LANGUAGES[one]}">${say('copy')}</button></figcaption>
<pre class="example" tabindex="0" role="region" aria-label="${title}: ${EXAMPLE_LANGUAGES[one]}" id="${name}-${one}"><code>${examples[one]}</code></pre>
</figure>`,
  )}<p class="unseen" role="status"></p></div>`
}
