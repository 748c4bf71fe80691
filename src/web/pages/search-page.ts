import type { DatasetResponse } from '../../answer/dataset-response.ts'
import { eurLexUrl } from '../../terms/celex.ts'
import { regimeCountry } from '../../terms/countries.ts'
import type { Day } from '../../terms/day.ts'
import type { Language } from '../../terms/language.ts'
import { ageInWords, dayInWords } from '../../terms/wording.ts'
import { answerHtml, titleOf } from '../answer/answer-html.ts'
import type { Moment, PageAnswer } from '../answer/page-answer.ts'
import { type PageQuestion, queryStringOf } from '../answer/page-question.ts'
import { answerSpeaker } from '../answer/texts.ts'
import { type Html, html } from '../shell/html.ts'
import type { Page } from '../shell/layout.ts'
import { type PageProblem, problemHtml } from '../shell/problem-html.ts'
import { searchForm } from './search-form.ts'
import { searchSpeaker } from './search-texts.ts'

/** What is below the search field: an answer, why there is none, or the introduction. */
export type Below = { readonly answer: PageAnswer } | { readonly problem: PageProblem } | { readonly start: Moment }

export function searchPage(question: PageQuestion, below: Below, dataset: DatasetResponse | null): Page {
  const { language, q } = question
  const say = searchSpeaker(language)
  const isStart = 'start' in below
  const regimes = dataset?.regimes.map(({ code }) => code) ?? []
  const about = 'answer' in below ? titleOf(below.answer) : null
  const title = about?.title ?? ('problem' in below ? below.problem.title : say('title'))
  return {
    language,
    path: '/',
    search: queryStringOf(question),
    title: q === '' ? say('title') : title,
    description: about?.description ?? say('description'),
    ...(isStart ? { sheets: [], deferredSheets: ['answer'] } : { sheets: ['answer'] }),
    script: 'search',
    main: html`<div class="${isStart ? 'start' : 'asked'}" id="page">
<h1>${say('title')}</h1>
${searchForm(question, regimes)}
</div>
<div id="answer" aria-live="off">${'answer' in below ? answerHtml(below.answer) : 'problem' in below ? problemHtml(below.problem, language) : startHtml(language, dataset, below.start)}</div>`,
  }
}

/** The introduction: what to expect, and how old the data are. */
function startHtml(language: Language, dataset: DatasetResponse | null, { day }: Moment): Html {
  const say = searchSpeaker(language)
  return html`<section class="promise" aria-labelledby="promise">
<h2 id="promise">${say('whatYouGet')}</h2>
<ul><li>${say('getVerdict')}</li><li>${say('getHonest')}</li><li>${say('getRecord')}</li></ul>
</section>
${dataset && dataHtml(dataset, language, day)}`
}

function dataHtml({ version, regimes }: DatasetResponse, language: Language, today: Day): Html {
  const say = searchSpeaker(language)
  const answerSay = answerSpeaker(language)
  return html`<section class="data-now" aria-labelledby="data-now">
<h2 id="data-now">${say('dataNow')}</h2>
<ul>${regimes.map(
    ({ code, celex, consolidated_version, source_version, pending_acts }) =>
      html`<li><strong>${regimeCountry(code, language)}</strong>: <a href="${eurLexUrl(celex, language)}">${answerSay('consolidated')} ${dayInWords(consolidated_version, language)}</a>, ${answerSay('asOf')} ${dayInWords(source_version, language)} (${ageInWords(source_version, today, language)})${pending_acts.length > 0 && html`; <strong>${say('pendingNow')}</strong>: ${pending_acts.map((act, at) => html`${at > 0 && ', '}<a href="${eurLexUrl(act.celex, language)}">${language === 'pl' ? act.title_pl : act.title_en}</a>`)}`}</li>`,
  )}</ul>
<p class="soft">${answerSay('dataVersion')}: <span class="code">${version}</span></p>
</section>`
}
