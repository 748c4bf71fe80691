declare const brand: unique symbol

/**
 * A calendar day in ISO form, `2026-07-24`. Days are compared as text, which sorts them by time. The type is branded, so that
 * no other text, a moment with its time for instance, can pass for a day.
 */
export type Day = string & { readonly [brand]: 'Day' }

const SHAPE = /^\d{4}-\d{2}-\d{2}$/
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Whether a text is a day of the calendar; 2026-02-30 is not. */
export function isDay(value: string): value is Day {
  if (!SHAPE.test(value)) return false
  const [year, month, day] = [Number(value.slice(0, 4)), Number(value.slice(5, 7)), Number(value.slice(8))]
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return day > 0 && day <= (month === 2 && leap ? 29 : (DAYS[month - 1] ?? 0))
}

/** For texts that are known to be days; throws if they are not. */
export function calendarDay(text: string): Day {
  if (!isDay(text)) throw new TypeError(`"${text}" is no day of the calendar`)
  return text
}

export const yearOf = (day: Day): number => Number(day.slice(0, 4))

/** The day that many days later, or earlier for a negative number. */
export function addDays(from: Day, days: number): Day {
  const date = new Date(`${from}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return calendarDay(date.toISOString().slice(0, 10))
}

/** Whole days from one day to another; negative when the second is the earlier. */
export const daysBetween = (from: Day, to: Day): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

export const nextDay = (day: Day): Day => addDays(day, 1)

let brussels: Intl.DateTimeFormat | undefined

/** The day in Brussels at that moment, because acts of the Union apply from midnight there. */
export function dayInBrussels(moment: Date): Day {
  brussels ??= new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Brussels', dateStyle: 'short' })
  return calendarDay(brussels.format(moment))
}

/** The moment at which a day ends in Brussels, in summer or winter time. */
export function midnightAfter(day: Day): Date {
  const next = nextDay(day)
  const inSummer = new Date(`${next}T00:00:00+02:00`)
  return dayInBrussels(inSummer) === next ? inSummer : new Date(`${next}T00:00:00+01:00`)
}

/** The later of two days. Null means that no day is known; the other is then taken. */
export const later = (a: Day | null, b: Day | null): Day | null => (a === null ? b : b === null ? a : a > b ? a : b)

/** The earlier of two days; null as in `later`. */
export const earlier = (a: Day | null, b: Day | null): Day | null => (a === null ? b : b === null ? a : a < b ? a : b)
