import { type GrantKind, isWhole, type Law, type RegimeLaw } from '../read/law.ts'
import { countByKind } from '../tariff/nomenclature.ts'
import { isOfOtherAct } from './validate-acts.ts'

/** Figures, or figures by name. */
export type Counted = number | { readonly [name: string]: Counted }

/** What a law adds up to, in the form of counts.yaml. */
export function countLaw(law: Law): { readonly [name: string]: Counted } {
  const nomenclature = law.nomenclatures.map(({ year, rows }): [string, Counted] => [String(year), countByKind(rows)])
  return {
    acts: law.acts.length,
    documents: law.documents.length,
    ...(isWhole(law) && {
      documents_of_other_acts: law.documents.filter(({ value }) => isOfOtherAct(law, value)).length,
    }),
    words: law.words.length,
    meanings: law.meanings.length,
    nomenclature: Object.fromEntries(nomenclature),
    regimes: Object.fromEntries(
      law.regimes.map((regime) => [regime.folder, countRegime(regime, law.counts.regimes[regime.folder])]),
    ),
  }
}

function countRegime(regime: RegimeLaw, pinned: { ended_rows?: number } | undefined): Counted {
  const { annexes, measures, exemptions, derogations, winddowns, ended } = regime
  const references = (kind: GrantKind) => measures.reduce((sum, { value }) => sum + (value[kind]?.length ?? 0), 0)
  const rowsOf = (tables: readonly { readonly listings: readonly unknown[] }[]) =>
    tables.reduce((sum, { listings }) => sum + listings.length, 0)
  const endedRows = rowsOf(ended.annexes)
  const provisions = [ended.measures, ended.exemptions, ended.derogations, ended.winddowns]
  return {
    annexes: annexes.length,
    rows: rowsOf(annexes),
    measures: measures.length,
    exemptions: exemptions.length,
    derogations: derogations.length,
    winddowns: winddowns.length,
    exemption_references: references('exemptions'),
    derogation_references: references('derogations'),
    winddown_references: references('winddowns'),
    // A law from before there was a history pins neither.
    ...((endedRows > 0 || pinned?.ended_rows !== undefined) && {
      ended_rows: endedRows,
      ended_provisions: provisions.reduce((sum, list) => sum + list.length, 0),
    }),
  }
}
