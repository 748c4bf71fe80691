import type { Change } from '../changes/change.ts'
import { diff, firstDataset } from '../changes/diff.ts'
import { windDownHistory } from '../changes/history.ts'
import type { Dataset } from '../law/build/dataset.ts'
import { inspectLawInTurns } from '../law/build/load.ts'
import type { LawFiles } from '../law/read/law-files.ts'
import { contentsOf, lawOf } from '../law/read/law-source.ts'
import { LawError } from '../law/read/mistakes.ts'
import { packLaw, unpackLaw } from '../law/read/pack.ts'
import type { Datasets, KnownDataset } from '../store/datasets.ts'
import { type Day, dayInBrussels } from '../terms/day.ts'

export interface Version {
  readonly dataset: Dataset
  readonly files: LawFiles
}

export interface Circumstances {
  /** Published: meant for every service on this store. */
  readonly published: boolean
  /** The law served so far: if the store agrees, it need not be read from there. */
  readonly before: Dataset | null
  readonly at: Date
  /** Lets others have their turn while the law before is read. */
  readonly turn: () => Promise<unknown>
}

/** Two services that introduce different laws at one moment take turns; more rounds than this means that they fight. */
const ROUNDS = 5

/** Stores a version of the law with what it changed, and gives the changes nobody had recorded before. */
export async function introduce(
  datasets: Datasets,
  { dataset, files }: Version,
  { published, before: served, at, turn }: Circumstances,
): Promise<readonly Change[]> {
  const law = await packLaw(files)
  for (let round = 0; round < ROUNDS; round++) {
    const latest = await datasets.latest()
    // Another service on this store was faster.
    if (!published && latest?.version === dataset.version) return []
    const before = latest && latest.version === served?.version ? served : await lawBefore(datasets, latest, turn)
    const changes = changesSince(before, dataset, dayInBrussels(at))
    const after = latest?.version ?? null
    const outcome = await datasets.introduce({ version: dataset.version, law, published, after, changes, at })
    if (outcome !== 'outrun') return outcome
  }
  throw new Error('other services keep introducing other laws')
}

/** Null when this program no longer understands how that law was written down: then there is nothing to compare with. */
async function lawBefore(
  datasets: Datasets,
  latest: KnownDataset | null,
  turn: () => Promise<unknown>,
): Promise<Dataset | null> {
  const packed = latest && (await datasets.law(latest.version))
  if (!packed) return null
  try {
    const source = lawOf(contentsOf(latest.version, unpackLaw(packed, latest.version)))
    return (await inspectLawInTurns(source, turn)).dataset
  } catch (error) {
    if (error instanceof LawError) return null
    throw error
  }
}

/** What the two texts show, and wind-downs that are new and already open or over. */
function changesSince(before: Dataset | null, dataset: Dataset, today: Day): readonly Change[] {
  if (!before) return [firstDataset(dataset)]
  const known = new Set(windDownHistory(before, today).map(({ id }) => id))
  return [...diff(before, dataset), ...windDownHistory(dataset, today).filter(({ id }) => !known.has(id))]
}
