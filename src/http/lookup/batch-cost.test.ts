import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runToEnd } from '../../base/time-slices.ts'
import { costOf as sliced } from './batch-cost.ts'

const costOf = (batch: Parameters<typeof sliced>[0]): number => runToEnd(sliced(batch))

const lines = (count: number, q?: string) =>
  Array.from({ length: count }, (_, at) => ({ id: String(at), ...(q !== undefined && { q }) }))

test('a list costs a point for every 500 codes, 50 names or 10 chapters begun', () => {
  const costs: [number, { id: string; q?: string }[]][] = [
    [1, lines(1, '7304 11 00')],
    [1, lines(500, '7304 11 00')],
    [1, lines(500, '8471')],
    [1, lines(500, 'ex 8471 30 00 10')],
    [1, lines(50, 'rury stalowe')],
    [2, lines(51, 'rury stalowe')],
    [10, lines(500, 'rury stalowe')],
    [1, lines(50, 'rura '.repeat(8).trim())],
    [2, lines(50, 'rura '.repeat(9).trim())],
    [50, lines(500, '84')],
    [6, [...lines(250, 'rury stalowe'), ...lines(250, '8471')]],
  ]
  for (const [cost, items] of costs) assert.equal(costOf({ items }), cost, JSON.stringify(items[0]))
})

test('in full, codes cost twice as much, headings four times, names two and a half times, chapters a quarter more', () => {
  const costs: [number, { id: string; q?: string }[]][] = [
    [1, lines(250, '7304 11 00')],
    [2, lines(500, '7304 11 00')],
    [4, lines(500, '8471')],
    [1, lines(20, 'rury stalowe')],
    [25, lines(500, 'rury stalowe')],
    [63, lines(500, '84')],
  ]
  for (const [cost, items] of costs) assert.equal(costOf({ items, detail: 'full' }), cost, JSON.stringify(items[0]))
})

test('lines that are refused unread cost as little as codes', () => {
  for (const q of [undefined, '', '7', 'z', 'ab\u0000', 'x'.repeat(201), '…']) {
    assert.equal(costOf({ items: lines(500, q) }), 1, q)
  }
})

test('whatever is asked, a list costs something, and a longer one no less', () => {
  const items = fc.array(fc.record({ id: fc.string(), q: fc.string({ unit: 'binary' }) }), { maxLength: 60 })
  fc.assert(
    fc.property(items, items, (some, more) => {
      const cost = costOf({ items: some })
      assert.ok(cost >= 1 && cost <= costOf({ items: [...some, ...more] }))
    }),
  )
})

test('reading what a list costs pauses after every few lines', () => {
  const pauses = [...sliced({ items: lines(500, 'rury stalowe') })].length
  assert.equal(pauses, 50)
})
