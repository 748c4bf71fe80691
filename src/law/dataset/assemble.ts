import { once } from '../../base/once.ts'
import { nomenclatureOfYear, nomenclaturesOf } from '../tariff/nomenclature-years.ts'
import { buildControls } from '../witness/controls.ts'
import { buildWitness } from '../witness/witness.ts'
import { buildCountries } from './countries.ts'
import type { Dataset, DatasetCore, DatasetParts } from './dataset.ts'
import { nearOf } from './near.ts'
import { withListings } from './regime.ts'

/** A dataset from its data, just built or read from a snapshot. */
export function assembleDataset({ near, countries, codes, ...core }: DatasetCore, parts: DatasetParts): Dataset {
  for (const list of [core.entries, core.ended, core.allGoods]) for (const entry of list) Object.freeze(entry)
  const listings = once(parts.listings)
  core.regimes.forEach((regime, at) => {
    withListings(regime, () => listings()[at]!)
  })
  const names = once(parts.names)
  const nameModel = once(parts.nameModel)
  const witness = once(() => {
    const tables = parts.witness()
    return tables && buildWitness(tables)
  })
  const controls = once(() => {
    const tables = parts.controls()
    return tables && buildControls(tables)
  })
  return Object.freeze({
    ...core,
    countries: buildCountries(countries, nearOf(near)),
    nomenclatures: nomenclaturesOf(codes, nomenclatureOfYear(once(parts.tariff))),
    get words() {
      return names().words
    },
    get lexicon() {
      return names().lexicon
    },
    get nameModel() {
      return nameModel()
    },
    get witness() {
      return witness()
    },
    get controls() {
      return controls()
    },
  })
}
