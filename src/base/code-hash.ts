import { createHash, type Hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `src/` of a checkout, `dist/` of a package. */
const PROGRAM = join(import.meta.dirname, '..')

/**
 * A hash of all code in some folders of the program, and of package.json, which has the versions of its packages: what this code
 * makes of the same data is the same as long as the hash is.
 */
export function codeHash(...folders: readonly string[]): Buffer {
  const hash = createHash('sha256').update(readFileSync(join(PROGRAM, '..', 'package.json')))
  for (const folder of folders) {
    const paths = readdirSync(join(PROGRAM, folder), { recursive: true, encoding: 'utf8' })
    const code = paths.filter((path) => /(?<!\.test|\.d)\.[jt]s$/.test(path)).toSorted()
    addFiles(
      hash,
      code.map((path) => [path, readFileSync(join(PROGRAM, folder, path))]),
    )
  }
  return hash.digest()
}

/** Names and lengths too, so that no two lists of files give the same bytes. */
export function addFiles(hash: Hash, files: Iterable<readonly [path: string, bytes: Buffer]>): void {
  for (const [path, bytes] of files) hash.update(`${path}\0${bytes.length}\0`).update(bytes)
}
