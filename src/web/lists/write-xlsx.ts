import { strToU8, zipSync } from 'fflate'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** The longest text of an Excel cell. */
const CELL_AT_MOST = 32_767
const MAX_COLUMN_WIDTH = 60

/** Style 0 is for texts, 1 for the header. `quotePrefix` is Excel's apostrophe: editing such a cell makes no formula of it. */
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`

/** One sheet whose first row is a frozen header with filters. Every cell is an inline string, so no text becomes a formula. */
export function writeXlsx(rows: readonly (readonly string[])[], sheetName: string): Uint8Array {
  const width = Math.max(1, ...rows.map((cells) => cells.length))
  const range = `A1:${columnName(width - 1)}${Math.max(1, rows.length)}`
  const sheet = `${HEAD}<worksheet xmlns="${MAIN}"><dimension ref="${range}"/><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widthsOf(rows, width)}</cols><sheetData>${rows.map(rowOf).join('')}</sheetData><autoFilter ref="${range}"/></worksheet>`
  const parts = {
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/></Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${xml(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': STYLES,
    'xl/worksheets/sheet1.xml': sheet,
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])))
}

function rowOf(cells: readonly string[], at: number): string {
  const style = at === 0 ? 1 : 0
  const filled = cells.map((text, column) =>
    text === ''
      ? ''
      : `<c r="${columnName(column)}${at + 1}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xml(truncate(text))}</t></is></c>`,
  )
  return `<row r="${at + 1}">${filled.join('')}</row>`
}

function widthsOf(rows: readonly (readonly string[])[], width: number): string {
  return Array.from({ length: width }, (_, column) => {
    const longest = rows.reduce((most, cells) => Math.max(most, cells[column]?.length ?? 0), 0)
    return `<col min="${column + 1}" max="${column + 1}" width="${Math.min(MAX_COLUMN_WIDTH, Math.max(10, longest + 2))}" customWidth="1"/>`
  }).join('')
}

/** 27 → `AB`. */
function columnName(column: number): string {
  const rest = Math.floor(column / 26)
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (column % 26))
}

const truncate = (text: string): string => (text.length > CELL_AT_MOST ? `${text.slice(0, CELL_AT_MOST - 1)}…` : text)

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Characters that XML cannot contain are written `_x0007_`, as Excel does; a text that already looks so is escaped. */
const xml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace
    .replace(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, (sign) => `_x${hex(sign)}_`)
    .replace(/[&<>"]/g, (character) => ENTITIES[character]!)

const hex = (sign: string): string => sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
