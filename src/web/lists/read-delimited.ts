import { type Table, textCell } from './table.ts'

const DELIMITERS = [';', '\t', '|', ','] as const
type Delimiter = (typeof DELIMITERS)[number]

/** Records looked at to tell which sign parts the columns. */
const LOOKED_AT = 50

/**
 * Text as rows of cells. `commas: false` for a plain or pasted list, where a comma belongs to the name of the goods:
 * there one line is one cell, unless tabs, semicolons or bars part every line alike.
 */
export function readDelimited(text: string, { commas }: { commas: boolean }): Table {
  const plain = text.replace(/^\uFEFF/, '')
  // Excel's own way to name the sign.
  const named = /^sep=([;\t|,])\r?\n/i.exec(plain)
  const body = named ? plain.slice(named[0].length) : plain
  const delimiter = (named?.[1] as Delimiter | undefined) ?? delimiterOf(body, commas)
  const records = delimiter === null ? linesOf(body) : recordsOf(body, delimiter)
  return records.map((fields) => fields.map(textCell))
}

/** The sign that parts nearly every line into the same number of columns, at least two; null when none does. */
function delimiterOf(text: string, commas: boolean): Delimiter | null {
  let best: { delimiter: Delimiter; columns: number } | null = null
  for (const delimiter of DELIMITERS) {
    if (delimiter === ',' && !commas) continue
    const records = recordsOf(text, delimiter, LOOKED_AT).filter((fields) =>
      fields.some((field) => field.trim() !== ''),
    )
    const counts = new Map<number, number>()
    for (const { length } of records) counts.set(length, (counts.get(length) ?? 0) + 1)
    const [columns = 1, alike = 0] = [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? []
    if (columns < 2 || alike < records.length * 0.8) continue
    // Of two signs that would do, the one before: commas stand in numbers and names as well.
    if (best === null) best = { delimiter, columns }
  }
  return best?.delimiter ?? null
}

const linesOf = (text: string): string[][] =>
  text.split(/\r\n|\r|\n/).map((line) => [/^"(?:[^"]|"")*"$/.test(line.trim()) ? unquote(line.trim()) : line])

const unquote = (field: string): string => field.slice(1, -1).replaceAll('""', '"')

/** RFC 4180, and what people make of it; a quote that never ends is an inch sign, so then no quote means anything. */
function recordsOf(text: string, delimiter: Delimiter, atMost = Number.POSITIVE_INFINITY): string[][] {
  const records: string[][] = []
  let fields: string[] = []
  let at = 0
  while (at < text.length && records.length < atMost) {
    let field: string
    if (text[at] === '"') {
      const end = endOfQuoted(text, at + 1)
      if (end === -1) return unquotedRecords(text, delimiter, atMost)
      const rest = endOfPlain(text, end + 1, delimiter)
      field = unquote(text.slice(at, end + 1)) + text.slice(end + 1, rest)
      at = rest
    } else {
      const end = endOfPlain(text, at, delimiter)
      field = text.slice(at, end)
      at = end
    }
    fields.push(field)
    if (text[at] === delimiter) {
      at++
      if (at < text.length) continue
      fields.push('')
    }
    records.push(fields)
    fields = []
    at += text.startsWith('\r\n', at) ? 2 : 1
  }
  return records
}

/** Of the closing quote: one that no second follows. */
function endOfQuoted(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at
  return -1
}

function endOfPlain(text: string, from: number, delimiter: Delimiter): number {
  let at = from
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at++
  return at
}

const unquotedRecords = (text: string, delimiter: Delimiter, atMost: number): string[][] =>
  text
    .split(/\r\n|\r|\n/)
    .slice(0, atMost)
    .map((line) => line.split(delimiter))
