import { type Digits, onOnePath } from '../../base/cn-code.ts'
import { type Columns, columnsOf } from '../../base/columns.ts'
import { derivedOnce } from '../../base/derived-once.ts'
import type { KnownDifference, KnownDocumentDifference, TaricRow } from '../read/read-taric.ts'
import type { WitnessData } from '../terms/law.ts'
import { rowsByCode } from './rows-by-code.ts'

/** Which provision a measure of TARIC stands for. */
export type WitnessRule = WitnessData['rules'][number]

export interface WitnessRow extends TaricRow {
  readonly rule: WitnessRule
  /** `EU-RU-833-2014 Y824`: its documents under the regime that it stands for. */
  readonly asks: readonly string[]
  /** The codes that TARIC applies it to though the annexes it stands for do not list them. */
  readonly unlisted: readonly Digits[]
}

/** Which measures of TARIC are meant. */
type TaricMeasure = Pick<WitnessRule, 'direction' | 'area' | 'type' | 'documents' | 'codes'>

/** The first measure that fits a row; undefined where none does. */
export const measureOf = <M extends TaricMeasure>(measures: readonly M[], row: TaricRow): M | undefined =>
  measures.find(
    ({ direction, area, type, documents = [], codes }) =>
      direction === row.direction &&
      area === row.area &&
      type === row.type &&
      documents.every((code) => row.documents.includes(code)) &&
      (codes === undefined || codes.some((code) => row.code.startsWith(code))),
  )

/** A table of TARIC, most rows of which are never asked for. */
export type TaricTable = Columns<TaricRow>

export const taricTable = (rows: readonly TaricRow[]): TaricTable =>
  columnsOf(rows, ['direction', 'area', 'type', 'code', 'from', 'to', 'documents'])

export const taricRow = ({ direction, area, type, code, from, to, documents }: TaricTable, at: number): TaricRow => ({
  direction: direction[at]!,
  area: area[at]!,
  type: type[at]!,
  code: code[at]!,
  from: from[at]!,
  to: to[at]!,
  documents: documents[at]!,
})

export type Witness = ReturnType<typeof buildWitness>

/** The files of `taric/` that state what TARIC was seen to ask for. */
export interface WitnessTables {
  readonly data: WitnessData
  readonly rows: TaricTable
  readonly differences: readonly KnownDifference[]
  readonly documentDifferences: readonly KnownDocumentDifference[]
}

/** What TARIC was seen to ask for on a day: a witness for the lists and their documents, never a listing by itself. */
export function buildWitness({ data, rows: extract, differences, documentDifferences }: WitnessTables) {
  /** Thousands of rows ask for the same documents, and share their lists. */
  const shared = new Map<string, Pick<WitnessRow, 'documents' | 'asks'>>()
  const askedBy = ({ regime }: WitnessRule, documents: readonly string[]) => {
    const key = `${regime} ${documents}`
    const known = shared.get(key) ?? { documents, asks: documents.map((code) => `${regime} ${code}`) }
    shared.set(key, known)
    return known
  }
  const unlistedBy = derivedOnce(({ regime, direction, area, annexes = [] }: WitnessRule) =>
    differences.flatMap((one) =>
      one.side === 'only_taric' &&
      one.regime === regime &&
      one.direction === direction &&
      one.area === area &&
      annexes.includes(one.annexes)
        ? one.codes
        : [],
    ),
  )
  const rows = rowsByCode(extract.code, (at): WitnessRow | null => {
    const row = taricRow(extract, at)
    const rule = measureOf(data.rules, row)
    if (!rule) return null
    const unlisted = unlistedBy(rule).filter((code) => onOnePath(code, row.code))
    return Object.freeze({ ...row, rule, ...askedBy(rule, row.documents), unlisted })
  })
  return Object.freeze({
    data,
    rows: rows.all,
    differences,
    documentDifferences,
    rowsOn: rows.on,
  })
}
