import type { CnResponse } from '../../answer/response.ts'
import { eurLexUrl } from '../../terms/celex.ts'
import { regimeCountry } from '../../terms/countries.ts'
import { calendarDay } from '../../terms/day.ts'
import type { Language } from '../../terms/language.ts'
import { ageInWords, dayInWords } from '../../terms/wording.ts'
import { type Html, html, type Piece } from '../shell/html.ts'
import { answerAsText, subjectOf } from './answer-text.ts'
import { derogationsHtml, documentsHtml, winddownsHtml } from './grants-html.ts'
import { matchesHtml } from './matches-html.ts'
import type { PageAnswer } from './page-answer.ts'
import { codeLink, type PageQuestion } from './page-question.ts'
import { scopeHtml } from './scope-html.ts'
import { storyHtml } from './story-html.ts'
import { answerSpeaker, DIRECTION_TEXTS, type Say } from './texts.ts'
import { timelineHtml } from './timeline-html.ts'
import { treeHtml } from './tree-html.ts'
import { verdictOf } from './verdict.ts'
import { verdictInWords } from './verdict-words.ts'

/** The answer on a page: the verdict first, then what it is based on. Runs on the server and in the browser. */
export function answerHtml(answer: PageAnswer): Html {
  const { response, question } = answer
  const { language } = question
  const say = answerSpeaker(language)
  return html`<article class="answer" aria-labelledby="verdict">
${verdictHtml(answer, say)}
${toolsHtml(say)}
${warningsHtml(response, question, say)}
${goodsHtml(response, question, say)}
${response.results.length > 0 && matchesHtml(response, language, say)}
${winddownsHtml(answer, say)}
${timelineHtml(response, language, say)}
${storyHtml(response, language, say)}
${derogationsHtml(response, language, say)}
${documentsHtml(response, say)}
${response.meta.tree && treeHtml(response.meta.tree, question, say)}
${scopeHtml(response, language, say)}
${recordHtml(answer, say)}
<textarea id="as-text" class="unseen" hidden readonly tabindex="-1" aria-hidden="true">${answerAsText(answer)}</textarea>
</article>`
}

/** Subject and verdict, for the browser tab and the preview of a link. */
export function titleOf({ response, question }: PageAnswer): { readonly title: string; readonly description: string } {
  const { language } = question
  const { sentence, more } = verdictInWords(verdictOf(response), response, language)
  const day = `${answerSpeaker(language)('asOf')} ${dayInWords(response.scope.as_of, language)}`
  return {
    title: `${subjectOf(response)}: ${sentence.replace(/\.$/, '')}`,
    description: [response.cn_name, sentence, ...more, day].filter(Boolean).join(' · '),
  }
}

function verdictHtml({ response, question, moment }: PageAnswer, say: Say): Html {
  const { language } = question
  const verdict = verdictOf(response)
  const { sentence, more, designations } = verdictInWords(verdict, response, language)
  const { scope } = response
  const only = filtersInWords(question)
  return html`<header class="verdict ${verdict.kind}">
<p class="subject code">${subjectOf(response)}</p>
<h2 id="verdict" tabindex="-1">${sentence}</h2>
${more.map((one) => html`<p>${one}</p>`)}
${
  designations.length > 0 &&
  html`<div class="designations"><p>${say(designations.length === 1 ? 'designation' : 'designations')}:</p>
<ul>${designations.slice(0, 3).map((one) => html`<li><q>${one}</q></li>`)}${designations.length > 3 && html`<li>…</li>`}</ul></div>`
}
${response.cn_name && html`<p class="subject-name">${response.cn_name}</p>`}
<p class="basis">${say('asOf')} ${dayInWords(scope.as_of, language)}${only && html` · ${say('onlyChecked')}: ${only}`} · ${versionsOf(response).map(({ regime, day }, at) => html`${at > 0 && ', '}${regimeCountry(regime, language)}: ${say('textOf')} ${dayInWords(day, language)} (${ageInWords(day, moment.day, language)})`)}</p>
</header>`
}

/** The consolidated version of each regime: one may be years older than the other, so both are dated. */
const versionsOf = ({ scope }: CnResponse) =>
  scope.regimes.flatMap(({ code, consolidated_version: day }) => (day === null ? [] : [{ regime: code, day }]))

/** The filters of a question, which the answer must repeat because it holds for them only; null without any. */
function filtersInWords({ filters, language }: PageQuestion): string | null {
  const parts = [
    filters.direction && (DIRECTION_TEXTS[filters.direction]?.[language] ?? filters.direction),
    filters.regime && regimeCountry(filters.regime, language),
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : null
}

const toolsHtml = (say: Say): Html => html`<div class="tools needs-script" role="group" aria-label="${say('tools')}">
<button type="button" class="button quiet" data-tool="text">${say('copyText')}</button>
<button type="button" class="button quiet" data-tool="link">${say('copyLink')}</button>
<button type="button" class="button quiet" data-tool="print">${say('print')}</button>
</div>`

function warningsHtml({ scope, meta, cn_exists }: CnResponse, question: PageQuestion, say: Say): Html | false {
  const { language } = question
  const pending = scope.regimes.flatMap(({ pending_acts }) => pending_acts)
  // The warnings name the pending acts that were in force on the day.
  const later = pending.filter(({ title }) => !scope.warnings.some((warning) => warning.includes(title)))
  const replaced = cn_exists ? null : meta.cn?.replaced_by
  if (scope.warnings.length === 0 && later.length === 0 && !replaced) return false
  return html`<section class="note warning" aria-labelledby="warnings">
<h3 id="warnings">${say('warnings')}</h3>
<ul>${scope.warnings.map((warning) => html`<li>${withLinks(warning, pending, language)}</li>`)}${
    replaced &&
    html`<li>${say('replacedBy')} (${replaced.year}): ${replaced.codes.map((code, at) => html`${at > 0 && ', '}${codeLink(code, question)}`)}</li>`
  }${later.map(
    ({ celex, title, in_force_from }) =>
      html`<li>${say('pending')}: <a href="${eurLexUrl(celex, language)}">${title}</a>${in_force_from && html` (${dayInWords(in_force_from, language)})`}</li>`,
  )}</ul>
</section>`
}

/** A warning in which the titles of pending acts are links to EUR-Lex. */
function withLinks(warning: string, acts: Pending, language: Language): Piece {
  const act = acts.find(({ title }) => warning.includes(title))
  if (!act) return warning
  const at = warning.indexOf(act.title)
  const rest = acts.filter((other) => other !== act)
  return [
    withLinks(warning.slice(0, at), rest, language),
    html`<a href="${eurLexUrl(act.celex, language)}">${act.title}</a>`,
    withLinks(warning.slice(at + act.title.length), rest, language),
  ]
}

type Pending = CnResponse['scope']['regimes'][number]['pending_acts']

function goodsHtml({ meta }: CnResponse, question: PageQuestion, say: Say): Html | false {
  if (!meta.goods || meta.goods.length === 0) return false
  return html`<section class="goods" aria-labelledby="goods">
<h3 id="goods">${say('goods')} (${meta.goods.length})</h3>
<p class="soft">${say('goodsHint')}</p>
<ul class="plain">${meta.goods.map(
    ({ code, name, restricted }) =>
      html`<li><span class="goods-code">${codeLink(code, question)} <span class="badge ${restricted ? 'listed' : 'none'}">${say(restricted ? 'restricted' : 'unrestricted')}</span></span> <span>${name}</span></li>`,
  )}</ul>
</section>`
}

/** What a printed page must say to be kept as a record: question, time, data version and legal basis. */
function recordHtml({ response, question, moment, address }: PageAnswer, say: Say): Html {
  const { language } = question
  const { scope, meta } = response
  const texts = scope.regimes.flatMap(({ code, celex, consolidated_version }) =>
    consolidated_version
      ? [
          html`<a href="${eurLexUrl(celex, language)}">${code}: ${say('consolidated')} ${dayInWords(consolidated_version, language)}</a> (${ageInWords(consolidated_version, moment.day, language)})`,
        ]
      : [],
  )
  return html`<section class="record" aria-labelledby="record">
<h3 id="record">${say('record')}</h3>
<dl>
<dt>${say('question')}</dt><dd>${response.query.trim()}, ${say('asOf')} ${dayInWords(scope.as_of, language)}</dd>
<dt>${say('checkedAt')}</dt><dd>${dayInWords(moment.day, language)}, ${moment.time} ${say('brussels')}</dd>
<dt>${say('dataVersion')}</dt><dd><span class="code">${meta.dataset}</span> (${ageInWords(calendarDay(meta.dataset.slice(0, 10)), moment.day, language)}) · ${say('nomenclature')} ${scope.cn_year} · ${meta.source}</dd>
<dt>${say('citations')}</dt><dd>${texts.map((text, at) => html`${at > 0 && html`<br>`}${text}`)}</dd>
<dt class="print-only">${say('address')}</dt><dd class="print-only" id="address">${address}</dd>
</dl>
<p class="disclaimer">${response.disclaimer}</p>
</section>`
}
