/** The columns of an annex table in the order FORMAT.md names them; a new one takes its place among them. */
const ORDER = [
  'printed',
  'code',
  'part',
  'except',
  'category',
  'under',
  'designation',
  'designation_pl',
  'limit',
  'mark',
  'act',
  'first_act',
  'at_latest',
  'narrower_before',
  'from',
  'until',
  'doubt',
  'note',
] as const
export type ListingColumn = (typeof ORDER)[number]
export type ListingCells = Partial<Record<ListingColumn, string>>

export interface AnnexLines {
  readonly columns: readonly ListingColumn[]
  readonly lines: readonly string[]
}

export function splitTable(text: string): AnnexLines {
  const [header = '', ...lines] = text.replace(/\n$/, '').split('\n')
  return { columns: header.split('\t') as ListingColumn[], lines }
}

export const EMPTY_TABLE: AnnexLines = { columns: ['printed', 'code', 'part', 'designation', 'mark', 'act'], lines: [] }

/** A line with some cells written anew; untouched cells keep their bytes. */
export function editLine({ columns }: AnnexLines, line: string, cells: ListingCells): ListingCells {
  const old = line.split('\t')
  return { ...Object.fromEntries(columns.map((column, at) => [column, old[at] ?? ''])), ...cells }
}

/** The table with these rows: a text is a line kept as it stands, cells are a line written anew. */
export function joinTable({ columns }: AnnexLines, rows: readonly (string | ListingCells)[]): string {
  const used = new Set<string>(columns)
  for (const row of rows) {
    if (typeof row === 'string') continue
    for (const [column, cell] of Object.entries(row)) if (cell !== '') used.add(column)
  }
  const wide =
    used.size === columns.length ? columns : [...columns, ...ORDER.filter((c) => used.has(c) && !columns.includes(c))]
  const sorted = used.size === columns.length ? columns : wide.toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))
  const lines = rows.map((row) => {
    if (typeof row === 'string' && sorted === columns) return row
    const cells = typeof row === 'string' ? editLine({ columns, lines: [] }, row, {}) : row
    return sorted.map((column) => cells[column] ?? '').join('\t')
  })
  return `${[sorted.join('\t'), ...lines].join('\n')}\n`
}
