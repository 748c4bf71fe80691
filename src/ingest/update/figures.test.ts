import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysIn } from './days-in-text.ts'
import { numbersIn } from './figures.ts'

test('days as acts print them, in both languages', () => {
  assert.deepEqual(daysIn('from 5 December 2022 until 31 March 2028'), ['2022-12-05', '2028-03-31'])
  assert.deepEqual(daysIn('od dnia 5 grudnia 2022 r. do 24.7.2026'), ['2022-12-05', '2026-07-24'])
  assert.deepEqual(daysIn('31 February 2026, 12 items 2026'), [])
})

test('numbers as acts print them, days left out', () => {
  assert.deepEqual(numbersIn('44,1 from 1.2.2026; 1 000; 282.8'), [44.1, 1000, 282.8])
})
