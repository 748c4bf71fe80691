import { constants, lstatSync, mkdirSync, openSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import { CELEX } from '../../terms/celex.ts'
import { REGIME_FOLDER } from '../../terms/law.ts'

/** Paths in a cache of pages: `02014R0833-20260724/eng.xhtml`, and `833-2014.json` for the last check of an act. */
export interface CacheFiles {
  /** A file of one version of an act. */
  ofVersion(celex: string, name: string): string
  /** A file of an act, by its folder in `law/`. */
  ofAct(folder: string, ending: string): string
  /** Makes the folder of a version unless it exists. */
  makeFolder(celex: string): void
}

/**
 * The only place where paths in a cache are composed. Their parts come from `law/` and from the network, so no path may
 * lead out of `directory`, neither by its name (`..`) nor through a symbolic link.
 */
export function cacheFilesIn(directory: string): CacheFiles {
  const within = (...names: readonly string[]): string => {
    const file = join(directory, ...names)
    const path = relative(directory, file)
    if (path === '' || path.startsWith('..') || isAbsolute(path)) throw new Error(`${file} is outside ${directory}`)
    return file
  }
  const folderOf = (celex: string): string => {
    if (!CELEX.test(celex)) throw new Error(`${JSON.stringify(celex)} is no CELEX number`)
    const folder = within(celex)
    const stats = lstatSync(folder, { throwIfNoEntry: false })
    if (stats && !stats.isDirectory()) throw new Error(`${folder} is no folder: remove it and fetch again.`)
    return folder
  }
  return {
    ofVersion: (celex, name) => join(folderOf(celex), name),
    ofAct: (folder, ending) => {
      if (!REGIME_FOLDER.test(folder)) throw new Error(`${JSON.stringify(folder)} is no act such as 833-2014`)
      return within(`${folder}${ending}`)
    },
    makeFolder: (celex) => void mkdirSync(folderOf(celex), { recursive: true }),
  }
}

/** Opens a file for writing, from its beginning or at its end; a symbolic link is not followed but an error. */
export function openForWriting(file: string, how: 'replace' | 'append'): number {
  const { O_WRONLY, O_CREAT, O_NOFOLLOW, O_TRUNC, O_APPEND } = constants
  return openSync(file, O_WRONLY | O_CREAT | O_NOFOLLOW | (how === 'replace' ? O_TRUNC : O_APPEND), 0o666)
}
