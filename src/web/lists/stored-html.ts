import { reachInWords, reachPlace, wayInWords } from '../../answer/shape/reach-words.ts'
import type { AssessedState } from '../../answer/shape/state.ts'
import type { Language } from '../../base/language.ts'
import type { List, ListChanges } from '../../client/api-types.ts'
import { eurLexUrl } from '../../law/terms/celex.ts'
import { DEAL_FIELDS, ITEM_FIELDS } from '../../law/terms/law-vocabulary.ts'
import type { PlaceNames } from '../answer/page-answer.ts'
import { type Html, html } from '../design/html.ts'
import { storedListsSpeaker } from '../pages/lists-texts.ts'
import { hrefOf } from '../shell/paths.ts'
import { dealInWords } from './words.ts'

type StoredChange = ListChanges['changes'][number]

/** Changes on the page; the download has all. */
const CHANGES_SHOWN = 200

/** What countries and regimes are called, as the page has them from the law. */
export interface StoredNames {
  readonly places: Pick<PlaceNames, 'get'>
  /** What regimes are aimed at, by country. */
  readonly targets: Pick<PlaceNames, 'get'>
}

/** A table of the lists with what can be done with each. */
export function storedListsHtml(lists: readonly List[], language: Language): Html {
  const say = storedListsSpeaker(language)
  if (lists.length === 0)
    return html`<p class="note">${say('none')} <a href="${hrefOf('/list', language)}">${say('noneHow')}</a></p>`
  const action = (name: string, what: string, label: string) =>
    html`<button type="button" class="button quiet" data-${{ markup: what }}="${name}">${label}<span class="unseen"> – ${say('ofList')} ${name}</span></button>`
  const rows = lists.map(
    ({ name, count, prohibited, state, screened, changes }) => html`<tr>
<th scope="row">${name}</th>
<td>${count}</td>
<td>${prohibited === null ? '–' : prohibited > 0 ? html`<strong class="bans">${prohibited}</strong>` : '0'}</td>
<td>${screened === null || state === 'checking' ? say('checking') : screened.as_of}</td>
<td>${changes}</td>
<td class="links">${action(name, 'changes', say('showChanges'))} ${action(name, 'xlsx', say('download'))} ${action(name, 'remove', say('remove'))}</td>
</tr>`,
  )
  const caption = html`<caption id="lists-caption">${say('caption')}</caption>`
  const heads = ['name', 'count', 'prohibited', 'screened', 'changesCount', 'actions'] as const
  return tableHtml(
    'lists-caption',
    caption,
    heads.map((key) => say(key)),
    rows,
  )
}

/** What changed in one list, the newest first. */
export function storedChangesHtml(
  name: string,
  changes: readonly StoredChange[],
  names: StoredNames,
  language: Language,
): Html {
  const say = storedListsSpeaker(language)
  const title = html`<h2 id="changes-title" tabindex="-1">${say('changesTitle')} ${name}</h2>`
  if (changes.length === 0) return html`${title}<p>${say('noChanges')}</p>`
  const rows = changes.slice(0, CHANGES_SHOWN).map(
    (change) => html`<tr>
<td>${change.day}</td>
<th scope="row">${change.item}<br><small>${questionInWords(change, names, language)}</small></th>
<td>${stateInWords(change.before, names, language)}</td>
<td>${change.after.sentence}</td>
<td>${change.acts.length === 0 ? say('actsUnknown') : change.acts.map((act) => html`<a href="${eurLexUrl(act, language)}">${act}</a> `)}</td>
</tr>`,
  )
  const heads = ['day', 'item', 'before', 'after', 'acts'] as const
  return html`${title}${changes.length > CHANGES_SHOWN && html`<p>${say('firstShown')}</p>`}
${tableHtml(
  'changes-title',
  false,
  heads.map((key) => say(key)),
  rows,
)}`
}

const tableHtml = (labelledBy: string, caption: Html | false, heads: readonly string[], rows: readonly Html[]): Html =>
  html`<div class="scroll" tabindex="0" role="region" aria-labelledby="${labelledBy}"><table class="stored">${caption}<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`

const OTHER_FIELDS = ITEM_FIELDS.filter((field) => !DEAL_FIELDS.some((one) => one === field))

/** `2603 (Rosja → Unia Europejska; 833-2014.use:no)`; the code or name alone where nothing else was given. */
function questionInWords(change: StoredChange, { places }: StoredNames, language: Language): string {
  const deal = DEAL_FIELDS.some((field) => change[field] !== null) && dealInWords(change, places, language)
  const others = OTHER_FIELDS.map((field) => change[field])
  const asked = [deal, ...others].filter(Boolean)
  return asked.length === 0 ? change.q : `${change.q} (${asked.join('; ')})`
}

/** `Rosja, przywóz: zakaz`, for each reach. */
export function stateInWords(
  { checked, reaches }: AssessedState,
  { places, targets }: StoredNames,
  language: Language,
): string {
  const say = storedListsSpeaker(language)
  if (!checked) return say('notChecked')
  if (reaches.length === 0) return say('notListed')
  const placeOf = (country: string) => targets.get(country) ?? places.get(country) ?? country
  return reaches
    .map(
      (reach) =>
        `${reachPlace({ country: reach.country, place: placeOf(reach.country ?? reach.inputs_of ?? '') }, language)}, ${wayInWords(reach.direction, language)}: ${reachInWords(reach, language)}`,
    )
    .join('; ')
}

/** The form below a result by which its list is stored. */
export function keepHtml(language: Language): Html {
  const say = storedListsSpeaker(language)
  return html`<details class="options keep"><summary>${say('keepTitle')}</summary>
<form id="keep" novalidate autocomplete="off">
<p>${say('keepIntro')}</p>
<div class="settings">
<div><label for="keep-name">${say('keepName')}</label><input type="text" id="keep-name" autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="keep-name-hint"><p class="soft" id="keep-name-hint"><small>${say('keepNameHint')}</small></p></div>
<div><label for="keep-key">${say('key')}</label><input type="text" id="keep-key" class="masked" autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="keep-key-hint"><p class="soft" id="keep-key-hint"><small>${say('keyHint')}</small></p></div>
</div>
<div class="actions"><button type="submit" class="button quiet" id="keep-list">${say('keep')}</button>
<p id="keep-error" role="alert"></p><p id="keep-state" role="status"></p></div>
</form>
</details>`
}

/** What was stored, with the way to the lists. */
export function keptHtml(count: number, skipped: number, language: Language): Html {
  const say = storedListsSpeaker(language)
  return html`${say('kept')} ${count}. ${skipped > 0 && `${say('keptSkipped')} ${skipped}.`} <a href="${hrefOf('/lists', language)}">${say('keptLink')}</a>`
}
