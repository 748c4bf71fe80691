import type { Language } from '../../base/language.ts'
import { type Html, html } from '../design/html.ts'
import { type Linked, linked } from './linked.ts'
import { shellSpeaker } from './texts.ts'

/** The part of an API problem (RFC 9457) that a page shows. */
export interface PageProblem {
  readonly title: string
  readonly detail: string
  readonly errors: readonly { readonly detail: string }[]
  /** Codes that could have been meant, grouped; `detail` names them. */
  readonly suggestions: readonly string[]
  readonly retryAfter: number | null
}

/** Why there is no answer, and what to do; `links` lead to what could have been meant. */
export function problemHtml(
  { title, detail, errors, retryAfter }: PageProblem,
  language: Language,
  links: readonly Linked[] = [],
  /** Whether the page has no other heading. */
  isHeading = false,
): Html {
  const say = shellSpeaker(language)
  const more = errors.map((error) => error.detail).filter((one) => !detail.startsWith(one))
  return html`<section class="note problem" role="alert">
${isHeading ? html`<h1 id="verdict" tabindex="-1">${title}</h1>` : html`<h2 id="verdict" tabindex="-1">${title}</h2>`}
<p>${linked(detail, links)}</p>
${more.length > 0 && html`<ul>${more.map((one) => html`<li>${one}</li>`)}</ul>`}
${retryAfter !== null && html`<p><strong>${say('retryIn')} ${retryAfter} ${say('seconds')}.</strong></p>`}
</section>`
}
