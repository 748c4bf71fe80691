import type { Scope } from '../../answer/response/response.ts'
import type { Day } from '../../base/day.ts'
import type { Language } from '../../base/language.ts'
import { eurLexUrl } from '../../law/terms/celex.ts'
import type { Guide } from '../../law/terms/law.ts'
import { regimeName } from '../../law/terms/regime-name.ts'
import { answerHtml, titleOf } from '../answer/answer-html.ts'
import type { Moment, PageAnswer } from '../answer/page-answer.ts'
import { codeLinks, type PageQuestion, queryStringOf } from '../answer/page-question.ts'
import { sourceHtml } from '../answer/scope-html.ts'
import { answerSpeaker } from '../answer/texts.ts'
import { type Html, html, joined } from '../design/html.ts'
import { type IconName, icon } from '../design/icons.ts'
import { guideList } from '../pages/guide-page.ts'
import type { Page } from '../shell/layout.ts'
import { hrefOf, type PagePath } from '../shell/paths.ts'
import { type PageProblem, problemHtml } from '../shell/problem-html.ts'
import { type Choices, searchForm } from './search-form.ts'
import { searchSpeaker } from './search-texts.ts'

/** What is below the search field: an answer, why there is none, or the introduction. */
export type Below =
  | { readonly answer: PageAnswer }
  | { readonly problem: PageProblem }
  | { readonly start: Moment; readonly guides: readonly Guide[] }

/** `scope` is what every question of today is checked against; null while the law is loading. */
export function searchPage(question: PageQuestion, below: Below, scope: Scope | null, choices: Choices): Page {
  const { language, q } = question
  const say = searchSpeaker(language)
  const isStart = 'start' in below
  const said = 'answer' in below ? below.answer.response.meta.said : undefined
  const about = 'answer' in below ? titleOf(below.answer) : null
  const title = about?.title ?? ('problem' in below ? below.problem.title : say('title'))
  return {
    language,
    path: '/',
    search: queryStringOf(question),
    title: q === '' ? say('title') : title,
    description: about?.description ?? say('description'),
    script: 'search',
    band: html`<div class="band ${isStart ? 'start' : 'asked'}" id="page" data-question="${queryStringOf(question)}" data-alerts="${choices.alerts ? 'on' : 'off'}"><div class="wrap">
${isStart && html`<h1>${say('title')}</h1>`}
${searchForm(question, choices, said)}
</div></div>`,
    main: html`<div id="answer" aria-live="off">${
      'answer' in below
        ? answerHtml(below.answer)
        : 'problem' in below
          ? problemHtml(below.problem, language, codeLinks(below.problem.suggestions, question), true)
          : startHtml(language, scope, below)
    }</div>`,
  }
}

/** The introduction: deals to try, how to find a code, what to expect, and how old the data are. */
function startHtml(
  language: Language,
  scope: Scope | null,
  { start: { day }, guides }: Extract<Below, { start: Moment }>,
): Html {
  const say = searchSpeaker(language)
  const door = (path: PagePath | '#guides', name: IconName, title: string, hint: string) =>
    html`<a class="door" href="${path === '#guides' ? path : hrefOf(path, language)}">${icon(name)}<b>${title}</b><span>${hint}</span></a>`
  return html`<nav class="doors" aria-label="${say('doors')}">
${door('/list', 'list', say('doorList'), say('doorListHint'))}
${guides.length > 0 && door('#guides', 'parcel', say('doorGuides'), say('doorGuidesHint'))}
${door('/changes', 'history', say('doorChanges'), say('doorChangesHint'))}
</nav>
<section id="recent-checks" aria-labelledby="recent-title" hidden></section>
${
  guides.length > 0 &&
  html`<section id="guides" aria-labelledby="guides-title">
<h2 id="guides-title">${say('guides')}</h2>
${guideList(guides, language)}
</section>`
}
<section aria-labelledby="no-code">
<h2 id="no-code">${say('noCode')}</h2>
<p>${say('whatIsCode')}</p>
<p>${say('findCode')} ${say('bindingCode')}</p>
</section>
<section class="promise" aria-labelledby="promise">
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
      html`<li><strong>${regimeName(regime.code, regimes)}</strong>: ${sourceHtml(regime, today, answerSay)}${
        regime.pending_acts.length > 0 &&
        html`; <strong>${say('pendingNow')}</strong>: ${joined(
          regime.pending_acts.map(({ celex, title }) => html`<a href="${eurLexUrl(celex, language)}">${title}</a>`),
          ', ',
        )}`
      }</li>`,
  )}</ul>
<p class="soft">${answerSay('dataVersion')}: <span class="code">${dataset}</span></p>
</section>`
}
