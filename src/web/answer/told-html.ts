import type { CnResponse } from '../../answer/response/response.ts'
import { chip } from '../design/components.ts'
import { type Html, html } from '../design/html.ts'
import type { PageAnswer } from './page-answer.ts'
import { questionHref } from './page-question.ts'
import type { Say } from './texts.ts'

/** The facts that the asker declared, each with a tap that takes it back; value and days stand in the row of the question. */
export function toldHtml({ response, question }: PageAnswer, say: Say): Html | false {
  const { facts: _, ...others } = question.filters
  const facts = factsTold(response)
  if (facts.length === 0) return false
  const chips = facts.map((fact) => {
    const words = factInWords(fact, say)
    const left = facts.filter(({ id }) => id !== fact.id).map(({ id, value }) => `${id}:${value}`)
    const filters = left.length > 0 ? { ...others, facts: left.join() } : others
    return html`<li>${chip(words, { href: questionHref({ ...question, filters }), label: `${say('takeBack')}: ${words}` })}</li>`
  })
  return html`<section class="told" aria-labelledby="told">
<h2 class="soft small" id="told">${say('told')}</h2>
<ul class="chips">${chips}</ul>
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
