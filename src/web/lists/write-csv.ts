/** Cells that a spreadsheet would take for a formula when it opens the file; spaces before the sign change nothing. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

/** An apostrophe makes a text of it, as if somebody had typed it so. */
export const defused = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** For Excel: a mark at the start that says UTF-8, and the sign its language parts columns with. */
export function writeCsv(rows: readonly (readonly string[])[], delimiter: ';' | ','): string {
  const field = (text: string) => {
    const safe = defused(text)
    // Quoted also where a reader would otherwise trim or guess.
    return /["\r\n;,\t|]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  }
  return `\uFEFF${rows.map((cells) => `${cells.map(field).join(delimiter)}\r\n`).join('')}`
}
