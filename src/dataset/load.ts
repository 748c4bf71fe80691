import { buildDataset } from './build.ts'
import type { Dataset } from './dataset.ts'
import { LawError, type Mistake } from './mistakes.ts'
import { buildNomenclature } from './nomenclature.ts'
import { buildNomenclatures } from './nomenclature-years.ts'
import { readLaw } from './read-law.ts'
import { validate } from './validate.ts'

/** Every mistake in `law/`, and the dataset if there is none. */
export function inspectLaw(directory: string): { dataset: Dataset | null; mistakes: readonly Mistake[] } {
  const { law, mistakes: unreadable, hash } = readLaw(directory)
  if (!law || law.nomenclatures.length === 0) return { dataset: null, mistakes: unreadable.toSorted(byPlace) }
  const nomenclatures = buildNomenclatures(law.nomenclatures.map(({ year, rows }) => buildNomenclature(year, rows)))
  const mistakes = [...unreadable, ...validate(law, nomenclatures)].toSorted(byPlace)
  return { dataset: mistakes.length === 0 ? buildDataset(law, nomenclatures, hash) : null, mistakes }
}

/** The dataset, or a LawError that names every mistake: half-read law is never served. */
export function loadDataset(directory: string): Dataset {
  const { dataset, mistakes } = inspectLaw(directory)
  if (!dataset) throw new LawError(mistakes)
  return dataset
}

const byPlace = (a: Mistake, b: Mistake): number =>
  a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column || a.what.localeCompare(b.what)
