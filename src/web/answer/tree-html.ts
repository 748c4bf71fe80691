import type { CnResponse } from '../../answer/response/response.ts'
import { markInWords } from '../../answer/shape/mark-words.ts'
import { type Html, html } from '../design/html.ts'
import { markOf } from './marks.ts'
import { codeLink, type PageQuestion } from './page-question.ts'
import type { Say } from './texts.ts'

type Line = NonNullable<CnResponse['meta']['tree']>['lines'][number]

/** Lines below this depth are not indented further: a phone has no room for it. */
const MAX_INDENT = 6

/** The code's place in the tariff, with a mark on every line that is listed. */
export function treeHtml(response: CnResponse, question: PageQuestion, say: Say): Html | false {
  const { tree } = response.meta
  if (!tree) return false
  const { lines, omitted } = tree
  return html`<section class="tree" aria-labelledby="tree">
<h3 id="tree">${say('tree')}</h3>
<ul class="plain">${lines.map((line) => lineHtml(line, response, question, say))}</ul>
${omitted > 0 && html`<p class="soft">${say('omitted')}: ${omitted}.</p>`}
</section>`
}

function lineHtml(line: Line, response: CnResponse, question: PageQuestion, say: Say): Html {
  const shape = shapeOf(line)
  const code =
    line.code !== null &&
    (line.asked ? html`<strong class="code">${line.code}</strong>` : codeLink(line.code, question))
  return html`<li class="depth-${Math.min(line.depth, MAX_INDENT)}${line.asked && ' asked'}"${line.asked && html` aria-current="true"`}>
<svg class="dot ${shape}" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">${SHAPES[shape]}</svg>
<span class="line">${code} <span class="name">${line.name}</span> <span class="mark-words ${shape}">${markInWords(line, response, question.language)}</span>${line.asked && html` <span class="unseen">(${say('here')})</span>`}</span></li>`
}

/** Every line has a shape and words, so that nobody has to tell colours apart. */
function shapeOf(line: Line): keyof typeof SHAPES {
  const mark = markOf(line)
  return mark === 'partial' && line.extent === 'some_codes' ? 'below' : mark
}

const SHAPES = {
  ban: html`<circle cx="8" cy="8" r="6.5"/>`,
  partial: html`<circle class="ring" cx="8" cy="8" r="6"/><path d="M8 2a6 6 0 0 1 0 12z"/>`,
  below: html`<circle class="ring" cx="8" cy="8" r="6"/><circle cx="8" cy="8" r="2.5"/>`,
  condition: html`<path d="M8 1.5 14.5 8 8 14.5 1.5 8z"/>`,
  clear: html`<circle class="ring" cx="8" cy="8" r="3"/>`,
} as const
