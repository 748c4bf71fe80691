import { readFileSync, statSync } from 'node:fs'
import { type FileMistake, listLaw, readLawFiles } from './law-directory.ts'
import { isLawPath, type LawFiles } from './law-files.ts'
import { LIMITS, megabytes } from './law-limits.ts'
import { lawErrorAt } from './mistakes.ts'
import { unpackLaw } from './pack.ts'

export type LawSource = Readonly<ReturnType<typeof lawOf>>

/** The plain data behind a source, which can be sent to another process. */
export interface LawContents {
  /** Prefix of the files that mistakes name. */
  readonly root: string
  readonly files: LawFiles
  /** Folders that may be empty. */
  readonly folders: ReadonlySet<string>
  /** Files that cannot or must not be read. Each makes the law invalid, whether or not anything refers to the file. */
  readonly mistakes: readonly FileMistake[]
}

/**
 * A directory, or a file that `law pack` wrote. All files are read at once: what is checked afterwards is then exactly what is served, even if somebody writes to the
 * directory meanwhile.
 */
export function contentsAt(place: string): LawContents {
  const packed = packedAt(place)
  if (packed) return contentsOf(place, unpackLaw(packed, place))
  const listing = listLaw(place)
  const { bytes, mistakes } = readLawFiles(place, listing.files)
  return { root: place, files: bytes, folders: listing.folders, mistakes: [...listing.mistakes, ...mistakes] }
}

/** The bytes of a dataset file; null when it is missing or a directory. */
function packedAt(place: string): Buffer | null {
  const facts = statSync(place, { throwIfNoEntry: false })
  if (!facts?.isFile()) return null
  if (facts.size <= LIMITS.packedBytes) return readFileSync(place)
  throw lawErrorAt(place, `${megabytes(facts.size)}, a dataset file may have ${megabytes(LIMITS.packedBytes)}`)
}

/** Files already in memory. */
export const contentsOf = (root: string, files: LawFiles): LawContents => ({
  root,
  files,
  folders: new Set(),
  mistakes: [],
})

/** The files of a law, from a directory, a dataset file or a revision. Reading what is not there throws. */
export function lawOf({ root, files, folders, mistakes }: LawContents) {
  return {
    root,
    mistakes,
    read: (path: string): Buffer => {
      const bytes = files.get(checked(path))
      if (!bytes) throw new Error(`${path} is missing`)
      return bytes
    },
    /** Names in a folder. */
    list: (folder: string): string[] => {
      const inside = [...files.keys()].filter((path) => path.startsWith(`${checked(folder)}/`))
      if (inside.length === 0 && !folders.has(folder)) throw new Error(`${folder} is missing`)
      return inside.map((path) => path.slice(folder.length + 1)).filter((name) => !name.includes('/'))
    },
  }
}

/** Paths are built from names that the law itself contains, so none may lead out of it. */
function checked(path: string): string {
  if (!isLawPath(path)) throw new Error('not a path inside a law')
  return path
}
