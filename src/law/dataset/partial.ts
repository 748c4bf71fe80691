import type { Listing } from '../read/law.ts'
import type { Nomenclatures } from '../tariff/nomenclature-years.ts'

/** Why less than a whole code is listed: only goods that fit a description, or all but some codes. */
export type PartialBy = 'description' | 'codes' | null

/**
 * `ex` says only that the row is not the whole code. If its words narrow nothing but codes that are left out, or if the designation is the tariff's own text of the code without the codes
 * in `except`, only these codes are left out. In every other case the description decides.
 */
export function partialBy(listing: Listing, nomenclatures: Nomenclatures): PartialBy {
  const { part, code, except, narrowed, under, designation } = listing
  if (part === '') return except.length > 0 ? 'codes' : null
  if (narrowed.length > 0) return narrowed.every((one) => except.includes(one)) ? 'codes' : 'description'
  if (part === 'words' || except.length === 0 || under !== '' || code === '') return 'description'
  const text = normalized(designation.replace(EXCEPTION, ''))
  const isTariffText = nomenclatures.years.some((year) => {
    const line = nomenclatures.of(year).line(code)
    return line !== undefined && normalized(line.name.en) === text
  })
  return isTariffText ? 'codes' : 'description'
}

/** An exception as the acts write it, up to the end or to where the text of the tariff goes on. */
const EXCEPTION = /,? (?:except(?: for)?|excluding|with the exception of) [^;]*\d(?=;|$)/

const normalized = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s.:]+$/, '')
    .replace(/\s+/g, ' ')
