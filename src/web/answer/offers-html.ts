import type { CnResponse } from '../../answer/response/response.ts'
import { type Html, html, joined, type Piece } from '../shell/html.ts'
import { hrefOf } from '../shell/paths.ts'
import { type PageAnswer, placesInWords } from './page-answer.ts'
import { codeLink, type PageQuestion, questionHref } from './page-question.ts'
import type { Say } from './texts.ts'

/**
 * What the reader may want to ask instead, each in one press: with what the text says of a deal, about a code in it, or
 * by the way that the goods must take. Nothing of it was used for the answer.
 */
export function offersHtml({ response, question, places }: PageAnswer, say: Say): Html | false {
  const { filters } = question
  const { deal, meta } = response
  const hints = meta.hints ?? {}
  const ask = (other: PageQuestion, label: string) =>
    html`<a class="button quiet" data-question href="${questionHref(other)}">${label}</a>`
  const { origin, dispatch, destination, value, via } = hints
  const said = saidInWords(hints, places, say)
  const withSaid = {
    ...question,
    filters: {
      ...filters,
      ...(origin && { origin }),
      ...(dispatch && { dispatch }),
      ...(destination && { destination }),
      ...(value && { value }),
      ...(via && { via: via.join() }),
    },
  }
  const byLand = deal?.via_by_land
  const replaced = meta.cn?.replaced_by
  const offers = [
    replaced && html`<p>${newCodes(replaced, question, say)}</p>`,
    said !== '' &&
      html`<p>${say('said')}: ${said}. ${hints.complete ? ask(withSaid, say('useSaid')) : say('saidIncomplete')}</p>`,
    hints.codes && html`<p>${say('codeMeant')}: ${listOf(hints.codes, hints.complete ? withSaid : question)}</p>`,
    deal &&
      byLand &&
      html`<p>${say('byLand')} ${ask({ ...question, filters: { ...filters, via: byLand.join() } }, `${say('checkRoute')}: ${placesInWords([deal.dispatch, ...byLand, deal.destination], places)}`)}</p>`,
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

/** `pochodzenie: Turcja, wartość sztuki: 700 EUR`. */
function saidInWords(
  { origin, dispatch, destination, via, value }: NonNullable<CnResponse['meta']['hints']>,
  places: PageAnswer['places'],
  say: Say,
): string {
  return [
    origin && `${say('dealFrom')}: ${placesInWords([origin], places)}`,
    dispatch && `${say('dealDispatch')}: ${placesInWords([dispatch], places)}`,
    via && `${say('dealVia')}: ${placesInWords(via, places)}`,
    destination && `${say('dealTo')}: ${placesInWords([destination], places)}`,
    value && `${say('dealValue')}: ${value} EUR`,
  ]
    .filter(Boolean)
    .join(', ')
}
