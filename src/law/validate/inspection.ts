import type { Act } from '../../terms/law.ts'
import type { Law } from '../read/law.ts'
import type { Locate } from '../read/mistakes.ts'
import type { Nomenclatures } from '../tariff/nomenclature-years.ts'

/** What every check works with. `wrong` never throws: all mistakes are wanted, not the first. */
export interface Inspection {
  readonly law: Law
  readonly nomenclatures: Nomenclatures
  readonly acts: ReadonlyMap<string, Act>
  readonly wrong: (place: ReturnType<Locate>, what: string) => void
}
