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
import { isLawFile, isLawPath } from './law-files.ts'
import { LIMITS, TOO_LARGE_LAW, TOO_MANY_FILES, tooLargeFile } from './law-limits.ts'

/** What keeps a file or a whole law from being read. */
export interface Problem {
  /** Relative to the law; empty for the law as a whole. */
  readonly path: string
  readonly what: string
}

export interface LawListing {
  /** Paths of the files that make the law. */
  readonly files: readonly string[]
  /** Paths of its folders, empty ones too. */
  readonly folders: ReadonlySet<string>
  readonly problems: readonly Problem[]
}

/** The deepest folder is `833-2014/annexes`. */
const DEEPEST = 2

/**
 * The files of a law on disk, without reading them. `place` itself may be a symbolic link, so that a release can be swapped
 * in one step; inside it links and special files are refused, since they would read from anywhere. Names that begin with a
 * dot are skipped: version control and editors leave such files.
 */
export function listLaw(place: string): LawListing {
  const files: string[] = []
  const folders = new Set<string>()
  const problems: Problem[] = []
  let entries = 0
  const visit = (folder: string, depth: number): void => {
    for (const entry of entriesOf(join(place, folder))) {
      if (entry.name.startsWith('.')) continue
      // A wrong LAW_DIR, such as a home directory, must not be searched to its end.
      if (entries++ === LIMITS.files) problems.push({ path: '', what: TOO_MANY_FILES })
      if (entries > LIMITS.files) return
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        if (depth === DEEPEST) continue
        folders.add(path)
        visit(path, depth + 1)
      } else if (!entry.isFile()) problems.push({ path, what: NOT_REGULAR })
      else if (!isLawFile(entry.name)) continue
      else if (isLawPath(path)) files.push(path)
      else problems.push({ path, what: 'a name of letters, digits, dots and hyphens is needed' })
    }
  }
  visit('', 0)
  return { files, folders, problems }
}

const NOT_REGULAR = 'a symbolic link or special file: a law is made of plain files'

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return [] // what should be in it is reported as missing
  }
}

/** Bytes of the files of a law on disk, as far as they can be read within the limits. */
export function readLawFiles(
  place: string,
  { files }: LawListing,
): { bytes: Map<string, Buffer>; problems: Problem[] } {
  const bytes = new Map<string, Buffer>()
  const problems: Problem[] = []
  let total = 0
  for (const path of files) {
    const read = readRegular(join(place, path))
    if (typeof read === 'string') problems.push({ path, what: read })
    else {
      total += read.length
      if (total > LIMITS.lawBytes) {
        problems.push({ path: '', what: TOO_LARGE_LAW })
        break
      }
      bytes.set(path, read)
    }
  }
  return { bytes, problems }
}

/** The bytes, or why there are none. What is no regular file is not opened as one, even if it was put there a moment ago. */
function readRegular(file: string): Buffer | string {
  let handle: number
  try {
    // Without O_NONBLOCK, opening a named pipe would wait for a writer.
    handle = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ELOOP' ? NOT_REGULAR : 'cannot be read'
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
  } catch {
    return 'cannot be read'
  } finally {
    closeSync(handle)
  }
}

/** Identity, size and times of a file as text; `gone` when it cannot be looked at. `statSync` follows a symbolic link. */
export function statText(path: string, look: (path: string) => Stats = lstatSync): string {
  try {
    const { ino, size, mtimeMs, ctimeMs } = look(path)
    return `${ino} ${size} ${mtimeMs} ${ctimeMs}`
  } catch {
    return 'gone'
  }
}
