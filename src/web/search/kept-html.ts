import { isDay } from '../../base/day.ts'
import { dayInNumbers } from '../../law/terms/wording.ts'
import type { PlaceNames } from '../answer/page-answer.ts'
import { type PageQuestion, questionHref } from '../answer/page-question.ts'
import { ROUTE_PARTS, type Said, type SaidPart, saidWords, withoutSaid } from '../answer/said.ts'
import { chip } from '../design/components.ts'
import { type Html, html } from '../design/html.ts'
import { searchSpeaker } from './search-texts.ts'

interface Names {
  readonly regimes: readonly { readonly code: string; readonly name: string }[]
  readonly places: PlaceNames
}

/** What of the text was used, and fields that are not in the row: each is a chip that one tap takes back. */
export function keptHtml(question: PageQuestion, { regimes, places }: Names, said?: Said): Html {
  const { language, filters } = question
  const say = searchSpeaker(language)
  const without = (words: string, rest: PageQuestion) =>
    html`<li>${chip(words, { href: questionHref(rest), label: `${say('remove')}: ${words}` })}</li>`
  const ofText = (parts: readonly SaidPart[]) => {
    const words = said ? saidWords(question, said, parts) : ''
    return said && words !== '' && without(words, withoutSaid(question, said, parts))
  }
  const ofField = (name: 'dispatch' | 'contract_date' | 'as_of' | 'direction' | 'regime', words: string) => {
    const { [name]: given, ...rest } = filters
    return given && without(words, { ...question, filters: rest })
  }
  const day = (text = '') => (isDay(text) ? dayInNumbers(text, language) : text)
  const direction = filters.direction as 'import' | 'export' | 'transit' | undefined
  return html`${[
    ofText(ROUTE_PARTS),
    ofText(['value']),
    !ofText(ROUTE_PARTS) &&
      ofField('dispatch', `${say('dispatch')}: ${places.get(filters.dispatch ?? '') ?? filters.dispatch}`),
    ofField('contract_date', `${say('contractDate')}: ${day(filters.contract_date)}`),
    ofField('as_of', `${say('asOf')}: ${day(filters.as_of)}`),
    ofField(
      'direction',
      `${say('direction')}: ${direction && ['import', 'export', 'transit'].includes(direction) ? say(direction) : direction}`,
    ),
    ofField(
      'regime',
      `${say('country')}: ${regimes.find(({ code }) => code === filters.regime)?.name ?? filters.regime}`,
    ),
  ]}`
}
