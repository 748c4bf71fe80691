import type { CnResponse } from '../../answer/response.ts'
import { type Html, html } from '../shell/html.ts'
import type { PlaceNames } from './page-answer.ts'
import type { Say } from './texts.ts'

type Deal = NonNullable<CnResponse['deal']>

/** The way of the goods from country to country, with a mark on those whose sanctions prohibit the deal. */
export function routeHtml({ origin, dispatch, via, destination, findings }: Deal, places: PlaceNames, say: Say): Html {
  const stops = [origin, ...(dispatch === origin ? [] : [dispatch]), ...via, destination]
  const banned = new Set(
    findings.flatMap(({ kind, regime }) => (kind === 'prohibited' && regime ? regime.split('-')[1]! : [])),
  )
  // The regime of a territory such as `UA-43` has the code of its country, the rest of which it is not aimed at.
  const isBanned = (code: string) =>
    banned.has(code.split('-')[0]!) && !stops.some((other) => other.startsWith(`${code}-`))
  return html`<ol class="route" aria-label="${say('route')}">${stops.map(
    (code) =>
      html`<li${isBanned(code) && html` class="ban"`}>${places.get(code) ?? code}${isBanned(code) && html` <span class="badge ban">${say('routeBan')}</span>`}</li>`,
  )}</ol>`
}
