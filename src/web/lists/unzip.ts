import { Inflate } from 'fflate'
import { UnreadableFile } from './table.ts'

/** A file within a ZIP archive, still packed. */
export interface ZipEntry {
  readonly deflated: boolean
  readonly packed: Uint8Array
  /** Unpacked size as the archive states it. */
  readonly size: number
}

/** Bytes that may still be unpacked, shared by all entries. */
export interface ByteBudget {
  left: number
}

/** A workbook with many pictures has a few hundred. */
const MAX_ENTRIES = 10_000
/** Packed bytes inflated at once: deflate expands at most 1,032 times, so no chunk exceeds 17 MB. */
const CHUNK = 16 * 1024
/** Chunks in a row that may produce no output: a stored block of up to 64 kB is only emitted whole. */
const SILENT_CHUNKS = 8

const damaged = (): UnreadableFile => new UnreadableFile('not_xlsx')

/** The files of an archive by name, from its central directory (APPNOTE.TXT of PKWARE, sections 4.3.12, 4.3.16 and 4.5.3). */
export function readZip(bytes: Uint8Array): Map<string, ZipEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return directoryOf(bytes, view)
  } catch (error) {
    // DataView throws a RangeError for an offset outside the file.
    throw error instanceof RangeError ? damaged() : error
  }
}

function directoryOf(bytes: Uint8Array, view: DataView): Map<string, ZipEntry> {
  const end = endOfDirectory(view)
  let count = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  if (end >= 20 && view.getUint32(end - 20, true) === 0x07064b50) {
    const long = long64(view, end - 12)
    if (view.getUint32(long, true) !== 0x06064b50) throw damaged()
    count = long64(view, long + 32)
    at = long64(view, long + 48)
  }
  if (count > MAX_ENTRIES) throw new UnreadableFile('too_large')
  const entries = new Map<string, ZipEntry>()
  for (let left = count; left > 0; left--) {
    if (view.getUint32(at, true) !== 0x02014b50) throw damaged()
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((field) => view.getUint16(at + field, true)) as Three
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
    // Programs disagree about which of two files of the same name counts.
    if (entries.has(name)) throw damaged()
    const [packedSize, size, place] = sizesOf(view, at, at + 46 + nameLength, extraLength)
    const method = view.getUint16(at + 10, true)
    const start = place + 30 + view.getUint16(place + 26, true) + view.getUint16(place + 28, true)
    if (start + packedSize > bytes.length || (method !== 0 && method !== 8)) throw damaged()
    entries.set(name, { deflated: method === 8, packed: bytes.subarray(start, start + packedSize), size })
    at += 46 + nameLength + extraLength + noteLength
  }
  return entries
}

type Three = [number, number, number]

/** The end-of-directory record, which only a comment of up to 64 kB may follow. */
function endOfDirectory(view: DataView): number {
  const last = view.byteLength - 22
  for (let at = last; at >= Math.max(0, last - 0xffff); at--) if (view.getUint32(at, true) === 0x06054b50) return at
  throw damaged()
}

/** Packed size, size and offset of an entry. Values that need more than 32 bits are in an extra field (ZIP64). */
function sizesOf(view: DataView, entry: number, extra: number, extraLength: number): Three {
  const short: Three = [20, 24, 42].map((field) => view.getUint32(entry + field, true)) as Three
  if (!short.includes(0xffff_ffff)) return short
  for (let at = extra; at < extra + extraLength; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue
    let field = at + 4
    // The extra field has them in this order, and only those that did not fit.
    const [size, packedSize, place] = [short[1], short[0], short[2]].map((value) => {
      if (value !== 0xffff_ffff) return value
      field += 8
      return long64(view, field - 8)
    }) as Three
    return [packedSize, size, place]
  }
  throw damaged()
}

function long64(view: DataView, at: number): number {
  const value = view.getBigUint64(at, true)
  if (value > 0xffff_ffffn) throw damaged()
  return Number(value)
}

/** Unpacks in pieces, and never more than the entry states or the budget has left. */
export function unzip(
  { deflated, packed, size }: ZipEntry,
  budget: ByteBudget,
  take: (piece: Uint8Array) => void,
): void {
  if (size > budget.left) throw new UnreadableFile('too_large')
  let unpacked = 0
  const pass = (piece: Uint8Array): void => {
    budget.left -= piece.length
    unpacked += piece.length
    if (unpacked > size) throw damaged()
    take(piece)
  }
  if (deflated) inflate(packed, pass)
  else pass(packed)
  if (unpacked !== size) throw damaged()
}

function inflate(packed: Uint8Array, pass: (piece: Uint8Array) => void): void {
  let silent = 0
  const inflater = new Inflate((piece) => {
    silent = piece.length === 0 ? silent + 1 : 0
    if (silent > SILENT_CHUNKS) throw damaged()
    pass(piece)
  })
  try {
    for (let at = 0; at < packed.length; at += CHUNK)
      inflater.push(packed.subarray(at, at + CHUNK), at + CHUNK >= packed.length)
  } catch (error) {
    // fflate throws plain errors for damaged data.
    throw error instanceof UnreadableFile ? error : damaged()
  }
}
