import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
// As a namespace: Node before 22.15 has no zstd, and naming what it lacks would keep it from loading a directory too.
import * as zlib from 'node:zlib'
import { containerOf, partsOf } from './container.ts'
import { isLawPath, type LawFiles } from './law-files.ts'
import { LIMITS, TOO_LARGE_LAW, TOO_MANY_FILES, tooLargeFile } from './law-limits.ts'
import { lawErrorAt } from './mistakes.ts'

const FORMAT = 'cn-sanctions law 1'
/** The header is parsed as JSON, so its size is bounded by what the largest allowed list of files needs. */
const MAX_HEADER = LIMITS.files * 200

/** A whole law in one file, compressed in a thread of Node's pool. The same files give the same bytes. */
export const packLaw = (files: LawFiles): Promise<Buffer> =>
  promisify<Buffer, Buffer>(zlib.zstdCompress)(Buffer.concat(piecesOf(files)))

/** SHA-256 of the packed law before its compression, which another version of Node may do otherwise. */
export function lawSha256(files: LawFiles): string {
  const sum = createHash('sha256')
  for (const piece of piecesOf(files)) sum.update(piece)
  return sum.digest('hex')
}

const piecesOf = (files: LawFiles): Uint8Array[] =>
  containerOf(FORMAT, new Map([...files].toSorted(([a], [b]) => (a < b ? -1 : 1))))

/** Throws a LawError for a file of another kind, a damaged one, or one over the limits. `root` names the file in it. */
export function unpackLaw(packed: Uint8Array, root: string): LawFiles {
  const error = (what: string) => lawErrorAt(root, what)
  if (packed.length > LIMITS.packedBytes) throw error(TOO_LARGE_LAW)
  if (typeof zlib.zstdDecompressSync !== 'function') throw error(NO_ZSTD)
  let unpacked: Buffer
  try {
    unpacked = zlib.zstdDecompressSync(packed, { maxOutputLength: LIMITS.lawBytes })
  } catch (cause) {
    const isTooLarge = cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE'
    throw error(isTooLarge ? TOO_LARGE_LAW : NO_DATASET_FILE)
  }
  if (unpacked.indexOf('\n') >= MAX_HEADER) throw error(TOO_MANY_FILES)
  const files = partsOf(FORMAT, unpacked)
  if (!files) throw error(NO_DATASET_FILE)
  if (files.size > LIMITS.files) throw error(TOO_MANY_FILES)
  for (const [path, { length }] of files) {
    if (!isLawPath(path)) throw error(`${JSON.stringify(path).slice(0, 100)} is no path inside a law`)
    if (length > LIMITS.fileBytes) throw error(`${path}: ${tooLargeFile(length)}`)
  }
  return files
}

const NO_ZSTD = 'a dataset file can be read by Node 22.15 or newer; a directory by any'
const NO_DATASET_FILE = 'not a dataset file of cn-sanctions, or a damaged one'
