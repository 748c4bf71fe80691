import type { Listing } from '../read/law.ts'
import type { Nomenclatures } from '../tariff/nomenclature-years.ts'

/** Why less than a whole code is listed: only goods of a description are, or all of it but some codes. */
export type PartialBy = 'description' | 'codes' | null

/**
 * An `ex` says only that the row is not the whole code. Where the designation is the tariff's own text of that code less the
 * codes in `except`, it says no more than these codes; in every other case the description decides.
 */
export function partialBy(listing: Listing, nomenclatures: Nomenclatures): PartialBy {
  const { part, code, except, under, designation } = listing
  if (part === '') return except.length > 0 ? 'codes' : null
  if (part === 'words' || except.length === 0 || under !== '') return 'description'
  const text = plain(designation.replace(EXCEPTION, ''))
  const isTariffText = nomenclatures.years.some((year) => {
    const line = nomenclatures.of(year).line(code)
    return line !== undefined && plain(line.name.en) === text
  })
  return isTariffText ? 'codes' : 'description'
}

/** As the acts write it: to the end, or to where the tariff's text goes on. */
const EXCEPTION = /,? (?:except(?: for)?|excluding|with the exception of) [^;]*\d(?=;|$)/

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s.:]+$/, '')
    .replace(/\s+/g, ' ')
