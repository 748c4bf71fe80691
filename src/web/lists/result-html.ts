import type { CnShort } from '../../answer/short-response.ts'
import type { Language } from '../../terms/language.ts'
import { listSpeaker, VERDICT_HINTS, VERDICT_TEXTS } from '../pages/list-texts.ts'
import { type Html, html } from '../shell/html.ts'
import { hrefOf } from '../shell/paths.ts'
import { type Checked, type Matter, mattersOf, remarksOf, verdictOfLine, winddownsInWords } from './report.ts'
import type { Arrangement, Sort } from './sort-and-filter.ts'
import { VERDICTS, type Verdict } from './verdict.ts'

export const PAGE = 100

/** What the list was asked about, so that a line can be asked again alone. */
export interface About {
  readonly language: Language
  readonly asOf: string | null
  readonly direction: string | null
  readonly contractDate: string | null
}

/** The frame of the result, made once: counts to filter by, downloads, a place for the table. */
export function resultHtml(
  counts: ReadonlyMap<Verdict, number>,
  total: number,
  record: readonly { term: string; text: string }[],
  { language }: About,
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

/** One page of the arranged lines; `whole` for paper, which has no next page to click. */
export function tableHtml(
  arranged: readonly Checked[],
  arrangement: Arrangement,
  from: number,
  whole: boolean,
  about: About,
): Html {
  const { language } = about
  const say = listSpeaker(language)
  const shown = whole ? arranged : arranged.slice(from, from + PAGE)
  const heading = (sort: Sort, label: string) => {
    const order = arrangement.sort !== sort ? 'none' : arrangement.down ? 'descending' : 'ascending'
    return html`<th scope="col" role="columnheader" aria-sort="${order}" class="by-${sort}"><button type="button" data-sort="${sort}">${label}<span class="arrow" aria-hidden="true"></span></button></th>`
  }
  return html`<div class="scroll" role="region" aria-labelledby="caption" tabindex="0">
<table class="lines" role="table">
<caption id="caption">${say('caption', arranged.length)}</caption>
<thead role="rowgroup"><tr role="row">${heading('row', say('row'))}${heading('given', say('given'))}${heading('verdict', say('verdict'))}<th scope="col" role="columnheader" class="by-basis">${say('basis')}</th></tr></thead>
<tbody role="rowgroup">${shown.map((one) => rowHtml(one, about))}</tbody>
</table>
${arranged.length === 0 && html`<p class="soft">${say('none')}</p>`}
</div>
${
  !whole &&
  arranged.length > PAGE &&
  html`<nav class="pager" aria-label="${say('pages')}">
<button type="button" class="button quiet" data-page="-1"${from === 0 && html` disabled`}>${say('previous')}</button>
<span role="status">${say('page', from + 1, Math.min(arranged.length, from + PAGE), arranged.length)}</span>
<button type="button" class="button quiet" data-page="1"${from + PAGE >= arranged.length && html` disabled`}>${say('next')}</button>
</nav>`
}`
}

const PLACES_SHOWN = 4

function rowHtml(one: Checked, about: About): Html {
  const { language } = about
  const say = listSpeaker(language)
  const { line, reply } = one
  const verdict = verdictOfLine(one)
  const found = reply?.status === 'ok' && !line.doubt ? reply : null
  const goods = found?.goods?.[0]
  const remarks = remarksOf(one, language)
  const matters = found ? mattersOf(found, language) : []
  const hidden = found ? found.meta.total - found.meta.returned : 0
  const winddowns = found ? winddownsInWords(found, language) : ''
  return html`<tr role="row">
<td role="cell" class="by-row">${line.row}</td>
<td role="cell" class="by-given"><strong>${line.given}</strong>${found?.cn_name && html`<small>${found.cn_name}</small>`}${
    goods && html`<small>${say('readAs')}: <span class="code">${goods.code}</span> ${goods.name}</small>`
  }</td>
<td role="cell" class="by-verdict"><span class="tag ${verdict}">${reply === null && !line.doubt ? say('notChecked') : VERDICT_TEXTS[verdict][language]}</span></td>
<td role="cell" class="by-basis">${
    matters.length > 0 &&
    html`<ul>${matters.map((matter) => matterHtml(matter, language))}${hidden > 0 && html`<li class="soft">${say('more', hidden)}</li>`}</ul>`
  }${winddowns !== '' && html`<p>${say('winddown')}: ${winddowns}</p>`}${remarks.map((remark) => html`<p>${remark}</p>`)}${
    found &&
    html`<p class="links"><a href="${hrefOf('/', language, questionOf(line.q, about))}" aria-label="${say('details')}: ${line.given}">${say('details')}</a>${[...textsOf(found)].map(([country, url]) => html` · <a href="${url}">EUR-Lex ${country}</a>`)}</p>`
  }</td>
</tr>`
}

function matterHtml({ words, places }: Matter, language: Language): Html {
  const shown = places.slice(0, PLACES_SHOWN).map((place) => place.words)
  const more = places.length > shown.length && ` ${listSpeaker(language)('more', places.length - shown.length)}`
  return html`<li><b>${words}</b> ${shown.join('; ')}${more}</li>`
}

/** The regulation of each country, once. */
const textsOf = ({ matches }: CnShort): Map<string, string> =>
  new Map(matches.map(({ country, eur_lex_url }) => [country, eur_lex_url]))

/** The same question on the front page. */
function questionOf(q: string, { asOf, direction, contractDate }: About): string {
  const asked = new URLSearchParams({ q })
  if (asOf) asked.set('as_of', asOf)
  if (direction) asked.set('direction', direction)
  if (contractDate) asked.set('contract_date', contractDate)
  return `?${asked}`
}
