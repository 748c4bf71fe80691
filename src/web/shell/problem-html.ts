import type { Language } from '../../terms/language.ts'
import { type Html, html } from './html.ts'
import { shellSpeaker } from './texts.ts'

/** The part of an API problem (RFC 9457) that a page shows. */
export interface PageProblem {
  readonly title: string
  readonly detail: string
  readonly errors: readonly { readonly detail: string }[]
  readonly retryAfter: number | null
}

/** Why there is no answer, and what to do. */
export function problemHtml({ title, detail, errors, retryAfter }: PageProblem, language: Language): Html {
  const say = shellSpeaker(language)
  const more = errors.map((error) => error.detail).filter((one) => one !== detail)
  return html`<section class="note problem" role="alert">
<h2 id="verdict" tabindex="-1">${title}</h2>
<p>${detail}</p>
${more.length > 0 && html`<ul>${more.map((one) => html`<li>${one}</li>`)}</ul>`}
${retryAfter !== null && html`<p><strong>${say('retryIn')} ${retryAfter} ${say('seconds')}.</strong></p>`}
</section>`
}
