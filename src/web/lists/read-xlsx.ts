import { type Unzipped, unzipSync } from 'fflate'
import { Parser } from 'saxen'
import { type Cell, type Sheet, type Table, textCell, UnreadableFile } from './table.ts'

/** Unpacked, a sheet of 5,000 lines has a few megabytes; a part larger than this is no list of goods. */
const PART_AT_MOST = 200 * 1024 * 1024

/** Sheets of a workbook that show something, in their order. Formulas count with the value saved in the file. */
export function readXlsx(bytes: Uint8Array): Sheet[] {
  const parts = unpack(bytes)
  const part = (path: string): string | null => {
    const found = parts[path]
    return found ? new TextDecoder().decode(found) : null
  }
  const workbook = part('xl/workbook.xml')
  if (workbook === null) throw new UnreadableFile('not_xlsx')
  const targets = targetsOf(part('xl/_rels/workbook.xml.rels') ?? '')
  const strings = stringsOf(part('xl/sharedStrings.xml') ?? '')
  const formats = formatsOf(part('xl/styles.xml') ?? '')
  return sheetsOf(workbook).flatMap(({ name, relation }) => {
    const text = part(targets.get(relation) ?? '')
    if (text === null) return []
    const table = tableOf(text, strings, formats)
    return table.length > 0 ? [{ name, table }] : []
  })
}

function unpack(bytes: Uint8Array): Unzipped {
  // The old format, and a new one under a password, are both OLE files.
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) throw new UnreadableFile(isLocked(bytes) ? 'locked' : 'old_excel')
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        const wanted = /^xl\/(workbook|sharedStrings|styles|worksheets\/[^/]+)\.xml$|^xl\/_rels\//.test(name)
        if (wanted && originalSize > PART_AT_MOST) throw new UnreadableFile('too_large')
        return wanted
      },
    })
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile('not_xlsx')
  }
}

/** The stream's name, in UTF-16, in the directory of the OLE file. */
function isLocked(bytes: Uint8Array): boolean {
  const name = 'EncryptedPackage'
  return new TextDecoder('utf-16le').decode(bytes.subarray(0, bytes.length & ~1)).includes(name)
}

/** Elements by their bare names, whichever prefix or edition of the format a program writes. */
function scan(
  xml: string,
  open: (name: string, attributes: () => Readonly<Record<string, string>>) => void,
  text: (text: string) => void = () => {},
  close: (name: string) => void = () => {},
): void {
  if (xml === '') return
  const bare = (name: string) => name.slice(name.indexOf(':') + 1)
  const parser = new Parser()
  parser.on('openTag', (name, attributesOf, decode) =>
    open(bare(name), () => {
      const attributes: Record<string, string> = {}
      for (const [key, value] of Object.entries(attributesOf() || {})) attributes[key] = decode(value)
      return attributes
    }),
  )
  parser.on('text', (value, decode) => text(decode(value)))
  parser.on('cdata', (value) => text(value))
  parser.on('closeTag', (name) => close(bare(name)))
  parser.on('error', () => {
    throw new UnreadableFile('not_xlsx')
  })
  parser.parse(xml)
}

function sheetsOf(workbook: string): { name: string; relation: string }[] {
  const sheets: { name: string; relation: string }[] = []
  scan(workbook, (element, attributes) => {
    if (element !== 'sheet') return
    const { name = '', state, ...others } = attributes()
    const relation = Object.entries(others).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
    if (state === undefined || state === 'visible') sheets.push({ name, relation })
  })
  return sheets
}

function targetsOf(relations: string): Map<string, string> {
  const targets = new Map<string, string>()
  scan(relations, (element, attributes) => {
    if (element !== 'Relationship') return
    const { Id = '', Target = '' } = attributes()
    targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
  })
  return targets
}

/** Texts stand apart and are referred to by number; of a text in several fonts all runs count, of its phonetics none. */
function stringsOf(xml: string): string[] {
  const strings: string[] = []
  let current = ''
  let within: string[] = []
  scan(
    xml,
    (name) => {
      if (name === 'si') current = ''
      within = [...within, name]
    },
    (text) => {
      if (within.at(-1) === 't' && !within.includes('rPh')) current += text
    },
    (name) => {
      within = within.slice(0, -1)
      if (name === 'si') strings.push(unescaped(current))
    },
  )
  return strings
}

type Format = 'date' | { readonly digits: string } | null

/** Number formats of Excel that show a day or a time. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58)

/** What each style does to a number: shows it as a day, or with zeros before it (`0000 00 00`). */
function formatsOf(xml: string): Format[] {
  const codes = new Map<number, string>()
  const formats: Format[] = []
  let inCells = false
  scan(
    xml,
    (name, attributes) => {
      if (name === 'numFmt') {
        const { numFmtId, formatCode = '' } = attributes()
        codes.set(Number(numFmtId), formatCode)
      } else if (name === 'cellXfs') inCells = true
      else if (name === 'xf' && inCells) {
        const id = Number(attributes().numFmtId ?? 0)
        formats.push(isBuiltInDate(id) ? 'date' : formatOf(codes.get(id) ?? ''))
      }
    },
    undefined,
    (name) => {
      if (name === 'cellXfs') inCells = false
    },
  )
  return formats
}

function formatOf(code: string): Format {
  const bare = code.replace(/"[^"]*"|\[[^\]]*\]|\\(?! )./g, '').replaceAll('\\ ', ' ')
  if (/^0[0 ]*0$/.test(bare)) return { digits: bare }
  return /[ymdhs]/i.test(bare.split(';')[0] ?? '') && !/[#0?]/.test(bare) ? 'date' : null
}

function tableOf(xml: string, strings: readonly string[], formats: readonly Format[]): Table {
  const rows: Cell[][] = []
  let row: Cell[] = []
  let column = 0
  let type = 'n'
  let format: Format = null
  let value = ''
  let reading = false
  scan(
    xml,
    (name, attributes) => {
      if (name === 'row') {
        const at = Number(attributes().r ?? rows.length + 1) - 1
        // Rows left out are empty ones: line numbers stay those of the sheet.
        while (rows.length < at) rows.push([])
        row = []
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
    (text) => {
      if (reading) value += text
    },
    (name) => {
      if (name === 'v' || name === 't') reading = false
      else if (name === 'row') rows.push(row)
      else if (name === 'c') {
        while (row.length < column) row.push(textCell(''))
        row[column++] = cellOf(type, value, format, strings)
      }
    },
  )
  while (rows.at(-1)?.every(({ text }) => text.trim() === '')) rows.pop()
  return rows
}

/** `BC7` → 54. */
function columnOf(reference: string): number {
  let column = 0
  for (const letter of /^[A-Z]+/.exec(reference)?.[0] ?? 'A') column = column * 26 + letter.charCodeAt(0) - 64
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
  // 0.1 + 0.2 as Excel shows it.
  const text = Number.isNaN(number) ? value : String(Number(number.toPrecision(15)))
  const zeros = format?.digits
  if (zeros === undefined || !/^\d+$/.test(text)) return { text, kind: 'number' }
  // The sheet shows the zeros, so they are there.
  return textCell(fill(zeros, text))
}

/** 1012100 in `0000 00 00` → 0101 21 00. */
function fill(pattern: string, digits: string): string {
  const places = pattern.replaceAll(' ', '').length
  const left = [...digits.padStart(places, '0')]
  const extra = left.splice(0, left.length - places).join('')
  return extra + pattern.replace(/0/g, () => left.shift() ?? '')
}

/** Excel counts days from 1899-12-30, its leap year 1900 included. */
const dayOf = (serial: number): string =>
  Number.isFinite(serial) && Math.abs(serial) < 3_000_000
    ? new Date(Date.UTC(1899, 11, 30) + serial * 86_400_000).toISOString().slice(0, 10)
    : String(serial)

/** Excel writes signs that XML has not as `_x000D_`. */
const unescaped = (text: string): string =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
