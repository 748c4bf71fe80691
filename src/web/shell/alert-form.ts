import type { Language, Text } from '../../base/language.ts'
import { type NamedRegime, regimeName } from '../../law/terms/regime-name.ts'
import { type Html, html } from '../design/html.ts'
import { alertHref } from './paths.ts'
import { speaker } from './texts.ts'

const ALERT_FORM_TEXTS = {
  offer: { pl: 'Powiadom mnie, gdy się zmieni', en: 'Tell me when this changes' },
  how: {
    pl: 'Wyślemy e-mail, najwyżej jeden na dobę: co się zmieniło, od kiedy i którym aktem. Najpierw poprosimy o potwierdzenie adresu; każda wiadomość ma link, który kończy powiadomienia i usuwa adres.',
    en: 'You get an e-mail, at most one a day: what changed, from which day and by which act. First we ask you to confirm the address; every mail has a link that ends the alerts and deletes the address.',
  },
  forCodes: { pl: 'Kody', en: 'Codes' },
  everything: { pl: 'wszystkie zmiany', en: 'all changes' },
  sanctions: { pl: 'Sankcje wobec', en: 'Sanctions against' },
  defaultRegimes: { pl: 'Rosja i Białoruś', en: 'Russia and Belarus' },
  email: { pl: 'Adres e-mail', en: 'E-mail address' },
  send: { pl: 'Powiadamiaj mnie', en: 'Tell me' },
} as const satisfies Record<string, Text>

/** Offers alerts by e-mail about a code, or without one about every change; works without a script. */
export function alertForm(language: Language, code = '', regime = '', regimes: readonly NamedRegime[] = []): Html {
  const say = speaker(ALERT_FORM_TEXTS, language)
  return html`<details class="alert-form"><summary>${say('offer')}</summary>
<form method="post" action="${alertHref('', language)}">
<p>${say('how')}</p>
<p class="soft">${say('forCodes')}: ${code || say('everything')} · ${say('sanctions')}: ${regime === '' ? say('defaultRegimes') : regimeName(regime, regimes)}</p>
<input type="hidden" name="codes" value="${code}"><input type="hidden" name="regime" value="${regime}">
<p class="field"><label for="alert-email">${say('email')}</label> <input type="email" id="alert-email" name="email" maxlength="254" autocomplete="email" required></p>
<p><button class="button">${say('send')}</button></p>
</form></details>`
}
