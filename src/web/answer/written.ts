/** An answer in writing: what the browser fetches only when somebody asks. */
export { answerHtml } from './answer-html.ts'
export { titleOf } from './title.ts'
