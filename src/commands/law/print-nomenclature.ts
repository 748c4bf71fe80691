import type { Imported } from '../../ingest/tariff/import-nomenclature.ts'
import { type Digits, group } from '../../terms/cn-code.ts'

/** How many codes or notes are listed one by one. */
const LISTED = 12

/** What was written, and what a person has to do next. */
export function printImported({ year, written, counts, since, notes }: Imported): string {
  const lines = [`${written}: the Combined Nomenclature of ${year}, ${counts.cn8} eight-digit codes`]
  if (since) {
    lines.push(`Against ${since.year}: ${since.begun.length} codes are new, ${since.ended.length} have ended`)
    if (since.begun.length > 0) lines.push(`  new    ${named(since.begun)}`)
    if (since.ended.length > 0) lines.push(`  ended  ${named(since.ended)}`)
  }
  lines.push(...notes.slice(0, LISTED).map((note) => `Look at ${note}`))
  if (notes.length > LISTED) lines.push(`… and at ${notes.length - LISTED} more`)
  lines.push('Then run: cn-sanctions law count --write && cn-sanctions law validate')
  return `${lines.join('\n')}\n`
}

const named = (codes: readonly Digits[]): string =>
  codes.slice(0, LISTED).map(group).join(', ') + (codes.length > LISTED ? ` and ${codes.length - LISTED} more` : '')
