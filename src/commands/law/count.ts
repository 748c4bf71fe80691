import { stringify } from 'yaml'
import { readLawAt } from '../../law/check.ts'
import { type Annex, isGone, isInAct, type Placed, type RegimeLaw, rowsOf } from '../../law/read/law.ts'
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

const rowsIn = (annexes: readonly Annex[], current: boolean): number =>
  annexes.reduce((sum, annex) => sum + rowsOf(annex, current).length, 0)

const inAct = (all: readonly Placed<{ readonly until_act?: string }>[]): number =>
  all.filter(({ value }) => isInAct(value)).length

const countsOf = (regime: RegimeLaw) => ({
  annexes: regime.annexes.filter((annex) => !isGone(annex)).length,
  rows: rowsIn(regime.annexes, true),
  ended_rows: rowsIn(regime.annexes, false),
  measures: inAct(regime.measures),
  ended_measures: regime.measures.length - inAct(regime.measures),
  grants: inAct(regime.grants),
  ended_grants: regime.grants.length - inAct(regime.grants),
})
