import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  type Stats,
} from 'node:fs'
import { join } from 'node:path'
import { isLawFile, isLawPath, TESTS } from './law-files.ts'
import { LIMITS, TOO_LARGE_LAW, TOO_MANY_FILES, tooLargeFile } from './law-limits.ts'

/** Why a file, or a whole law, cannot or must not be read. */
export interface FileMistake {
  /** Relative to the law; empty for the law as a whole. */
  readonly path: string
  readonly what: string
}

/** The deepest folder is `833-2014/annexes`. */
const DEEPEST = 2

/**
 * Lists the files of a law on disk without reading them. `place` itself may be a symbolic link, so that a release can be
 * swapped in one step. Links and special files inside it are mistakes, since they could make us read any file of the machine.
 * Names that begin with a dot are skipped, because version control and editors leave such files.
 */
export function listLaw(place: string) {
  /** Paths of the files that make the law. */
  const files: string[] = []
  /** Paths of its folders, empty ones too. */
  const folders = new Set<string>()
  const mistakes: FileMistake[] = []
  let entries = 0
  const visit = (folder: string, depth: number): void => {
    for (const entry of entriesOf(join(place, folder))) {
      if (entry.name.startsWith('.')) continue
      // A wrong LAW_DIR, such as a home directory, must not be searched to its end.
      if (entries++ === LIMITS.files) mistakes.push({ path: '', what: TOO_MANY_FILES })
      if (entries > LIMITS.files) return
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        if (depth === DEEPEST || path === TESTS) continue
        folders.add(path)
        visit(path, depth + 1)
      } else if (!entry.isFile()) mistakes.push({ path, what: NOT_REGULAR })
      else if (!isLawFile(path)) continue
      else if (isLawPath(path)) files.push(path)
      else mistakes.push({ path, what: 'a name of letters, digits, dots and hyphens is needed' })
    }
  }
  visit('', 0)
  return { files, folders, mistakes }
}

const NOT_REGULAR = 'a symbolic link or special file: a law is made of plain files'

function entriesOf(folder: string): Dirent[] {
  // Of a folder that is gone, the files that should be in it are reported as missing.
  const entries = unlessAbsent(() => readdirSync(folder, { withFileTypes: true })) ?? []
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Reads the files of a law, as far as they are readable and within the limits. */
export function readLawFiles(
  place: string,
  files: readonly string[],
): { bytes: Map<string, Buffer>; mistakes: FileMistake[] } {
  const bytes = new Map<string, Buffer>()
  const mistakes: FileMistake[] = []
  let total = 0
  for (const path of files) {
    const read = readRegular(join(place, path))
    if (typeof read === 'string') mistakes.push({ path, what: read })
    else {
      total += read.length
      if (total > LIMITS.lawBytes) {
        mistakes.push({ path: '', what: TOO_LARGE_LAW })
        break
      }
      bytes.set(path, read)
    }
  }
  return { bytes, mistakes }
}

/** What the system says of a file itself. Every other error of it, such as too many open files, says nothing about a law. */
const UNREADABLE: Readonly<Record<string, string>> = {
  ELOOP: NOT_REGULAR,
  ENOENT: 'cannot be read',
  EACCES: 'cannot be read',
  EPERM: 'cannot be read',
}

/** The bytes, or why there are none. The file may have been replaced since it was listed, so that it is a regular one is checked again. */
function readRegular(file: string): Buffer | string {
  let handle: number
  try {
    // Without O_NONBLOCK, opening a named pipe would wait for a writer.
    handle = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    const why = UNREADABLE[(error as NodeJS.ErrnoException).code ?? '']
    if (why === undefined) throw error
    return why
  }
  try {
    const facts = fstatSync(handle)
    if (!facts.isFile()) return NOT_REGULAR
    if (facts.size > LIMITS.fileBytes) return tooLargeFile(facts.size)
    const bytes = Buffer.allocUnsafe(facts.size)
    let done = 0
    while (done < bytes.length) {
      const read = readSync(handle, bytes, done, bytes.length - done, null)
      if (read === 0) break
      done += read
    }
    return bytes.subarray(0, done)
  } finally {
    closeSync(handle)
  }
}

/** Inode, size and times of a file as text; `gone` when it does not exist. Pass `statSync` to follow a symbolic link. */
export function statText(path: string, look: (path: string) => Stats = lstatSync): string {
  const facts = unlessAbsent(() => look(path))
  return facts ? `${facts.ino} ${facts.size} ${facts.mtimeMs} ${facts.ctimeMs}` : 'gone'
}

/** Undefined when there is no such file or folder. What else the system says is thrown: it is no change of a law. */
function unlessAbsent<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw error
  }
}
