import { LISTING_COLUMNS } from '../../law/read/read-rows.ts'

type Column = (typeof LISTING_COLUMNS)[number]
export type ListingCells = Partial<Record<Column, string>>

/** The rows of a table, as lines. */
export const splitTable = (text: string): readonly string[] => text.replace(/\n$/, '').split('\n').slice(1)

/** A cell of a line. */
export const cellOf = (line: string, column: Column): string => line.split('\t')[LISTING_COLUMNS.indexOf(column)] ?? ''

/** The parts and the lines without a code that rows stand under. */
export const headingsIn = (lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => [cellOf(line, 'category'), cellOf(line, 'under')]).filter(Boolean))

/** A line with some of its cells replaced. */
export const editLine = (line: string, cells: ListingCells): string =>
  lineOf({ ...Object.fromEntries(LISTING_COLUMNS.map((column) => [column, cellOf(line, column)])), ...cells })

export const joinTable = (lines: readonly string[]): string => `${[LISTING_COLUMNS.join('\t'), ...lines].join('\n')}\n`

/** The last column that every row has. */
const LAST = LISTING_COLUMNS.indexOf('from_act')

export function lineOf(cells: ListingCells): string {
  const line = LISTING_COLUMNS.map((column) => cells[column] ?? '')
  while (line.length > LAST + 1 && line.at(-1) === '') line.pop()
  return line.join('\t')
}
