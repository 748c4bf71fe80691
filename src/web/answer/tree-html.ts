import type { CnResponse } from '../../answer/response.ts'
import { type Html, html } from '../shell/html.ts'
import { codeLink, type PageQuestion } from './page-question.ts'
import type { Say } from './texts.ts'

type Tree = NonNullable<CnResponse['meta']['tree']>
type Line = Tree['lines'][number]

/** Lines below this depth are not indented further: a phone has no room for it. */
const MAX_INDENT = 6

/** The code's place in the tariff, with a mark on every line that is listed. */
export function treeHtml({ lines, omitted }: Tree, question: PageQuestion, say: Say): Html {
  return html`<section class="tree" aria-labelledby="tree">
<h2 id="tree">${say('tree')}</h2>
<ul class="plain">${lines.map((line) => lineHtml(line, question, say))}</ul>
${omitted > 0 && html`<p class="soft">${say('omitted')}: ${omitted}.</p>`}
</section>`
}

function lineHtml(line: Line, question: PageQuestion, say: Say): Html {
  const { mark, words } = markOf(line, say)
  const code =
    line.code !== null &&
    (line.asked ? html`<strong class="code">${line.code}</strong>` : codeLink(line.code, question))
  return html`<li class="depth-${Math.min(line.depth, MAX_INDENT)}${line.asked && ' asked'}"${line.asked && html` aria-current="true"`}>
<svg class="dot ${mark}" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">${SHAPES[mark]}</svg>
<span class="line">${code} <span class="name">${line.name}</span>${words && html` <span class="mark-words ${mark}">${words}</span>`}${line.asked && html` <span class="unseen">(${say('here')})</span>`}</span></li>`
}

/** The mark of a line: a shape and words, so that nobody has to tell colours apart. */
function markOf(
  { kind, extent }: Line,
  say: Say,
): { readonly mark: keyof typeof SHAPES; readonly words: string | null } {
  if (kind === null) return { mark: 'none', words: null }
  if (kind !== 'ban') return { mark: 'condition', words: say('listedOnly') }
  if (extent === 'whole') return { mark: 'ban', words: say('banWhole') }
  if (extent === 'some_codes') return { mark: 'below', words: say('banBelow') }
  return { mark: 'part', words: say('banPart') }
}

const SHAPES = {
  ban: html`<circle cx="8" cy="8" r="6.5"/>`,
  part: html`<circle class="ring" cx="8" cy="8" r="6"/><path d="M8 2a6 6 0 0 1 0 12z"/>`,
  below: html`<circle class="ring" cx="8" cy="8" r="6"/><circle cx="8" cy="8" r="2.5"/>`,
  condition: html`<path d="M8 1.5 14.5 8 8 14.5 1.5 8z"/>`,
  none: html`<circle class="ring" cx="8" cy="8" r="3"/>`,
} as const
