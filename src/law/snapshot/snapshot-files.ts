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

/** `src/` of a checkout, `dist/` of a package. */
const PROGRAM = join(import.meta.dirname, '..', '..')

/**
 * Where `npm pack` puts the snapshot of the law that it ships.
 * @public scripts/build-package.ts takes it from the compiled code.
 */
export const SHIPPED = join(PROGRAM, 'snapshots')

/** Beside the compile cache of Node, for laws that were checked on this machine. */
const CACHE = join(PROGRAM, '..', 'node_modules', '.cache', 'law')

/** All snapshots of the cache together: that of the law is 13 MB, and receipts ask for a few earlier versions. */
const MAX_BYTES = 128 * 1024 * 1024

/** The bytes that were kept under this key; null when there are none, or others than we and our installer may write them. */
export function readSnapshot(key: string, folders: readonly string[] = [SHIPPED, CACHE]): Buffer | null {
  for (const folder of folders) {
    const bytes = unlessRefused(() => readTrusted(join(folder, key)))
    if (bytes) return bytes
  }
  return null
}

/** Keeps a snapshot for the next start, and deletes the oldest ones. A disk that is full or read-only is no error. */
export function keepSnapshot(key: string, snapshot: Uint8Array, folder = CACHE): void {
  unlessRefused(() => {
    mkdirSync(folder, { recursive: true })
    const aside = join(folder, `${key}.${process.pid}.new`)
    try {
      writeFileSync(aside, snapshot, { mode: 0o644 })
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

/** Whoever could change the snapshot could change the program as well: its owner, root and this user alone may write it. */
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
 * a snapshot the law is read and checked again.
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
