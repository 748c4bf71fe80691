/** The columns of an annex table in the order FORMAT.md names them. */
const ORDER = [
  'printed',
  'code',
  'part',
  'except',
  'narrowed',
  'category',
  'under',
  'designation',
  'designation_pl',
  'pl_source',
  'limit',
  'mark',
  'act',
  'first_act',
  'words_act',
  'at_latest',
  'narrower_before',
  'from',
  'until',
  'doubt',
  'note',
  'basis',
] as const
type ListingColumn = (typeof ORDER)[number]
export type ListingCells = Partial<Record<ListingColumn, string>>

export interface AnnexLines {
  readonly columns: readonly ListingColumn[]
  /** How many of the columns every row has; rows may leave out those behind, which were added later (`+name`). */
  readonly least: number
  readonly lines: readonly string[]
}

export function splitTable(text: string): AnnexLines {
  const [header = '', ...lines] = text.replace(/\n$/, '').split('\n')
  const names = header.split('\t')
  const added = names.findIndex((name) => name.startsWith('+'))
  return {
    columns: names.map((name) => name.replace('+', '') as ListingColumn),
    least: added < 0 ? names.length : added,
    lines,
  }
}

/** The parts and the lines without a code that rows stand under. */
export function headingsIn({ columns, lines }: AnnexLines): ReadonlySet<string> {
  const places = [columns.indexOf('category'), columns.indexOf('under')].filter((at) => at >= 0)
  return new Set(lines.flatMap((line) => places.map((at) => line.split('\t')[at] ?? '')).filter(Boolean))
}

/** The cells of a line, some of them replaced. */
export function editLine({ columns }: AnnexLines, line: string, cells: ListingCells): ListingCells {
  const old = line.split('\t')
  return { ...Object.fromEntries(columns.map((column, at) => [column, old[at] ?? ''])), ...cells }
}

/** The table with these rows. A string is a line that stays as it is; a missing column is added behind the others. */
export function joinTable({ columns, least }: AnnexLines, rows: readonly (string | ListingCells)[]): string {
  const missing = ORDER.filter(
    (column) => !columns.includes(column) && rows.some((row) => typeof row !== 'string' && row[column]),
  )
  const wide = [...columns, ...missing]
  const header = wide.map((name, at) => (at < least ? name : `+${name}`)).join('\t')
  return `${[header, ...rows.map((row) => (typeof row === 'string' ? row : lineOf(row, wide, least)))].join('\n')}\n`
}

/** A table that is new: the columns it needs, in their order. */
export function newTable(rows: readonly ListingCells[]): string {
  const always: readonly ListingColumn[] = ['printed', 'code', 'part', 'designation', 'mark', 'act']
  const columns = ORDER.filter((column) => always.includes(column) || rows.some((row) => row[column]))
  return joinTable({ columns, least: columns.length, lines: [] }, rows)
}

function lineOf(cells: ListingCells, columns: readonly ListingColumn[], least: number): string {
  const line = columns.map((column) => cells[column] ?? '')
  while (line.length > least && line.at(-1) === '') line.pop()
  return line.join('\t')
}
