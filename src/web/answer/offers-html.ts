import type { CnResponse } from '../../answer/response.ts'
import { type Html, html } from '../shell/html.ts'
import { hrefOf } from '../shell/paths.ts'
import { type PageAnswer, placesInWords } from './page-answer.ts'
import { codeLink, queryStringOf } from './page-question.ts'
import type { Say } from './texts.ts'

/**
 * What the reader may want to ask instead, each in one press: with what the text says of a deal, about a code in it, or
 * by the way that the goods must take. Nothing of it was used for the answer.
 */
export function offersHtml({ response, question, places }: PageAnswer, say: Say): Html | false {
  const { language, q, filters } = question
  const { deal, meta } = response
  const hints = meta.hints ?? {}
  const ask = (more: typeof filters, label: string) =>
    html`<a class="button quiet" data-question href="${hrefOf('/', language, queryStringOf({ q, filters: { ...filters, ...more } }))}">${label}</a>`
  const said = saidInWords(hints, places, say)
  const { origin, destination, value } = hints
  const withSaid = { ...(origin && { origin }), ...(destination && { destination }), ...(value && { value }) }
  const via = hints.via && { via: hints.via.join() }
  const byLand = deal?.via_by_land
  const replaced = meta.cn?.replaced_by
  const offers = [
    replaced &&
      html`<p>${say('replacedBy')} (${replaced.year}): ${replaced.codes.map((code, at) => html`${at > 0 && ', '}${codeLink(code, question)}`)}</p>`,
    said !== '' &&
      html`<p>${say('said')}: ${said}. ${hints.complete ? ask({ ...withSaid, ...via }, say('useSaid')) : say('saidIncomplete')}</p>`,
    hints.codes &&
      html`<p>${say('codeMeant')}: ${hints.codes.map((code, at) => html`${at > 0 && ', '}${codeLink(code, { ...question, filters: hints.complete ? { ...filters, ...withSaid, ...via } : filters })}`)}</p>`,
    deal &&
      byLand &&
      html`<p>${say('byLand')} ${ask({ via: byLand.join() }, `${say('checkRoute')}: ${placesInWords([deal.dispatch, ...byLand, deal.destination], places)}`)}</p>`,
  ].filter(Boolean)
  return offers.length > 0 && html`<div class="offers">${offers}</div>`
}

/** Guides about what was asked. */
export function guidesHtml({ response: { meta }, question: { language } }: PageAnswer, say: Say): Html | false {
  const guides = meta.hints?.guides ?? []
  return (
    guides.length > 0 &&
    html`<p class="guides">${say('guides')}: ${guides.map(({ id, title }, at) => html`${at > 0 && ' · '}<a href="${hrefOf(`/guides/${id}`, language)}">${title}</a>`)}</p>`
  )
}

/** `pochodzenie: Turcja, wartość sztuki: 700 EUR`. */
function saidInWords(
  { origin, destination, via, value }: NonNullable<CnResponse['meta']['hints']>,
  places: PageAnswer['places'],
  say: Say,
): string {
  return [
    origin && `${say('dealFrom')}: ${placesInWords([origin], places)}`,
    via && `${say('dealVia')}: ${placesInWords(via, places)}`,
    destination && `${say('dealTo')}: ${placesInWords([destination], places)}`,
    value && `${say('dealValue')}: ${value} EUR`,
  ]
    .filter(Boolean)
    .join(', ')
}
