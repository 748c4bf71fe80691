import { buildDataset } from './build.ts'
import type { Dataset } from './dataset.ts'
import { type LawSource, lawAt } from './law-source.ts'
import { LawError, type Mistake } from './mistakes.ts'
import { buildNomenclature } from './nomenclature.ts'
import { buildNomenclatures } from './nomenclature-years.ts'
import { type LawRead, readLaw } from './read-law.ts'
import { validate } from './validate.ts'

/** Every mistake in a law, and the dataset if there is none. */
export interface Inspected {
  readonly dataset: Dataset | null
  readonly mistakes: readonly Mistake[]
}

/** `place`: a directory such as `law/`, a dataset file, or a source of another kind. */
export function inspectLaw(place: string | LawSource): Inspected {
  return atOnce(inspecting(typeof place === 'string' ? lawAt(place) : place))
}

/** The law as it is written, for those who work on it: what is wrong in it may be the very thing to mend. */
export const readLawAt = (place: string): LawRead => atOnce(readLaw(lawAt(place)))

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
  const { dataset, mistakes } = inspectLaw(place)
  if (!dataset) throw new LawError(mistakes)
  return dataset
}

function* inspecting(source: LawSource): Generator<undefined, Inspected> {
  const { law, mistakes: unreadable, hash } = yield* readLaw(source)
  if (!law || law.nomenclatures.length === 0) return { dataset: null, mistakes: unreadable.toSorted(byPlace) }
  const years = []
  for (const { year, rows } of law.nomenclatures) {
    yield
    years.push(buildNomenclature(year, rows))
  }
  const nomenclatures = buildNomenclatures(years)
  yield
  const mistakes = [...unreadable, ...validate(law, nomenclatures)].toSorted(byPlace)
  yield
  return { dataset: mistakes.length === 0 ? buildDataset(law, nomenclatures, hash) : null, mistakes }
}

const byPlace = (a: Mistake, b: Mistake): number =>
  a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column || a.what.localeCompare(b.what)
