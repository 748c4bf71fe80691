import type { CnResponse } from '../../answer/response/response.ts'
import type { PlaceNames } from '../answer/page-answer.ts'
import { ANSWERS, sign } from '../design/components.ts'
import { type Html, html } from '../design/html.ts'
import type { CardSay } from './card-texts.ts'

/** More stops do not fit a line. */
const MAX_STOPS = 5

/**
 * The way of the goods from country to country, with a sign on those whose sanctions prohibit the deal, or may: none is
 * marked where something lifts the ban.
 */
export function routeHtml({ deal, assessment }: CnResponse, places: PlaceNames, say: CardSay): Html | false {
  if (!deal) return false
  const { origin, dispatch, via, destination, findings } = deal
  const stops = [origin, ...(dispatch === origin ? [] : [dispatch]), ...via, destination]
  const { answer } = assessment
  const bites = answer === 'prohibited' || answer === 'depends'
  const banned = new Set(
    findings.flatMap(({ kind, regime }) => (bites && kind === 'prohibited' && regime ? regime.split('-')[1]! : [])),
  )
  // The regime of a territory such as `UA-43` has the code of its country, the rest of which it is not aimed at.
  const isBanned = (code: string) =>
    banned.has(code.split('-')[0]!) && !stops.some((other) => other.startsWith(`${code}-`))
  const name = (code: string) => places.get(code) ?? code
  const word = ANSWERS[answer].word[say.language].toLowerCase()
  if (stops.length > MAX_STOPS)
    return html`<ol class="route-text plain" aria-label="${say('route')}">${stops.map((code) => html`<li>${name(code)}${isBanned(code) && html` <b>(${word})</b>`}</li>`)}</ol>`
  const cut = answer === 'prohibited' ? stops.findIndex(isBanned) : -1
  return html`<ol class="route" aria-label="${say('route')}">${stops.map((code, at) => {
    const isOff = cut >= 0 && at >= cut
    return html`<li class="stop${isBanned(code) && ' bites'}${isOff && ' cut-off'}${isOff && !isBanned(code) && ' after'}">${isBanned(code) && sign(answer, 's')}<b>${name(code)}</b>${isBanned(code) && html`<span>${word}</span>`}</li>`
  })}</ol>`
}
