import { type Day, dayInBrussels } from '../base/day.ts'
import { markOnRequest } from '../changes/audience.ts'
import type { Change } from '../changes/change.ts'
import { diff, firstDataset } from '../changes/diff.ts'
import { windDownHistory } from '../changes/history.ts'
import { windDownChanges } from '../changes/winddown-changes.ts'
import type { Dataset } from '../law/dataset/dataset.ts'
import type { LoadedLaw } from '../law/load.ts'
import type { LawFiles } from '../law/read/law-files.ts'
import { contentsOf } from '../law/read/law-source.ts'
import { LawError } from '../law/read/mistakes.ts'
import { packLaw, unpackLaw } from '../law/read/pack.ts'
import type { Store } from '../store/store.ts'
import type { KnownDataset } from '../store/versions/datasets.ts'
import { loadAside } from './check-law.ts'

interface IntroduceOptions {
  readonly stopping?: AbortSignal
  /** Published: meant for every service on this store. */
  readonly published: boolean
  /** The law served before. If it is the latest one in the store, it need not be read from there. */
  readonly before: Dataset | null
  readonly at: Date
}

/** Services that introduce different laws at the same moment retry. After this many attempts they are fighting, not racing. */
const MAX_ATTEMPTS = 5

/** Stores a version of the law with the changes it brought, and returns the changes that were not recorded before. */
export async function introduce(
  datasets: Store['datasets'],
  { dataset, files }: LoadedLaw,
  { published, before: served, at, stopping = new AbortController().signal }: IntroduceOptions,
): Promise<readonly Change[]> {
  const law = await packLaw(files)
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const latest = await datasets.latest()
    // Another service on this store has recorded this version already.
    if (!published && latest?.version === dataset.version) return []
    const before = latest && latest.version === served?.version ? served : await readStored(datasets, latest, stopping)
    const all = changesBetween(before, dataset, dayInBrussels(at))
    const isNews = before === null || all.length > 1 || !(await onlyWordsDiffer(datasets, latest, files))
    const changes = isNews ? all : []
    const after = latest?.version ?? null
    const outcome = await datasets.introduce({ version: dataset.version, law, published, after, changes, at })
    if (outcome !== 'superseded') return outcome
  }
  throw new Error('other services keep introducing other laws')
}

/** Stores a law to which unread acts were added; returns what was not recorded before. */
export async function introduceExtended(
  datasets: Store['datasets'],
  { dataset, files }: LoadedLaw,
  base: Dataset,
  at: Date,
): Promise<readonly Change[]> {
  const { version } = dataset
  const law = await packLaw(files)
  const changes = changesBetween(base, dataset, dayInBrussels(at))
  const recorded = await datasets.introduceExtended({ version, base: base.version, law, changes, at })
  // Known from a time when it was not the newest, and its text was deleted.
  if (!(await datasets.hasLaw(version))) await datasets.restoreLaw(version, law)
  return recorded
}

/** What search reads, and the figures that every file must add up to: none of it changes the law that is answered. */
const isForSearch = (path: string): boolean =>
  /^(?:hints\.yaml|guides\.yaml|words\.tsv|words\.yaml|lexicon\.tsv)$|^names\//.test(path)

/** Whether these files are the stored law but for words of search, of which nobody who follows the law need be told. */
async function onlyWordsDiffer(
  datasets: Store['datasets'],
  stored: KnownDataset | null,
  files: LawFiles,
): Promise<boolean> {
  const packed = stored && (await datasets.law(stored.version))
  if (!packed) return false
  const before = unpackLaw(packed, stored.version)
  const same = (path: string) => {
    const [was, is] = [before.get(path), files.get(path)]
    return was && is?.equals(was)
  }
  return [...new Set([...before.keys(), ...files.keys()])].every((path) => isForSearch(path) || same(path))
}

/** A law from the store. Null when there is none, or when this program can no longer read the format it was written in. */
async function readStored(
  datasets: Store['datasets'],
  stored: KnownDataset | null,
  stopping: AbortSignal,
): Promise<Dataset | null> {
  const packed = stored && (await datasets.law(stored.version))
  if (!packed) return null
  try {
    const contents = contentsOf(stored.version, unpackLaw(packed, stored.version))
    return (await loadAside(contents, stopping)).dataset
  } catch (error) {
    if (error instanceof LawError) return null
    throw error
  }
}

/** The differences of the two texts, and the wind-downs that only the new one has and that have begun or ended by today. */
function changesBetween(before: Dataset | null, dataset: Dataset, today: Day): readonly Change[] {
  if (!before) return [firstDataset(dataset)]
  const known = new Set(windDownHistory(before, today).map(({ id }) => id))
  const added = windDownHistory(dataset, today).filter(({ id }) => !known.has(id))
  return markOnRequest([...diff(before, dataset), ...added], dataset)
}

/** Records the wind-downs of the days since the last recorded one, days of downtime included, once for all services. */
export async function recordDays(changes: Store['changes'], dataset: Dataset, at: Date): Promise<readonly Change[]> {
  const today = dayInBrussels(at)
  const last = await changes.lastDay()
  if (last !== null && last >= today) return []
  // Before the first recorded day everything is history, which the feed computes from the law itself.
  const ofDays = last === null ? [] : markOnRequest(windDownChanges(dataset, last, today), dataset)
  return changes.recordDay(today, ofDays, at)
}
