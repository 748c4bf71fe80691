import type { CnResponse } from '../../answer/response.ts'
import { eurLexUrl } from '../../terms/celex.ts'
import { citationInWords } from '../../terms/citation-words.ts'
import { regimeName } from '../../terms/countries.ts'
import type { Language } from '../../terms/language.ts'
import { dayInSentence } from '../../terms/wording.ts'
import { type Html, html } from '../shell/html.ts'
import type { Say } from './texts.ts'

type Period = NonNullable<CnResponse['meta']['history']>[number]

/** What each act did to the code: since when which provision has listed it, with packages and links to the acts. */
export function storyHtml({ meta, scope: { regimes } }: CnResponse, language: Language, say: Say): Html | false {
  const { history = [] } = meta
  if (history.length === 0) return false
  return html`<details class="story"><summary>${say('story')}</summary>
<ol class="plain">${history.map((period) => periodHtml(period, regimes, language, say))}</ol>
</details>`
}

function periodHtml(period: Period, regimes: CnResponse['scope']['regimes'], language: Language, say: Say): Html {
  const { from, from_basis, to, since_act, until_act, cn_codes, steps } = period
  return html`<li><p><strong>${from_basis === 'at_latest' && '≤ '}${dayInSentence(from, language)}</strong> ${regimeName(period.regime, regimes, language)}: ${period.label} <span class="soft">(${citationInWords(period.article, language)})</span>: ${codesInWords(cn_codes)} ${actHtml(since_act, language, say)}${basisHtml(period.basis)}</p>
${
  (steps.length > 0 || to !== null) &&
  html`<ul>${steps.map((step) => html`<li>${stepHtml(step, language, say)}</li>`)}${to !== null && html`<li>${say('storyUntil')} ${dayInSentence(to, language)} ${actHtml(until_act, language, say)}</li>`}</ul>`
}</li>`
}

function stepHtml(step: Period['steps'][number], language: Language, say: Say): Html {
  return html`${dayInSentence(step.day, language)}: ${stepInWords(step, say)} ${actHtml(step.act, language, say)}${basisHtml(step.basis)}`
}

/** Told only of what was read in no act. */
const basisHtml = (basis: Period['steps'][number]['basis']): Html | false =>
  basis?.kind === 'inferred' && html` <span class="soft">${basis.text}</span>`

export const stepInWords = ({ added, removed, changed }: Period['steps'][number], say: Say): string =>
  [
    added.length > 0 && `${say('storyAdded')} ${codesInWords(added)}`,
    removed.length > 0 && `${say('storyRemoved')} ${codesInWords(removed)}`,
    changed.length > 0 && `${say('storyChanged')} ${codesInWords(changed)}`,
  ]
    .filter((part) => part !== false)
    .join('; ')

/** A chapter has hundreds of codes, of which the first say enough. */
const CODES_SHOWN = 12
export const codesInWords = (codes: readonly string[]): string =>
  codes.length <= CODES_SHOWN
    ? codes.join(', ')
    : `${codes.slice(0, CODES_SHOWN).join(', ')} … (+${codes.length - CODES_SHOWN})`

export function actHtml(act: Period['since_act'], language: Language, say: Say): Html | false {
  if (!act) return false
  const number = act.package === null ? '' : `${say('storyPackage')} ${act.package}, `
  return html`<span class="soft">(${number}<a href="${eurLexUrl(act.celex, language)}">${act.title}</a>)</span>`
}
