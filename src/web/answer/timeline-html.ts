import type { CnResponse } from '../../answer/response/response.ts'
import { BAN_MARKS, CONDITION_MARK } from '../../answer/shape/mark-words.ts'
import { citationInWords } from '../../law/terms/citation-words.ts'
import { regimeName } from '../../law/terms/regime-name.ts'
import { dayInSentence } from '../../law/terms/wording.ts'
import { type Html, html } from '../design/html.ts'
import { citation } from './matches-html.ts'
import type { Say } from './texts.ts'
import { newYear, percent, type Span, type Timeline, timelineOf } from './timeline.ts'

/** Measures and wind-downs of the answer as bars; the text of each bar says the same for screen readers. */
export function timelineHtml(response: CnResponse, say: Say): Html | false {
  const timeline = timelineOf(response)
  if (!timeline) return false
  return html`<section class="timeline" aria-labelledby="timeline">
<h3 id="timeline">${say('timeline')}</h3>
<div class="chart">
<div class="bar axis" aria-hidden="true"><svg width="100%" height="20">${yearsOf(timeline).map(
    ({ year, at, isLabelled }) =>
      html`<line x1="${at}%" x2="${at}%" y1="14" y2="20"/>${isLabelled && html`<text x="${at}%" dx="2" y="11">${year}</text>`}`,
  )}</svg></div>
<ul class="plain">${timeline.spans.map((span) => spanHtml(span, timeline, regimeName(span.regime, response.scope.regimes), say))}</ul>
</div>
<p class="soft legend">${kindsInWords(say).map(
    ({ kind, text }) =>
      html`<span><svg width="18" height="12" aria-hidden="true">${barHtml(kind, '0', '18')}</svg> ${text}</span> `,
  )}<span><svg class="now" width="3" height="14" aria-hidden="true"><rect width="3" height="14"/></svg> ${say('timelineNow')}: ${dayInSentence(timeline.asOf, say.language)}</span>${timeline.omitted > 0 && html`<span>${say('omitted')}: ${timeline.omitted}</span>`}</p>
</section>`
}

function spanHtml(span: Span, timeline: Timeline, country: string, say: Say): Html {
  const start = span.from === null ? 0 : percent(span.from, timeline)
  const end = span.to === null ? 100 : percent(span.to, timeline)
  const now = percent(timeline.asOf, timeline)
  const from = span.from === null ? say('sinceUnknown') : dayInSentence(span.from, say.language)
  const label =
    span.kind === 'winddown'
      ? `${say('winddown')}: ${country}, ${citationInWords(span.article, say.language)}`
      : `${country}, ${citation(span, say)}`
  return html`<li><p>${label} <span class="soft">${span.atLatest && '≤ '}${from} – ${span.to === null ? '…' : dayInSentence(span.to, say.language)}</span></p>
<div class="bar" aria-hidden="true"><svg width="100%" height="12">${barHtml(span.kind, `${start}%`, `${Math.max(0.6, end - start)}%`)}<rect class="now" x="${now}%" y="0" width="2" height="12"/></svg></div></li>`
}

const kindsInWords = (say: Say) =>
  [
    { kind: 'ban', text: BAN_MARKS.whole[say.language] },
    { kind: 'condition', text: CONDITION_MARK[say.language] },
    { kind: 'winddown', text: say('winddown') },
  ] as const

/** Bars differ in shape, not only in colour: a ban is thick, a condition thin, a wind-down hollow. */
const barHtml = (kind: Span['kind'], x: string, width: string): Html =>
  html`<rect class="${kind}" x="${x}" y="${kind === 'condition' ? 4 : 2}" width="${width}" height="${kind === 'condition' ? 4 : 8}" rx="2"/>`

/** Every year has a tick; on a long axis only every few years are labelled. */
function yearsOf(timeline: Timeline) {
  const first = Number(timeline.first.slice(0, 4))
  const last = Number(timeline.last.slice(0, 4))
  const every = Math.ceil((last - first) / 7)
  return Array.from({ length: last - first }, (_, step) => ({
    year: first + step,
    at: percent(newYear(first + step), timeline),
    isLabelled: step % every === 0,
  }))
}
