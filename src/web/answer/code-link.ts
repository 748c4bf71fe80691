import { type Html, html } from '../shell/html.ts'
import { hrefOf } from '../shell/paths.ts'
import { type Asked, searchOf } from './page-question.ts'

/** The same question about one code; a script answers it in place. */
export const codeLink = (code: string, { language, filters }: Asked): Html =>
  html`<a class="code" data-question href="${hrefOf('/', language, searchOf({ q: code, filters }))}">${code}</a>`
