import { type Day, dayInBrussels } from '../../../base/day.ts'

/** The day in Brussels by this clock. Formatting a date is slow, so it is done once a second at most. */
export function todayInBrussels(now: () => Date): () => Day {
  let lastSecond = Number.NaN
  let day: Day | null = null
  return () => {
    const moment = now()
    const second = Math.floor(moment.getTime() / 1000)
    if (day === null || second !== lastSecond) {
      lastSecond = second
      day = dayInBrussels(moment)
    }
    return day
  }
}
