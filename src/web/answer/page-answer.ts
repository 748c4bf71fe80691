import type { CnResponse } from '../../answer/response.ts'
import type { Day } from '../../terms/day.ts'
import type { Asked } from './page-question.ts'

/** An answer on its way to a page: what was asked, what the API said, and when. */
export interface Shown {
  readonly asked: Asked
  readonly response: CnResponse
  readonly moment: Moment
  /** Where this answer can be read again. */
  readonly address: string
}

/** A moment as a record names it, in Brussels, where the law of the Union is made. */
export interface Moment {
  readonly day: Day
  /** `12:05`. */
  readonly time: string
}

let clock: Intl.DateTimeFormat | undefined

export function momentInBrussels(date: Date): Moment {
  clock ??= new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Brussels', dateStyle: 'short', timeStyle: 'short' })
  const [day = '', time = ''] = clock.format(date).split(' ')
  return { day, time }
}
