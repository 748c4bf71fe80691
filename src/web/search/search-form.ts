import { derivedOnce } from '../../base/derived-once.ts'
import { DIRECTIONS } from '../../law/terms/law.ts'
import { type PlaceNames, placesInWords } from '../answer/page-answer.ts'
import { type PageQuestion, questionHref } from '../answer/page-question.ts'
import type { Said } from '../answer/said.ts'
import { segment } from '../design/components.ts'
import { type Html, html, option } from '../design/html.ts'
import { icon } from '../design/icons.ts'
import { hrefOf } from '../shell/paths.ts'
import { dealFields, nameOptions } from './deal-fields.ts'
import { keptHtml } from './kept-html.ts'
import { EXAMPLES, searchSpeaker } from './search-texts.ts'

/** What the form offers, as the law names it. */
export interface Choices {
  readonly regimes: readonly { readonly code: string; readonly name: string }[]
  /** What regimes are aimed at, by country. */
  readonly targets: PlaceNames
  readonly places: PlaceNames
  /** Their names in both languages, by which cells of a list may call them. */
  readonly placeNames: ReadonlyMap<string, readonly string[]>
  /** Whether alerts by e-mail are offered. */
  readonly alerts?: boolean
}

/** The question in a row. The form works without a script; a script adds suggestions and answers in place. */
export function searchForm(question: PageQuestion, choices: Choices, said?: Said): Html {
  const { language, q } = question
  const { places } = choices
  const say = searchSpeaker(language)
  return html`<details id="ask" class="asking"${q === '' && html` open`}><summary><b class="cut" id="asked">${askedInShort(question, places)}</b><span class="change">${icon('pencil', 's')}${say('change')}</span></summary>
<form id="search" class="ask" role="search" action="${hrefOf('/', language)}" method="get">
<div class="ask-bar">
${segment('q', say('field'), html`<input id="q" name="q" type="text" value="${q}" required maxlength="200" placeholder="${say('fieldExample')}" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="search"${q === '' && html` autofocus`}>`)}
${places.size > 0 && html`<div id="deal-fields">${dealFields(question, places, said)}</div>`}
<button class="button">${say('ask')}</button>
</div>
<ul id="suggestions" aria-label="${say('suggestions')}" hidden></ul>
<p id="hint" class="hint">${say('hint')}: ${EXAMPLES[language].map((example, at) => html`${at > 0 && ' · '}<a data-question href="${questionHref({ language, q: example, filters: {} })}">${example}</a>`)}</p>
<div class="ask-more"><ul id="kept" class="chips">${keptHtml(question, choices, said)}</ul>
${moreFields(question, choices)}
${q !== '' && html`<a class="button bare end" href="${hrefOf('/', language)}">${icon('plus', 's')}${say('newQuestion')}</a>`}</div>
</form>
</details>
<datalist id="places">${nameOptions(places)}</datalist>
<p id="status" class="unseen" role="status"></p>`
}

/** Fields that few questions need. */
function moreFields({ language, filters }: PageQuestion, { regimes, places }: Choices): Html {
  const say = searchSpeaker(language)
  return html`<details class="more-fields" id="more"><summary>${icon('sliders', 's')}${say('more')}</summary>
<div class="fields">
${places.size > 0 && html`<div><label for="dispatch">${say('dispatch')}</label><input type="search" id="dispatch" name="dispatch" list="places" autocomplete="off" spellcheck="false" maxlength="60" placeholder="${say('asOrigin')}" value="${places.get(filters.dispatch?.toUpperCase() ?? '') ?? filters.dispatch ?? ''}"></div>`}
<div><label for="contract-of">${say('contractDate')}</label><input type="date" id="contract-of" name="contract_date" value="${filters.contract_date ?? ''}"></div>
<div><label for="as_of">${say('asOf')}</label><input type="date" id="as_of" name="as_of" value="${filters.as_of ?? ''}"></div>
<div><label for="direction">${say('direction')}</label><select id="direction" name="direction">${option('', say('everyDirection'), filters.direction)}${DIRECTIONS.map((one) => option(one, say(one), filters.direction))}</select></div>
<div><label for="regime">${say('country')}</label><select id="regime" name="regime">${option('', say('everyCountry'), filters.regime)}${regimes.map(({ code, name }) => option(code, name, filters.regime))}</select></div>
</div>
</details>`
}

/** The question in a line, for a form that is folded away: `frezarka CNC · Niemcy → Armenia`. */
export function askedInShort(
  { q, filters }: Pick<PageQuestion, 'q' | 'filters'>,
  places: Pick<PlaceNames, 'get'>,
): string {
  const { origin, dispatch, via, destination } = filters
  const stops = [origin ?? dispatch, ...(via?.split(',') ?? []), destination].flatMap(
    (code) => code?.toUpperCase() ?? [],
  )
  return [q, stops.length > 0 && placesInWords(stops, places)].filter(Boolean).join(' · ')
}

const optionsWith = (places: PlaceNames, chosen: string): Html =>
  html`${[...places].map(([code, place]) => option(code, place, chosen))}`

/** Hundreds of options stand on every page three times, so that writing them takes longer than the rest of the form. */
const plainOptions = derivedOnce((places: PlaceNames) => optionsWith(places, ''))

const optionsOf = (places: PlaceNames, chosen: string): Html =>
  chosen === '' ? plainOptions(places) : optionsWith(places, chosen)

const PLACE_FIELDS = ['origin', 'dispatch', 'destination', 'via'] as const

/** Origin, dispatch, destination, route and value as choices, for the lines of a list that do not say it themselves. */
export function placeFields(
  { language, filters }: Pick<PageQuestion, 'language' | 'filters'>,
  places: PlaceNames,
): Html {
  const say = searchSpeaker(language)
  return html`${PLACE_FIELDS.map((name) => {
    const chosen = filters[name]?.toUpperCase() ?? ''
    const other = chosen !== '' && !places.has(chosen)
    return html`<div><label for="${name}">${say(name)}</label><select id="${name}" name="${name}">${option('', say('notGiven'), chosen)}${other && option(chosen, placesInWords(chosen.split(','), places), chosen)}${optionsOf(places, other ? '' : chosen)}</select></div>`
  })}<div><label for="value">${say('valueInEuro')}</label><input id="value" name="value" inputmode="decimal" autocomplete="off" maxlength="20" value="${filters.value ?? ''}"></div>`
}
