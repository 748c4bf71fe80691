import type { CnResponse } from '../../answer/response/response.ts'
import type { Day } from '../../base/day.ts'
import { eurLexUrl } from '../../law/terms/celex.ts'
import { citationInWords } from '../../law/terms/citation-words.ts'
import { regimeName } from '../../law/terms/regime-name.ts'
import { ageInWords, counted, dayInSentence, sentence } from '../../law/terms/wording.ts'
import { type Html, html, type Piece } from '../design/html.ts'
import { actLink, linked } from '../shell/linked.ts'
import type { PageAnswer } from './page-answer.ts'
import { questionHref } from './page-question.ts'
import { FORMS, type Say } from './texts.ts'

type Regime = CnResponse['scope']['regimes'][number]

/** What was checked and what no code can answer; unfolded where nothing was found, since it is then what matters most. */
export function scopeHtml(answer: PageAnswer, say: Say): Html {
  const { scope, verdict, assessment } = answer.response
  const isOpen = assessment.checked && verdict === 'no_match'
  return html`${assessment.checked && checkedHtml(answer, isOpen, say)}
<details class="block"${isOpen && html` open`}><summary><h2>${say('uncoded')}</h2></summary>${uncodedHtml(scope.regimes, say)}</details>`
}

/** Regimes that were checked, and those that are only on request, with a link that asks about them. */
const checkedHtml = ({ question, response, places }: PageAnswer, isOpen: boolean, say: Say): Html => {
  const { regimes, on_request } = response.scope
  return html`<details class="block"${isOpen && html` open`}><summary><h2>${say('scope')}</h2></summary>
<ul>${regimes.map(
    (regime) =>
      html`<li>${regimeName(regime.code, regimes)}: ${counted(regime.annexes_checked.length, FORMS.annexes, say.language)} (${regime.annexes_checked.join(', ')}); ${say('completeFrom')} ${sentence(dayInSentence(regime.complete_from, say.language))}</li>`,
  )}${on_request.map(
    ({ code, name, territories }) =>
      html`<li>${say('notChecked')}: ${name}. <a data-question href="${questionHref({ ...question, filters: { ...question.filters, regime: code } })}">${say('checkRegime')}</a>${territories.length > 0 && html`${say('orChoose')}: ${territories.map((one) => places.get(one) ?? one).join(', ')}`}.</li>`,
  )}</ul></details>`
}

/** Lists without codes, regime by regime. */
export const uncodedHtml = (regimes: readonly Regime[], say: Say): Html =>
  html`<div class="uncoded">${regimes.map(
    (regime) => html`<h3>${regimeName(regime.code, regimes)}</h3>
<ul>${regime.uncoded_annexes.map((one) => {
      const where = placeInWords(one, say)
      return html`<li>${where !== '' && html`<span class="soft">${where}:</span> `}${one.what}</li>`
    })}</ul>`,
  )}</div>`

/** `art. 2aa, załącznik I`. */
export const placeInWords = (
  { article, annex }: { readonly article: string | null; readonly annex: string | null },
  say: Say,
): string =>
  [article && citationInWords(article, say.language), annex && `${say('annex')} ${annex}`].filter(Boolean).join(', ')

/**
 * How old the data of a regime are: the day up to which changes are worked in, which may be later than the consolidated
 * text. The page knows no other age.
 */
const stateInWords = ({ source_version: day }: Pick<Regime, 'source_version'>, today: Day, say: Say): string =>
  `${say('stateOf')} ${dayInSentence(day, say.language)} (${ageInWords(day, today, say.language)})`

/** The text that the data of a regime were read from, the acts worked into it, and how old they are. */
export function sourceInWords(regime: Regime, today: Day, say: Say): string {
  const { legal_act, consolidated_version, worked_in } = regime
  const text = consolidated_version && `${say('consolidated')} ${dayInSentence(consolidated_version, say.language)}`
  const acts = worked_in.length > 0 && `${say('workedIn')}: ${worked_in.map(({ title }) => title).join(', ')}`
  return `${[legal_act, text, acts].filter(Boolean).join(', ')}; ${stateInWords(regime, today, say)}`
}

/** The same with links to the acts. */
export function sourceHtml(regime: Regime, today: Day, say: Say): Piece {
  const acts = regime.worked_in.map(({ celex, title }) => actLink(title, eurLexUrl(celex, say.language)))
  const own = actLink(regime.legal_act, eurLexUrl(regime.celex, say.language))
  return linked(sourceInWords(regime, today, say), [own, ...acts])
}
