import { type Digits, prefixOf } from '../../base/cn-code.ts'
import type { DatedRow, Line, Nomenclature, NomenclatureRow } from './nomenclature.ts'

/** Codes that replaced others at the turn of a year; `year` is the first one with the new codes. */
interface Replacement {
  readonly year: number
  readonly codes: readonly Digits[]
}

export type Nomenclatures = ReturnType<typeof buildNomenclatures>

/** The Combined Nomenclature of all years in `law/`. */
export function buildNomenclatures(list: readonly Nomenclature[]) {
  if (list.length === 0) throw new Error('no nomenclature of any year')
  const ascending = list.toSorted((a, b) => a.year - b.year)
  const byDistance = new Map<number, readonly Nomenclature[]>()
  const nearest = (year: number): readonly Nomenclature[] => {
    const known = byDistance.get(year)
    if (known) return known
    const sorted = ascending.toSorted((a, b) => Math.abs(a.year - year) - Math.abs(b.year - year) || b.year - a.year)
    byDistance.set(year, sorted)
    return sorted
  }
  const replacedBy = new Map<Digits, Replacement>()
  const replaces = new Map<Digits, Replacement>()
  for (const [position, after] of ascending.entries()) {
    const before = ascending[position - 1]
    if (!before) continue
    const ended = onlyIn(before, after)
    const begun = onlyIn(after, before)
    for (const [subheading, old] of ended) {
      const fresh = begun.get(subheading)
      if (!fresh) continue
      for (const code of old) replacedBy.set(code, { year: after.year, codes: fresh })
      for (const code of fresh) replaces.set(code, { year: after.year, codes: old })
    }
  }
  const latest = ascending.at(-1)!
  return {
    /** Ascending. */
    years: ascending.map(({ year }) => year),
    /** The nomenclature of that year, or of the nearest year there is. */
    of: (year: number): Nomenclature => nearest(year)[0]!,
    existedIn: (code: Digits): number[] =>
      ascending.filter((nomenclature) => nomenclature.exists(code)).map(({ year }) => year),
    /** The line in that year, or in the nearest year that has it; the later of two equally near ones. */
    lastLine: (code: Digits, preferredYear: number): Line | undefined => {
      for (const nomenclature of nearest(preferredYear)) {
        const line = nomenclature.line(code)
        if (line) return line
      }
      return undefined
    },
    /**
     * For an eight-digit code that ended: the codes new then under the same HS subheading, which may share its goods. A code
     * that was taken into use again is not replaced.
     */
    replacedBy: (code: Digits): Replacement | null => (latest.exists(code) ? null : (replacedBy.get(code) ?? null)),
    /** For an eight-digit code that is new: the codes that ended then under the same HS subheading. */
    replaces: (code: Digits): Replacement | null => replaces.get(code) ?? null,
  }
}

/** The rows of each year of a table, ascending. */
export function rowsByYear(rows: readonly DatedRow[]): { year: number; rows: readonly NomenclatureRow[] }[] {
  const oldest = rows.reduce((year, { first }) => Math.min(year, first), Infinity)
  // A year in which lines only left begins no row: it is known by the last year of those lines.
  const newest = rows.reduce((year, { first, last }) => Math.max(year, first, last === null ? 0 : last + 1), 0)
  return Array.from({ length: Math.max(0, newest - oldest + 1) }, (_, index) => {
    const year = oldest + index
    return { year, rows: rows.filter(({ first, last }) => first <= year && year <= (last ?? newest)) }
  })
}

export const codesOnlyIn = (one: Nomenclature, other: Nomenclature): Digits[] =>
  one.leaves().filter((code) => !other.exists(code))

/** Eight-digit codes of one year that the other lacks, by HS subheading. */
function onlyIn(one: Nomenclature, other: Nomenclature): Map<Digits, Digits[]> {
  return Map.groupBy(codesOnlyIn(one, other), (code) => prefixOf(code, 6))
}
