import type { Language } from '../../terms/language.ts'
import { html } from '../shell/html.ts'
import type { Page } from '../shell/layout.ts'
import { problemHtml, type ShownProblem } from '../shell/problem-html.ts'

/** A page that could not be shown, and what to do. */
export const problemPage = (language: Language, problem: ShownProblem): Page => ({
  language,
  path: null,
  search: '',
  title: problem.title,
  description: problem.detail,
  sheets: ['answer'],
  script: null,
  main: html`<article class="prose">
<h1>${problem.title}</h1>
${problemHtml(problem, language)}
</article>`,
})
