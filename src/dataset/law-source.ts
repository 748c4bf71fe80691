import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LawError } from './mistakes.ts'
import { unpackLaw } from './pack.ts'

/** Where the files of a law come from: a directory, a dataset file, a revision. Reading what is not there throws. */
export interface LawSource {
  /** How places in it begin when a mistake is told. */
  readonly root: string
  read(path: string): Buffer
  /** Names in a folder. */
  list(folder: string): string[]
}

/** Paths relative to `law/` and their bytes. */
export type LawFiles = ReadonlyMap<string, Buffer>

/** A directory as it is on disk, or a file that `law pack` wrote. */
export function lawAt(place: string): LawSource {
  if (statSync(place, { throwIfNoEntry: false })?.isFile() !== true) {
    return {
      root: place,
      read: (path) => readFileSync(join(place, path)),
      list: (folder) => readdirSync(join(place, folder)),
    }
  }
  const files = unpackLaw(readFileSync(place))
  if (!files) throw new LawError([{ file: place, line: 1, column: 1, what: 'not a dataset file of cn-sanctions' }])
  return lawOf(place, files)
}

/** Files already in memory. */
export function lawOf(root: string, files: LawFiles): LawSource {
  return {
    root,
    read: (path) => {
      const bytes = files.get(path)
      if (!bytes) throw new Error(`${path} is missing`)
      return bytes
    },
    list: (folder) => {
      const inside = [...files.keys()].filter((path) => path.startsWith(`${folder}/`))
      if (inside.length === 0) throw new Error(`${folder} is missing`)
      return inside.map((path) => path.slice(folder.length + 1)).filter((name) => !name.includes('/'))
    },
  }
}

/** The same source, remembering what was read: exactly the files that make the version. */
export function remembering(source: LawSource): { source: LawSource; files: LawFiles } {
  const files = new Map<string, Buffer>()
  const read = (path: string): Buffer => {
    const bytes = source.read(path)
    files.set(path, bytes)
    return bytes
  }
  return { source: { ...source, read }, files }
}
