import { decodeText } from './decode-text.ts'
import { readDelimited } from './read-delimited.ts'
import { type Sheet, UnreadableFile } from './table.ts'

/** A file of 5,000 goods has well under a megabyte. */
const FILE_AT_MOST = 30 * 1024 * 1024

/** The sheets of a file, by what is in it rather than by what it is called; a text is one sheet. */
export async function readFile(name: string, size: number, load: () => Promise<Uint8Array>): Promise<Sheet[]> {
  if (size > FILE_AT_MOST) throw new UnreadableFile('too_large')
  const bytes = await load()
  const packed = (bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0xd0 && bytes[1] === 0xcf)
  // The reader of workbooks is loaded only when there is one to read.
  const sheets = packed
    ? (await import('./read-xlsx.ts')).readXlsx(bytes)
    : [{ name, table: readDelimited(decodeText(bytes), { commas: !/\.txt$/i.test(name) }) }]
  const filled = sheets.filter(({ table }) => table.length > 0)
  if (filled.length === 0) throw new UnreadableFile('empty')
  return filled
}
