import type { Scope } from '../../answer/response.ts'
import { eurLexUrl } from '../../terms/celex.ts'
import { regimeName } from '../../terms/countries.ts'
import type { Day } from '../../terms/day.ts'
import type { Language } from '../../terms/language.ts'
import { answerHtml, titleOf } from '../answer/answer-html.ts'
import type { Moment, PageAnswer } from '../answer/page-answer.ts'
import { codeLinks, type PageQuestion, queryStringOf } from '../answer/page-question.ts'
import { sourceHtml } from '../answer/scope-html.ts'
import { answerSpeaker } from '../answer/texts.ts'
import { type Html, html } from '../shell/html.ts'
import type { Page } from '../shell/layout.ts'
import { type PageProblem, problemHtml } from '../shell/problem-html.ts'
import { type Choices, searchForm } from './search-form.ts'
import { searchSpeaker } from './search-texts.ts'

/** What is below the search field: an answer, why there is none, or the introduction. */
export type Below = { readonly answer: PageAnswer } | { readonly problem: PageProblem } | { readonly start: Moment }

/** `scope` is what every question of today is checked against; null while the law is loading. */
export function searchPage(question: PageQuestion, below: Below, scope: Scope | null, choices: Choices): Page {
  const { language, q } = question
  const say = searchSpeaker(language)
  const isStart = 'start' in below
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
    main: html`<div class="${isStart ? 'start' : 'asked'}" id="page" data-alerts="${choices.alerts ? 'on' : 'off'}">
<h1>${say('title')}</h1>
${searchForm(question, choices)}
</div>
<div id="answer" aria-live="off">${
      'answer' in below
        ? answerHtml(below.answer)
        : 'problem' in below
          ? problemHtml(below.problem, language, codeLinks(below.problem.suggestions, question))
          : startHtml(language, scope, below.start)
    }</div>`,
  }
}

/** The introduction: what to expect, and how old the data are. */
function startHtml(language: Language, scope: Scope | null, { day }: Moment): Html {
  const say = searchSpeaker(language)
  return html`<section class="promise" aria-labelledby="promise">
<h2 id="promise">${say('whatYouGet')}</h2>
<ul><li>${say('covered')}</li><li>${say('getAssessment')}</li><li>${say('getLimits')}</li><li>${say('getRecord')}</li></ul>
</section>
${scope && dataHtml(scope, language, day)}`
}

function dataHtml({ dataset, regimes }: Scope, language: Language, today: Day): Html {
  const say = searchSpeaker(language)
  const answerSay = answerSpeaker(language)
  return html`<section class="data-now" aria-labelledby="data-now">
<h2 id="data-now">${say('dataNow')}</h2>
<ul>${regimes.map(
    (regime) =>
      html`<li><strong>${regimeName(regime.code, regimes, language)}</strong>: ${sourceHtml(regime, today, language, answerSay)}${regime.pending_acts.length > 0 && html`; <strong>${say('pendingNow')}</strong>: ${regime.pending_acts.map(({ celex, title }, at) => html`${at > 0 && ', '}<a href="${eurLexUrl(celex, language)}">${title}</a>`)}`}</li>`,
  )}</ul>
<p class="soft">${answerSay('dataVersion')}: <span class="code">${dataset}</span></p>
</section>`
}
