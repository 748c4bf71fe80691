import { dayInBrussels } from '../terms/day.ts'

/** The calendar is asked once a second: it is slow, and no day changes more often. */
export function brusselsDay(now: () => Date): () => string {
  let askedAt = Number.NaN
  let day = ''
  return () => {
    const moment = now()
    const second = Math.floor(moment.getTime() / 1000)
    if (second !== askedAt) {
      askedAt = second
      day = dayInBrussels(moment)
    }
    return day
  }
}
