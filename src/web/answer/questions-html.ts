import { withFact } from '../../answer/question/with-fact.ts'
import type { CnResponse } from '../../answer/response/response.ts'
import { isDay } from '../../base/day.ts'
import { dayInSentence } from '../../law/terms/wording.ts'
import { type Html, html } from '../shell/html.ts'
import { MARKS } from './marks.ts'
import type { PageAnswer } from './page-answer.ts'
import { type PageQuestion, questionHref } from './page-question.ts'
import type { Say } from './texts.ts'

/** Goods to choose from that are shown at once; the others fold away. */
const CHOICES_SHOWN = 8

/** What the answer depends on: each answer is a link to the same question with this fact, so that it works without scripts. */
export function questionsHtml({ response, question }: PageAnswer, say: Say): Html | false {
  const { questions } = response.assessment
  if (questions.length === 0) return false
  return html`<section class="questions" aria-labelledby="questions">
<h3 id="questions">${say('questions')}</h3>
${questions.map((one, at) => questionHtml(one, at, question, say))}
</section>`
}

function questionHtml(
  asked: CnResponse['assessment']['questions'][number],
  at: number,
  question: PageQuestion,
  say: Say,
): Html {
  const choices = asked.answers.map(
    ({ value, text, leads_to }) =>
      html`<li><a class="button quiet" data-question rel="nofollow" href="${questionHref({ ...question, filters: withFact(question.filters, asked, value) })}">${text}</a> <span class="badge ${MARKS[leads_to]}">${say(leads_to)}</span></li>`,
  )
  const rest = choices.slice(CHOICES_SHOWN)
  return html`<div role="group" aria-labelledby="question-${at}"><p id="question-${at}">${asked.text}</p>
<ul class="plain">${choices.slice(0, CHOICES_SHOWN)}</ul>
${rest.length > 0 && html`<details><summary>${say('moreChoices')} (${rest.length})</summary><ul class="plain">${rest}</ul></details>`}</div>`
}

/** What the asker told, each with a link that takes it back. */
export function toldHtml({ response, question }: PageAnswer, say: Say): Html | false {
  const { filters } = question
  const { facts: _, ...others } = filters
  const facts = factsTold(response)
  const chip = (words: string, rest: PageQuestion['filters']) =>
    html`<li>${words} <a class="button quiet" data-question rel="nofollow" href="${questionHref({ ...question, filters: rest })}">${say('takeBack')}<span class="unseen">: ${words}</span></a></li>`
  const ofFacts = facts.map((fact) => {
    const left = facts.filter(({ id }) => id !== fact.id).map(({ id, value }) => `${id}:${value}`)
    return chip(factInWords(fact, say), left.length > 0 ? { ...others, facts: left.join() } : others)
  })
  const { value, contract_date, ...rest } = filters
  const chips = [
    ...ofFacts,
    value !== undefined &&
      chip(`${say('dealValue')}: ${value} EUR`, { ...rest, ...(contract_date && { contract_date }) }),
    contract_date !== undefined &&
      chip(
        `${say('contractOf')} ${isDay(contract_date) ? dayInSentence(contract_date, say.language) : contract_date}`,
        { ...rest, ...(value && { value }) },
      ),
  ].filter((one) => one !== false)
  if (chips.length === 0) return false
  return html`<section class="told" aria-labelledby="told">
<h3 id="told">${say('told')}</h3>
<ul class="plain">${chips}</ul>
</section>`
}

type ToldFact = NonNullable<CnResponse['meta']['facts']>[number]

export const factsTold = ({ deal, meta }: CnResponse): readonly ToldFact[] => deal?.facts ?? meta.facts ?? []

/** `Was the product made …? no`; a question that is asked no more is told by its id. */
export function factInWords({ id, value, text, used }: ToldFact, say: Say): string {
  const told = value === 'yes' || value === 'no' ? say(value) : value
  const words = `${text ?? id} ${told}`
  return used ? words : `${words} (${say('unused')})`
}
