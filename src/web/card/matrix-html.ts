import { withFact } from '../../answer/question/with-fact.ts'
import type { CnResponse } from '../../answer/response/response.ts'
import { citationInWords } from '../../law/terms/citation-words.ts'
import { DIRECTION_NAMES } from '../../law/terms/direction-names.ts'
import { DIRECTIONS, type Direction } from '../../law/terms/law-vocabulary.ts'
import type { PageAnswer, PlaceNames } from '../answer/page-answer.ts'
import { questionHref } from '../answer/page-question.ts'
import { ANSWERS, sign } from '../design/components.ts'
import { type Html, html } from '../design/html.ts'
import type { CardSay } from './card-texts.ts'

type Question = CnResponse['assessment']['questions'][number]
type RouteAnswer = Question['answers'][number]

interface Cell {
  readonly country: string
  readonly direction: Direction
  readonly answer: RouteAnswer
}

/** The answers of the question for the route, by direction and country: each sets the route. Null where they are no such table. */
export function matrixHtml({ response, question, places }: PageAnswer, asked: Question, say: CardSay): Html | null {
  const cells = asked.answers.map(cellOf)
  if (cells.length < 2 || cells.some((cell) => cell === null)) return null
  const known = cells as Cell[]
  const countries = [...new Set(known.map(({ country }) => country))]
  const rows = DIRECTIONS.filter((direction) => known.some((cell) => cell.direction === direction))
  const cellHtml = ({ answer, country, direction }: Cell): Html => {
    const { word } = ANSWERS[answer.leads_to]
    const where = articleOf(response, country, direction, say)
    const href = questionHref({ ...question, filters: withFact(question.filters, asked, answer.value) })
    return html`<td><a class="cell" data-answer="${answer.leads_to}" data-question rel="nofollow" href="${href}">${sign(answer.leads_to, 's')}<span><span class="unseen">${answer.text}: </span><b>${word[say.language]}</b>${where !== '' && html`<small>${where}</small>`}</span></a></td>`
  }
  return html`<table class="matrix"><caption class="unseen">${say('matrix')}</caption>
<thead><tr><td></td>${countries.map((country) => html`<th scope="col">${nameOf(country, places)}</th>`)}</tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr><th scope="row">${capitalised(DIRECTION_NAMES[row][say.language])}</th>${countries.map((column) => {
        const cell = known.find(({ country, direction }) => country === column && direction === row)
        return cell ? cellHtml(cell) : html`<td></td>`
      })}</tr>`,
  )}</tbody></table>`
}

/** `origin=EU&destination=KZ&via=RU` → transit through Russia. */
function cellOf(answer: RouteAnswer): Cell | null {
  const { origin, destination, via } = Object.fromEntries(new URLSearchParams(answer.value))
  if (via !== undefined) return { country: via, direction: 'transit', answer }
  if (destination === UNION && origin !== undefined) return { country: origin, direction: 'import', answer }
  if (origin === UNION && destination !== undefined) return { country: destination, direction: 'export', answer }
  return null
}

const UNION = 'EU'

/** The article of the first provision that reaches there, without its paragraphs: bans stand first. */
function articleOf({ assessment }: CnResponse, country: string, direction: Direction, say: CardSay): string {
  const reach = assessment.reaches.find((one) => one.country === country && one.direction === direction)
  const [article] = reach?.grounds[0]?.article.split('(') ?? []
  return article === undefined ? '' : citationInWords(article, say.language)
}

const nameOf = (code: string, places: PlaceNames): string => places.get(code) ?? code

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
