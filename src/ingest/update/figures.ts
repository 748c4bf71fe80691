import type { Listing } from '../../law/read/law.ts'
import { nextDay } from '../../terms/day.ts'
import { daysIn } from './days-in-text.ts'

/** Prices, quantities and days beside the goods must be those that law/ holds as data. Null when nothing contradicts it. */
export function otherFigures(listing: Listing, further: Readonly<Record<string, string>>): string | null {
  const text = Object.values(further).join('; ')
  if (text === '') return null
  const days = daysIn(text)
  const known = [listing.from, listing.until].flatMap((day) => (day ? [day, nextDay(day)] : []))
  const strange = days.filter((day) => !known.includes(day) && !known.includes(nextDay(day)))
  const missing = listing.from !== null && days.length > 0 && !days.includes(listing.from)
  const numbers = numbersIn(text)
  const limits = listing.limits === 'any' ? [] : listing.limits
  // Kilotonnes may be printed as tonnes or kilograms.
  const lost = limits.some(({ amount }) => !numbers.some((n) => [1, 1e3, 1e6].some((scale) => near(n, amount * scale))))
  return strange.length > 0 || missing || lost ? text : null
}

const near = (a: number, b: number): boolean => Math.abs(a - b) < 1e-6 * Math.max(1, Math.abs(b))

/** Numbers as acts print them: `44,1`, `1 000`, `282.8`; a day is none. */
export function numbersIn(text: string): number[] {
  const plain = text.replace(/\d{1,2}\.\d{1,2}\.\d{4}/g, ' ')
  return [...plain.matchAll(/\d{1,3}(?: \d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?/g)].map(([number]) =>
    Number(number.replaceAll(' ', '').replace(',', '.')),
  )
}
