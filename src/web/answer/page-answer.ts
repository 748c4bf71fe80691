import type { CnResponse } from '../../answer/response/response.ts'
import { calendarDay } from '../../base/day.ts'
import { type PageQuestion, questionHref } from './page-question.ts'

/** What an answer on a page is written from: the question, the response of the API, and when it was given. */
export interface PageAnswer {
  readonly question: PageQuestion
  readonly response: CnResponse
  readonly moment: Moment
  /** The origin of the page, for an address that can be kept. */
  readonly origin: string
  readonly places: PlaceNames
  /** Whether alerts by e-mail are offered. */
  readonly alerts?: boolean
}

/** Countries and territories that a deal may name, by code, in the order in which a form offers them. */
export type PlaceNames = ReadonlyMap<string, string>

/** A route: `Rosja → Kazachstan`. A code without a name stays as it is. */
export const placesInWords = (codes: readonly string[], places: Pick<PlaceNames, 'get'>): string =>
  codes.map((code) => places.get(code.trim()) ?? code.trim()).join(' → ')

/** The address at which the same question about the same day can be asked again; it is kept as evidence. */
export const addressOf = ({ question, response, origin }: PageAnswer): string =>
  origin + questionHref({ ...question, filters: { ...question.filters, as_of: response.scope.as_of } })

let clock: Intl.DateTimeFormat | undefined

export type Moment = ReturnType<typeof momentInBrussels>

/** The day and time, `12:05`, in Brussels, which decide the day on which EU law applies. */
export function momentInBrussels(date: Date) {
  clock ??= new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Brussels', dateStyle: 'short', timeStyle: 'short' })
  const [day = '', time = ''] = clock.format(date).split(' ')
  return { day: calendarDay(day), time }
}
