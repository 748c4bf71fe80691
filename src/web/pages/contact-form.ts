import type { Language } from '../../base/language.ts'
import { NOT_PLAIN } from '../../base/plain-text.ts'
import { UTM_BYTES, UTM_ENTRIES, utmBytes } from '../../base/utm.ts'
import { type Html, html } from '../design/html.ts'
import { hrefOf } from '../shell/paths.ts'
import { apiSpeaker } from './api-texts.ts'

export const ABOUT = ['key', 'changes', 'other'] as const

/** The form as it was filled in, and its state. */
export interface Contact {
  readonly email: string
  readonly about: string
  readonly consent: boolean
  /** The campaign marks (`utm_…`) in the address of the page. */
  readonly utm: Readonly<Record<string, string>>
  /** Identifies the form, so that sending it twice makes one contact. */
  readonly token: string
  readonly state: ContactState
}

/** `wrong` names the invalid fields; the other states concern the form as a whole. */
type ContactState =
  | { readonly is: 'open' | 'sent' | 'failed' | 'limited' | 'full' }
  | { readonly is: 'wrong'; readonly email: boolean; readonly consent: boolean }

/** The form works without a script: it is then posted to the page itself. */
export function contactForm(
  { email, about, consent, utm, token, state }: Contact,
  retentionDays: number,
  language: Language,
): Html {
  const say = apiSpeaker(language)
  const wrong = state.is === 'wrong' ? state : { email: false, consent: false }
  const told = state.is !== 'open' && state.is !== 'wrong' && say(state.is)
  return html`<form id="contact" class="contact" method="post" action="${hrefOf('/api', language)}#contact" novalidate>
<p id="contact-state" role="status" class="${state.is === 'sent' ? 'note' : told && 'note problem'}" tabindex="-1">${told}</p>
<div class="field">
<label for="email">${say('email')}</label>
<input type="email" id="email" name="email" value="${email}" autocomplete="email" maxlength="254" required aria-describedby="email-error"${wrong.email && html` aria-invalid="true"`}>
<p class="error" id="email-error">${wrong.email && say('emailError')}</p>
</div>
<fieldset><legend>${say('about')}</legend>
${ABOUT.map((one) => html`<label class="choice"><input type="radio" name="about" value="${one}"${one === about && html` checked`}> ${say(`about_${one}`)}</label>`)}
</fieldset>
<div class="field">
<label class="choice"><input type="checkbox" id="consent" name="consent" value="yes" required aria-describedby="consent-error"${consent && html` checked`}${wrong.consent && html` aria-invalid="true"`}> ${say('consent')}</label>
<p class="error" id="consent-error">${wrong.consent && say('consentError')}</p>
<p class="hint">${retentionDays > 0 ? say('keptDays', retentionDays.toLocaleString(language)) : say('keptUntilAsked')} <a href="${hrefOf('/legal', language)}">${say('legalLink')}</a></p>
</div>
<input type="hidden" name="token" value="${token}">
${Object.entries(utm).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button type="submit" class="button">${say('send')}</button>
</form>`
}

/** The campaign marks in an address, cut to what a lead may contain: the user did not write them, so they are no error. */
export function utmOf(parameters: Iterable<readonly [string, string]>): Record<string, string> {
  const utm: Record<string, string> = {}
  for (const [name, value] of parameters) {
    if (!/^utm_[a-z_]{1,60}$/.test(name) || value === '' || Object.hasOwn(utm, name)) continue
    const plain = [...value.toWellFormed()].slice(0, 200).join('').replace(new RegExp(NOT_PLAIN, 'gu'), ' ')
    if (Object.keys(utm).length < UTM_ENTRIES && utmBytes({ ...utm, [name]: plain }) <= UTM_BYTES) utm[name] = plain
  }
  return utm
}
