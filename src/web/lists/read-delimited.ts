import { type Cell, type Row, type Table, textCell, UnreadableFile } from './table.ts'
import { TABLE_BOUNDS, TableBudget } from './table-budget.ts'

export const DELIMITERS = [';', '\t', '|', ','] as const
export type Delimiter = (typeof DELIMITERS)[number]

/** Records by which the delimiter is detected. */
const SAMPLED_RECORDS = 50
/** The columns of an Excel sheet, which saves empty ones too. */
const MAX_FIELDS = 16_384

/**
 * Reads CSV and similar text. `commas: false` for a plain or pasted list, where a comma belongs to the name of the goods:
 * there a line is one cell, unless tabs, semicolons or bars divide every line alike. `delimiter` for whoever knows it, null
 * for none. Records are read one by one, and reading stops with UnreadableFile when they exceed the budget.
 */
export function readDelimited(
  text: string,
  { commas, delimiter: known }: { commas: boolean; delimiter?: Delimiter | null },
  budget: TableBudget = new TableBudget(),
): Table {
  const plain = text.replace(/^\uFEFF/, '')
  // Excel's own line that names the delimiter.
  const declared = /^sep=([;\t|,])\r?\n/i.exec(plain)
  const body = declared ? plain.slice(declared[0].length) : plain
  const stated = (declared?.[1] as Delimiter | undefined) ?? known
  const delimiter = stated === undefined ? delimiterOf(body, commas) : stated
  const table: Row[] = []
  let number = 0
  for (const fields of recordsOf(body, delimiter)) {
    const cells: Cell[] = []
    fields.forEach((field, column) => {
      budget.put(cells, column, textCell(field))
    })
    budget.add(table, ++number, cells)
  }
  return table
}

/** The delimiter that divides nearly every line into the same number of columns, at least two; null when none does. */
function delimiterOf(text: string, commas: boolean): Delimiter | null {
  for (const delimiter of DELIMITERS) {
    if (delimiter === ',' && !commas) continue
    const counts = new Map<number, number>()
    let looked = 0
    let filled = 0
    for (const fields of recordsOf(text, delimiter)) {
      if (fields.some((field) => field.trim() !== '')) {
        filled++
        counts.set(fields.length, (counts.get(fields.length) ?? 0) + 1)
      }
      if (++looked === SAMPLED_RECORDS) break
    }
    const [columns = 1, alike = 0] = [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? []
    // The order of DELIMITERS decides: commas come last, since they also occur in numbers and names.
    if (columns >= 2 && alike >= filled * 0.8) return delimiter
  }
  return null
}

/**
 * Records by RFC 4180, with the usual deviations; without a delimiter a line is one field. Fields are counted before they
 * are kept, since a text without line ends may have millions.
 */
function* recordsOf(text: string, delimiter: Delimiter | null): Generator<string[]> {
  // An unclosed quote is an inch sign, so then quotes have no meaning anywhere.
  const quoted = delimiter !== null && quotesEnd(text, delimiter)
  let fields: string[] = []
  for (let at = 0; at < text.length; ) {
    const end = endOfField(text, at, delimiter, quoted)
    if (fields.length === MAX_FIELDS) throw new UnreadableFile('too_large')
    fields.push(fieldOf(text, at, end, delimiter, quoted))
    at = end
    if (delimiter !== null && text[at] === delimiter) {
      at++
      if (at < text.length) continue
      fields.push('')
    }
    yield fields
    fields = []
    at += text.startsWith('\r\n', at) ? 2 : 1
  }
}

function fieldOf(text: string, from: number, to: number, delimiter: Delimiter | null, quoted: boolean): string {
  const field = text.slice(from, to)
  if (delimiter === null) return isQuoted(field.trim()) ? unquote(field.trim()) : field
  if (!quoted || text[from] !== '"') return field
  const end = endOfQuoted(text, from + 1)
  return unquote(text.slice(from, end + 1)) + text.slice(end + 1, to)
}

/** The whole line is quoted, with inner quotes doubled. Longer lines fit in no cell, so they are not examined. */
const isQuoted = (line: string): boolean =>
  line.length <= 2 * TABLE_BOUNDS.cellCharacters && /^"(?:[^"]|"")*"$/.test(line)

const unquote = (field: string): string => field.slice(1, -1).replaceAll('""', '"')

function quotesEnd(text: string, delimiter: Delimiter): boolean {
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"' && endOfQuoted(text, at + 1) === -1) return false
    at = endOfField(text, at, delimiter, true)
  }
  return true
}

/** The index after the field: of a delimiter, a line end or the end of the text. */
function endOfField(text: string, from: number, delimiter: Delimiter | null, quoted: boolean): number {
  let at = quoted && text[from] === '"' ? endOfQuoted(text, from + 1) + 1 : from
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at++
  return at
}

/** The index of the closing quote, which is not followed by another quote; -1 without one. */
function endOfQuoted(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at
  return -1
}
