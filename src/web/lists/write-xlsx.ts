import { strToU8, zipSync } from 'fflate'
import type { LineClass } from './checked-line.ts'
import type { ColumnLook, ReportCell, ReportSheet } from './report.ts'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** Limits of Excel: a text in a cell, an address, the links of a sheet, the name of a sheet. */
const MAX_CELL = 32_767
const MAX_ADDRESS = 2_079
const MAX_LINKS = 65_530
const MAX_NAME = 31
const MAX_COLUMN_WIDTH = 60
/** Excel takes 255 characters in a footer, its signs included. */
const MAX_FOOTER = 200
/** Letters for each digit, by which widths are measured. */
const LETTERS = 1.1
/** Points of one line of text, and what a row can have at most. */
const LINE_POINTS = 13
const MAX_ROW = 405

const TOP = '<alignment vertical="top"/>'
const WRAPPED = '<alignment vertical="top" wrapText="1"/>'

/** The colours of results, as on the page: fill and letters. The word stands in the cell as well, for those who see none. */
const TONES: Readonly<Record<LineClass, readonly [fill: string, letters: string]>> = {
  ban: ['FFF9D5D2', 'FF8A1A15'],
  partial: ['FFFFE0C8', 'FF93390B'],
  condition: ['FFFBEBC5', 'FF7A4A00'],
  problem: ['FFE9DEF8', 'FF56368A'],
  unchecked: ['FFE9DEF8', 'FF56368A'],
  unconcerned: ['FFE8ECF0', 'FF17212B'],
  clear: ['FFDDEFE8', 'FF2B5A4B'],
}
const TONE_NAMES = Object.keys(TONES) as LineClass[]

const font = (more: string) => `<font>${more}<name val="Calibri"/></font>`
const FONTS = [
  font('<sz val="10"/>'),
  font('<b/><sz val="10"/>'),
  font('<u/><sz val="10"/><color rgb="FF0563C1"/>'),
  ...Object.values(TONES).map(([, letters]) => font(`<b/><sz val="10"/><color rgb="${letters}"/>`)),
]
const solid = (colour: string) =>
  `<fill><patternFill patternType="solid"><fgColor rgb="${colour}"/><bgColor indexed="64"/></patternFill></fill>`
const FILLS = [
  '<fill><patternFill patternType="none"/></fill>',
  '<fill><patternFill patternType="gray125"/></fill>',
  solid('FFE8ECF0'),
  ...Object.values(TONES).map(([fill]) => solid(fill)),
]
const edge = (side: string) => `<${side} style="thin"><color rgb="FFC3CBD3"/></${side}>`
const BORDERS = [
  '<border><left/><right/><top/><bottom/><diagonal/></border>',
  `<border>${['left', 'right', 'top', 'bottom'].map(edge).join('')}<diagonal/></border>`,
]

/** `quotePrefix` is Excel's apostrophe: editing such a cell makes no formula of it. Format 49 is text. */
const xf = (fontId: number, fillId: number, alignment: string, isText = true) =>
  `<xf numFmtId="${isText ? 49 : 0}" fontId="${fontId}" fillId="${fillId}" borderId="1" xfId="0"${isText ? ' quotePrefix="1"' : ''} applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1">${alignment}</xf>`

/** Cell styles, by their place in `cellXfs`; those of results follow in the order of their classes. */
const STYLE = { text: 0, header: 1, number: 2, link: 3, unwrapped: 4, tones: 5 } as const
const XFS = [
  xf(0, 0, WRAPPED),
  xf(1, 2, WRAPPED),
  xf(0, 0, TOP, false),
  xf(2, 0, WRAPPED),
  xf(0, 0, TOP),
  ...TONE_NAMES.map((_, at) => xf(3 + at, 3 + at, WRAPPED)),
]
const counted = (name: string, all: readonly string[]) => `<${name} count="${all.length}">${all.join('')}</${name}>`

const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}">${counted('fonts', FONTS)}${counted('fills', FILLS)}${counted('borders', BORDERS)}<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>${counted('cellXfs', XFS)}<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

/**
 * A workbook. The first row of each sheet is a frozen header with filters. Every text is an inline string, so none becomes
 * a formula; numbers are numbers, and links open what they name. Sheets are printed on landscape pages of one width, with
 * the header on each of them.
 */
export function writeXlsx(sheets: readonly ReportSheet[]): Uint8Array {
  const written = sheets.map(writeSheet)
  const each = (one: (number: number, at: number) => string) => sheets.map((_, at) => one(at + 1, at)).join('')
  const parts: Record<string, string> = {
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/>${each((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/>`)}<Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/></Types>`,
    '_rels/.rels': relationships(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${each((number, at) => `<sheet name="${xml(sheets[at]!.name.slice(0, MAX_NAME))}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets><definedNames>${each((_, at) => `<definedName name="_xlnm.Print_Titles" localSheetId="${at}">'${xml(sheets[at]!.name.slice(0, MAX_NAME).replaceAll("'", "''"))}'!$1:$1</definedName>`)}</definedNames></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      ...sheets.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`] as const),
      ['styles', 'styles.xml'],
    ),
    'xl/styles.xml': STYLES,
  }
  for (const [at, { sheet, targets }] of written.entries()) {
    parts[`xl/worksheets/sheet${at + 1}.xml`] = sheet
    if (targets.length > 0) {
      parts[`xl/worksheets/_rels/sheet${at + 1}.xml.rels`] = relationships(
        ...targets.map((target) => ['hyperlink', target] as const),
      )
    }
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])))
}

/** Relationships are numbered from rId1 in the order given. What a link opens is outside the file. */
const relationships = (...all: readonly (readonly [type: string, target: string])[]): string =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${all
    .map(
      ([type, target], at) =>
        `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/${type}" Target="${escaped(target)}"${type === 'hyperlink' ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`

/** The part of a sheet, and the addresses that its links open, in the order of their relationships. */
function writeSheet({ rows, columns = [], footer = '' }: ReportSheet): { sheet: string; targets: readonly string[] } {
  const width = Math.max(1, ...rows.map((cells) => cells.length))
  const range = `A1:${columnName(width - 1)}${Math.max(1, rows.length)}`
  const links: { reference: string; href: string }[] = []
  const widths = widthsOf(rows, width, columns)
  const body = rows.map((cells, at) => {
    const filled = cells.map((cell, column) => {
      const reference = `${columnName(column)}${at + 1}`
      if (at === 0) return textCell(reference, STYLE.header, String(cell))
      if (typeof cell === 'number') return `<c r="${reference}" s="${STYLE.number}"><v>${cell}</v></c>`
      const isFolded = columns[column]?.isFolded ?? false
      // An empty cell has its lines as well, where it is seen.
      if (cell === '') return isFolded ? '' : `<c r="${reference}" s="${STYLE.text}"/>`
      if (typeof cell === 'string') return textCell(reference, isFolded ? STYLE.unwrapped : STYLE.text, cell)
      if ('tone' in cell) return textCell(reference, STYLE.tones + TONE_NAMES.indexOf(cell.tone), cell.text)
      if (links.length === MAX_LINKS || cell.href.length > MAX_ADDRESS) {
        return textCell(reference, STYLE.text, cell.plain)
      }
      links.push({ reference, href: cell.href })
      return textCell(reference, STYLE.link, cell.text)
    })
    const lines = cells.map((cell, column) =>
      columns[column]?.isFolded ? 1 : linesIn(shownText(cell), Math.floor(widths[column]! * LETTERS)),
    )
    const height = Math.min(MAX_ROW, LINE_POINTS * Math.max(1, ...lines))
    return `<row r="${at + 1}" ht="${height}" customHeight="1">${filled.join('')}</row>`
  })
  const targets = [...new Set(links.map(({ href }) => beforeFragment(href)))]
  const numbers = new Map(targets.map((target, at) => [target, at + 1]))
  const hyperlinks = links.map(({ reference, href }) => {
    const target = beforeFragment(href)
    // Excel keeps a fragment apart from the address and loses one that is part of it.
    const location = href === target ? '' : ` location="${escaped(href.slice(target.length + 1))}"`
    return `<hyperlink ref="${reference}" r:id="rId${numbers.get(target)}"${location}/>`
  })
  // The schema fixes the order of these elements, and Excel refuses a file that has another.
  const sheet = `${HEAD}<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheetPr><outlinePr summaryRight="0"/><pageSetUpPr fitToPage="1"/></sheetPr><dimension ref="${range}"/><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="13.5"${columns.some(({ isFolded }) => isFolded) ? ' outlineLevelCol="1"' : ''}/><cols>${columnsXml(widths, columns)}</cols><sheetData>${body.join('')}</sheetData><autoFilter ref="${range}"/>${links.length > 0 ? `<hyperlinks>${hyperlinks.join('')}</hyperlinks>` : ''}<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/><headerFooter><oddFooter>&amp;L&amp;8${xml(footer.slice(0, MAX_FOOTER).replaceAll('&', '&&'))}&amp;R&amp;8&amp;P / &amp;N</oddFooter></headerFooter></worksheet>`
  return { sheet, targets }
}

const beforeFragment = (href: string): string => href.split('#', 1)[0]!

const textCell = (reference: string, style: number, text: string): string =>
  text === ''
    ? ''
    : `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xml(truncate(text))}</t></is></c>`

/** Of the texts of a column, this share fits on one line; the others are wrapped. */
const FITTING_SHARE = 0.9

/** As wide as nearly all texts, within bounds. A title may take several lines, but is not cut within a word. */
const widthsOf = (rows: readonly (readonly ReportCell[])[], width: number, looks: readonly ColumnLook[]): number[] =>
  Array.from({ length: width }, (_, column) => {
    const lengths = rows
      .slice(1)
      .map((cells) => shownText(cells[column] ?? '').length)
      .toSorted((a, b) => a - b)
    const fitting = lengths[Math.ceil(lengths.length * FITTING_SHARE) - 1] ?? 0
    const words = shownText(rows[0]?.[column] ?? '').split(/\s/)
    const title = Math.max(...words.map((word) => word.length)) + 3
    return Math.min(looks[column]?.maxWidth ?? MAX_COLUMN_WIDTH, Math.max(6, fitting + 2, title))
  })

/** Folded columns are hidden behind a sign, which stands at the column before them. */
function columnsXml(widths: readonly number[], looks: readonly ColumnLook[]): string {
  const sign = looks.findIndex(({ isFolded }) => isFolded) - 1
  return widths
    .map((width, at) => {
      const folded = looks[at]?.isFolded ? ' outlineLevel="1" hidden="1"' : at === sign ? ' collapsed="1"' : ''
      return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"${folded}/>`
    })
    .join('')
}

/** Not every program fits rows to wrapped texts when it opens a file, so their height is reckoned: words are not cut. */
function linesIn(text: string, width: number): number {
  let lines = 1
  let used = 0
  for (const word of text.split(/\s+/)) {
    if (used > 0 && used + 1 + word.length > width) {
      lines++
      used = 0
    }
    used += (used > 0 ? 1 : 0) + word.length
    lines += Math.floor((used - 1) / width)
    used = ((used - 1) % width) + 1
  }
  return lines
}

const shownText = (cell: ReportCell): string => (typeof cell === 'object' ? cell.text : String(cell))

/** 27 → `AB`. */
function columnName(column: number): string {
  const rest = Math.floor(column / 26)
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (column % 26))
}

const truncate = (text: string): string => (text.length > MAX_CELL ? `${text.slice(0, MAX_CELL - 1)}…` : text)

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Addresses hold only characters that XML can contain. */
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character]!)

/** Characters that XML cannot contain are written `_x0007_`, as Excel does; a text that already looks so is escaped. */
const xml = (text: string): string =>
  escaped(
    text
      .toWellFormed()
      .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace
      .replace(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, (sign) => `_x${hex(sign)}_`),
  )

const hex = (sign: string): string => sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
