import type { Dataset, Regime } from '../../src/law/dataset/dataset.ts'
import type { Listing } from '../../src/law/read/law.ts'
import type { Measure, Provision } from '../../src/law/terms/law.ts'
import { answerer } from '../real-law.ts'

/** The law as it is shipped. */
export const LAW_TODAY: Dataset = answerer.dataset
export const RU = 'EU-RU-833-2014'

type Edit<T> = (value: T) => T | null
interface Edits {
  readonly regime?: string
  readonly rows?: (row: Listing, annex: string) => Listing | null
  readonly measures?: Edit<Measure>
  readonly grants?: Edit<Provision>
  readonly pending?: readonly string[]
}

let made = 0

/** The same law with some of it edited (null leaves a thing out), under a version of its own. */
export function edited(edits: Edits, law = LAW_TODAY): Dataset {
  const kept = <T>(list: readonly T[], edit: Edit<T> = (value) => value) => list.flatMap((value) => edit(value) ?? [])
  const edit = (regime: Regime): Regime => ({
    ...regime,
    pending: edits.pending ? law.acts.filter(({ celex }) => edits.pending?.includes(celex)) : regime.pending,
    law: {
      ...regime.law,
      annexes: regime.law.annexes.map((annex) => ({
        ...annex,
        listings: kept(annex.listings, (row) => (edits.rows ? edits.rows(row, annex.annex) : row)),
      })),
      measures: kept(regime.law.measures, edits.measures),
      grants: kept(regime.law.grants, edits.grants),
    },
  })
  return {
    ...law,
    version: `2026-12-01-${String(++made).padStart(12, '0')}`,
    regimes: law.regimes.map((regime) => (regime.data.code === (edits.regime ?? RU) ? edit(regime) : regime)),
  }
}
