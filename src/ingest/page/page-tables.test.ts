import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PageAnnex } from './annex.ts'
import type { ConsolidatedPage } from './consolidated-page.ts'
import type { GoodsRow } from './goods-table.ts'
import { pageAsJson } from './page-tables.ts'

/** The row with these texts, as the JSON of a page has it. */
function rowOf(part: string, description: string, digits = '87030000') {
  const annex: Partial<PageAnnex> = { rows: [{ part, description, digits } as GoodsRow] }
  const { annexes } = pageAsJson({ annexes: [annex] } as unknown as ConsolidatedPage)
  return annexes[0]!.rows[0]!
}

test('thresholds stand in the heading of a part or in the goods', () => {
  const heading = '(17) Vehicles of a value exceeding EUR 50 000 each, motorbikes of a value exceeding EUR 5 000 each'
  assert.deepEqual(
    rowOf(heading, 'Cars').thresholds.map(({ amount, unit }) => [amount, unit]),
    [
      [50_000, 'EUR'],
      [5_000, 'EUR'],
    ],
  )
  assert.deepEqual(rowOf('(23) Optical articles of any value', 'Sights').thresholds, [
    { text: 'of any value', amount: null, unit: null },
  ])
  assert.deepEqual(rowOf('', 'Cars').thresholds, [])
})

test('excluded codes are told, and null where only a person can read the text', () => {
  assert.deepEqual(rowOf('', 'Tyres, except CN code 4011 30 00', '4011').excludes, ['40113000'])
  assert.equal(rowOf('', 'Tyres, excluding some of 4011 30', '4011').excludes, null)
})
