import { type Cell, type Row, type Table, textCell, UnreadableFile } from './table.ts'
import { TABLE_BOUNDS, TableBudget } from './table-budget.ts'

const DELIMITERS = [';', '\t', '|', ','] as const
type Delimiter = (typeof DELIMITERS)[number]

/** Records looked at to tell which sign parts the columns. */
const LOOKED_AT = 50
/** Columns of a sheet of Excel: it saves empty ones too. */
const FIELDS_AT_MOST = 16_384

/**
 * Text as rows of cells. `commas: false` for a plain or pasted list, where a comma belongs to the name of the goods:
 * there one line is one cell, unless tabs, semicolons or bars part every line alike. Records are read one by one, and the
 * text is refused when they are more, wider or longer than a list can be.
 */
export function readDelimited(
  text: string,
  { commas }: { commas: boolean },
  keeping: TableBudget = new TableBudget(),
): Table {
  const plain = text.replace(/^\uFEFF/, '')
  // Excel's own way to name the sign.
  const named = /^sep=([;\t|,])\r?\n/i.exec(plain)
  const body = named ? plain.slice(named[0].length) : plain
  const delimiter = (named?.[1] as Delimiter | undefined) ?? delimiterOf(body, commas)
  const table: Row[] = []
  let number = 0
  for (const fields of recordsOf(body, delimiter)) {
    const cells: Cell[] = []
    fields.forEach((field, column) => {
      keeping.put(cells, column, textCell(field))
    })
    keeping.add(table, ++number, cells)
  }
  return table
}

/** The sign that parts nearly every line into the same number of columns, at least two; null when none does. */
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
      if (++looked === LOOKED_AT) break
    }
    const [columns = 1, alike = 0] = [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? []
    // Of two signs that would do, the one before: commas stand in numbers and names as well.
    if (columns >= 2 && alike >= filled * 0.8) return delimiter
  }
  return null
}

/**
 * RFC 4180, and what people make of it; without a delimiter a line is a field. Fields are counted before they are kept: a
 * text without line ends may have millions.
 */
function* recordsOf(text: string, delimiter: Delimiter | null): Generator<string[]> {
  // A quote that never ends is an inch sign, so then no quote means anything.
  const quoted = delimiter !== null && quotesEnd(text, delimiter)
  let fields: string[] = []
  for (let at = 0; at < text.length; ) {
    const end = endOfField(text, at, delimiter, quoted)
    if (fields.length === FIELDS_AT_MOST) throw new UnreadableFile('too_large')
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

/** The whole of it, with each quote inside doubled. A longer text fits in no cell whichever way it is read. */
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

/** Of the sign behind it: a delimiter, the end of the line or of the text. */
function endOfField(text: string, from: number, delimiter: Delimiter | null, quoted: boolean): number {
  let at = quoted && text[from] === '"' ? endOfQuoted(text, from + 1) + 1 : from
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at++
  return at
}

/** Of the closing quote: one that no second follows. */
function endOfQuoted(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at
  return -1
}
