import { createHash } from 'node:crypto'
import { addFiles, codeHash } from '../../base/code-hash.ts'
import { once } from '../../base/once.ts'
import type { LawContents } from '../read/law-source.ts'

/** The code that decides what a law is read to. */
const ownCode = once(() => codeHash('base', 'law'))

/** What a snapshot is made of: every file of the law, the code that reads and checks it, and the versions of its packages. */
export function snapshotKey({ files, folders }: LawContents): string {
  const hash = createHash('sha256').update(ownCode())
  addFiles(hash, [...files].toSorted(byPath))
  // A folder without files may be a mistake; one with files is known by them, which is all that a packed law has.
  const isEmpty = (folder: string) => ![...files.keys()].some((path) => path.startsWith(`${folder}/`))
  for (const folder of [...folders].filter(isEmpty).toSorted()) hash.update(`${folder}\0`)
  return hash.digest('hex')
}

const byPath = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)
