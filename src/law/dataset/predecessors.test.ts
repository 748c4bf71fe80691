import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask } from '../../../test/real-law.ts'

const since = (q: string, article: string, annex: string, parameters: Record<string, string> = {}) => {
  const found = ask(q, parameters).results.find((result) => result.article === article && result.annex === annex)
  assert.ok(found, `${q} ${article}`)
  return [found.valid_from, found.since_act]
}

test('goods that rows in turn have listed are listed since the first of them', () => {
  // Crude was listed whole, then without condensate of LNG plants, then whole again.
  assert.deepEqual(since('2709 00 90', '3m(1)', 'XXV'), ['2022-06-04', '32022R0879'])
  assert.deepEqual(since('2709 00 90', '3m(1)', 'XXV', { as_of: '2024-01-01' }), ['2022-06-04', '32022R0879'])
  // A heading took the place of its subheadings.
  assert.deepEqual(since('8471 30 00', '3k(1)', 'XXIII'), ['2022-12-17', '32022R2474'])
})

test('a row that was not listed whole before begins with its own act', () => {
  assert.deepEqual(since('2709 00 10', '3m(1)', 'XXV'), ['2026-04-24', '32026R0506'])
  assert.deepEqual(since('2709', '3m(1)', 'XXV'), ['2026-04-24', '32026R0506'])
})

test('another limit is another row', () => {
  const caps = ask('2709 00 90').results.filter(({ annex }) => annex === 'XXVIII')
  assert.deepEqual(
    caps.map(({ valid_from }) => valid_from),
    ['2026-02-01'],
  )
})
