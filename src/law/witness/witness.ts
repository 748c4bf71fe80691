import { type Digits, onOnePath, prefixOf } from '../../base/cn-code.ts'
import { derivedOnce } from '../../base/derived-once.ts'
import type { WitnessLaw } from '../read/law.ts'
import type { TaricRow } from '../read/read-taric.ts'
import type { WitnessData } from '../terms/law.ts'

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

/** Finds the rows that concern goods of a code: its own, those above and those below it. */
export function rowsByCode<R extends { readonly code: Digits }>(rows: readonly R[]): (code: Digits) => readonly R[] {
  const byPlace = Map.groupBy(rows, ({ code }) => prefixOf(code, HEADING))
  const chapters = Map.groupBy(rows, ({ code }) => prefixOf(code, 2))
  return (code) => {
    if (code.length < HEADING) return chapters.get(code) ?? []
    const heading = byPlace.get(prefixOf(code, HEADING)) ?? []
    // Rows on a whole chapter stand under its two digits.
    return [...(byPlace.get(prefixOf(code, 2)) ?? []), ...heading.filter((row) => onOnePath(row.code, code))]
  }
}

const HEADING = 4

export type Witness = ReturnType<typeof buildWitness>

/** What TARIC was seen to ask for on a day: a witness for the lists and their documents, never a listing by itself. */
export function buildWitness(law: WitnessLaw) {
  const data = law.declared.value
  /** Thousands of rows ask for the same documents, and share their lists. */
  const shared = new Map<string, Pick<WitnessRow, 'documents' | 'asks'>>()
  const askedBy = ({ regime }: WitnessRule, documents: readonly string[]) => {
    const key = `${regime} ${documents}`
    const known = shared.get(key) ?? { documents, asks: documents.map((code) => `${regime} ${code}`) }
    shared.set(key, known)
    return known
  }
  const unlistedBy = derivedOnce(({ regime, direction, area, annexes = [] }: WitnessRule) =>
    law.differences.flatMap(({ value: one }) =>
      one.side === 'only_taric' &&
      one.regime === regime &&
      one.direction === direction &&
      one.area === area &&
      annexes.includes(one.annexes)
        ? one.codes
        : [],
    ),
  )
  const rows = law.rows.flatMap(({ value }): WitnessRow[] => {
    const rule = measureOf(data.rules, value)
    if (!rule) return []
    const unlisted = unlistedBy(rule).filter((code) => onOnePath(code, value.code))
    return [Object.freeze({ ...value, rule, ...askedBy(rule, value.documents), unlisted })]
  })
  return Object.freeze({
    data,
    rows: Object.freeze(rows),
    differences: Object.freeze(law.differences.map(({ value }) => value)),
    documentDifferences: Object.freeze(law.documentDifferences.map(({ value }) => value)),
    rowsOn: rowsByCode(rows),
  })
}
