import type { Day } from '../../base/day.ts'
import type { Law } from '../read/law.ts'
import type { Locate } from '../read/mistakes.ts'
import type { Nomenclatures } from '../tariff/nomenclature-years.ts'
import type { Act } from '../terms/law.ts'

/** What every check needs. `mistake` records a mistake and does not throw, so that all are found and not only the first. */
export interface Inspection {
  readonly law: Law
  readonly nomenclatures: Nomenclatures
  readonly acts: ReadonlyMap<string, Act>
  readonly mistake: (place: ReturnType<Locate>, what: string) => void
}

/** The first day of an act that must be known. `place` is called for a mistake only, since finding a place parses the file again. */
export function dayOfAct({ acts, mistake }: Inspection, place: () => ReturnType<Locate>, celex: string): Day | null {
  const act = acts.get(celex)
  if (!act) mistake(place(), `${celex || '(empty)'} is not in acts`)
  else if (act.in_force_from === null) mistake(place(), `the first day of ${celex} is not known`)
  return act?.in_force_from ?? null
}
