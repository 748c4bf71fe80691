import { assembleDataset } from './dataset/assemble.ts'
import { coreOf, partsOf } from './dataset/build.ts'
import type { Dataset } from './dataset/dataset.ts'
import type { Law } from './read/law.ts'
import { contentsAt, type LawContents, lawOf } from './read/law-source.ts'
import type { Report } from './read/mistakes.ts'
import { readLaw } from './read/read-law.ts'
import { type CheckedLaw, encodeSnapshot } from './snapshot/snapshot.ts'
import { buildNomenclature } from './tariff/nomenclature.ts'
import { buildNomenclatures } from './tariff/nomenclature-years.ts'
import { validate } from './validate/validate.ts'

/** The mistakes of a law; the dataset when there are none. */
export interface Inspected extends Report {
  readonly dataset: Dataset | null
}

/** The law as written, for commands that edit it; it may have mistakes, which such a command may be meant to mend. */
export function readLawAt(place: string): Report & { readonly law: Law | null } {
  const { law, mistakes } = readLaw(lawOf(contentsAt(place)))
  return { law, ...mistakes.report() }
}

/** Reads and checks a law, whether or not it was checked before. */
export function inspectLaw(place: string | LawContents): Inspected {
  const { checked, ...report } = check(typeof place === 'string' ? contentsAt(place) : place)
  return { dataset: checked && assembleDataset(checked.core, checked.parts), ...report }
}

/** The mistakes of a law; its snapshot when there are none. */
export function checkLaw(contents: LawContents, key: string): Report & { readonly snapshot: Buffer | null } {
  const { checked, ...report } = check(contents)
  return { snapshot: checked && encodeSnapshot(key, checked), ...report }
}

function check(contents: LawContents): Report & { readonly checked: CheckedLaw | null } {
  const { law, mistakes, hash, paths } = readLaw(lawOf(contents))
  if (!law || law.nomenclatures.length === 0) return { checked: null, ...mistakes.report() }
  const nomenclatures = buildNomenclatures(law.nomenclatures.map(({ year, rows }) => buildNomenclature(year, rows)))
  validate(law, nomenclatures, mistakes)
  const report = mistakes.report()
  if (!mistakes.isEmpty) return { checked: null, ...report }
  return { checked: { core: coreOf(law, nomenclatures, hash), parts: partsOf(law), paths }, ...report }
}
