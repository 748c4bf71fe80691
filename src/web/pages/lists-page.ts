import type { Language } from '../../base/language.ts'
import { html } from '../design/html.ts'
import { nameOptions } from '../search/deal-fields.ts'
import type { Choices } from '../search/search-form.ts'
import type { Page } from '../shell/layout.ts'
import { storedListsSpeaker } from './lists-texts.ts'

/** Lists are private, so the server sends the form only; the script asks the API with the key. */
export function listsPage(language: Language, { places, targets }: Choices): Page {
  const say = storedListsSpeaker(language)
  const main = html`<div class="prose">
<h1>${say('title')}</h1>
<p class="intro">${say('intro')}</p>
<noscript><div class="note warning"><p>${say('noScript')}</p></div></noscript>
<form id="holder" class="list needs-script" novalidate autocomplete="off">
<div class="settings"><div>
<label for="key">${say('key')}</label>
<input type="text" id="key" class="masked" autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="key-hint">
</div></div>
<p class="soft" id="key-hint"><small>${say('keyHint')}</small></p>
<div class="actions">
<button type="submit" class="button" id="show" disabled>${say('show')}</button>
<p id="lists-error" role="alert"></p>
</div>
</form>
<p id="lists-state" role="status"></p>
<div id="lists"></div>
<div id="changes"></div>
<datalist id="places">${nameOptions(places)}</datalist>
<datalist id="targets">${nameOptions(targets)}</datalist>
</div>`
  return {
    language,
    path: '/lists',
    title: say('title'),
    description: say('description'),
    script: 'lists',
    main,
  }
}
