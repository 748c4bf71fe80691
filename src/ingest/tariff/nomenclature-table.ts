import { NOMENCLATURE_COLUMNS, readNomenclature } from '../../law/read/read-nomenclature.ts'
import { depthOf, type NomenclatureRow } from '../../law/tariff/nomenclature.ts'
import { rowsByYear } from '../../law/tariff/nomenclature-years.ts'
import { ImportError } from './read-skos.ts'

/** A row with its place in the tariff, which is the same for equal rows of different years. */
interface OrderedRow {
  readonly row: NomenclatureRow
  /** The code of the row; of a section or group, the first code below it. */
  readonly code: string
  readonly depth: number
  readonly cells: string
  readonly first: number
  last: number
}

/** The years of `law/nomenclature/cn.tsv`; throws an ImportError when it has mistakes. */
export function tariffsIn(file: string, text: string): Map<number, readonly NomenclatureRow[]> {
  const { values, mistakes } = readNomenclature(file, text)
  if (mistakes.length > 0) throw new ImportError(mistakes)
  return new Map(rowsByYear(values).map(({ year, rows }) => [year, rows]))
}

/** Consecutive years as the text of `law/nomenclature/cn.tsv`; throws when `law/` could not read them back from it. */
export function nomenclatureTable(file: string, years: ReadonlyMap<number, readonly NomenclatureRow[]>): string {
  const ascending = [...years].toSorted(([a], [b]) => a - b)
  const newest = ascending.at(-1)![0]
  const merged = new Map<string, OrderedRow>()
  const ended: OrderedRow[] = []
  for (const [year, rows] of ascending) {
    for (const row of ordered(rows, year)) {
      const key = `${row.code}\t${row.depth}\t${row.cells}`
      const before = merged.get(key)
      if (before?.last === year - 1) before.last = year
      else {
        if (before) ended.push(before)
        merged.set(key, row)
      }
    }
  }
  const lines = [...ended, ...merged.values()].toSorted(byPlace).map(({ row, first, last }) => {
    const span = [String(first), last === newest ? '' : String(last)]
    return [row.kind, row.code, ...span, ...cellsAfterCode(row)].join('\t')
  })
  const text = `${[NOMENCLATURE_COLUMNS.join('\t'), ...lines].join('\n')}\n`
  const read = tariffsIn(file, text)
  for (const [year, rows] of years) {
    if (textOf(rows) !== textOf(read.get(year) ?? [])) {
      throw new ImportError([{ file, line: 1, column: 1, what: notReadBack(year) }])
    }
  }
  return text
}

const notReadBack = (year: number): string =>
  `the CN of ${year} would not be read back as it is: its lines are those of the year before, or in another order`

const cellsAfterCode = ({ level, unit, name, sourcePl, sourceEn }: NomenclatureRow): string[] => [
  level === null ? '' : String(level),
  unit,
  name.pl,
  name.en,
  sourcePl,
  sourceEn,
]

const cellsOf = (row: NomenclatureRow): string => [row.kind, row.code, ...cellsAfterCode(row)].join('\t')

const textOf = (rows: readonly NomenclatureRow[]): string => rows.map(cellsOf).join('\n')

function ordered(rows: readonly NomenclatureRow[], year: number): readonly OrderedRow[] {
  let code = ''
  return rows
    .toReversed()
    .map((row) => {
      if (row.kind !== 'section' && row.kind !== 'group') code = row.code
      return { row, code, depth: depthOf(row), cells: cellsOf(row), first: year, last: year }
    })
    .toReversed()
}

/** By code, wider lines first; titles stand before a heading of the same depth, and the sort is stable. */
function byPlace(one: OrderedRow, other: OrderedRow): number {
  if (one.code !== other.code) return one.code < other.code ? -1 : 1
  return one.depth - other.depth || Number(one.row.kind !== 'group') - Number(other.row.kind !== 'group')
}
