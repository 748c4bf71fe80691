import type { CnShort } from '../../answer/short-response.ts'
import type { Language } from '../../terms/language.ts'
import { queryStringOf } from '../answer/page-question.ts'
import { listSpeaker, VERDICT_HINTS, VERDICT_TEXTS } from '../pages/list-texts.ts'
import { type Html, html } from '../shell/html.ts'
import { hrefOf } from '../shell/paths.ts'
import type { ListQuestion } from './batch-client.ts'
import {
  type CheckedLine,
  groupMatches,
  type MatchGroup,
  remarksOf,
  verdictOfLine,
  winddownsInWords,
} from './report.ts'
import type { Sort, TableView } from './sort-and-filter.ts'
import { VERDICTS, type Verdict } from './verdict.ts'

/** Lines on one page of the table. */
export const PAGE_SIZE = 100

/** The result without its table, which changes with the view: counts to filter by, downloads, an empty element. */
export function resultHtml(
  counts: ReadonlyMap<Verdict, number>,
  total: number,
  record: readonly { term: string; text: string }[],
  { language }: ListQuestion,
  disclaimer: string,
): Html {
  const say = listSpeaker(language)
  const filter = (verdict: Verdict | null, label: string, count: number, hint: string) =>
    html`<button type="button" class="chip ${verdict ?? 'all'}" data-only="${verdict ?? ''}" aria-pressed="${verdict === null ? 'true' : 'false'}" title="${hint}"><span>${label}</span> <b>${count}</b></button>`
  return html`<section class="result" aria-labelledby="result-title">
<h2 id="result-title" tabindex="-1">${say('results')}</h2>
<div class="chips" role="group" aria-label="${say('show')}">
${filter(null, say('all'), total, '')}
${VERDICTS.filter((verdict) => counts.has(verdict)).map((verdict) =>
  filter(verdict, VERDICT_TEXTS[verdict][language], counts.get(verdict) ?? 0, VERDICT_HINTS[verdict][language]),
)}
</div>
<ul class="meanings">${VERDICTS.filter((verdict) => counts.has(verdict)).map(
    (verdict) => html`<li><b>${VERDICT_TEXTS[verdict][language]}</b>: ${VERDICT_HINTS[verdict][language]}</li>`,
  )}</ul>
<div class="toolbar">
<div class="find"><label for="find">${say('search')}</label><input type="search" id="find" autocomplete="off"></div>
<div class="downloads"><button type="button" class="button" id="xlsx">${say('downloadXlsx')}</button>
<button type="button" class="button quiet" id="csv">${say('downloadCsv')}</button>
<button type="button" class="button quiet" id="print">${say('print')}</button></div>
</div>
<div id="table"></div>
<dl class="list-record">${record.map(({ term, text }) => html`<dt>${term}</dt><dd>${text}</dd>`)}</dl>
<p class="disclaimer">${disclaimer}</p>
</section>`
}

/** One page of the lines in view; all of them if `whole`, for printing. */
export function tableHtml(
  lines: readonly CheckedLine[],
  view: TableView,
  from: number,
  whole: boolean,
  question: ListQuestion,
): Html {
  const { language } = question
  const say = listSpeaker(language)
  const onPage = whole ? lines : lines.slice(from, from + PAGE_SIZE)
  const heading = (sort: Sort, label: string) => {
    const order = view.sort !== sort ? 'none' : view.descending ? 'descending' : 'ascending'
    return html`<th scope="col" role="columnheader" aria-sort="${order}" class="by-${sort}"><button type="button" data-sort="${sort}">${label}<span class="arrow" aria-hidden="true"></span></button></th>`
  }
  return html`<div class="scroll" role="region" aria-labelledby="caption" tabindex="0">
<table class="lines" role="table">
<caption id="caption">${say('caption', lines.length)}</caption>
<thead role="rowgroup"><tr role="row">${heading('row', say('row'))}${heading('given', say('given'))}${heading('verdict', say('verdict'))}<th scope="col" role="columnheader" class="by-basis">${say('basis')}</th></tr></thead>
<tbody role="rowgroup">${onPage.map((one) => rowHtml(one, question))}</tbody>
</table>
${lines.length === 0 && html`<p class="soft">${say('none')}</p>`}
</div>
${
  !whole &&
  lines.length > PAGE_SIZE &&
  html`<nav class="pager" aria-label="${say('pages')}">
<button type="button" class="button quiet" data-page="-1"${from === 0 && html` disabled`}>${say('previous')}</button>
<span role="status">${say('page', from + 1, Math.min(lines.length, from + PAGE_SIZE), lines.length)}</span>
<button type="button" class="button quiet" data-page="1"${from + PAGE_SIZE >= lines.length && html` disabled`}>${say('next')}</button>
</nav>`
}`
}

const PLACES_SHOWN = 4

function rowHtml(one: CheckedLine, question: ListQuestion): Html {
  const { language } = question
  const say = listSpeaker(language)
  const { line, reply } = one
  const verdict = verdictOfLine(one)
  const found = reply?.status === 'ok' && !line.damage ? reply : null
  const goods = found?.goods?.[0]
  const remarks = remarksOf(one, language)
  const groups = found ? groupMatches(found, language) : []
  const hidden = found ? found.meta.total - found.meta.returned : 0
  const winddowns = found ? winddownsInWords(found, language) : ''
  return html`<tr role="row">
<td role="cell" class="by-row">${line.row}</td>
<td role="cell" class="by-given"><strong>${line.given}</strong>${found?.cn_name && html`<small>${found.cn_name}</small>`}${
    goods && html`<small>${say('readAs')}: <span class="code">${goods.code}</span> ${goods.name}</small>`
  }</td>
<td role="cell" class="by-verdict"><span class="tag ${verdict}">${reply === null && !line.damage ? say('notChecked') : VERDICT_TEXTS[verdict][language]}</span></td>
<td role="cell" class="by-basis">${
    groups.length > 0 &&
    html`<ul>${groups.map((group) => groupHtml(group, language))}${hidden > 0 && html`<li class="soft">${say('more', hidden)}</li>`}</ul>`
  }${winddowns !== '' && html`<p>${say('winddown')}: ${winddowns}</p>`}${remarks.map((remark) => html`<p>${remark}</p>`)}${
    found &&
    html`<p class="links"><a href="${hrefOf('/', language, queryStringOf({ q: line.q, filters: question.filters }))}" aria-label="${say('details')}: ${line.given}">${say('details')}</a>${[...regulationsOf(found)].map(([country, url]) => html` · <a href="${url}">EUR-Lex ${country}</a>`)}</p>`
  }</td>
</tr>`
}

function groupHtml({ words, places }: MatchGroup, language: Language): Html {
  const shown = places.slice(0, PLACES_SHOWN).map((place) => place.words)
  const more = places.length > shown.length && ` ${listSpeaker(language)('more', places.length - shown.length)}`
  return html`<li><b>${words}</b> ${shown.join('; ')}${more}</li>`
}

/** Country and URL of the regulations that the matches come from. */
const regulationsOf = ({ matches }: CnShort): Map<string, string> =>
  new Map(matches.map(({ country, eur_lex_url }) => [country, eur_lex_url]))
