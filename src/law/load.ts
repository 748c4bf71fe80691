import { runInTurns, runToEnd, type TimeSliced } from '../base/time-slices.ts'
import { buildDataset } from './dataset/build.ts'
import type { Dataset } from './dataset/dataset.ts'
import type { Law } from './read/law.ts'
import { type LawSource, lawAt } from './read/law-source.ts'
import { LawError, type Report } from './read/mistakes.ts'
import { readLaw } from './read/read-law.ts'
import { buildNomenclature } from './tariff/nomenclature.ts'
import { buildNomenclatures } from './tariff/nomenclature-years.ts'
import { validate } from './validate/validate.ts'

/** The mistakes of a law; the dataset when there are none. */
export interface Inspected extends Report {
  readonly dataset: Dataset | null
}

/** `place`: a directory such as `law/`, a dataset file, or a source of another kind. */
export function inspectLaw(place: string | LawSource): Inspected {
  return runToEnd(inspecting(typeof place === 'string' ? lawAt(place) : place))
}

/** The law as written, for commands that edit it; it may have mistakes, which such a command may be meant to mend. */
export function readLawAt(place: string): Report & { readonly law: Law | null } {
  const { law, mistakes } = runToEnd(readLaw(lawAt(place)))
  return { law, ...mistakes.report() }
}

/** The same with pauses, so that a service can answer requests while it loads its next law. */
export const inspectLawInTurns = (source: LawSource, turn: () => Promise<unknown>): Promise<Inspected> =>
  runInTurns(inspecting(source), turn)

/** The dataset. Throws a LawError with the mistakes if there are any: a law is served whole or not at all. */
export function loadDataset(place: string | LawSource): Dataset {
  const { dataset, ...report } = inspectLaw(place)
  if (!dataset) throw new LawError(report)
  return dataset
}

function* inspecting(source: LawSource): TimeSliced<Inspected> {
  const { law, mistakes, hash } = yield* readLaw(source)
  if (!law || law.nomenclatures.length === 0) return { dataset: null, ...mistakes.report() }
  const years = []
  for (const { year, rows } of law.nomenclatures) {
    yield
    years.push(buildNomenclature(year, rows))
  }
  const nomenclatures = buildNomenclatures(years)
  yield
  validate(law, nomenclatures, mistakes)
  yield
  return { dataset: mistakes.isEmpty ? buildDataset(law, nomenclatures, hash) : null, ...mistakes.report() }
}
