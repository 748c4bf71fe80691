import type { CnResponse } from '../../answer/response.ts'
import { eurLexUrl } from '../../terms/celex.ts'
import { regimeCountry } from '../../terms/countries.ts'
import type { Language } from '../../terms/language.ts'
import { counted, dayInWords } from '../../terms/wording.ts'
import { type Html, html } from '../shell/html.ts'
import { FORMS, type Say } from './texts.ts'

type Regime = CnResponse['scope']['regimes'][number]

/** What was checked and what no code can answer; unfolded where nothing was found, since it is then what matters most. */
export function scopeHtml({ scope, verdict }: CnResponse, language: Language, say: Say): Html {
  const isOpen = verdict === 'no_match'
  return html`<details class="block"${isOpen && html` open`}><summary><h2>${say('scope')}</h2></summary>
<ul>${scope.regimes.map(
    (regime) =>
      html`<li><a href="${eurLexUrl(regime.celex, language)}">${regimeCountry(regime.code, language)}, ${regime.code}</a>: ${counted(regime.annexes_checked.length, FORMS.annexes, language)} (${regime.annexes_checked.join(', ')}); ${regime.consolidated_version && html`${say('consolidated')} ${dayInWords(regime.consolidated_version, language)}, `}${say('completeFrom')} ${dayInWords(regime.complete_from, language)}.</li>`,
  )}</ul></details>
<details class="block"${isOpen && html` open`}><summary><h2>${say('uncoded')}</h2></summary>${uncodedHtml(scope.regimes, language, say)}</details>`
}

/** Lists without codes, regime by regime. */
export const uncodedHtml = (regimes: readonly Regime[], language: Language, say: Say): Html =>
  html`<div class="uncoded">${regimes.map(
    (regime) => html`<h3>${regimeCountry(regime.code, language)}</h3>
<ul>${regime.uncoded_annexes.map(({ annex, article, what }) => {
      const where = [article && `${say('article')} ${article}`, annex && `${say('annex')} ${annex}`].filter(Boolean)
      return html`<li>${what}${where.length > 0 && html` <span class="soft">(${where.join(', ')})</span>`}</li>`
    })}</ul>`,
  )}</div>`
