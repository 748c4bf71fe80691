import type { CnResponse } from '../../answer/response.ts'
import { citationInWords } from '../../terms/citation-words.ts'
import { regimeName } from '../../terms/countries.ts'
import { dayInSentence } from '../../terms/wording.ts'
import { type Html, html } from '../shell/html.ts'
import { hrefOf } from '../shell/paths.ts'
import type { PageQuestion } from './page-question.ts'
import { actHtml, codesInWords, stepInWords } from './story-html.ts'
import type { Say } from './texts.ts'

type Period = NonNullable<CnResponse['meta']['history']>[number]

/** What happened to the code on one day under one provision. */
interface RecentChange {
  readonly day: Period['from']
  readonly words: string
  readonly act: Period['since_act']
  readonly period: Period
}

const SHOWN = 5

/**
 * The newest of what acts did to the code, with a link to all changes. It is read from the periods of the answer, so it
 * costs nothing more, and the browser writes it as the server does.
 */
export function recentHtml({ meta, scope }: CnResponse, { q, language }: PageQuestion, say: Say): Html | false {
  const changes = (meta.history ?? []).flatMap((period) => changesIn(period, say))
  if (changes.length === 0) return false
  const newest = changes.toSorted((a, b) => (a.day === b.day ? 0 : a.day < b.day ? 1 : -1)).slice(0, SHOWN)
  return html`<section class="recent" aria-labelledby="recent">
<h2 id="recent">${say('recent')}</h2>
<ol class="plain">${newest.map(
    ({ day, words, act, period }) =>
      html`<li><strong>${dayInSentence(day, language)}</strong> ${regimeName(period.regime, scope.regimes, language)}: ${period.label} <span class="soft">(${citationInWords(period.article, language)})</span>: ${words} ${actHtml(act, language, say)}</li>`,
  )}</ol>
<p><a href="${hrefOf('/changes', language, `?${new URLSearchParams({ code: q })}`)}">${say('recentAll')} ${q}</a></p>
</section>`
}

function changesIn(period: Period, say: Say): RecentChange[] {
  const { from, from_basis, to, since_act, until_act, cn_codes, steps } = period
  const began = { day: from, words: `${say('recentListed')} ${codesInWords(cn_codes)}`, act: since_act, period }
  const ended = to === null ? [] : [{ day: to, words: say('recentEnded'), act: until_act, period }]
  const between = steps.map((step) => ({ day: step.day, words: stepInWords(step, say), act: step.act, period }))
  // The first day of a period that is known only at the latest is no day of a change.
  return [...(from_basis === 'exact' ? [began] : []), ...between, ...ended]
}
