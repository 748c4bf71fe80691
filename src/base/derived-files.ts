import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/**
 * Files that are derived from the program and its data, and kept so that the next start need not make them again: snapshots
 * of checked laws, and the bundle of the pages. Their key is a hash of all that they are made of.
 */
type Kind = 'law' | 'page'

/** `src/` of a checkout, `dist/` of a package. */
const PROGRAM = join(import.meta.dirname, '..')

/**
 * Where `npm pack` puts what it ships.
 * @public scripts/build-package.ts takes it from the compiled code.
 */
export const shippedFolder = (kind: Kind): string => join(PROGRAM, 'derived', kind)

/** Beside the compile cache of Node, for what was made on this machine. */
const cacheFolder = (kind: Kind): string => join(PROGRAM, '..', 'node_modules', '.cache', kind)

/** All files of a kind together: the snapshot of the law is 13 MB, and receipts ask for a few earlier versions. */
const MAX_BYTES = 128 * 1024 * 1024

/** The bytes that were kept under this key; null when there are none, or others than we and our installer may write them. */
export function readDerived(
  kind: Kind,
  key: string,
  folders: readonly string[] = [shippedFolder(kind), cacheFolder(kind)],
): Buffer | null {
  for (const folder of folders) {
    const bytes = unlessRefused(() => readTrusted(join(folder, key)))
    if (bytes) return bytes
  }
  return null
}

/** Keeps bytes for the next start, and deletes the oldest ones. A disk that is full or read-only is no error. */
export function keepDerived(kind: Kind, key: string, bytes: Uint8Array, folder = cacheFolder(kind)): void {
  unlessRefused(() => {
    mkdirSync(folder, { recursive: true })
    const aside = join(folder, `${key}.${process.pid}.new`)
    try {
      writeFileSync(aside, bytes, { mode: 0o644 })
      renameSync(aside, join(folder, key))
    } finally {
      rmSync(aside, { force: true })
    }
    prune(folder)
  })
}

function readTrusted(file: string): Buffer | null {
  const handle = openSync(file, 'r')
  try {
    return isTrusted(fstatSync(handle)) ? readFileSync(handle) : null
  } finally {
    closeSync(handle)
  }
}

/** These files are used without being checked again, so only the owner of the program, root and this user may write them. */
function isTrusted({ uid, mode }: Stats): boolean {
  if (process.platform === 'win32') return true
  const trusted = [0, process.getuid?.(), statSync(import.meta.filename).uid]
  return trusted.includes(uid) && (mode & 0o022) === 0
}

function prune(folder: string): void {
  const found = readdirSync(folder).flatMap((name) => {
    const facts = statSync(join(folder, name), { throwIfNoEntry: false })
    return facts ? [{ name, bytes: facts.size, made: facts.mtimeMs }] : []
  })
  let bytes = 0
  for (const one of found.toSorted((a, b) => b.made - a.made)) {
    bytes += one.bytes
    if (bytes > MAX_BYTES) rmSync(join(folder, one.name), { force: true })
  }
}

/**
 * Undefined when the operating system refuses, or Node's permission model (https://nodejs.org/api/permissions.html): without
 * these files everything is made again.
 */
function unlessRefused<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof Error && ('syscall' in error || ('code' in error && error.code === 'ERR_ACCESS_DENIED')))
      return undefined
    throw error
  }
}
