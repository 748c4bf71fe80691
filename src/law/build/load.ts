import type { Law } from '../read/law.ts'
import { type LawSource, lawAt } from '../read/law-source.ts'
import { LawError, type Report } from '../read/mistakes.ts'
import { readLaw } from '../read/read-law.ts'
import { buildNomenclature } from '../tariff/nomenclature.ts'
import { buildNomenclatures } from '../tariff/nomenclature-years.ts'
import { validate } from '../validate/validate.ts'
import { buildDataset } from './build.ts'
import type { Dataset } from './dataset.ts'

/** What is wrong with a law, and the dataset if nothing is. */
export interface Inspected extends Report {
  readonly dataset: Dataset | null
}

/** `place`: a directory such as `law/`, a dataset file, or a source of another kind. */
export function inspectLaw(place: string | LawSource): Inspected {
  return atOnce(inspecting(typeof place === 'string' ? lawAt(place) : place))
}

/** The law as it is written, for those who work on it: what is wrong in it may be the very thing to mend. */
export function readLawAt(place: string): Report & { readonly law: Law | null } {
  const { law, mistakes } = atOnce(readLaw(lawAt(place)))
  return { law, ...mistakes.report() }
}

function atOnce<T>(steps: Generator<undefined, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** The same in pieces, `turn` between them: a service that answers requests meanwhile loads its next law so. */
export async function inspectLawInTurns(source: LawSource, turn: () => Promise<unknown>): Promise<Inspected> {
  const steps = inspecting(source)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await turn()
  }
}

/** The dataset, or a LawError that names every mistake: half-read law is never served. */
export function loadDataset(place: string | LawSource): Dataset {
  const { dataset, ...report } = inspectLaw(place)
  if (!dataset) throw new LawError(report)
  return dataset
}

function* inspecting(source: LawSource): Generator<undefined, Inspected> {
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
