import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Columns, readTable as readLazily } from './read-table.ts'

/** All rows at once: mistakes are complete only then. */
function readTable<C extends string>(file: string, text: string, columns: Columns<C>) {
  const { rows, mistakes } = readLazily(file, text, columns)
  return { rows: [...rows], mistakes }
}

const COLUMNS = { required: ['printed', 'code'], optional: ['note', 'until'] } as const
const read = (text: string) => readTable<'printed' | 'code' | 'note' | 'until'>('XVII.tsv', text, COLUMNS)

test('a row gives its cells by column, in whatever order the columns stand', () => {
  const { rows, mistakes } = read('code\tnote\tprinted\n7206\tingots\t7206\n720711\t\t7207 11\n')
  assert.deepEqual(mistakes, [])
  assert.deepEqual(
    rows.map((row) => [row.cell('printed'), row.cell('code'), row.cell('note')]),
    [
      ['7206', '7206', 'ingots'],
      ['7207 11', '720711', ''],
    ],
  )
})

test('a column the file does not have reads as empty, and its place is the start of the row', () => {
  const [row] = read('printed\tcode\n7206\t7206\n').rows
  assert.equal(row?.cell('until'), '')
  assert.deepEqual(row?.place('until'), { file: 'XVII.tsv', line: 2, column: 1 })
})

test('a cell is placed as an editor counts, from 1, behind Polish letters too', () => {
  const [, row] = read('printed\tcode\tnote\n1\t11\t\nżółć\t0101\tkoń\n').rows
  assert.deepEqual(row?.place('printed'), { file: 'XVII.tsv', line: 3, column: 1 })
  assert.deepEqual(row?.place('code'), { file: 'XVII.tsv', line: 3, column: 6 })
  assert.deepEqual(row?.place('note'), { file: 'XVII.tsv', line: 3, column: 11 })
})

test('unknown, repeated and missing columns are told together, and no row is read', () => {
  assert.deepEqual(read('printed\tcolour\tprinted\n7206\tred\t7206\n'), {
    rows: [],
    mistakes: [
      { file: 'XVII.tsv', line: 1, column: 9, what: 'unknown column "colour"' },
      { file: 'XVII.tsv', line: 1, column: 16, what: 'column "printed" stands twice' },
      { file: 'XVII.tsv', line: 1, column: 1, what: 'column "code" is missing' },
    ],
  })
})

test('a row with too few or too many cells is told, the others are read', () => {
  const { rows, mistakes } = read('printed\tcode\n7206\n7207\t7207\n\n7208\t7208\tsteel\n')
  assert.deepEqual(
    rows.map((row) => row.cell('code')),
    ['7207'],
  )
  assert.deepEqual(mistakes, [
    { file: 'XVII.tsv', line: 2, column: 1, what: '1 cells, the header has 2' },
    { file: 'XVII.tsv', line: 4, column: 1, what: '1 cells, the header has 2' },
    { file: 'XVII.tsv', line: 5, column: 1, what: '3 cells, the header has 2' },
  ])
})

test('the last line may end without a line feed', () => {
  assert.equal(read('printed\tcode\n7206\t7206').rows[0]?.cell('code'), '7206')
})

test('quotes are plain characters: a designation may begin with one', () => {
  const [row] = read('printed\tcode\n"7206\t"72"06"\n').rows
  assert.deepEqual([row?.cell('printed'), row?.cell('code')], ['"7206', '"72"06"'])
})

test('every cell of any table comes back, and its place points at it', () => {
  const cell = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !/[\t\n\r]/.test(text))
  const tables = fc
    .uniqueArray(
      cell.filter((name) => name !== '' && !name.startsWith('+')),
      { minLength: 1, maxLength: 6 },
    )
    .chain((columns) =>
      fc.record({
        columns: fc.constant(columns),
        cells: fc.array(fc.array(cell, { minLength: columns.length, maxLength: columns.length }), { maxLength: 6 }),
        required: fc.nat({ max: columns.length }),
      }),
    )
  fc.assert(
    fc.property(tables, ({ columns, cells, required }) => {
      const lines = [columns, ...cells].map((row) => row.join('\t'))
      const { rows, mistakes } = readTable('any.tsv', lines.map((line) => `${line}\n`).join(''), {
        required: columns.slice(0, required),
        optional: columns.slice(required),
      })
      assert.deepEqual(mistakes, [])
      assert.deepEqual(
        rows.map((row) => columns.map((column) => row.cell(column))),
        cells,
      )
      for (const row of rows) {
        for (const [index, column] of columns.entries()) {
          const place = row.place(column)
          const line = lines[place.line - 1]!
          const before = line.slice(0, place.column - 1)
          assert.equal(before.split('\t').length, index + 1, 'as many tabs before it as columns')
          assert.ok(before === '' || before.endsWith('\t'), 'at the start of the cell')
          assert.equal(line.slice(place.column - 1).split('\t')[0], row.cell(column))
        }
      }
      assert.deepEqual(
        rows.map((row) => row.place(columns[0]!).line),
        cells.map((_, index) => index + 2),
      )
    }),
  )
})

test('a row may leave out empty cells behind the last column that every table needs', () => {
  const columns = { required: ['code'], optional: ['act', 'note'] } as const
  const read = (text: string) => {
    const { rows, mistakes } = readTable<'code' | 'act' | 'note'>('t.tsv', text, columns)
    return { cells: [...rows].map((row) => [row.cell('code'), row.cell('act'), row.cell('note')]), mistakes }
  }
  assert.deepEqual(read('code\tact\tnote\n7301\n7302\tM1\n7303\tM1\tx\n').cells, [
    ['7301', '', ''],
    ['7302', 'M1', ''],
    ['7303', 'M1', 'x'],
  ])
  const { cells, mistakes } = read('act\tcode\tnote\nM1\nM1\t7301\tx\ty\n')
  assert.deepEqual(
    [cells, mistakes.map(({ what }) => what)],
    [[], ['1 cells, 2 to 3 were expected', '4 cells, 2 to 3 were expected']],
  )
})
