import { NONE, rowsOf, type ValueRead } from './read-table.ts'

const NEAR = { required: ['list', 'goods', 'codes', 'weak'] } as const

/** Codes where some of the goods that a list describes are found. */
export type NearRow = ValueRead<typeof readNear>

/** The lists of codes near goods that an act describes without codes, a kind of goods a row. */
export const readNear = (file: string, text: string) =>
  rowsOf(file, text, NEAR, (row) => {
    for (const column of ['list', 'goods', 'codes'] as const)
      if (row.cell(column) === '') row.mistake(column, `${column} of a near list are missing`)
    return row.placed({
      list: row.cell('list'),
      codes: row.cell('codes') === '' ? NONE : row.codes('codes'),
      /** Such goods are hardly ever those that are described. */
      weak: row.word('weak', ['', 'weak']) === 'weak',
    })
  })
