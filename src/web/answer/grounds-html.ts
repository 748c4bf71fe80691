import type { CnResponse } from '../../answer/response/response.ts'
import { groundsInWords } from '../../answer/shape/reach-words.ts'
import { type Html, html } from '../design/html.ts'
import { type Say, titled } from './texts.ts'

/** The provisions behind the assessment, each with its own limit and description; folded, since the matches say more. */
export function groundsHtml({ assessment }: CnResponse, say: Say): Html | false {
  const reaches = groundsInWords(assessment, say.language)
  if (reaches.length === 0) return false
  return html`<details class="grounds"><summary>${say('grounds')}</summary>
<dl>${reaches.map(({ head, grounds }) => html`<dt>${head}</dt>${grounds.map((ground) => html`<dd>${ground}</dd>`)}`)}</dl>
</details>`
}

/** The same as lines of text. */
export const groundLines = ({ assessment }: CnResponse, say: Say): string[] => {
  const lines = groundsInWords(assessment, say.language).flatMap(({ head, grounds }) =>
    grounds.map((ground) => `- ${head}: ${ground}`),
  )
  return titled(say('grounds'), lines)
}
