import { type Day, isDay } from '../../terms/day.ts'

const MONTHS: readonly RegExp[] = [
  /^(?:january|stycz)/i,
  /^(?:february|lut)/i,
  /^(?:march|mar)/i,
  /^(?:april|kwiet)/i,
  /^(?:may|maj)/i,
  /^(?:june|czerw)/i,
  /^(?:july|lip)/i,
  /^(?:august|sierp)/i,
  /^(?:september|wrze)/i,
  /^(?:october|paźdz)/i,
  /^(?:november|listop)/i,
  /^(?:december|grud)/i,
]

/** Days a text prints: `24 July 2026`, `24 lipca 2026`, `24.7.2026`. */
export function daysIn(text: string): Day[] {
  const days: Day[] = []
  const add = (year: string, month: number, day: string) => {
    const written = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
    if (isDay(written)) days.push(written)
  }
  for (const [, day = '', name = '', year = ''] of text.matchAll(/(\d{1,2})\s+(\p{L}{3,12})\s+(\d{4})/gu)) {
    const month = MONTHS.findIndex((names) => names.test(name)) + 1
    if (month > 0) add(year, month, day)
  }
  for (const [, day = '', month = '', year = ''] of text.matchAll(/(\d{1,2})\.(\d{1,2})\.(\d{4})/g)) {
    add(year, Number(month), day)
  }
  return days
}
