import { MAX_STOPS } from '../../answer/question/parameters.ts'
import { derivedOnce } from '../../base/derived-once.ts'
import type { PlaceNames } from '../answer/page-answer.ts'
import { type PageQuestion, questionHref } from '../answer/page-question.ts'
import type { Said } from '../answer/said.ts'
import { segment } from '../design/components.ts'
import { type Html, html } from '../design/html.ts'
import { icon } from '../design/icons.ts'
import { searchSpeaker } from './search-texts.ts'

/** Hundreds of options stand on every page. */
export const nameOptions = derivedOnce(
  (names: ReadonlyMap<string, string>) =>
    html`${[...names].map(([code, name]) => html`<option value="${name}" data-code="${code}"></option>`)}`,
)

/**
 * The route and the value in the row of the question. Countries stand by name, which the browser completes, also without a
 * script. What the text says stands in empty fields, marked, where it could not be used yet.
 */
export function dealFields(question: PageQuestion, places: PlaceNames, said?: Said): Html {
  const { language, filters } = question
  const say = searchSpeaker(language)
  const name = (code: string) => places.get(code.trim().toUpperCase()) ?? code
  const place = (field: 'origin' | 'destination') => {
    const isOffered = !filters[field] && said?.[field] !== undefined
    return segment(
      field,
      say(field),
      html`<input type="search" id="${field}" name="${field}" list="places" autocomplete="off" spellcheck="false" maxlength="60" placeholder="—" value="${name(filters[field] ?? said?.[field] ?? '')}"${isOffered && html` class="offered"`}>`,
    )
  }
  // Each chip links to the route without it: one more than a route may have is shown, so that it can be taken out.
  const via = (filters.via ?? '').split(',', MAX_STOPS + 1).filter((code) => code.trim() !== '')
  const without = (code: string) => ({ ...filters, via: via.filter((one) => one !== code).join() })
  const chips = via.map(
    (code) =>
      html`<span class="chip">${name(code)}<input type="hidden" name="via" value="${code}"><a class="chip-off" data-via rel="nofollow" href="${questionHref({ ...question, filters: without(code) })}">${icon('x', 's')}<span class="unseen">${say('remove')}: ${name(code)}</span></a></span>`,
  )
  const more = html`<input type="search" id="via" name="via" list="places" autocomplete="off" spellcheck="false" maxlength="60" placeholder="${via.length > 0 ? '+' : '—'}" value="">`
  return html`${place('origin')}
${segment('via', say('via'), html`<div class="seg-row">${chips}${more}</div>`)}
${place('destination')}
${segment('value', say('value'), html`<input id="value" name="value" inputmode="decimal" autocomplete="off" maxlength="20" placeholder="EUR" value="${filters.value ?? said?.value ?? ''}">`)}`
}
