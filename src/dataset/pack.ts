import { promisify } from 'node:util'
import { zstdCompress, zstdDecompressSync } from 'node:zlib'
import type { LawFiles } from './law-source.ts'

const FORMAT = 'cn-sanctions law 1'
/** Far above any law, far below what would hurt: a file from elsewhere may unpack to anything. */
const UNPACKED_AT_MOST = 256 * 1024 * 1024

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

/** Null when it is no such file, or a damaged one. */
export function unpackLaw(packed: Buffer): LawFiles | null {
  try {
    const unpacked = zstdDecompressSync(packed, { maxOutputLength: UNPACKED_AT_MOST })
    let start = unpacked.indexOf('\n') + 1
    const { format, files } = JSON.parse(unpacked.subarray(0, start).toString()) as Contents
    if (format !== FORMAT) return null
    const unpackedFiles = files.map(([path, length]): [string, Buffer] => {
      start += length
      return [path, unpacked.subarray(start - length, start)]
    })
    return start === unpacked.length ? new Map(unpackedFiles) : null
  } catch {
    return null
  }
}
