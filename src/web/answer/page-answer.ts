import type { CnResponse } from '../../answer/response.ts'
import { calendarDay, type Day } from '../../terms/day.ts'
import type { PageQuestion } from './page-question.ts'

/** What an answer on a page is written from: the question, the response of the API, and when it was given. */
export interface PageAnswer {
  readonly question: PageQuestion
  readonly response: CnResponse
  readonly moment: Moment
  /** The URL at which the same question can be asked again. */
  readonly address: string
}

/** A moment in Brussels time, which decides the day on which EU law applies. */
export interface Moment {
  readonly day: Day
  /** `12:05`. */
  readonly time: string
}

let clock: Intl.DateTimeFormat | undefined

export function momentInBrussels(date: Date): Moment {
  clock ??= new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Brussels', dateStyle: 'short', timeStyle: 'short' })
  const [day = '', time = ''] = clock.format(date).split(' ')
  return { day: calendarDay(day), time }
}
