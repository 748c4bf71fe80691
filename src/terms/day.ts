/** A calendar day as ISO text, `2026-07-24`. Compared as text, which for ISO days is the order of time. */
export type Day = string

const SHAPE = /^(\d{4})-(\d{2})-(\d{2})$/

/** A real day of the calendar: 2026-02-30 is not one. */
export function isDay(value: string): boolean {
  const parts = SHAPE.exec(value)
  if (!parts) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

export const yearOf = (day: Day): number => Number(day.slice(0, 4))

/** So many days later, or earlier for a negative number. */
export function addDays(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

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
