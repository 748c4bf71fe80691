import { styleText } from 'node:util'
import { printable } from '../base/plain-text.ts'

/** A terminal: its width, and styles where it supports them. */
export interface Terminal {
  readonly width: number
  style(format: Parameters<typeof styleText>[0], text: string): string
}

export function terminalOf(stream: NodeJS.WriteStream): Terminal {
  return {
    width: Math.min(stream.columns || 100, 120),
    // styleText returns the text unchanged when the stream is a pipe or NO_COLOR is set.
    style: (format, text) => styleText(format, text, { stream }),
  }
}

/**
 * The lines of a table whose columns are as wide as their widest cell; the last column is not padded. Cells may contain
 * what strangers wrote (names, URLs, answers of receivers), so control characters are replaced.
 */
export function table(cells: readonly (readonly string[])[]): string[] {
  const rows = cells.map((row) => row.map(printable))
  const widths: number[] = []
  for (const row of rows) for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length)
  return rows.map((row) => row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at]!))).join('  '))
}

/** A table with a header, as text to be printed. */
export const printTable = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  table([header, ...rows])
    .map((line) => `${line.trimEnd()}\n`)
    .join('')

export const shorten = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, Math.max(1, width - 1)).trimEnd()}…`
