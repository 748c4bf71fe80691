import { stringify } from 'yaml'
import { readLawAt } from '../../law/build/load.ts'
import { isInAct, type Placed, type RegimeLaw } from '../../law/read/law.ts'
import { LawError } from '../../law/read/mistakes.ts'

/** What the law holds, as YAML. It must be read whole: a file with a mistake would count as empty. */
export function printCounts(lawDir: string): string {
  const { law, ...report } = readLawAt(lawDir)
  if (!law || report.mistakes.length > 0) throw new LawError(report)
  return stringify({
    acts: law.acts.length,
    documents: law.documents.length,
    names: law.words.length,
    nomenclature: Object.fromEntries(law.nomenclatures.map(({ year, rows }) => [year, rows.length])),
    regimes: Object.fromEntries(law.regimes.map((regime) => [regime.folder, countsOf(regime)])),
  })
}

const rowsOf = (tables: readonly { readonly listings: readonly unknown[] }[]): number =>
  tables.reduce((sum, { listings }) => sum + listings.length, 0)

const inAct = (all: readonly Placed<{ readonly until_act?: string }>[]): number =>
  all.filter(({ value }) => isInAct(value)).length

const countsOf = (regime: RegimeLaw) => ({
  annexes: regime.annexes.length,
  rows: rowsOf(regime.annexes),
  ended_rows: rowsOf(regime.ended.annexes),
  measures: inAct(regime.measures),
  ended_measures: regime.measures.length - inAct(regime.measures),
  grants: inAct(regime.grants),
  ended_grants: regime.grants.length - inAct(regime.grants),
})
