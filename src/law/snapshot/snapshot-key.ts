import { createHash, type Hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { once } from '../../base/once.ts'
import type { LawContents } from '../read/law-source.ts'

/** `src/` of a checkout, `dist/` of a package. */
const PROGRAM = join(import.meta.dirname, '..', '..')

/** The folders whose code decides what a law is read to. */
const FOLDERS = ['base', 'law']

/** What a snapshot is made of: every file of the law, the code that reads and checks it, and the versions of its packages. */
export function snapshotKey({ files, folders }: LawContents): string {
  const hash = createHash('sha256').update(codeHash())
  addFiles(hash, [...files].toSorted(byPath))
  // A folder without files may be a mistake; one with files is known by them, which is all that a packed law has.
  const isEmpty = (folder: string) => ![...files.keys()].some((path) => path.startsWith(`${folder}/`))
  for (const folder of [...folders].filter(isEmpty).toSorted()) hash.update(`${folder}\0`)
  return hash.digest('hex')
}

const codeHash = once(() => {
  const hash = createHash('sha256').update(readFileSync(join(PROGRAM, '..', 'package.json')))
  for (const folder of FOLDERS) {
    const paths = readdirSync(join(PROGRAM, folder), { recursive: true, encoding: 'utf8' })
    const code = paths.filter((path) => /(?<!\.test|\.d)\.[jt]s$/.test(path)).toSorted()
    addFiles(
      hash,
      code.map((path) => [path, readFileSync(join(PROGRAM, folder, path))]),
    )
  }
  return hash.digest()
})

/** Names and lengths too, so that no two lists of files give the same bytes. */
function addFiles(hash: Hash, files: readonly (readonly [path: string, bytes: Buffer])[]): void {
  for (const [path, bytes] of files) hash.update(`${path}\0${bytes.length}\0`).update(bytes)
}

const byPath = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)
