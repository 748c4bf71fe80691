/** A calendar day as ISO text, `2026-07-24`. Compared as text, which for ISO days is the order of time. */
export type Day = string

const SHAPE = /^\d{4}-\d{2}-\d{2}$/
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** A real day of the calendar: 2026-02-30 is not one. */
export function isDay(value: string): boolean {
  if (!SHAPE.test(value)) return false
  const [year, month, day] = [Number(value.slice(0, 4)), Number(value.slice(5, 7)), Number(value.slice(8))]
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return day > 0 && day <= (month === 2 && leap ? 29 : (DAYS[month - 1] ?? 0))
}

export const yearOf = (day: Day): number => Number(day.slice(0, 4))

/** So many days later, or earlier for a negative number. */
export function addDays(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** Whole days from one day to another; negative when the second is the earlier. */
export const daysBetween = (from: Day, to: Day): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

export const nextDay = (day: Day): Day => addDays(day, 1)

let brussels: Intl.DateTimeFormat | undefined

/** The day it is in Brussels at that moment: the law of the Union changes at midnight there. */
export function dayInBrussels(moment: Date): Day {
  brussels ??= new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Brussels', dateStyle: 'short' })
  return brussels.format(moment)
}

/** The later of two days; null stands for "no day known" and yields to the other. */
export const later = (a: Day | null, b: Day | null): Day | null => (a === null ? b : b === null ? a : a > b ? a : b)

/** The earlier of two days; null yields to the other. */
export const earlier = (a: Day | null, b: Day | null): Day | null => (a === null ? b : b === null ? a : a < b ? a : b)
