import type { Digits } from '../../terms/cn-code.ts'
import { readExclusion } from './exclusion.ts'
import type { GoodsRow } from './goods-table.ts'

/** What the words of a row and of its part say beyond naming goods. */
interface Remarks {
  /** Codes it leaves out; null when it speaks of codes below its own in words that were not taught. */
  readonly excludes: readonly Digits[] | null
  /** Thresholds as printed, with their figure; `of any value` has none. */
  readonly thresholds: readonly {
    readonly text: string
    readonly amount: number | null
    readonly unit: string | null
  }[]
}

const THRESHOLD =
  /of any value|(?:of a )?(?:value|price)[^.;,]{0,30}?(?:exceeding|more than|above|up to)\s+(EUR|USD)\s+(\d[\d ]*(?:[.,]\d+)?)(?:\s+(?:each|per item))?/gi

export const remarksOf = ({ part, description, digits }: GoodsRow): Remarks => ({
  excludes: readExclusion(description, digits.replace(/(?:00)+$/, '')),
  thresholds: [...`${part}; ${description}`.matchAll(THRESHOLD)].map(([text, unit, amount]) => ({
    text: text.trim(),
    amount: amount === undefined ? null : Number(amount.trim().replaceAll(' ', '').replace(',', '.')),
    unit: unit?.toUpperCase() ?? null,
  })),
})
