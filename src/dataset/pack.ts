import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { LawFiles } from './law-source.ts'

const FORMAT = 'cn-sanctions law 1'
/** Far above any law, far below what would hurt: a file from elsewhere may unpack to anything. */
const UNPACKED_AT_MOST = 256 * 1024 * 1024

/** A whole law in one file: JSON of its files, compressed. The same files give the same bytes. */
export function packLaw(files: LawFiles): Buffer {
  const sorted = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([path, bytes]) => [path, bytes.toString()])
  return zstdCompressSync(JSON.stringify({ format: FORMAT, files: Object.fromEntries(sorted) }))
}

/** Null when it is no such file, or a damaged one. */
export function unpackLaw(packed: Buffer): LawFiles | null {
  try {
    const { format, files } = JSON.parse(
      zstdDecompressSync(packed, { maxOutputLength: UNPACKED_AT_MOST }).toString(),
    ) as { format?: unknown; files?: Record<string, string> }
    if (format !== FORMAT || typeof files !== 'object' || files === null) return null
    return new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]))
  } catch {
    return null
  }
}
