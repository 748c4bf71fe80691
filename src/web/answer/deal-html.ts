import type { CnResponse, CnResult } from '../../answer/response/response.ts'
import {
  documentChoices,
  documentStatements,
  findingHead,
  findingPlace,
  isOtherControl,
} from '../../answer/shape/finding-words.ts'
import { FINDING_NAMES } from '../../law/terms/finding-names.ts'
import { type Html, html } from '../design/html.ts'
import { citation } from './matches-html.ts'
import { anchorOf, sectionsOf } from './measures.ts'
import type { PageAnswer } from './page-answer.ts'
import { type Say, titled } from './texts.ts'

type Deal = NonNullable<CnResponse['deal']>
type Finding = Deal['findings'][number]

/** The findings of the checklist. Controls that are no sanctions stand under a heading of their own. */
export const findingsIn = ({ deal }: CnResponse): Finding[] =>
  (deal?.findings ?? []).filter((finding) => !isOtherControl(finding))

/** What a deal meets with, as a checklist with links to the matches that it rests on. */
export function dealHtml({ response }: PageAnswer, say: Say): Html | false {
  const findings = findingsIn(response)
  if (findings.length === 0) return false
  return html`<section class="deal" aria-labelledby="deal">
<h3 id="deal">${say('deal')}</h3>
<ul class="findings">${findings.map((finding, at) => findingHtml(finding, at, response, say))}</ul>
</section>`
}

function findingHtml(finding: Finding, at: number, response: CnResponse, say: Say): Html {
  const { kind, text, documents, draft } = finding
  const place = findingPlace(finding, response.scope.regimes, say.language)
  const matches = matchLinks(finding, response.results, say)
  return html`<li>
<p><span class="badge ${kind === 'prohibited' ? 'ban' : 'condition'}">${FINDING_NAMES[kind][say.language]}</span>${place && html` <strong>${place}</strong>`}</p>
<p>${text}</p>
${finding.eur_lex_url && html`<p class="facts"><a href="${finding.eur_lex_url}">EUR-Lex</a></p>`}
${
  documents.length > 0 &&
  html`<p class="facts">${say('dealDocuments')}:</p>
<ul class="statements">${documentStatements(finding, response.meta.documents, say.language).map((choice) => html`<li>${choice}</li>`)}</ul>`
}
${matches.length > 0 && html`<p class="facts screen-only">${say('dealMatches')}: ${matches.map((link, nth) => html`${nth > 0 && '; '}${link}`)}</p>`}
${
  draft &&
  html`<details class="more"><summary>${say('draft')}</summary>
<blockquote id="draft-${at}">${draft}</blockquote>
<p><button type="button" class="button quiet needs-script" data-tool="draft" data-copy="draft-${at}">${say('copyDraft')}</button></p></details>`
}
</li>`
}

/** Links to the measures that hold the results of a finding, each once. */
function matchLinks(finding: Finding, results: readonly CnResult[], say: Say): Html[] {
  const own = new Set(finding.results.map((at) => results[at]))
  return sectionsOf(results)
    .flatMap(({ measures }) => measures)
    .filter(({ listings }) => listings.some((listing) => own.has(listing)))
    .map((measure) => html`<a href="#${anchorOf(measure, results)}">${citation(measure.about, say)}</a>`)
}

/** The checklist in the copied text. */
export function dealLines(response: CnResponse, say: Say): string[] {
  const lines = findingsIn(response).map((finding) => {
    const head = findingHead(finding, response.scope.regimes, say.language)
    const codes = documentChoices(finding, response.meta.documents, say.language)
    return `[ ] ${head}: ${finding.text}${finding.documents.length > 0 ? ` ${say('dealDocuments')}: ${codes}.` : ''}`
  })
  return titled(say('deal'), lines)
}
