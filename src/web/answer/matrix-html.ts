import type { CnResponse } from '../../answer/response/response.ts'
import { BAN_MARKS, CONDITION_MARK } from '../../answer/shape/mark-words.ts'
import { reachPlace, wayInWords } from '../../answer/shape/reach-words.ts'
import { DIRECTIONS } from '../../law/terms/law-vocabulary.ts'
import { type Html, html } from '../shell/html.ts'
import { type Mark, markOf } from './marks.ts'
import type { Say } from './texts.ts'

type Reach = CnResponse['assessment']['reaches'][number]

/** A sign for each mark, so that nobody has to tell colours apart. */
const SIGNS: Readonly<Record<Mark, string>> = { ban: '✕', partial: '◐', condition: '◆', clear: '–' }

/** How far measures reach, by direction and country; a deal has its route instead. Nothing to show where nothing reaches. */
export function matrixHtml({ assessment: { reaches }, scope, deal }: CnResponse, say: Say) {
  if (deal || reaches.length === 0) return false
  const { regimes } = scope
  const targets = regimes.map(
    ({ code, short_name }) => reaches.find(({ country }) => code.split('-')[1] === country)?.place ?? short_name,
  )
  const columns = [...new Set([...targets, ...reaches.map((reach) => reachPlace(reach, say.language))])]
  const asked = DIRECTIONS.filter((direction) => scope.directions.includes(direction))
  const rows = [...asked, ...(reaches.some(({ direction }) => direction === null) ? [null] : [])]
  return html`<section class="matrix" aria-labelledby="matrix">
<h2 id="matrix">${say('matrix')}</h2>
<table aria-labelledby="matrix">
<thead><tr><td></td>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr><th scope="row">${wayInWords(row, say.language)}</th>${columns.map((column) =>
        cellHtml(
          // The bans stand first among the reaches.
          reaches.find((one) => one.direction === row && reachPlace(one, say.language) === column),
          say,
        ),
      )}</tr>`,
  )}</tbody></table>
</section>`
}

function cellHtml(reach: Reach | undefined, say: Say): Html {
  const mark = reach ? markOf(reach) : 'clear'
  return html`<td class="${mark}"><span aria-hidden="true">${SIGNS[mark]}</span> ${wordsOf(reach, say)}</td>`
}

function wordsOf(reach: Reach | undefined, say: Say): string {
  if (!reach || reach.extent === 'none') return say('nothingFound')
  return (reach.kind === 'ban' ? BAN_MARKS[reach.extent] : CONDITION_MARK)[say.language]
}
