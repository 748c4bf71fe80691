import { type Day, isDay, nextDay } from '../../base/day.ts'
import type { Listing } from '../../law/read/law.ts'

/** The printed prices, quantities and days of a row when they contradict those of the listing; null when they do not. */
export function otherFigures(listing: Listing, further: Readonly<Record<string, string>>): string | null {
  const text = Object.values(further).join('; ')
  if (text === '') return null
  const days = daysIn(text)
  const known = [listing.from, listing.until].flatMap((day) => (day ? [day, nextDay(day)] : []))
  const unknown = days.filter((day) => !known.includes(day) && !known.includes(nextDay(day)))
  const missing = listing.fromBasis === 'printed' && days.length > 0 && !days.includes(listing.from)
  const numbers = numbersIn(text)
  const limits = listing.limits === 'any' ? [] : listing.limits
  // Kilotonnes may be printed as tonnes or kilograms.
  const changed = limits.some(
    ({ amount }) => !numbers.some((n) => [1, 1e3, 1e6].some((scale) => near(n, amount * scale))),
  )
  return unknown.length > 0 || missing || changed ? text : null
}

const near = (a: number, b: number): boolean => Math.abs(a - b) < 1e-6 * Math.max(1, Math.abs(b))

/** Numbers as acts print them: `44,1`, `1 000`, `282.8`; days are left out. */
function numbersIn(text: string): number[] {
  const plain = text.replace(/\d{1,2}\.\d{1,2}\.\d{4}/g, ' ')
  return [...plain.matchAll(/\d{1,3}(?: \d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?/g)].map(([number]) =>
    Number(number.replaceAll(' ', '').replace(',', '.')),
  )
}

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

/** The days in a text: `24 July 2026`, `24 lipca 2026`, `24.7.2026`. */
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
