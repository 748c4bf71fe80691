import type { Act } from '../../terms/law.ts'
import type { Law } from '../read/law.ts'
import type { Locate } from '../read/mistakes.ts'
import type { Nomenclatures } from '../tariff/nomenclature-years.ts'

/** What every check needs. `mistake` records a mistake and does not throw, so that all are found and not only the first. */
export interface Inspection {
  readonly law: Law
  readonly nomenclatures: Nomenclatures
  readonly acts: ReadonlyMap<string, Act>
  readonly mistake: (place: ReturnType<Locate>, what: string) => void
}
