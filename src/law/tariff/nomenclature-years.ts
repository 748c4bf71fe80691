import { type Digits, prefixOf } from '../../base/cn-code.ts'
import { type Columns, columnsOf } from '../../base/columns.ts'
import {
  buildNomenclature,
  type DatedRow,
  type Line,
  type Nomenclature,
  type NomenclatureRow,
  type TreeRow,
} from './nomenclature.ts'

/** Codes that replaced others at the turn of a year; `year` is the first one with the new codes. */
interface Replacement {
  readonly year: number
  readonly codes: readonly Digits[]
}

/** What is known of codes across the years without the lines of any year. */
export interface CodesByYear {
  /** Ascending. */
  readonly years: readonly number[]
  /** The years in which a code is in use, printed or derived. */
  readonly yearsOf: ReadonlyMap<Digits, readonly number[]>
  readonly replacedBy: ReadonlyMap<Digits, Replacement>
  readonly replaces: ReadonlyMap<Digits, Replacement>
}

export type Nomenclatures = ReturnType<typeof nomenclaturesOf>

/** The Combined Nomenclature of these years. */
export function buildNomenclatures(list: readonly Nomenclature[]): Nomenclatures {
  const ofYear = new Map(list.map((nomenclature) => [nomenclature.year, nomenclature]))
  return nomenclaturesOf(codesByYear(list), (year) => ofYear.get(year)!)
}

/** Compares the years with each other. */
function codesByYear(list: readonly Nomenclature[]): CodesByYear {
  if (list.length === 0) throw new Error('no nomenclature of any year')
  const ascending = list.toSorted((a, b) => a.year - b.year)
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
  return { years: ascending.map(({ year }) => year), yearsOf: yearsOfCodes(ascending), replacedBy, replaces }
}

/** Codes of the same years share one list. */
function yearsOfCodes(ascending: readonly Nomenclature[]): Map<Digits, readonly number[]> {
  const shared = new Map<string, readonly number[]>()
  const yearsOf = new Map<Digits, readonly number[]>()
  for (const { codes } of ascending) {
    for (const code of codes()) {
      if (yearsOf.has(code)) continue
      const years = ascending.filter(({ exists }) => exists(code)).map(({ year }) => year)
      const known = shared.get(String(years)) ?? years
      shared.set(String(years), known)
      yearsOf.set(code, known)
    }
  }
  return yearsOf
}

/** `ofYear` is called only for years that are asked for: the tree of a year has 15,000 lines. */
export function nomenclaturesOf(codes: CodesByYear, ofYear: (year: number) => Nomenclature) {
  const { years, yearsOf, replacedBy, replaces } = codes
  const byDistance = new Map<number, readonly number[]>()
  const nearest = (year: number): readonly number[] => {
    const known = byDistance.get(year)
    if (known) return known
    const sorted = years.toSorted((a, b) => Math.abs(a - year) - Math.abs(b - year) || b - a)
    byDistance.set(year, sorted)
    return sorted
  }
  const existedIn = (code: Digits): readonly number[] => yearsOf.get(code) ?? NO_YEARS
  const latest = years.at(-1)!
  return {
    codes,
    years,
    /** The nomenclature of that year, or of the nearest year there is. */
    of: (year: number): Nomenclature => ofYear(nearest(year)[0]!),
    existedIn,
    /** The line in that year, or in the nearest year that has it; the later of two equally near ones. */
    lastLine: (code: Digits, preferredYear: number): Line | undefined => {
      const existed = existedIn(code)
      for (const year of nearest(preferredYear)) {
        const line = existed.includes(year) ? ofYear(year).line(code) : undefined
        if (line) return line
      }
      return undefined
    },
    /**
     * For an eight-digit code that ended: the codes new then under the same HS subheading, which may share its goods. A code
     * that was taken into use again is not replaced.
     */
    replacedBy: (code: Digits): Replacement | null =>
      existedIn(code).includes(latest) ? null : (replacedBy.get(code) ?? null),
    /** For an eight-digit code that is new: the codes that ended then under the same HS subheading. */
    replaces: (code: Digits): Replacement | null => replaces.get(code) ?? null,
  }
}

const NO_YEARS: readonly number[] = Object.freeze([])

export interface YearRows {
  readonly year: number
  readonly rows: readonly NomenclatureRow[]
}

/** The lines of all years, and which of them each year has. */
export interface TariffTable {
  readonly lines: Columns<TreeRow>
  readonly years: ReadonlyMap<number, Uint32Array>
}

export function tariffTable(years: readonly YearRows[]): TariffTable {
  const rows = [...new Set(years.flatMap((one) => one.rows))]
  const placeOf = new Map(rows.map((row, place) => [row, place]))
  return {
    lines: columnsOf<TreeRow, keyof TreeRow>(rows, ['kind', 'code', 'level', 'name', 'sourcePl']),
    years: new Map(years.map((one) => [one.year, Uint32Array.from(one.rows, (row) => placeOf.get(row)!)])),
  }
}

/** The nomenclature of a year, built when it is first asked for. */
export function nomenclatureOfYear(table: () => TariffTable): (year: number) => Nomenclature {
  const built = new Map<number, Nomenclature>()
  return (year) => {
    const known = built.get(year) ?? buildNomenclature(year, linesOf(table(), year))
    built.set(year, known)
    return known
  }
}

const linesOf = ({ lines, years }: TariffTable, year: number): TreeRow[] =>
  Array.from(years.get(year) ?? [], (at) => ({
    kind: lines.kind[at]!,
    code: lines.code[at]!,
    level: lines.level[at]!,
    name: lines.name[at]!,
    sourcePl: lines.sourcePl[at]!,
  }))

/** The rows of each year of a table, ascending. */
export function rowsByYear(rows: readonly DatedRow[]): YearRows[] {
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
