import type { CnResponse } from '../../answer/response/response.ts'
import { eurLexUrl } from '../../law/terms/celex.ts'
import { citationInWords } from '../../law/terms/citation-words.ts'
import { regimeName } from '../../law/terms/regime-name.ts'
import { dayInSentence } from '../../law/terms/wording.ts'
import { type Html, html } from '../design/html.ts'
import { hrefOf } from '../shell/paths.ts'
import type { PageQuestion } from './page-question.ts'
import type { Say } from './texts.ts'

type Period = NonNullable<CnResponse['meta']['history']>[number]

/** What each act did to the code: since when which provision has listed it, with packages and links to the acts. */
export function storyHtml({ meta, scope: { regimes } }: CnResponse, say: Say): Html | false {
  const { history = [] } = meta
  if (history.length === 0) return false
  return html`<details class="story"><summary>${say('story')}</summary>
<ol class="plain">${history.map((period) => periodHtml(period, regimes, say))}</ol>
</details>`
}

function periodHtml(period: Period, regimes: CnResponse['scope']['regimes'], say: Say): Html {
  const { from, from_basis, to, since_act, until_act, cn_codes, steps } = period
  return html`<li><p><strong>${from_basis === 'at_latest' && '≤ '}${dayInSentence(from, say.language)}</strong> ${regimeName(period.regime, regimes)}: ${period.label} <span class="soft">(${citationInWords(period.article, say.language)})</span>: ${codesInWords(cn_codes)} ${actHtml(since_act, say)}${basisHtml(period.basis)}</p>
${
  (steps.length > 0 || to !== null) &&
  html`<ul>${steps.map((step) => html`<li>${stepHtml(step, say)}</li>`)}${to !== null && html`<li>${say('storyUntil')} ${dayInSentence(to, say.language)} ${actHtml(until_act, say)}</li>`}</ul>`
}</li>`
}

function stepHtml(step: Period['steps'][number], say: Say): Html {
  return html`${dayInSentence(step.day, say.language)}: ${stepInWords(step, say)} ${actHtml(step.act, say)}${basisHtml(step.basis)}`
}

/** Told only of what was read in no act. */
const basisHtml = (basis: Period['steps'][number]['basis']): Html | false =>
  basis?.kind === 'inferred' && html` <span class="soft">${basis.text}</span>`

const stepInWords = ({ added, removed, changed }: Period['steps'][number], say: Say): string =>
  [
    added.length > 0 && `${say('storyAdded')} ${codesInWords(added)}`,
    removed.length > 0 && `${say('storyRemoved')} ${codesInWords(removed)}`,
    changed.length > 0 && `${say('storyChanged')} ${codesInWords(changed)}`,
  ]
    .filter((part) => part !== false)
    .join('; ')

/** A chapter has hundreds of codes, of which the first say enough. */
const CODES_SHOWN = 12
const codesInWords = (codes: readonly string[]): string =>
  codes.length <= CODES_SHOWN
    ? codes.join(', ')
    : `${codes.slice(0, CODES_SHOWN).join(', ')} … (+${codes.length - CODES_SHOWN})`

function actHtml(act: Period['since_act'], say: Say): Html | false {
  if (!act) return false
  const number = act.package === null ? '' : `${say('storyPackage')} ${act.package}, `
  return html`<span class="soft">(${number}<a href="${eurLexUrl(act.celex, say.language)}">${act.title}</a>)</span>`
}

/** Changes that are shown of the newest ones. */
const RECENT_SHOWN = 5

/**
 * The newest of what acts did to the code, with a link to all changes. It is read from the periods of the answer, so it
 * costs nothing more, and the browser writes it as the server does.
 */
export function recentHtml({ meta, scope }: CnResponse, { q }: PageQuestion, say: Say): Html | false {
  const changes = (meta.history ?? []).flatMap((period) => changesIn(period, say))
  if (changes.length === 0) return false
  const newest = changes.toSorted((a, b) => (a.day === b.day ? 0 : a.day < b.day ? 1 : -1)).slice(0, RECENT_SHOWN)
  return html`<section class="recent" aria-labelledby="recent">
<h3 id="recent">${say('recent')}</h3>
<ol class="plain">${newest.map(
    ({ day, words, act, period }) =>
      html`<li><strong>${dayInSentence(day, say.language)}</strong> ${regimeName(period.regime, scope.regimes)}: ${period.label} <span class="soft">(${citationInWords(period.article, say.language)})</span>: ${words} ${actHtml(act, say)}</li>`,
  )}</ol>
<p><a href="${hrefOf('/changes', say.language, `?${new URLSearchParams({ code: q })}`)}">${say('recentAll')} ${q}</a></p>
</section>`
}

/** What happened to the code under one provision, with the day of each change. */
function changesIn(period: Period, say: Say) {
  const { from, from_basis, to, since_act, until_act, cn_codes, steps } = period
  const began = { day: from, words: `${say('recentListed')} ${codesInWords(cn_codes)}`, act: since_act, period }
  const ended = to === null ? [] : [{ day: to, words: say('recentEnded'), act: until_act, period }]
  const between = steps.map((step) => ({ day: step.day, words: stepInWords(step, say), act: step.act, period }))
  // The first day of a period that is known only at the latest is no day of a change.
  return [...(from_basis === 'exact' ? [began] : []), ...between, ...ended]
}
