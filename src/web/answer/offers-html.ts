import type { CnResponse } from '../../answer/response/response.ts'
import { type Html, html, joined, type Piece } from '../design/html.ts'
import { hrefOf } from '../shell/paths.ts'
import { type PageAnswer, placesInWords } from './page-answer.ts'
import { codeLink, type PageQuestion, questionHref } from './page-question.ts'
import type { Say } from './texts.ts'

/** What the reader may want to ask instead, each in one press: about a code in the text, or by the way that the goods must take. */
export function offersHtml({ response: { deal, meta }, question, places }: PageAnswer, say: Say): Html | false {
  const byLand = deal?.via_by_land
  const replaced = meta.cn?.replaced_by
  const codes = meta.hints?.codes
  const offers = [
    replaced && html`<p>${newCodes(replaced, question, say)}</p>`,
    codes && html`<p>${say('codeMeant')}: ${listOf(codes, question)}</p>`,
    meta.hints?.complete === false && html`<p>${say('saidIncomplete')}</p>`,
    deal &&
      byLand &&
      html`<p>${say('byLand')} <a data-question href="${questionHref({ ...question, filters: { ...question.filters, via: byLand.join() } })}">${say('checkRoute')}: ${placesInWords([deal.dispatch, ...byLand, deal.destination], places)}</a></p>`,
  ].filter(Boolean)
  return offers.length > 0 && html`<div class="offers">${offers}</div>`
}

const listOf = (codes: readonly string[], question: PageQuestion): Piece =>
  joined(
    codes.map((code) => codeLink(code, question)),
    ', ',
  )

/** The codes that a later nomenclature has instead. */
export const newCodes = (
  { year, codes }: NonNullable<NonNullable<CnResponse['meta']['cn']>['replaced_by']>,
  question: PageQuestion,
  say: Say,
): Html => html`${say('replacedBy')} (${year}): ${listOf(codes, question)}`

/** Guides about what was asked. */
export function guidesHtml({ response: { meta } }: PageAnswer, say: Say): Html | false {
  const guides = meta.hints?.guides ?? []
  return (
    guides.length > 0 &&
    html`<p class="guides">${say('guides')}: ${joined(
      guides.map(({ id, title }) => html`<a href="${hrefOf(`/guides/${id}`, say.language)}">${title}</a>`),
      ' · ',
    )}</p>`
  )
}
