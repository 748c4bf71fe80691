import { withFact } from '../../answer/question/with-fact.ts'
import type { CnResponse } from '../../answer/response/response.ts'
import { group, ungroup } from '../../base/cn-code.ts'
import type { PageAnswer } from '../answer/page-answer.ts'
import { questionHref } from '../answer/page-question.ts'
import { pill } from '../design/components.ts'
import { type Html, html } from '../design/html.ts'
import type { CardSay } from './card-texts.ts'
import { shortName } from './short-name.ts'

type Question = CnResponse['assessment']['questions'][number]

/** Goods that are shown as cards; the others are a list behind them. */
const CARDS = 3

/** Which goods are meant: the likeliest as cards with an answer of their own, the others folded, and that it is none of them. */
export function goodsChoicesHtml({ question }: PageAnswer, asked: Question, say: CardSay): Html {
  const goods = asked.answers.filter(({ value }) => value !== 'none')
  const none = asked.answers.find(({ value }) => value === 'none')
  const nameOf = (value: string, text: string): string => shortName(text.slice(codeOf(value).length).trim())
  const href = (value: string) => questionHref({ ...question, filters: withFact(question.filters, asked, value) })
  const rest = goods.slice(CARDS)
  return html`<ul class="picks">${goods
    .slice(0, CARDS)
    .map(
      ({ value, text, leads_to }) =>
        html`<li><a class="pick" data-question rel="nofollow" href="${href(value)}"><b>${nameOf(value, text)}</b> <span class="code">${codeOf(value)}</span> ${pill(leads_to, say.language)}</a></li>`,
    )}</ul>
<div class="picks-end">${none && html`<a class="button quiet" data-question rel="nofollow" href="${href(none.value)}">${say('noneOfThem')}</a>`}
${
  rest.length > 0 &&
  html`<details><summary>${say('otherGoods')} (${rest.length})</summary><ul class="rows other-picks">${rest.map(
    ({ value, text, leads_to }) =>
      html`<li><span class="code">${codeOf(value)}</span> <a data-question rel="nofollow" href="${href(value)}">${nameOf(value, text)}</a> ${pill(leads_to, say.language)}</li>`,
  )}</ul></details>`
}</div>`
}

const codeOf = (value: string): string => group(ungroup(value))
