import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Listing } from '../../law/read/law.ts'
import { daysIn, otherFigures } from './figures.ts'

test('days as acts print them, in both languages', () => {
  assert.deepEqual(daysIn('from 5 December 2022 until 31 March 2028'), ['2022-12-05', '2028-03-31'])
  assert.deepEqual(daysIn('od dnia 5 grudnia 2022 r. do 24.7.2026'), ['2022-12-05', '2026-07-24'])
  assert.deepEqual(daysIn('31 February 2026, 12 items 2026'), [])
})

test('printed figures that say what law/ says are no difference; any other price, quantity or day is', () => {
  const limit = (amount: number, unit: string) => ({ operator: '<=', amount, unit, scope: 'price' })
  const listing = (from: string | null, ...limits: object[]) =>
    ({ from: from ?? '2022-04-09', fromBasis: from ? 'printed' : '', until: null, limits }) as unknown as Listing
  const oil = listing('2026-02-01', limit(44.1, 'USD'))
  assert.equal(otherFigures(oil, {}), null)
  assert.equal(otherFigures(oil, { 'Price (USD)': '44,1', Date: '1 February 2026' }), null)
  assert.equal(otherFigures(oil, { 'Price (USD)': '40,1', Date: '1 February 2026' }), '40,1; 1 February 2026')
  assert.equal(otherFigures(oil, { 'Price (USD)': '44,1', Date: '1 March 2026' }), '44,1; 1 March 2026')
  // The day in 1.2.2026 is no number, and a kilotonne may be printed in tonnes.
  assert.equal(otherFigures(listing(null, limit(1.2, 'USD')), { Price: 'from 1.2.2026' }), 'from 1.2.2026')
  assert.equal(otherFigures(listing(null, limit(282.8, 'kt'), limit(1, 'kt')), { Quota: '282.8; 1 000' }), null)
})
