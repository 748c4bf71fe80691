import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GoodsRow } from './goods-table.ts'
import { remarksOf } from './row-remarks.ts'

const remarks = (part: string, description: string, digits = '87030000') =>
  remarksOf({ part, description, digits } as GoodsRow)

test('thresholds stand in the heading of a part or in the goods', () => {
  const heading = '(17) Vehicles of a value exceeding EUR 50 000 each, motorbikes of a value exceeding EUR 5 000 each'
  assert.deepEqual(
    remarks(heading, 'Cars').thresholds.map(({ amount, unit }) => [amount, unit]),
    [
      [50_000, 'EUR'],
      [5_000, 'EUR'],
    ],
  )
  assert.deepEqual(remarks('(23) Optical articles of any value', 'Sights').thresholds, [
    { text: 'of any value', amount: null, unit: null },
  ])
  assert.deepEqual(remarks('', 'Cars').thresholds, [])
})

test('codes left out are told, and what only a person can read is null', () => {
  assert.deepEqual(remarks('', 'Tyres, except CN code 4011 30 00', '4011').excludes, ['40113000'])
  assert.equal(remarks('', 'Tyres, excluding some of 4011 30', '4011').excludes, null)
})
