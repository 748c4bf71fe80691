import { decodeText } from './decode-text.ts'
import { readDelimited } from './read-delimited.ts'
import { type Sheet, UnreadableFile } from './table.ts'

/** A list of 5,000 goods is well below a megabyte. */
const MAX_FILE = 30 * 1024 * 1024

/** The sheets of a file, detected by its content rather than its name; a text file is one sheet. */
export async function readFile(name: string, size: number, load: () => Promise<Uint8Array>): Promise<Sheet[]> {
  if (size > MAX_FILE) throw new UnreadableFile('too_large')
  const bytes = await load()
  const isWorkbook = (bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0xd0 && bytes[1] === 0xcf)
  // Loaded on demand: most lists are pasted, and this brings fflate and saxen with it.
  const sheets = isWorkbook
    ? (await import('./read-xlsx.ts')).readXlsx(bytes)
    : [{ name, table: readDelimited(decodeText(bytes), { commas: !/\.txt$/i.test(name) }) }]
  const filled = sheets.filter(({ table }) => table.length > 0)
  if (filled.length === 0) throw new UnreadableFile('empty')
  return filled
}
