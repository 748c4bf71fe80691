import { styleText } from 'node:util'
import { printable } from '../terms/plain-text.ts'

/** Where people read: knows its width, and whether colour helps. */
export interface Terminal {
  readonly width: number
  style(format: Parameters<typeof styleText>[0], text: string): string
}

export function terminalOf(stream: NodeJS.WriteStream): Terminal {
  return {
    width: Math.min(stream.columns || 100, 120),
    // styleText leaves the text alone when the stream is a pipe or NO_COLOR is set.
    style: (format, text) => styleText(format, text, { stream }),
  }
}

/**
 * Columns side by side, as wide as their widest cell; the last one is left ragged. Cells may hold what strangers wrote
 * (names, URLs, answers of receivers): nothing in them can steer the terminal or break the line.
 */
export function table(cells: readonly (readonly string[])[]): string[] {
  const rows = cells.map((row) => row.map(printable))
  const widths: number[] = []
  for (const row of rows) for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length)
  return rows.map((row) => row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at]!))).join('  '))
}

/** Lines of at most `width`, broken between words; the first keeps its own indent, the others get `indent`. */
export function wrap(text: string, width: number, indent = 0): string[] {
  const own = text.length - text.trimStart().length
  const lines: string[] = []
  let line = ' '.repeat(own)
  for (const word of text.trimStart().split(' ')) {
    if (line.trim() !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = ' '.repeat(indent) + word
    } else line = line.trim() === '' ? line + word : `${line} ${word}`
  }
  return [...lines, line]
}

export const shorten = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, Math.max(1, width - 1)).trimEnd()}…`
