import { printable } from './plain-text.ts'

export type CsvSeparator = ',' | ';'

/**
 * Where a formula would start: `= + - @` (full-width and small forms too) at the start of a cell, or behind anything at
 * which a spreadsheet may split the line. A spreadsheet with other regional settings splits at `;` what was written with
 * `,`, and there quotes inside a line mean nothing, so quoting alone does not protect. Spaces, quotes and invisible
 * characters before the sign are skipped by some. https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA_START = /(^|[,;|])([\s"\p{C}\p{Default_Ignorable_Code_Point}]*)(?=[=+\-@＝＋－＠﹢﹣﹦﹫])/gu

/**
 * One line of a CSV (RFC 4180), safe to open in any spreadsheet whatever its list separator.
 * - Every cell is a text and is quoted. A negative number is a text too: `-2+cmd|…` begins like one.
 * - An apostrophe stands before every sign that could start a formula, also inside a cell.
 * - Line breaks and tabs become spaces, other control characters U+FFFD; format characters are dropped.
 * There is no `sep=` line: only Excel knows it, and it then ignores the mark that says UTF-8.
 */
export const csvLine = (cells: readonly string[], separator: CsvSeparator): string =>
  `${cells.map(field).join(separator)}\r\n`

/** Without it Excel takes a file that somebody opens by a double click for another encoding than UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** A whole file for a spreadsheet: a byte order mark and its lines. */
export const writeCsv = (rows: readonly (readonly string[])[], separator: CsvSeparator): string =>
  `${BYTE_ORDER_MARK}${rows.map((cells) => csvLine(cells, separator)).join('')}`

const field = (text: string): string => `"${printable(text).replace(FORMULA_START, "$1$2'").replaceAll('"', '""')}"`
