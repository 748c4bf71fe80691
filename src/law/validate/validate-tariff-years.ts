import { type Digits, onOnePath, prefixOf, withoutEx } from '../../base/cn-code.ts'
import { type Day, yearOf } from '../../base/day.ts'
import { listingSince } from '../dataset/validity.ts'
import { isCurrent, type Listing, type Placed, type RegimeLaw } from '../read/law.ts'
import type { Locate } from '../read/mistakes.ts'
import type { Nomenclature } from '../tariff/nomenclature.ts'
import type { Nomenclatures } from '../tariff/nomenclature-years.ts'
import type { Inspection } from './inspection.ts'

/**
 * Checks every code that the law names against the tariff of each year in which it is in force. An act goes on printing codes
 * that have left the tariff; its goods have other codes then, and an answer about these would be a wrong `no_match`.
 */
export function checkTariffYears(inspection: Inspection): void {
  const { law, nomenclatures } = inspection
  for (const regime of law.regimes) checkRegime(inspection, regime)
  for (const rows of Map.groupBy(law.near, ({ value }) => value.list).values()) {
    const list = rows.flatMap(({ value }) => value.codes)
    for (const { value, at } of rows) checkCodes(inspection, at, 'codes', value.codes, nomenclatures.years, list)
  }
}

function checkRegime(inspection: Inspection, regime: RegimeLaw): void {
  for (const { listings } of regime.annexes) {
    for (const together of Map.groupBy(listings, ({ value }) => isCurrent(value)).values())
      checkRows(inspection, together)
  }
  const { years } = inspection.nomenclatures
  for (const { value, at } of regime.measures)
    checkCodes(inspection, at, 'codes', value.codes, yearsWithin(years, value.applies_from, value.until ?? null))
  for (const { value, at } of regime.grants) {
    const inForce = yearsWithin(years, value.from ?? null, value.until)
    checkCodes(inspection, at, 'codes', value.codes, inForce)
    checkCodes(inspection, at, 'except', value.except, inForce)
  }
}

const remedy = (printed: Digits) =>
  `for each code that has its goods then add a row like it with successor_of ${printed}, and with part words where that code has other goods too`

/** Checks the rows of an annex: those that stand for one printed code are looked at together. */
function checkRows(inspection: Inspection, listings: readonly Placed<Listing>[]): void {
  const { acts, nomenclatures, mistake } = inspection
  const { years } = nomenclatures
  const actDay = (celex: string) => acts.get(celex)?.in_force_from ?? null
  const coded = listings.flatMap((row) => (row.value.code === '' ? [] : [{ ...row, code: row.value.code }]))
  for (const [printed, rows] of Map.groupBy(coded, ({ value }) => (value.successorOf || value.code) as Digits)) {
    const together = rows.map(({ code }) => code)
    for (const { value, at, code } of rows) {
      const since = listingSince(value, actDay)
      const inForce = yearsWithin(years, since.exact ? since.day : null, value.until)
      for (const column of ['except', 'narrowed'] as const) checkCodes(inspection, at, column, value[column], inForce)
      if (value.successorOf !== '' && nomenclatures.existedIn(code).length === 0) {
        mistake(at('code'), `${code} stands for ${printed}, but is in no CN year`)
        continue
      }
      const missing = inForce.filter((year) => !isListed(code, together, nomenclatures, year))
      // Of a code that is listed in part, the goods may all be in one of the codes that replaced it.
      const unlisted = value.part === '' ? unlistedHeirs(code, together, nomenclatures, inForce) : []
      if (missing.length > 0)
        mistake(at('code'), `${code} is ${absence(code, missing, nomenclatures)}; ${remedy(printed)}`)
      else if (unlisted.length > 0)
        mistake(at('code'), `${unlisted.join(', ')} took goods of ${code}, and no row lists it; ${remedy(printed)}`)
    }
  }
}

const absence = (code: Digits, years: readonly number[], nomenclatures: Nomenclatures): string =>
  nomenclatures.existedIn(code).length === 0 ? 'in no CN year' : `not in the CN of ${years.join(', ')}`

/** Whether the goods of a row are listed in that year: by its own code, or by another one that stands for the same printed code. */
function isListed(code: Digits, together: readonly Digits[], nomenclatures: Nomenclatures, year: number): boolean {
  const tariff = nomenclatures.of(year)
  if (tariff.exists(code)) return true
  const others = together.filter((one) => tariff.exists(one))
  const isNew = nomenclatures.existedIn(code).some((existed) => existed > year)
  // The goods of a code that is new in its subheading were in another code of that subheading before.
  const subheading = prefixOf(code, 6)
  return isNew && tariff.exists(subheading) ? others.some((one) => onOnePath(one, subheading)) : others.length > 0
}

/** Checks a list of codes: one that is not in the tariff of a year has others beside it with its goods. */
function checkCodes(
  { nomenclatures, mistake }: Inspection,
  at: Locate,
  key: 'codes' | 'except' | 'narrowed',
  written: readonly string[] | undefined,
  years: readonly number[],
  near?: readonly string[],
): void {
  // Some derogations name ten-digit TARIC codes; the Combined Nomenclature has their first eight digits.
  const digitsOf = (code: string) => prefixOf(withoutEx(code), 8)
  const codes = (near ?? written)?.map(digitsOf) ?? []
  written?.map(digitsOf).forEach((code, index) => {
    if (nomenclatures.existedIn(code).length === 0) {
      mistake(at(key, index), `${code} is in no CN year`)
      return
    }
    const missing = years.filter((year) => !hasGoodsOf(code, codes, nomenclatures.of(year)))
    // Goods that may be found in a code need not be in all codes that replaced it.
    const unlisted = near ? [] : unlistedHeirs(code, codes, nomenclatures, years)
    if (missing.length > 0)
      mistake(
        at(key, index),
        `${code} is not in the CN of ${missing.join(', ')}; add the codes that have its goods there`,
      )
    else if (unlisted.length > 0)
      mistake(at(key, index), `add ${unlisted.join(', ')}, which took goods of ${code} when it left the tariff`)
  })
}

/** Whether one of the codes is in the tariff, and below the subheading of a code, or below its heading if the subheading has left too. */
function hasGoodsOf(code: Digits, codes: readonly Digits[], tariff: Nomenclature): boolean {
  if (tariff.exists(code)) return true
  const subheading = prefixOf(code, 6)
  const above = tariff.exists(subheading) ? subheading : prefixOf(code, 4)
  return codes.some((one) => tariff.exists(one) && onOnePath(one, above))
}

/** The codes of the latest tariff that took goods from no other code than this one, which has left it, and that stand nowhere. */
function unlistedHeirs(
  code: Digits,
  codes: readonly Digits[],
  nomenclatures: Nomenclatures,
  years: readonly number[],
): readonly Digits[] {
  if (!years.includes(nomenclatures.years.at(-1)!)) return []
  const heirs = nomenclatures.replacedBy(code)?.codes ?? []
  return heirs.filter(
    (heir) => nomenclatures.replaces(heir)?.codes.length === 1 && !codes.some((one) => onOnePath(one, heir)),
  )
}

/** The years of the tariff on some day of which something is in force. */
const yearsWithin = (years: readonly number[], from: Day | null, until: Day | null): readonly number[] =>
  years.filter((year) => (from === null || yearOf(from) <= year) && (until === null || year <= yearOf(until)))
