import { keepDerived, readDerived } from '../base/derived-files.ts'
import type { Dataset } from './dataset/dataset.ts'
import { contentsAt, type LawContents } from './read/law-source.ts'
import { LawError } from './read/mistakes.ts'
import { decodeSnapshot, type LoadedLaw } from './snapshot/snapshot.ts'
import { snapshotKey } from './snapshot/snapshot-key.ts'

export type { LoadedLaw }

/**
 * A law that may be served. One that was checked before is opened from its snapshot, without the code that reads and checks
 * laws being loaded. Throws a LawError with the mistakes if there are any: a law is served whole or not at all.
 */
export async function loadLaw(contents: LawContents): Promise<LoadedLaw> {
  const key = snapshotKey(contents)
  const known = knownLaw(contents, key)
  if (known) return known
  const { checkLaw } = await import('./check.ts')
  const { snapshot, ...report } = checkLaw(contents, key)
  if (!snapshot) throw new LawError(report)
  return openChecked(contents, snapshot, key)
}

/** The dataset at a place: a directory such as `law/`, or a dataset file. */
export const loadDataset = async (place: string | LawContents): Promise<Dataset> =>
  (await loadLaw(typeof place === 'string' ? contentsAt(place) : place)).dataset

/** A law that was checked before; null for any other. */
export function knownLaw(contents: LawContents, key = snapshotKey(contents)): LoadedLaw | null {
  const snapshot = contents.mistakes.length === 0 ? readDerived('law', key) : null
  return snapshot && decodeSnapshot(key, snapshot, contents.files)
}

/** A law that has just been checked. Its snapshot is kept for the next start. */
export function openChecked(contents: LawContents, snapshot: Buffer, key = snapshotKey(contents)): LoadedLaw {
  keepDerived('law', key, snapshot)
  const law = decodeSnapshot(key, snapshot, contents.files)
  if (!law) throw new Error('the snapshot of a law that was just checked is damaged')
  return law
}
