import { scanXml } from './scan-xml.ts'
import { type Cell, type Row, type Sheet, type Table, textCell, UnreadableFile } from './table.ts'
import { TableBudget } from './table-budget.ts'
import { type ByteBudget, readZip, unzip } from './unzip.ts'

/** All parts together, unpacked: a list of 5,000 lines has a few megabytes, a sheet with a million styled rows about 80. */
export const MAX_UNPACKED = 100 * 1024 * 1024
/** Bounds of the other parts of a workbook, each well above what Excel itself writes. */
const MAX_SHEETS = 1_000
const MAX_STRINGS = 500_000
const MAX_STYLES = 65_536
const MAX_MERGED = 65_536
/** Excel's own limits of a sheet and of a number format. */
const LAST_ROW = 1_048_576
const LAST_COLUMN = 16_384
const FORMAT_CHARACTERS = 255

/** Parses one part of the workbook with these handlers; false if there is no such part. */
type ReadPart = (path: string, handlers: Parameters<typeof scanXml>[0]) => boolean

/**
 * The visible sheets of a workbook that are not empty, in order. Formulas have the value saved in the file. Parts are
 * unpacked and parsed as streams, within budgets for all of them together.
 */
export function readXlsx(
  bytes: Uint8Array,
  unpackBudget: ByteBudget = { left: MAX_UNPACKED },
  tableBudget: TableBudget = new TableBudget(),
): Sheet[] {
  // The old .xls format and a new one with a password are both OLE files.
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) throw new UnreadableFile(isLocked(bytes) ? 'locked' : 'old_excel')
  const entries = readZip(bytes)
  const read: ReadPart = (path, handlers) => {
    const entry = entries.get(path)
    if (!entry || entry.size === 0) return false
    const scanning = scanXml(handlers)
    unzip(entry, unpackBudget, scanning.write)
    scanning.end()
    return true
  }
  const sheets = sheetsOf(read)
  const targets = targetsOf(read)
  const strings = stringsOf(read)
  const formats = formatsOf(read)
  return sheets.flatMap(({ name, relation }) => {
    const table = tableOf(read, targets.get(relation) ?? '', strings, formats, tableBudget)
    return table.length > 0 ? [{ name, table }] : []
  })
}

/** Adds to a list with a maximum length. */
function pushBounded<T>(list: T[], item: T, atMost: number): void {
  if (list.length >= atMost) throw new UnreadableFile('too_large')
  list.push(item)
}

/** An OLE file with a password has a stream of this name, written in UTF-16 in its directory. */
function isLocked(bytes: Uint8Array): boolean {
  const name = 'EncryptedPackage'
  return new TextDecoder('utf-16le').decode(bytes.subarray(0, bytes.length & ~1)).includes(name)
}

function sheetsOf(read: ReadPart): { name: string; relation: string }[] {
  const sheets: { name: string; relation: string }[] = []
  const found = read('xl/workbook.xml', {
    open(element, attributes) {
      if (element !== 'sheet') return
      const { name = '', state, ...others } = attributes()
      const relation = Object.entries(others).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
      if (state === undefined || state === 'visible') pushBounded(sheets, { name, relation }, MAX_SHEETS)
    },
  })
  if (!found) throw new UnreadableFile('not_xlsx')
  return sheets
}

function targetsOf(read: ReadPart): Map<string, string> {
  const targets: [string, string][] = []
  read('xl/_rels/workbook.xml.rels', {
    open(element, attributes) {
      if (element !== 'Relationship') return
      const { Id = '', Target = '' } = attributes()
      pushBounded(targets, [Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`], MAX_SHEETS * 2)
    },
  })
  return new Map(targets)
}

/** The shared strings that cells refer to by number: all runs of a formatted text, without phonetic hints (`rPh`). */
function stringsOf(read: ReadPart): string[] {
  const strings: string[] = []
  let current = ''
  const within: string[] = []
  read('xl/sharedStrings.xml', {
    open(name) {
      if (name === 'si') current = ''
      within.push(name)
    },
    text(text) {
      if (within.at(-1) === 't' && !within.includes('rPh')) current += text
    },
    close(name) {
      within.pop()
      if (name === 'si') pushBounded(strings, unescaped(current), MAX_STRINGS)
    },
  })
  return strings
}

type Format = 'date' | { readonly digits: string } | null

/** Excel's built-in number formats for dates and times. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58)

/** How each style displays a number: as a date, or with leading zeros (`0000 00 00`). */
function formatsOf(read: ReadPart): Format[] {
  const codes: [number, string][] = []
  const styles: number[] = []
  let inCells = false
  read('xl/styles.xml', {
    open(name, attributes) {
      if (name === 'numFmt') {
        const { numFmtId, formatCode = '' } = attributes()
        pushBounded(codes, [Number(numFmtId), formatCode], MAX_STYLES)
      } else if (name === 'cellXfs') inCells = true
      else if (name === 'xf' && inCells) pushBounded(styles, Number(attributes().numFmtId ?? 0), MAX_STYLES)
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  const formats = new Map(codes.map(([id, code]) => [id, formatOf(code)]))
  return styles.map((id) => (isBuiltInDate(id) ? 'date' : (formats.get(id) ?? null)))
}

function formatOf(code: string): Format {
  if (code.length > FORMAT_CHARACTERS) return null
  const bare = code.replace(/"[^"]*"|\[[^\]]*\]|\\(?! )./g, '').replaceAll('\\ ', ' ')
  if (/^0[0 ]*0$/.test(bare)) return { digits: bare }
  return /[ymdhs]/i.test(bare.split(';')[0] ?? '') && !/[#0?]/.test(bare) ? 'date' : null
}

function tableOf(
  read: ReadPart,
  path: string,
  strings: readonly string[],
  formats: readonly Format[],
  tableBudget: TableBudget,
): Table {
  const table: Row[] = []
  let cells: Cell[] = []
  let number = 0
  let column = 0
  let type = 'n'
  let format: Format = null
  let value = ''
  let reading = false
  const merged: string[] = []
  read(path, {
    open(name, attributes) {
      if (name === 'mergeCell') pushBounded(merged, attributes().ref ?? '', MAX_MERGED)
      else if (name === 'row') {
        number = rowAfter(number, attributes().r)
        cells = []
        column = 0
      } else if (name === 'c') {
        const { r, t = 'n', s } = attributes()
        if (r !== undefined) column = columnOf(r)
        type = t
        format = formats[Number(s ?? 0)] ?? null
        value = ''
      } else if (name === 'v' || name === 't') reading = true
      else if (name === 'rPh') reading = false
    },
    text(text) {
      if (reading) value += text
    },
    close(name) {
      if (name === 'v' || name === 't') reading = false
      else if (name === 'row') tableBudget.add(table, number, cells)
      else if (name === 'c') tableBudget.put(cells, column++, cellOf(type, value, format, strings))
    },
  })
  for (const range of merged) merge(range, table, tableBudget)
  return table
}

/** Merged cells: over columns the first one is told how many, over rows each row has the text. */
function merge(range: string, table: Row[], tableBudget: TableBudget): void {
  const [from = '', to = from] = range.split(':')
  const [column, first, last] = [columnOf(from), rowOf(from), rowOf(to)]
  const span = columnOf(to) - column + 1
  const at = firstFrom(table, first)
  const cells = table[at]?.cells as Cell[] | undefined
  const cell = cells?.[column]
  if (!cells || !cell || cell.text === '' || table[at]!.number !== first) return
  if (span > 1) cells[column] = { ...cell, span }
  else
    for (let next = at + 1; next < table.length; next++) {
      const { number, cells } = table[next]!
      // In the ranges of Excel all other cells are empty; without this, ranges that overlap would cost a lot.
      if (number > last || (cells[column]?.text ?? '') !== '') return
      tableBudget.put(cells as Cell[], column, cell)
    }
}

/** The place of the first row with this number or a higher one. */
function firstFrom(table: readonly Row[], number: number): number {
  let [low, high] = [0, table.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (table[middle]!.number < number) low = middle + 1
    else high = middle
  }
  return low
}

const rowOf = (reference: string): number => Number(/\d{1,7}$/.exec(reference)?.[0] ?? 0)

/** The number of a row. It may be left out, and rows without cells are: but none comes twice, or behind the last. */
function rowAfter(previous: number, given: string | undefined): number {
  const number = given === undefined ? previous + 1 : Number(given)
  if (!Number.isInteger(number) || number <= previous || number > LAST_ROW) throw new UnreadableFile('not_xlsx')
  return number
}

/** `BC7` → 54. */
function columnOf(reference: string): number {
  let column = 0
  for (const letter of /^[A-Z]{1,4}/.exec(reference)?.[0] ?? 'A') column = column * 26 + letter.charCodeAt(0) - 64
  if (column > LAST_COLUMN) throw new UnreadableFile('not_xlsx')
  return column - 1
}

function cellOf(type: string, value: string, format: Format, strings: readonly string[]): Cell {
  if (type === 's') return textCell(strings[Number(value)] ?? '')
  if (type === 'inlineStr' || type === 'str') return textCell(unescaped(value))
  if (type === 'b') return textCell(value === '1' ? 'TRUE' : 'FALSE')
  if (type === 'e' || value === '') return textCell('')
  if (type === 'd') return { text: value.slice(0, 10), kind: 'date' }
  if (format === 'date') return { text: dayOf(Number(value)), kind: 'date' }
  const number = Number(value)
  // Excel displays 15 significant digits: 0.1 + 0.2 is 0.3.
  const text = Number.isNaN(number) ? value : String(Number(number.toPrecision(15)))
  const zeros = format?.digits
  if (zeros === undefined || !/^\d+$/.test(text)) return { text, kind: 'number' }
  // The sheet displays the zeros, so the user sees a complete code.
  return textCell(fill(zeros, text))
}

/** 1012100 in `0000 00 00` → 0101 21 00. */
function fill(pattern: string, digits: string): string {
  const places = pattern.replaceAll(' ', '').length
  const left = [...digits.padStart(places, '0')]
  const extra = left.splice(0, left.length - places).join('')
  return extra + pattern.replace(/0/g, () => left.shift() ?? '')
}

/** Excel counts days from 1899-12-30, since it takes 1900 for a leap year. */
const dayOf = (serial: number): string =>
  Number.isFinite(serial) && Math.abs(serial) < 3_000_000
    ? new Date(Date.UTC(1899, 11, 30) + serial * 86_400_000).toISOString().slice(0, 10)
    : String(serial)

/** Excel writes characters that XML cannot contain as `_x000D_`. */
const unescaped = (text: string): string =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
