import { Inflate } from 'fflate'
import { UnreadableFile } from './table.ts'

/** A file within a ZIP archive, still packed. */
export interface ZipEntry {
  readonly deflated: boolean
  readonly packed: Uint8Array
  /** Unpacked, as the archive says. */
  readonly size: number
}

/** Bytes that may still be unpacked; shared by all entries that are. */
export interface ByteBudget {
  left: number
}

/** A workbook with many pictures has some hundred. */
const ENTRIES_AT_MOST = 10_000
/** Packed bytes unpacked at once: deflate makes at most 1,032 of one, so no step makes more than 17 MB. */
const STEP = 16 * 1024
/** Steps in a row that may give nothing. The longest block that must be there as a whole has 64 KB. */
const SILENT_STEPS = 8

const damaged = (): UnreadableFile => new UnreadableFile('not_xlsx')

/** Files of an archive by name, as its directory says (APPNOTE.TXT of PKWARE, sections 4.3.12, 4.3.16 and 4.5.3). */
export function readZip(bytes: Uint8Array): Map<string, ZipEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return directoryOf(bytes, view)
  } catch (error) {
    // A place outside the file.
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
  if (count > ENTRIES_AT_MOST) throw new UnreadableFile('too_large')
  const entries = new Map<string, ZipEntry>()
  for (let left = count; left > 0; left--) {
    if (view.getUint32(at, true) !== 0x02014b50) throw damaged()
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((field) => view.getUint16(at + field, true)) as Three
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
    // Which of two files of one name is meant, programs disagree about.
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

/** Behind it there is at most a comment. */
function endOfDirectory(view: DataView): number {
  const last = view.byteLength - 22
  for (let at = last; at >= Math.max(0, last - 0xffff); at--) if (view.getUint32(at, true) === 0x06054b50) return at
  throw damaged()
}

/** Packed size, size and place of an entry. What does not fit in 32 bits stands in a field of its own (ZIP64). */
function sizesOf(view: DataView, entry: number, extra: number, extraLength: number): Three {
  const short: Three = [20, 24, 42].map((field) => view.getUint32(entry + field, true)) as Three
  if (!short.includes(0xffff_ffff)) return short
  for (let at = extra; at < extra + extraLength; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue
    let field = at + 4
    // In this order, and only those that are missing.
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

/** Unpacks piece by piece, and never more than the entry claims to be or the budget has left. */
export function unzip(
  { deflated, packed, size }: ZipEntry,
  budget: ByteBudget,
  take: (piece: Uint8Array) => void,
): void {
  if (size > budget.left) throw new UnreadableFile('too_large')
  let sofar = 0
  const pass = (piece: Uint8Array): void => {
    budget.left -= piece.length
    sofar += piece.length
    if (sofar > size) throw damaged()
    take(piece)
  }
  if (deflated) inflate(packed, pass)
  else pass(packed)
  if (sofar !== size) throw damaged()
}

function inflate(packed: Uint8Array, pass: (piece: Uint8Array) => void): void {
  let silent = 0
  const inflater = new Inflate((piece) => {
    silent = piece.length === 0 ? silent + 1 : 0
    if (silent > SILENT_STEPS) throw damaged()
    pass(piece)
  })
  try {
    for (let at = 0; at < packed.length; at += STEP)
      inflater.push(packed.subarray(at, at + STEP), at + STEP >= packed.length)
  } catch (error) {
    // fflate throws plain errors with a code of its own.
    throw error instanceof UnreadableFile ? error : damaged()
  }
}
