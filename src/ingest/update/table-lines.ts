import { ENDED_COLUMNS, LISTING_COLUMNS } from '../../law/read/read-rows.ts'

type Cells<C extends string> = Readonly<Partial<Record<C, string>>>
export type ListingCells = Partial<Record<(typeof LISTING_COLUMNS)[number], string>>
export type EndedCells = Cells<(typeof ENDED_COLUMNS)[number]>

/** A kind of table: its header, and the last column that every row has. */
interface Kind<C extends string> {
  readonly columns: readonly C[]
  readonly last: C
}
const LISTINGS: Kind<keyof ListingCells> = { columns: LISTING_COLUMNS, last: 'act' }
const ENDED: Kind<keyof EndedCells> = { columns: ENDED_COLUMNS, last: 'until_act' }

/** The rows of a table, as lines of its kind. */
export const splitTable = (text: string): readonly string[] => split(LISTINGS, text)
export const splitEnded = (text: string): readonly string[] => split(ENDED, text)

/** A table of an older law gets the columns of its kind. */
function split<C extends string>(kind: Kind<C>, text: string): readonly string[] {
  const [header = '', ...lines] = text.replace(/\n$/, '').split('\n')
  if (header === kind.columns.join('\t')) return lines
  const names = header.split('\t').map((name) => name.replace(/^\+/, ''))
  const cellsOf = (line: string) => {
    const cells = line.split('\t')
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])) as Cells<C>
  }
  return lines.map((line) => lineOf(kind, cellsOf(line)))
}

/** The parts and the lines without a code that rows stand under. */
export function headingsIn(lines: readonly string[]): ReadonlySet<string> {
  const places = (['category', 'under'] as const).map((name) => LISTING_COLUMNS.indexOf(name))
  return new Set(lines.flatMap((line) => places.map((at) => line.split('\t')[at] ?? '')).filter(Boolean))
}

/** The cells of a line, some of them replaced. */
export function editLine(line: string, cells: ListingCells): ListingCells {
  const old = line.split('\t')
  return { ...Object.fromEntries(LISTING_COLUMNS.map((column, at) => [column, old[at] ?? ''])), ...cells }
}

/** The table with these rows. A string is a line that stays as it is. */
export const joinTable = (rows: readonly (string | ListingCells)[]): string => join(LISTINGS, rows)
export const joinEnded = (rows: readonly (string | EndedCells)[]): string => join(ENDED, rows)

const join = <C extends string>(kind: Kind<C>, rows: readonly (string | Cells<C>)[]): string =>
  `${[kind.columns.join('\t'), ...rows.map((row) => (typeof row === 'string' ? row : lineOf(kind, row)))].join('\n')}\n`

function lineOf<C extends string>({ columns, last }: Kind<C>, cells: Cells<C>): string {
  const line = columns.map((column) => cells[column] ?? '')
  while (line.length > columns.indexOf(last) + 1 && line.at(-1) === '') line.pop()
  return line.join('\t')
}
