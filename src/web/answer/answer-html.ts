import type { CnResponse } from '../../answer/response/response.ts'
import { surenessInWords } from '../../answer/say/name-sentence.ts'
import { markInWords } from '../../answer/shape/mark-words.ts'
import { eurLexUrl } from '../../law/terms/celex.ts'
import { dayInSentence } from '../../law/terms/wording.ts'
import { cardHtml } from '../card/card-html.ts'
import { cardSpeaker } from '../card/card-texts.ts'
import { bottomHtml, railHtml } from '../card/rail-html.ts'
import { panels, toolButton } from '../design/components.ts'
import { type Html, html, joined, type Piece } from '../design/html.ts'
import { alertForm } from '../shell/alert-form.ts'
import { actLink, linked } from '../shell/linked.ts'
import { answerInShort } from './answer-in-short.ts'
import { answerAsText, subjectOf, uncodedInWords } from './answer-text.ts'
import { controlsHtml } from './controls-html.ts'
import { dealHtml } from './deal-html.ts'
import { derogationsHtml, documentsHtml, winddownsHtml } from './grants-html.ts'
import { groundsHtml } from './grounds-html.ts'
import { markOf } from './marks.ts'
import { matchesHtml } from './matches-html.ts'
import { guidesHtml, newCodes, offersHtml } from './offers-html.ts'
import { addressOf, type PageAnswer } from './page-answer.ts'
import { codeLink, codeLinks, type PageQuestion } from './page-question.ts'
import { dealInWords, filtersInWords, questionInWords } from './question-words.ts'
import { readingHtml } from './reading-html.ts'
import { scopeHtml, sourceHtml } from './scope-html.ts'
import { recentHtml, storyHtml } from './story-html.ts'
import { answerSpeaker, type Say } from './texts.ts'
import { timelineHtml } from './timeline-html.ts'
import { toldHtml } from './told-html.ts'
import { treeHtml } from './tree-html.ts'

/** The answer on a page: the card, what to do beside it, and the law in panels. Runs on the server and in the browser. */
export function answerHtml(answer: PageAnswer): Html {
  const say = answerSpeaker(answer.question.language)
  return html`<div class="answer">
<div class="cols">
${cardHtml(answer, toldHtml(answer, say), offersHtml(answer, say))}
${railHtml(answer, say)}
</div>
${panels(panelsOf(answer, say))}
${bottomHtml(answer)}
<textarea id="as-summary" class="unseen" hidden readonly tabindex="-1" aria-hidden="true">${answerInShort(answer)}</textarea>
<textarea id="as-text" class="unseen" hidden readonly tabindex="-1" aria-hidden="true">${answerAsText(answer)}</textarea>
</div>`
}

function panelsOf(answer: PageAnswer, say: Say): Parameters<typeof panels>[0] {
  const { response, question } = answer
  const { language } = question
  const { meta, winddowns, derogations, results } = response
  const title = cardSpeaker(language)
  const part = (id: string, name: string, body: Piece[], count = 0) => {
    const shown = body.filter(Boolean)
    return shown.length > 0 && { id, title: name, ...(count > 0 && { count }), body: shown }
  }
  const isUsable = ({ status }: { status: string }) => status !== 'expired'
  return [
    part(
      'why',
      title('reasons'),
      [
        ...reasonHtml(answer, say),
        dealHtml(answer, say),
        groundsHtml(response, say),
        results.length > 0 && matchesHtml(response, say),
      ],
      results.length,
    ),
    part(
      'ways',
      title('ways'),
      [winddownsHtml(answer, say), derogationsHtml(response, say)],
      [...winddowns, ...derogations].filter(isUsable).length,
    ),
    part(
      'papers',
      title('documents'),
      [documentsHtml(response, say), controlsHtml(response, say)],
      meta.documents.length,
    ),
    part(
      'found',
      title('found'),
      [readingHtml(response, language), goodsHtml(response, question, say), treeHtml(response, question, say)],
      meta.goods?.length,
    ),
    part('past', title('history'), [
      timelineHtml(response, say),
      recentHtml(response, question, say),
      storyHtml(response, say),
    ]),
    part('unknown', title('unknown'), [
      uncodedNearHtml(response, say),
      warningsHtml(response, question, say),
      scopeHtml(answer, say),
    ]),
    part('sources', title('sources'), [
      recordHtml(answer, say),
      answer.alerts && meta.cn && alertForm(language, meta.cn.code, question.filters.regime, response.scope.regimes),
    ]),
  ]
}

/** The sentence of the assessment, and what else stands beside it. */
function reasonHtml(answer: PageAnswer, say: Say): Piece[] {
  const { response } = answer
  const { assessment, cn_name, scope } = response
  const only = filtersInWords(answer)
  const deal = dealInWords(answer)
  return [
    html`<p class="reason">${assessment.reason}</p>`,
    guidesHtml(answer, say),
    html`<p class="basis">${[subjectOf(response), cn_name, `${say('asOf')} ${dayInSentence(scope.as_of, say.language)}`, deal, only && `${say('onlyChecked')}: ${only}`].filter(Boolean).join(' · ')}</p>`,
  ]
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
  steps.length > 0 && html`<ol class="record-steps">${steps.map(({ text }) => html`<li>${text}</li>`)}</ol>`

/** What no code shows about goods of this kind, beside the headline, which would be half the truth without it. */
function uncodedNearHtml({ meta: { uncoded }, scope }: CnResponse, say: Say): Html | false {
  if (uncoded.length === 0) return false
  return html`<section class="note warning near" aria-labelledby="near">
<h3 id="near">${say('uncodedNear')}</h3>
<ul>${uncoded.map((one) => html`<li>${uncodedInWords(one, scope, say)}</li>`)}</ul>
</section>`
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
  return html`<section class="record" aria-labelledby="sources">
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
<p>${toolButton('text', cardSpeaker(say.language)('copyAll'), 'copy', 'quiet')}</p>
</section>`
}
