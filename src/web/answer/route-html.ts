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
  return html`<ol class="route" aria-label="${say('route')}">${stops.map(
    (code) =>
      html`<li${banned.has(code) && html` class="ban"`}>${places.get(code) ?? code}${banned.has(code) && html` <span class="badge ban">${say('routeBan')}</span>`}</li>`,
  )}</ol>`
}
