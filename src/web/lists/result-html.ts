import type { CnShort } from '../../answer/response/short-response.ts'
import { documentChoices } from '../../answer/shape/finding-words.ts'
import type { Language } from '../../base/language.ts'
import { eurLexUrl } from '../../law/terms/celex.ts'
import { citationInWords } from '../../law/terms/citation-words.ts'
import { FINDING_NAMES } from '../../law/terms/finding-names.ts'
import { type CitedRegime, regimeName } from '../../law/terms/regime-name.ts'
import { counted } from '../../law/terms/wording.ts'
import { type Html, html } from '../design/html.ts'
import { CLASS_HINTS, CLASS_TEXTS, LINE_FORMS, listSpeaker } from '../pages/list-texts.ts'
import { answerTo, type CheckedLine, candidatesOf, classOf, LINE_CLASSES, type LineClass } from './checked-line.ts'
import type { BatchHead, ListQuestion } from './reply.ts'
import { answerHref, type ListResult, type ReportCell, regimesOf } from './report.ts'
import { recordOf } from './report-record.ts'
import { countClasses, type Sort, type TableView } from './sort-and-filter.ts'
import { dealInWords, groupMatches, inOrder, otherWarnings, pendingActs, remarksOf, winddownsInWords } from './words.ts'

type Say = ReturnType<typeof listSpeaker>
type Finding = NonNullable<CnShort['deal']>['findings'][number]

/** Lines on one page of the table. */
export const PAGE_SIZE = 100

/** The result without its table, which changes with the view: counts to filter by, downloads, an empty element. */
export function resultHtml(result: ListResult): Html {
  const { checked, question, head } = result
  const { language } = question
  const say = listSpeaker(language)
  const counts = countClasses(checked)
  const present = LINE_CLASSES.filter((name) => counts.has(name))
  const filter = (name: LineClass | null, label: string, count: number, hint: string) =>
    html`<button type="button" class="class-filter ${name ?? 'all'}" data-only="${name ?? ''}" aria-pressed="${name === null ? 'true' : 'false'}" title="${hint}"><span>${label}</span> <b>${count}</b></button>`
  return html`<section class="result" aria-labelledby="result-title">
<h2 id="result-title" tabindex="-1">${say('results')}</h2>
${head && headHtml(head, say)}
<div class="class-filters" role="group" aria-label="${say('show')}">
${filter(null, say('all'), checked.length, '')}
${present.map((name) => filter(name, CLASS_TEXTS[name][language], counts.get(name) ?? 0, CLASS_HINTS[name][language]))}
</div>
<ul class="list-legend">${present.map(
    (name) => html`<li><b>${CLASS_TEXTS[name][language]}</b>: ${CLASS_HINTS[name][language]}</li>`,
  )}</ul>
<div class="toolbar">
<div class="find"><label for="find">${say('search')}</label><input type="search" id="find" autocomplete="off"></div>
<div class="downloads"><button type="button" class="button" id="xlsx">${say('downloadXlsx')}</button>
<button type="button" class="button quiet" id="csv">${say('downloadCsv')}</button>
<button type="button" class="button quiet" id="print">${say('print')}</button></div>
</div>
<div id="table"></div>
<dl class="list-record">${recordOf(result).map(({ term, value }) => html`<dt>${term}</dt><dd>${valueHtml(value)}</dd>`)}</dl>
<p class="disclaimer">${head?.disclaimer}</p>
</section>`
}

const valueHtml = (value: ReportCell): Html | string | number =>
  typeof value !== 'object' ? value : 'href' in value ? html`<a href="${value.href}">${value.text}</a>` : value.text

/** What concerns every line of the list, above all the law that the result does not have. */
function headHtml({ scope }: BatchHead, say: Say): Html {
  const acts = pendingActs(scope, say.language)
  return html`${
    acts.length > 0 &&
    html`<div class="note warning pending"><p>${say('pendingTitle')}</p>
<ul>${acts.map(({ country, celex, words }) => html`<li>${country}: <a href="${eurLexUrl(celex, say.language)}">${words}</a></li>`)}</ul></div>`
  }${otherWarnings(scope).map((warning) => html`<div class="note"><p>${warning}</p></div>`)}`
}

/** One page of the lines in view; all of them if `whole`, for printing. */
export function tableHtml(
  lines: readonly CheckedLine[],
  view: TableView,
  from: number,
  whole: boolean,
  result: ListResult,
): Html {
  const { language } = result.question
  const say = listSpeaker(language)
  const onPage = whole ? lines : lines.slice(from, from + PAGE_SIZE)
  const heading = (sort: Sort, label: string) => {
    const order = view.sort !== sort ? 'none' : view.descending ? 'descending' : 'ascending'
    return html`<th scope="col" role="columnheader" aria-sort="${order}" class="by-${sort}"><button type="button" data-sort="${sort}">${label}<span class="arrow" aria-hidden="true"></span></button></th>`
  }
  return html`<div class="scroll" role="region" aria-labelledby="caption" tabindex="0">
<table class="lines" role="table">
<caption id="caption">${say('caption', counted(lines.length, LINE_FORMS, language))}</caption>
<thead role="rowgroup"><tr role="row">${heading('row', say('row'))}${heading('given', say('given'))}${heading('class', say('result'))}<th scope="col" role="columnheader" class="by-basis">${say('basis')}</th></tr></thead>
<tbody role="rowgroup">${onPage.map((one) => rowHtml(one, result, say))}</tbody>
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

function rowHtml(one: CheckedLine, result: ListResult, say: Say): Html {
  const { question } = result
  const { language } = say
  const regimes = regimesOf(result)
  const { line } = one
  const found = answerTo(one)
  const name = classOf(one)
  return html`<tr role="row" id="row-${line.row}">
<td role="cell" class="by-row">${line.row}</td>
<td role="cell" class="by-given"><strong>${line.given || '–'}</strong>${line.label && html`<small class="own">${line.label}</small>`}${line.deal && line.skipped === null && html`<small class="route">${dealInWords(line.deal, result.places, language)}</small>`}${found?.cn_name && html`<small>${found.cn_name}</small>`}${candidatesHtml(one, question, say)}</td>
<td role="cell" class="by-class"><span class="tag ${name}">${CLASS_TEXTS[name][language]}</span></td>
<td role="cell" class="by-basis">${found && html`<p class="sentence">${found.assessment.sentence}</p>`}${found?.contract && found.assessment.reaches.length > 0 && html`<p>${found.contract.text}</p>`}${found && findingsHtml(found, regimes, say)}${found && basisHtml(found, regimes, say)}${remarksOf(one, regimes, language).map((remark) => html`<p>${remark}</p>`)}${choicesHtml(
    line.row,
    choicesOf(one),
    say,
  )}${found && linksHtml(one, found, regimes, question, say)}</td>
</tr>`
}

/** The codes that a name may mean, each a link to its answer. */
function candidatesHtml(one: CheckedLine, question: ListQuestion, say: Say): Html | false {
  const found = answerTo(one)
  const candidates = found ? candidatesOf(one) : []
  if (!found || candidates.length === 0) return false
  const more = (found.meta.goods ?? 0) - candidates.length
  return html`<div class="candidates"><small>${say('readAs')}:</small>
<ul>${candidates.map(
    ({ code, name }) =>
      html`<li><a class="code" href="${answerHref(code, one, question)}">${code}</a>${name !== null && html` <small>${endOf(name)}</small>`}</li>`,
  )}${more > 0 && html`<li class="soft"><small>${say('more', more)}</small></li>`}</ul></div>`
}

const SEGMENTS_SHOWN = 2

/** The end of a name in the tariff, which tells goods apart: `… › Kawior i namiastki kawioru › Kawior`. */
function endOf(name: string): string {
  const segments = name.split(' › ')
  const shown = segments.slice(-SEGMENTS_SHOWN).join(' › ')
  return segments.length > SEGMENTS_SHOWN ? `… › ${shown}` : shown
}

/** Codes to choose from: what a code of a wrong length could have been, or the goods of a name that means several. */
function choicesOf(one: CheckedLine): readonly string[] {
  const codes = candidatesOf(one).map(({ code }) => code)
  return one.reply?.status === 'error' || codes.length > 1 ? codes : []
}

/** One press checks the line as that code. */
const choicesHtml = (row: number, suggestions: readonly string[], say: Say): Html | false =>
  suggestions.length > 0 &&
  html`<p class="choices"><span>${say('choose')}:</span> ${suggestions.map(
    (code) =>
      html`<button type="button" class="button quiet code" data-choose="${code}" data-row="${row}">${code}</button> `,
  )}</p>`

/** What the deal of the line meets with, the gravest first. Only the texts of bans are unfolded, so that rows stay low. */
function findingsHtml(
  { deal, documents: explained }: CnShort,
  regimes: readonly CitedRegime[],
  say: Say,
): Html | false {
  const { language } = say
  const findings = deal?.findings ?? []
  if (findings.length === 0) return false
  const choices = [
    ...new Set(
      findings.flatMap((finding) =>
        finding.documents.map((code) => documentChoices({ ...finding, documents: [code] }, explained, language)),
      ),
    ),
  ]
  const folded = (some: readonly Finding[]) =>
    some.map(
      (
        finding,
      ) => html`<li><details${finding.kind === 'prohibited' && html` open`}><summary>${briefHead(finding, regimes, language)}</summary>
<p>${finding.text}</p></details></li>`,
    )
  const open = findings.filter(({ kind }) => kind === 'end_use')
  return html`<ul class="deal-findings">${folded(findings.filter((finding) => !open.includes(finding)))}${
    open.length > 0 &&
    html`<li><details><summary>${FINDING_NAMES.end_use[language]}: ${open.length}</summary>
<ul>${open.map((finding) => html`<li><b>${briefHead(finding, regimes, language, false)}</b>: ${finding.text}</li>`)}</ul></details></li>`
  }</ul>${choices.length > 0 && html`<p class="soft">${say('columnDealDocuments')}: ${choices.join(' · ')}</p>`}`
}

/** `klauzula w umowie: Rosja, art. 12g ust. 1`. */
function briefHead(
  { kind, regime, article, control }: Finding,
  regimes: readonly CitedRegime[],
  language: Language,
  withKind = true,
): string {
  const articles = article
    .split('; ')
    .filter(Boolean)
    .map((one) => (kind === 'not_checked' || control !== undefined ? one : citationInWords(one, language)))
  const place = [...(regime && kind !== 'not_checked' ? [regimeName(regime, regimes)] : []), ...articles].join(', ')
  return withKind ? `${FINDING_NAMES[kind][language]}: ${place}` : place
}

function basisHtml(found: CnShort, regimes: readonly CitedRegime[], say: Say): Html {
  // The entries of a deal stand in its findings; some of them concern it only for some use.
  const groups = found.deal ? [] : groupMatches(found, regimes, say.language)
  const hidden = found.meta.total - found.meta.returned
  const winddowns = winddownsInWords(found, regimes, say.language)
  return html`${
    groups.length > 0 &&
    html`<ul>${groups.map((group) => groupHtml(group, say))}${hidden > 0 && html`<li class="soft">${say('more', hidden)}</li>`}</ul>`
  }${winddowns.length > 0 && html`<p>${say('columnWinddowns')}: ${winddowns.join('; ')}</p>`}`
}

function groupHtml({ words, places }: ReturnType<typeof groupMatches>[number], say: Say): Html {
  const shown = places.slice(0, PLACES_SHOWN).map((place) => place.words)
  const more = places.length > shown.length && ` ${say('more', places.length - shown.length)}`
  return html`<li><b>${words}</b> ${shown.join('; ')}${more}</li>`
}

/** The whole answer, and the gravest provision of each regime in EUR-Lex. */
function linksHtml(
  one: CheckedLine,
  { matches }: CnShort,
  regimes: readonly CitedRegime[],
  question: ListQuestion,
  say: Say,
): Html {
  const label = say('details')
  const codes = matches.map(({ regime }) => regime)
  return html`<p class="links"><a href="${answerHref(one.line.q, one, question)}" aria-label="${label}: ${one.line.given}">${label}</a>${inOrder(
    codes,
    regimes,
  ).map(
    (code) =>
      html` · <a href="${matches.find((match) => match.regime === code)?.eur_lex_url}">EUR-Lex: ${regimeName(code, regimes)}</a>`,
  )}</p>`
}
