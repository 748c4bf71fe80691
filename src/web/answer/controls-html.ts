import type { CnResponse } from '../../answer/response/response.ts'
import { controlDocuments, isOtherControl } from '../../answer/shape/finding-words.ts'
import type { Language } from '../../base/language.ts'
import { type Html, html } from '../design/html.ts'
import { type Say, SECTION_TEXTS, titled } from './texts.ts'

/** Controls that are no sanctions, as the page shows them: of a deal from its findings, otherwise from the scope. */
const shownIn = ({ deal, scope, meta }: CnResponse, language: Language) =>
  deal
    ? deal.findings.filter(isOtherControl).map((finding) => ({
        text: finding.text,
        act: finding.article,
        url: finding.eur_lex_url,
        documents: controlDocuments(
          meta.documents.filter(({ regime }) => regime === finding.control),
          language,
        ),
      }))
    : (scope.controls ?? []).map(({ name, direction, text, legal_act, eur_lex_url, documents }) => ({
        text: `${SECTION_TEXTS[direction][language]}, ${name}. ${text}`,
        act: legal_act,
        url: eur_lex_url,
        documents: controlDocuments(documents, language),
      }))

/** Duties that are no sanctions, apart from everything that the verdict rests on. */
export function controlsHtml(response: CnResponse, say: Say): Html | false {
  const shown = shownIn(response, say.language)
  if (shown.length === 0) return false
  return html`<section class="controls" aria-labelledby="controls">
<h3 id="controls">${say('controls')}</h3>
<p class="soft">${say('controlsHint')}</p>
<ul class="findings">${shown.map(
    ({ text, act, url, documents }) => html`<li><p>${text}</p>
<p class="facts">${url ? html`<a href="${url}">${act}</a>` : act}</p>
${documents !== '' && html`<p class="facts">${say('dealDocuments')}: ${documents}</p>`}</li>`,
  )}</ul>
</section>`
}

/** The same in the copied text. */
export function controlLines(response: CnResponse, say: Say): string[] {
  const lines = shownIn(response, say.language).map(
    ({ text, act, documents }) =>
      `- ${text} (${act})${documents === '' ? '' : ` ${say('dealDocuments')}: ${documents}.`}`,
  )
  return titled(say('controls'), lines.length > 0 ? [...lines, say('controlsHint')] : [])
}
