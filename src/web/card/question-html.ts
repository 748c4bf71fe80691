import { withFact } from '../../answer/question/with-fact.ts'
import type { CnResponse } from '../../answer/response/response.ts'
import type { PageAnswer } from '../answer/page-answer.ts'
import { FILTERS, type PageQuestion, questionHref } from '../answer/page-question.ts'
import { pill } from '../design/components.ts'
import { type Html, html } from '../design/html.ts'
import { icon } from '../design/icons.ts'
import { hrefOf } from '../shell/paths.ts'
import { type CardSay, FACT_TITLES } from './card-texts.ts'
import { matrixHtml } from './matrix-html.ts'
import { goodsChoicesHtml } from './what-is-it-html.ts'

type Question = CnResponse['assessment']['questions'][number]

/** Questions longer than this are conditions of the law, set in the size of text. */
const LONG = 90

/** A question with its answers, each a link to the same question with this fact, so that it works without scripts. */
export function questionHtml(answer: PageAnswer, asked: Question, at: number, say: CardSay): Html {
  const id = `question-${at}`
  return html`<section class="question${asked.text.length > LONG && ' long'}" aria-labelledby="${id}"><h2 id="${id}"${(asked.fact === 'goods' || asked.fact === 'route') && html` class="unseen"`}>${asked.text}</h2>
${answersHtml(answer, asked, say)}</section>`
}

/** Questions that change an answer that stands: a line for each fact, with the texts folded away. */
export const foldedQuestionsHtml = (answer: PageAnswer, questions: readonly Question[], say: CardSay): Html =>
  html`${[...Map.groupBy(questions, ({ fact }) => fact)].map(
    ([fact, same]) =>
      html`<details class="question"><summary>${FACT_TITLES[fact][say.language]}${icon('chevron', 's')}</summary>
${same.map((asked) => html`<p>${asked.text}</p>${answersHtml(answer, asked, say)}`)}</details>`,
  )}`

function answersHtml(answer: PageAnswer, asked: Question, say: CardSay): Html {
  const { question } = answer
  if (asked.fact === 'goods') return goodsChoicesHtml(answer, asked, say)
  const matrix = asked.fact === 'route' ? matrixHtml(answer, asked, say) : null
  if (matrix) return matrix
  const links = asked.answers.map(
    ({ value, text, leads_to }) =>
      html`<li><a class="answer-to" data-question rel="nofollow" href="${questionHref({ ...question, filters: withFact(question.filters, asked, value) })}"><span class="cap">${text}</span> ${pill(leads_to, say.language)}</a></li>`,
  )
  return html`${asked.fact === 'value' && ownValueHtml(question, say)}
${asked.fact === 'contract_date' && contractHtml(question, say)}
<ul class="answers">${links}</ul>`
}

/** The other parameters of a question, for a form that adds one. */
const others = ({ q, filters }: PageQuestion, without: string): Html =>
  html`<input type="hidden" name="q" value="${q}">${FILTERS.map((name) => name !== without && filters[name] && html`<input type="hidden" name="${name}" value="${filters[name]}">`)}`

const ownValueHtml = (question: PageQuestion, say: CardSay): Html =>
  html`<form class="value-row" data-adds action="${hrefOf('/', question.language)}" method="get">${others(question, 'value')}
<div class="unit"><input name="value" inputmode="decimal" autocomplete="off" maxlength="20" required aria-label="${say('ownValue')}" placeholder="${say('valueExample')}">EUR</div>
<button class="button quiet">${say('check')}</button></form>`

const contractHtml = (question: PageQuestion, say: CardSay): Html =>
  html`<form class="value-row" data-adds action="${hrefOf('/', question.language)}" method="get">${others(question, 'contract_date')}
<input type="date" name="contract_date" required aria-label="${say('contractDay')}">
<button class="button quiet">${say('check')}</button></form>`
