import { promisify } from 'node:util'
import { zstdCompress, zstdDecompressSync } from 'node:zlib'
import { isLawPath, type LawFiles } from './law-files.ts'
import { LIMITS, TOO_LARGE_LAW, TOO_MANY_FILES, tooLargeFile } from './law-limits.ts'
import { lawErrorAt } from './mistakes.ts'

const FORMAT = 'cn-sanctions law 1'
/** The line that lists the files; it is parsed as JSON, so it must not be larger than any list can be. */
const LONGEST_HEADER = LIMITS.files * 200

/** What the first line says; the bytes of the files follow it, one after another. */
interface Contents {
  readonly format: string
  readonly files: readonly (readonly [path: string, bytes: number])[]
}

const compress = promisify<Buffer, Buffer>(zstdCompress)

/** A whole law in one file, compressed aside, while others have their turn. The same files give the same bytes. */
export function packLaw(files: LawFiles): Promise<Buffer> {
  const sorted = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const contents: Contents = { format: FORMAT, files: sorted.map(([path, bytes]) => [path, bytes.length]) }
  return compress(Buffer.concat([Buffer.from(`${JSON.stringify(contents)}\n`), ...sorted.map(([, bytes]) => bytes)]))
}

/** A LawError when it is no such file, a damaged one, or larger than a law can be; `root` names it there. */
export function unpackLaw(packed: Uint8Array, root: string): LawFiles {
  const refuse = (what: string) => lawErrorAt(root, what)
  if (packed.length > LIMITS.packedBytes) throw refuse(TOO_LARGE_LAW)
  let unpacked: Buffer
  try {
    unpacked = zstdDecompressSync(packed, { maxOutputLength: LIMITS.lawBytes })
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    throw refuse(isTooLarge ? TOO_LARGE_LAW : NO_DATASET_FILE)
  }
  let start = unpacked.indexOf('\n') + 1
  if (start > LONGEST_HEADER) throw refuse(TOO_MANY_FILES)
  const listed = filesIn(unpacked.subarray(0, start).toString())
  if (!listed) throw refuse(NO_DATASET_FILE)
  if (listed.length > LIMITS.files) throw refuse(TOO_MANY_FILES)
  const files = new Map<string, Buffer>()
  for (const [path, length] of listed) {
    if (!isLawPath(path)) throw refuse(`${JSON.stringify(path).slice(0, 100)} is no path inside a law`)
    if (length > LIMITS.fileBytes) throw refuse(`${path}: ${tooLargeFile(length)}`)
    files.set(path, unpacked.subarray(start, start + length))
    start += length
  }
  if (start !== unpacked.length || files.size !== listed.length) throw refuse(NO_DATASET_FILE)
  return files
}

const NO_DATASET_FILE = 'not a dataset file of cn-sanctions, or a damaged one'

/** Names and lengths, if the header has the shape this program writes. */
function filesIn(header: string): Contents['files'] | null {
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
