import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
// As a namespace: Node before 22.15 has no zstd, and naming what it lacks would keep it from loading a directory too.
import * as zlib from 'node:zlib'
import { isLawPath, type LawFiles } from './law-files.ts'
import { LIMITS, TOO_LARGE_LAW, TOO_MANY_FILES, tooLargeFile } from './law-limits.ts'
import { lawErrorAt } from './mistakes.ts'

const FORMAT = 'cn-sanctions law 1'
/** The header is parsed as JSON, so its size is bounded by what the largest allowed list of files needs. */
const MAX_HEADER = LIMITS.files * 200

/** The first line; the bytes of the files follow it, one after another. */
interface Header {
  readonly format: string
  readonly files: readonly (readonly [path: string, bytes: number])[]
}

/** A whole law in one file, compressed in a thread of Node's pool. The same files give the same bytes. */
export const packLaw = (files: LawFiles): Promise<Buffer> =>
  promisify<Buffer, Buffer>(zlib.zstdCompress)(Buffer.concat(partsOf(files)))

/** SHA-256 of the packed law before its compression, which another version of Node may do otherwise. */
export function lawSha256(files: LawFiles): string {
  const sum = createHash('sha256')
  for (const part of partsOf(files)) sum.update(part)
  return sum.digest('hex')
}

function partsOf(files: LawFiles): Buffer[] {
  const sorted = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const header: Header = { format: FORMAT, files: sorted.map(([path, bytes]) => [path, bytes.length]) }
  return [Buffer.from(`${JSON.stringify(header)}\n`), ...sorted.map(([, bytes]) => bytes)]
}

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
  let start = unpacked.indexOf('\n') + 1
  if (start > MAX_HEADER) throw error(TOO_MANY_FILES)
  const listed = filesIn(unpacked.subarray(0, start).toString())
  if (!listed) throw error(NO_DATASET_FILE)
  if (listed.length > LIMITS.files) throw error(TOO_MANY_FILES)
  const files = new Map<string, Buffer>()
  for (const [path, length] of listed) {
    if (!isLawPath(path)) throw error(`${JSON.stringify(path).slice(0, 100)} is no path inside a law`)
    if (length > LIMITS.fileBytes) throw error(`${path}: ${tooLargeFile(length)}`)
    files.set(path, unpacked.subarray(start, start + length))
    start += length
  }
  if (start !== unpacked.length || files.size !== listed.length) throw error(NO_DATASET_FILE)
  return files
}

const NO_ZSTD = 'a dataset file can be read by Node 22.15 or newer; a directory by any'
const NO_DATASET_FILE = 'not a dataset file of cn-sanctions, or a damaged one'

/** The names and lengths of the files; null when the header is not one of ours. */
function filesIn(header: string): Header['files'] | null {
  let contents: unknown
  try {
    contents = JSON.parse(header)
  } catch {
    return null
  }
  const { format, files } = (contents ?? {}) as { format?: unknown; files?: unknown }
  if (format !== FORMAT || !Array.isArray(files)) return null
  const isFile = (file: unknown): file is [string, number] =>
    Array.isArray(file) && typeof file[0] === 'string' && Number.isSafeInteger(file[1]) && file[1] >= 0
  return files.every(isFile) ? files : null
}
