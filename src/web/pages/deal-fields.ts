import type { CnResponse } from '../../answer/response/response.ts'
import { derivedOnce } from '../../base/derived-once.ts'
import type { PlaceNames } from '../answer/page-answer.ts'
import type { PageQuestion } from '../answer/page-question.ts'
import { type Html, html } from '../shell/html.ts'
import { searchSpeaker } from './search-texts.ts'

/** What a text says of a deal, as answers tell it. */
export type Hints = NonNullable<CnResponse['meta']['hints']>

type Asked = Pick<PageQuestion, 'language' | 'filters'>

/** The row for a deal. It is open when the question has one, or says something that belongs there. */
export function dealRow(question: Asked, places: PlaceNames, hints: Hints = {}): Html {
  const isOpen = hasDeal(question) || hints.complete !== undefined
  return html`<details id="deal-row" class="filters"${isOpen && html` open`}><summary>${searchSpeaker(question.language)('deal')}</summary>
<div id="deal-fields">${dealFields(question, places, hints)}</div>
</details>
<datalist id="places">${nameOptions(places)}</datalist>`
}

const DEAL = ['origin', 'dispatch', 'destination', 'via', 'value', 'contract_date'] as const

export const hasDeal = ({ filters }: Asked): boolean => DEAL.some((name) => filters[name])

/** Hundreds of options stand on every page. */
export const nameOptions = derivedOnce(
  (names: ReadonlyMap<string, string>) =>
    html`${[...names].map(([code, name]) => html`<option value="${name}" data-code="${code}"></option>`)}`,
)

/**
 * Countries by name, which the browser completes, also without a script; the value of an item; the day of the contract.
 * What the text of the question says stands in fields that are empty otherwise, marked as not used yet.
 */
export function dealFields({ language, filters }: Asked, places: PlaceNames, hints: Hints = {}): Html {
  const say = searchSpeaker(language)
  const codes = (text = ''): string[] => text.split(',').filter((code) => code.trim() !== '')
  const place = (name: 'origin' | 'dispatch' | 'destination' | 'via', code: string, isOffered: boolean, at = 0) => {
    const id = at === 0 ? name : `${name}-${at + 1}`
    return html`<div><label for="${id}">${say(name)}${at > 0 && ` (${at + 1})`}</label><input type="search" id="${id}" name="${name}" list="places" autocomplete="off" spellcheck="false" maxlength="60"${name === 'dispatch' && html` placeholder="${say('asOrigin')}"`} value="${places.get(code.trim().toUpperCase()) ?? code}"${isOffered && html` class="offered"`}></div>`
  }
  const one = (name: 'origin' | 'destination') => place(name, filters[name] ?? hints[name] ?? '', isOffered(name))
  const isOffered = (name: 'origin' | 'destination' | 'value') => !filters[name] && hints[name] !== undefined
  const given = codes(filters.via)
  const via = hints.via ?? given
  return html`<div class="fields">${one('origin')}${place('dispatch', filters.dispatch ?? '', false)}${[...via, ''].map((code, at) => place('via', code, at >= given.length && code !== '', at))}${one('destination')}
<div><label for="value">${say('value')}</label><input id="value" name="value" inputmode="decimal" autocomplete="off" maxlength="20" value="${filters.value ?? hints.value ?? ''}"${isOffered('value') && html` class="offered"`}></div>
<div><label for="contract-of">${say('contractDate')}</label><input type="date" id="contract-of" name="contract_date" value="${filters.contract_date ?? ''}"></div></div>
${hints.complete !== undefined && html`<p class="soft hint-offered">${say('offered')}</p>`}`
}
