import type { CnResponse } from '../../answer/response/response.ts'
import { surenessInWords } from '../../answer/say/name-sentence.ts'
import { markInWords } from '../../answer/shape/mark-words.ts'
import { eurLexUrl } from '../../law/terms/celex.ts'
import { regimeName } from '../../law/terms/regime-name.ts'
import { dayInSentence } from '../../law/terms/wording.ts'
import { alertForm } from '../shell/alert-form.ts'
import { type Html, html, joined, type Piece } from '../shell/html.ts'
import { actLink, linked } from '../shell/linked.ts'
import { answerAsText, subjectOf, uncodedInWords } from './answer-text.ts'
import { controlsHtml } from './controls-html.ts'
import { dealHtml, routeHtml } from './deal-html.ts'
import { derogationsHtml, documentsHtml, winddownsHtml } from './grants-html.ts'
import { groundsHtml } from './grounds-html.ts'
import { headlineMark, markOf } from './marks.ts'
import { matchesHtml } from './matches-html.ts'
import { matrixHtml } from './matrix-html.ts'
import { guidesHtml, newCodes, offersHtml } from './offers-html.ts'
import { addressOf, type PageAnswer } from './page-answer.ts'
import { codeLink, codeLinks, type PageQuestion, recordHref } from './page-question.ts'
import { dealInWords, filtersInWords, questionInWords } from './question-words.ts'
import { questionsHtml, toldHtml } from './questions-html.ts'
import { readingHtml } from './reading-html.ts'
import { scopeHtml, sourceHtml, stateInWords } from './scope-html.ts'
import { recentHtml, storyHtml } from './story-html.ts'
import { answerSpeaker, type Say } from './texts.ts'
import { timelineHtml } from './timeline-html.ts'
import { treeHtml } from './tree-html.ts'

/** The answer on a page: the assessment first, then what it is based on. Runs on the server and in the browser. */
export function answerHtml(answer: PageAnswer): Html {
  const { response, question } = answer
  const { language } = question
  const say = answerSpeaker(language)
  // Where a code has others below it, the tariff shows which of them is meant.
  const isBroad = (response.meta.cn?.code.replaceAll(' ', '').length ?? 8) <= 6
  const isTreeFirst = isBroad && response.assessment.extent === 'some_codes'
  const basis = basisHtml(answer, say)
  return html`<article class="answer" aria-labelledby="verdict">
${headlineHtml(answer, say)}
${isTreeFirst && treeHtml(response, question, say)}
${dealHtml(answer, say)}
${uncodedNearHtml(response, say)}
${matrixHtml(response, say)}
${isBroad && !isTreeFirst && treeHtml(response, question, say)}
${readingHtml(response, language)}
${goodsHtml(response, question, say)}
${toolsHtml(answer, say)}
${warningsHtml(response, question, say)}
${response.deal ? html`<details class="block folded"><summary><h2>${say('details')}</h2></summary>${basis}</details>` : basis}
${controlsHtml(response, say)}
${!isBroad && treeHtml(response, question, say)}
${scopeHtml(answer, say)}
${answer.alerts && response.meta.cn && alertForm(language, response.meta.cn.code, question.filters.regime, response.scope.regimes)}
${recordHtml(answer, say)}
<textarea id="as-text" class="unseen" hidden readonly tabindex="-1" aria-hidden="true">${answerAsText(answer)}</textarea>
</article>`
}

/** What the answer rests on, by country and direction, and its history. A deal has it folded behind what is to be done. */
const basisHtml = (answer: PageAnswer, say: Say): Html => {
  const { response, question } = answer
  return html`${groundsHtml(response, say)}
${response.results.length > 0 && matchesHtml(response, say)}
${winddownsHtml(answer, say)}
${timelineHtml(response, say)}
${recentHtml(response, question, say)}
${storyHtml(response, say)}
${derogationsHtml(response, say)}
${documentsHtml(response, say)}`
}

/** A browser tab and a bookmark show no more. */
const TITLE = 100

const shortened = (text: string): string =>
  text.length <= TITLE ? text : `${text.slice(0, TITLE - 2).replace(/[\s,;:–]*\S*$/, '')} …`

/** Subject and assessment, for the browser tab and the preview of a link. */
export function titleOf({ response, question }: PageAnswer): { readonly title: string; readonly description: string } {
  const { language } = question
  const { cn_name, scope, meta, assessment } = response
  const day = `${answerSpeaker(language)('asOf')} ${dayInSentence(scope.as_of, language)}`
  return {
    title: shortened(`${subjectOf(response)}: ${assessment.headline}`),
    description: [cn_name, assessment.sentence, meta.contract?.text, day].filter(Boolean).join(' · '),
  }
}

/** What to do now, in order. */
export const stepsHtml = (steps: CnResponse['assessment']['steps']): Html | false =>
  steps.length > 0 && html`<ol class="steps">${steps.map(({ text }) => html`<li>${text}</li>`)}</ol>`

/** The page has the questions themselves, each with its answers. */
function stepsBesideQuestions({ steps, questions }: CnResponse['assessment']) {
  const asked = new Set(questions.map(({ text }) => text))
  return steps.filter(({ text }) => !asked.has(text))
}

function headlineHtml(answer: PageAnswer, say: Say): Html {
  const { response, moment } = answer
  const { scope, assessment, meta, cn_name } = response
  const mark = headlineMark(response)
  const only = filtersInWords(answer)
  const deal = dealInWords(answer)
  const states = scope.regimes.map(
    (regime) => `${regimeName(regime.code, scope.regimes)}: ${stateInWords(regime, moment.day, say)}`,
  )
  return html`<header class="verdict ${mark}">
<p class="subject code">${subjectOf(response)}</p>
<h2 id="verdict" tabindex="-1">${assessment.headline}</h2>
${response.deal && routeHtml(response.deal, assessment.answer === 'prohibited', answer.places, say)}
${offersHtml(answer, say)}
<p class="sentence">${assessment.reason}</p>
${toldHtml(answer, say)}
${questionsHtml(answer, say)}
${stepsHtml(stepsBesideQuestions(assessment))}
${guidesHtml(answer, say)}
${mark === 'clear' && html`<p>${say('notAllowed')}</p>`}
${meta.contract && html`<p class="contract-answer"><strong>${meta.contract.text}</strong></p>`}
${cn_name && html`<p class="subject-name">${cn_name}</p>`}
<p class="basis">${[`${say('asOf')} ${dayInSentence(scope.as_of, say.language)}`, deal, only && `${say('onlyChecked')}: ${only}`, ...states].filter(Boolean).join(' · ')}</p>
</header>`
}

/** What no code shows about goods of this kind, beside the headline, which would be half the truth without it. */
function uncodedNearHtml({ meta: { uncoded }, scope }: CnResponse, say: Say): Html | false {
  if (uncoded.length === 0) return false
  return html`<section class="note warning near" aria-labelledby="near">
<h3 id="near">${say('uncodedNear')}</h3>
<ul>${uncoded.map((one) => html`<li>${uncodedInWords(one, scope, say)}</li>`)}</ul>
</section>`
}

/**
 * Ways to keep the answer. The case number is the reader's own: it has no name and stands in no form, so it is sent only
 * with the record, by a script. The record is a link, so that it works without scripts, then without the number.
 */
function toolsHtml({ question, response: { scope } }: PageAnswer, say: Say): Html {
  const tool = (name: string, label: string) =>
    html`<button type="button" class="button quiet needs-script" data-tool="${name}">${label}</button>`
  return html`<div class="keep">
<div class="case"><label for="case">${say('caseNumber')}</label><input id="case" type="text" maxlength="80" placeholder=" " autocomplete="off" spellcheck="false" aria-describedby="case-hint"><p id="case-hint" class="soft hint">${say('caseNumberHint')}</p></div>
<div class="tools" role="group" aria-label="${say('tools')}">
${tool('text', say('copyText'))}
${tool('link', say('copyLink'))}
${tool('print', say('print'))}
<a class="button quiet" data-tool="record" href="${recordHref(question, scope.as_of)}" target="_blank" rel="nofollow" title="${say('recordHint')}">${say('recordForFile')}</a>
</div>
</div>`
}

function warningsHtml({ scope, meta, cn_exists }: CnResponse, question: PageQuestion, say: Say): Html | false {
  const pending = scope.regimes.flatMap(({ pending_acts }) => pending_acts)
  // The warnings name the pending acts in force on the day that concern the question.
  const later = pending.filter(({ in_force_from }) => in_force_from === null || in_force_from > scope.as_of)
  const replaced = cn_exists ? null : meta.cn?.replaced_by
  if (scope.warnings.length === 0 && later.length === 0 && !replaced) return false
  const acts = pending.map(({ celex, title }) => actLink(title, eurLexUrl(celex, say.language)))
  const withLinks = (warning: string): Piece => linked(warning, [...acts, ...codeLinks(codesIn(warning), question)])
  return html`<section class="note warning" aria-labelledby="warnings">
<h3 id="warnings">${say('warnings')}</h3>
<ul>${scope.warnings.map((warning) => html`<li>${withLinks(warning)}</li>`)}${
    replaced && html`<li>${newCodes(replaced, question, say)}</li>`
  }${later.map(
    ({ celex, title, in_force_from }) =>
      html`<li>${say('pending')}: <a href="${eurLexUrl(celex, say.language)}">${title}</a>${in_force_from && html` (${dayInSentence(in_force_from, say.language)})`}</li>`,
  )}</ul>
</section>`
}

/** Codes that a warning names, the longest first. Four digits alone may be a year, unless they stand in a list. */
const codesIn = (warning: string): string[] =>
  (warning.match(/\b\d{4}(?: \d{2}){1,2}\b|(?<=[:,] )\d{4}(?=[,.;])/g) ?? []).toSorted((a, b) => b.length - a.length)

/** Of a heading, the subheadings that make at least this share of it are worth a press. */
const WORTH_OFFERING = 0.1

function goodsHtml(response: CnResponse, question: PageQuestion, say: Say): Html | false {
  const { meta } = response
  if (!meta.goods || meta.goods.length === 0) return false
  return html`<section class="goods" aria-labelledby="goods">
<h3 id="goods">${say('goods')} (${meta.goods.length})</h3>
<p class="soft">${say('goodsHint')}</p>
<ul class="plain">${meta.goods.map((one) => {
    const below = one.subheadings.filter(
      ({ code, probability }) => code !== one.code && probability >= one.probability * WORTH_OFFERING,
    )
    return html`<li><span class="goods-code">${codeLink(one.code, question)} <span class="badge ${markOf(one)}">${markInWords(one, response, question.language)}</span></span> <span>${one.name} <span class="soft">(${surenessInWords(one.probability, question.language)})</span>${
      below.length > 0 &&
      html`<br><span class="soft">${say('narrower')}:</span> ${joined(
        below.map(({ code, name }) => html`${codeLink(code, question)} ${name}`),
        ' · ',
      )}`
    }</span></li>`
  })}</ul>
</section>`
}

/** What a printed page must say to be kept as a record: question, time, data version, legal basis and address. */
function recordHtml(answer: PageAnswer, say: Say): Html {
  const { response, moment } = answer
  const { scope, meta } = response
  const address = addressOf(answer)
  return html`<section class="record" aria-labelledby="record">
<h3 id="record">${say('record')}</h3>
<dl>
<dt>${say('question')}</dt><dd>${questionInWords(answer)}</dd>
<dt>${say('checkedAt')}</dt><dd>${dayInSentence(moment.day, say.language)}, ${moment.time} ${say('brussels')}</dd>
<dt>${say('dataVersion')}</dt><dd><span class="code">${meta.dataset}</span> · ${say('nomenclature')} ${scope.cn_year} · ${meta.source}</dd>
<dt>${say('citations')}</dt><dd>${joined(
    scope.regimes.map((regime) => sourceHtml(regime, moment.day, say)),
    html`<br>`,
  )}</dd>
<dt>${say('address')}</dt><dd><a id="address" href="${address}">${address}</a></dd>
</dl>
<p class="disclaimer">${response.disclaimer}</p>
</section>`
}
