import type { Day } from '../../base/day.ts'
import type { Language } from '../../base/language.ts'
import { eurLexUrl } from '../../law/terms/celex.ts'
import { DIRECTIONS } from '../../law/terms/law.ts'
import { dayInSentence } from '../../law/terms/wording.ts'
import { questionHref } from '../answer/page-question.ts'
import { type Html, html, option } from '../design/html.ts'
import type { Choices } from '../search/search-form.ts'
import { alertForm } from '../shell/alert-form.ts'
import type { Page } from '../shell/layout.ts'
import { hrefOf } from '../shell/paths.ts'
import { type PageProblem, problemHtml } from '../shell/problem-html.ts'
import { changesSpeaker } from './changes-texts.ts'

/** The fields of the form, as the address of the page holds them. */
export const CHANGE_FIELDS = ['code', 'regime', 'act', 'direction', 'since'] as const
export type ChangeField = (typeof CHANGE_FIELDS)[number]
type Fields = Readonly<Partial<Record<ChangeField, string>>>

/** A sentence about one change, or about rows that one act changed in one annex. */
interface ChangeItem {
  readonly text: string
  /** Grouped codes; the first ones where there are many. */
  readonly codes: readonly string[]
  readonly codesLeftOut: number
  /** The regime to ask about, where a question without one does not check it. */
  readonly askRegime: string | null
  /** The rows one by one, where the text sums them up. */
  readonly rows: readonly string[]
  readonly rowsLeftOut: number
}

interface ActChanges {
  readonly regime: string
  readonly act: { readonly celex: string; readonly title: string; readonly package: number | null } | null
  readonly items: readonly ChangeItem[]
}

export interface ChangesList {
  readonly days: readonly { readonly day: Day; readonly acts: readonly ActChanges[] }[]
  /** Changes in all. */
  readonly found: number
  readonly page: number
  readonly pages: number
  readonly complete: boolean
  /** The address of the Atom feed with the same filters. */
  readonly feed: string
  readonly api: string
}

export interface ChangesQuestion {
  readonly language: Language
  readonly fields: Fields
}

/** The changes, or what is wrong with the filters: by field, and as a whole where no field is wrong. */
export type ChangesBelow =
  | { readonly list: ChangesList }
  | { readonly mistakes: { readonly fields: Fields; readonly problem: PageProblem | null } }

/** An act that the form offers. */
type Act = { readonly number: string; readonly title: string }
type Say = ReturnType<typeof changesSpeaker>

export function changesPage(
  question: ChangesQuestion,
  below: ChangesBelow,
  choices: Pick<Choices, 'regimes' | 'alerts'>,
  acts: readonly Act[],
): Page {
  const { language, fields } = question
  const say = changesSpeaker(language)
  const list = 'list' in below ? below.list : null
  const chosen = chosenInWords(question, choices, say)
  return {
    language,
    path: '/changes',
    search: searchOf(fields, list?.page ?? 1),
    title: chosen === '' ? say('title') : `${say('titleOf')}: ${chosen}`,
    description: say('description'),
    ...(list && { feed: list.feed }),
    main: html`<div class="changes">
<h1>${say('title')}</h1>
<p>${say('intro')}</p>
${formHtml(question, 'mistakes' in below ? below.mistakes.fields : {}, choices, acts, say)}
${
  choices.alerts &&
  !('mistakes' in below) &&
  alertForm(
    language,
    fields.code,
    fields.regime,
    choices.regimes.map(({ code, name }) => ({ code, short_name: name })),
  )
}
${'mistakes' in below ? below.mistakes.problem && problemHtml(below.mistakes.problem, language) : listHtml(below.list, question, say)}
</div>`,
  }
}

function searchOf(fields: Fields, page: number): string {
  const given = CHANGE_FIELDS.flatMap((name) => (fields[name] ? [[name, fields[name]] as [string, string]] : []))
  const query = new URLSearchParams([...given, ...(page > 1 ? [['page', String(page)] as [string, string]] : [])])
  return query.size > 0 ? `?${query}` : ''
}

/** `8471 30, Rosja, 2024/1745`. */
function chosenInWords({ fields }: ChangesQuestion, { regimes }: Pick<Choices, 'regimes'>, say: Say): string {
  const direction = DIRECTIONS.find((one) => one === fields.direction)
  const regime = regimes.find(({ code }) => code === fields.regime)?.name
  return [fields.code, regime, fields.act, direction && say(direction), fields.since].filter(Boolean).join(', ')
}

function formHtml(
  { language, fields }: ChangesQuestion,
  mistakes: Fields,
  { regimes }: Pick<Choices, 'regimes'>,
  acts: readonly Act[],
  say: Say,
): Html {
  const field = (name: ChangeField, control: (described: Html | false) => Html, hint = ''): Html => {
    const mistake = mistakes[name]
    const described = mistake !== undefined || hint !== ''
    return html`<div class="field"><label for="${name}">${say(name)}</label>${control(
      described && html` aria-describedby="${name}-note"${mistake !== undefined && html` aria-invalid="true"`}`,
    )}${described && html`<p id="${name}-note" class="${mistake === undefined ? 'soft hint' : 'mistake'}">${mistake ?? hint}</p>`}</div>`
  }
  const text =
    (name: ChangeField, more: Html | false = false) =>
    (described: Html | false) =>
      html`<input type="text" id="${name}" name="${name}" value="${fields[name] ?? ''}" maxlength="100" autocomplete="off" spellcheck="false"${more}${described}>`
  return html`<form class="choose" action="${hrefOf('/changes', language)}" method="get" aria-label="${say('filters')}">
<div class="fields">
${field('code', text('code', html` inputmode="numeric"`), say('codeHint'))}
${field('regime', (described) => html`<select id="regime" name="regime"${described}>${option('', say('everyRegime'), fields.regime)}${regimes.map(({ code, name }) => option(code, name, fields.regime))}</select>`)}
${field('act', text('act', html` list="acts"`), say('actHint'))}
${field('direction', (described) => html`<select id="direction" name="direction"${described}>${option('', say('everyDirection'), fields.direction)}${DIRECTIONS.map((one) => option(one, say(one), fields.direction))}</select>`)}
${field('since', (described) => html`<input type="date" id="since" name="since" value="${fields.since ?? ''}"${described}>`)}
</div>
<datalist id="acts">${acts.map(({ number, title }) => html`<option value="${number}">${title}</option>`)}</datalist>
<p class="send"><button class="button">${say('show')}</button>${CHANGE_FIELDS.some((name) => fields[name]) && html` <a href="${hrefOf('/changes', language)}">${say('clear')}</a>`}</p>
</form>`
}

function listHtml(list: ChangesList, question: ChangesQuestion, say: Say): Html {
  const { language, fields } = question
  const { days, found, feed, api, complete } = list
  const incomplete = !complete && html`<p class="note warning">${say('incomplete')}</p>`
  if (found === 0) {
    return html`${incomplete}<section class="note" aria-labelledby="none"><h2 id="none">${say('none')}</h2>
<p>${say('noneText')}</p>
<p>${fields.code && html`<a href="${questionHref({ language, q: fields.code, filters: {} })}">${say('check')} ${fields.code}</a> · `}<a href="${hrefOf('/changes', language)}">${say('clear')}</a></p></section>`
  }
  return html`${incomplete}<p class="soft">${say('found')}: ${found} · <a href="${feed}">${say('feed')}</a> · <a href="${api}">${say('api')}</a></p>
${days.map(
  ({ day, acts }) => html`<section class="day" aria-labelledby="day-${day}">
<h2 id="day-${day}">${dayInSentence(day, language)}</h2>
${acts.map((one) => actHtml(one, say))}
</section>`,
)}
${pagesHtml(list, question, say)}`
}

function actHtml({ regime, act, items }: ActChanges, say: Say): Html {
  return html`<h3>${regime}${act?.package && ` · ${say('package')} ${act.package}`} · ${act ? html`<a href="${eurLexUrl(act.celex, say.language)}">${act.title}</a>` : say('noAct')}</h3>
<ul class="plain">${items.map((item) => html`<li>${itemHtml(item, say)}</li>`)}</ul>`
}

function itemHtml({ text, codes, codesLeftOut, askRegime, rows, rowsLeftOut }: ChangeItem, say: Say): Html {
  const filters = askRegime === null ? {} : { regime: askRegime }
  const links = codes.map(
    (code, at) =>
      html`${at > 0 && ', '}<a class="code" href="${questionHref({ language: say.language, q: code, filters })}">${code}</a>`,
  )
  return html`<p>${text}</p>
${codes.length > 0 && html`<p class="codes"><span class="soft">${say('codes')}:</span> ${links}${codesLeftOut > 0 && html` <span class="soft">${say('andMore', codesLeftOut)}</span>`}</p>`}
${rows.length > 0 && html`<details><summary>${say('eachRow')}</summary><ul>${rows.map((row) => html`<li>${row}</li>`)}</ul>${rowsLeftOut > 0 && html`<p class="soft">${say('moreRows')}: ${rowsLeftOut}.</p>`}</details>`}`
}

function pagesHtml({ page, pages }: ChangesList, { language, fields }: ChangesQuestion, say: Say): Html | false {
  if (pages === 1) return false
  const to = (other: number) => hrefOf('/changes', language, searchOf(fields, other))
  return html`<nav class="pages" aria-label="${say('pages')}">${page > 1 && html`<a class="button quiet" rel="prev" href="${to(page - 1)}">${say('newer')}</a>`}<span>${say('page')} ${page} ${say('of')} ${pages}</span>${page < pages && html`<a class="button quiet" rel="next" href="${to(page + 1)}">${say('older')}</a>`}</nav>`
}
