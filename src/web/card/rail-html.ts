import type { CnResponse } from '../../answer/response/response.ts'
import { citationInWords } from '../../law/terms/citation-words.ts'
import type { PageAnswer } from '../answer/page-answer.ts'
import { recordHref } from '../answer/page-question.ts'
import type { Say } from '../answer/texts.ts'
import { toolButton } from '../design/components.ts'
import { type Html, html } from '../design/html.ts'
import { icon } from '../design/icons.ts'
import { type CardSay, cardSpeaker, STEP_TITLES } from './card-texts.ts'

type Step = CnResponse['assessment']['steps'][number]

/** Steps that stand beside the card; the others are behind them. */
const STEPS_SHOWN = 4

/** What to do now, and ways to keep the answer. */
export function railHtml(answer: PageAnswer, answerSay: Say): Html {
  const say = cardSpeaker(answer.question.language)
  const steps = stepsOf(answer.response.assessment)
  const rest = steps.slice(STEPS_SHOWN)
  return html`<aside class="rail">
${
  steps.length > 0 &&
  html`<section aria-labelledby="do-now"><h2 id="do-now">${say('doNow')}</h2>
<ol class="steps">${steps.slice(0, STEPS_SHOWN).map((same) => stepHtml(same, say))}</ol>
${rest.length > 0 && html`<details class="more-steps"><summary>${say('moreSteps')} (${rest.length})</summary><ol class="steps">${rest.map((same) => stepHtml(same, say))}</ol></details>`}</section>`
}
${keepHtml(answer, say, answerSay)}
</aside>`
}

/** The steps by their kind, in their order; a question of the card is no step beside it. */
function stepsOf({ steps, questions }: CnResponse['assessment']): readonly (readonly Step[])[] {
  const asked = new Set(questions.map(({ text }) => text))
  const own = steps.filter(({ text }) => !asked.has(text))
  return [...Map.groupBy(own, ({ kind }) => kind).values()]
}

/** A step in a few words; its text opens below it. */
function stepHtml(same: readonly Step[], say: CardSay): Html {
  const kind = same[0]!.kind
  const codes = [...new Set(same.flatMap(({ documents }) => documents))]
  return html`<li class="step"><details><summary>${STEP_TITLES[kind][say.language]}${icon('chevron', 's')}${codes.length > 0 && html`<small>${say('codes')} ${codes.join(', ')}</small>`}</summary>
${same.map((step) => html`<p>${step.text}${isCitation(step) && step.articles.length > 0 && html` <small>${citationInWords(step.articles.join(', '), say.language)}</small>`}</p>`)}</details></li>`
}

/** Controls and national duties name acts that are not of the regime. */
const isCitation = ({ kind }: Step): boolean => kind !== 'control' && kind !== 'not_checked' && kind !== 'national'

/**
 * Ways to keep the answer. The case number is the reader's own: it has no name and stands in no form, so it is sent only
 * with the record, by a script. The record is a link, so that it works without scripts, then without the number.
 */
function keepHtml(answer: PageAnswer, say: CardSay, answerSay: Say): Html {
  return html`<div class="keep" role="group" aria-label="${say('keepAnswer')}">
${recordLink(answer, say, 'quiet wide')}
${toolButton('summary', say('copy'), 'copy')}
${toolButton('link', say('link'), 'link')}
${toolButton('print', say('print'), 'print')}
<div class="case needs-script"><label for="case">${answerSay('caseNumber')}</label><input id="case" type="text" maxlength="80" placeholder=" " autocomplete="off" spellcheck="false" title="${answerSay('caseNumberHint')}"></div>
</div>`
}

const recordLink = ({ question, response }: PageAnswer, say: CardSay, look: string): Html =>
  html`<a class="button ${look}" data-tool="record" href="${recordHref(question, response.scope.as_of)}" target="_blank" rel="nofollow">${icon('file')}${say('record')}</a>`

/** The same at hand on a phone. */
export function bottomHtml(answer: PageAnswer): Html {
  const say = cardSpeaker(answer.question.language)
  return html`<nav class="bottom" aria-label="${say('keepAnswer')}">${toolButton('summary', say('copy'), 'copy', 'quiet')}${recordLink(answer, say, '')}</nav>`
}
