import type { Language } from '../../base/language.ts'
import { html } from '../design/html.ts'
import type { Page } from '../shell/layout.ts'
import { type PageProblem, problemHtml } from '../shell/problem-html.ts'

/** The page sent instead of one that cannot be shown. */
export const problemPage = (language: Language, problem: PageProblem): Page => ({
  language,
  title: problem.title,
  description: problem.detail,
  main: html`<article class="prose">
<h1>${problem.title}</h1>
${problemHtml(problem, language)}
</article>`,
})
