import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { buildAnswerer } from '../../src/answer/answer.ts'
import { jsonBytes } from '../../src/answer/serialize.ts'
import { loadDataset } from '../../src/law/load.ts'
import { answerer, ask, askOf, LAW } from '../real-law.ts'

const codes = [...new Set(answerer.dataset.entries.map(({ code }) => code))]
const question = fc.record({
  q: fc.oneof(
    fc.constantFrom(...codes),
    fc.constantFrom(...codes).map((code) => code.slice(0, 4)),
    fc.constantFrom('72', '0101 30 00', '99', 'laptopy', 'rury stalowe', 'kawior', 'żółw "w" cudzysłowie'),
    // Whoever knows how the places of lists are marked cannot put one into an answer.
    fc.constantFrom('"\\u0000results"', '\\u0000results', '\\\\u0000regimes', '","results":"\\u0000results"'),
  ),
  parameters: fc.record(
    {
      lang: fc.constantFrom('pl', 'en'),
      as_of: fc.constantFrom('2022-06-01', '2024-03-15', '2026-11-15', '2027-02-01'),
      direction: fc.constantFrom('import', 'export', 'transit'),
      regime: fc.constantFrom('EU-RU-833-2014', 'EU-BY-765-2006'),
      contract_date: fc.constantFrom('2022-02-01', '2026-07-01'),
      limit: fc.constantFrom('1', '7', '500'),
    },
    { requiredKeys: [] },
  ),
})

test('an answer written in kept pieces is what JSON.stringify writes', () => {
  fc.assert(
    fc.property(question, ({ q, parameters }) => {
      const response = ask(q, parameters)
      assert.equal(jsonBytes(response).toString(), JSON.stringify(response))
    }),
    { numRuns: 300 },
  )
})

test('a kept answer keeps nothing but itself in memory, no slab of the pool that Node cuts small buffers from', () => {
  const bytes = jsonBytes(ask('0101 30 00'))
  assert.ok(bytes.length < 32_768, 'small enough for the pool')
  assert.equal(bytes.buffer.byteLength, bytes.length)
})

test('what was asked before leaves no trace in an answer', async () => {
  const other = buildAnswerer(await loadDataset(LAW), 'cn-sanctions test')
  fc.assert(
    fc.property(fc.array(question, { minLength: 20, maxLength: 20 }), (questions) => {
      const there = questions.map(({ q, parameters }) => JSON.stringify(ask(q, parameters)))
      const back = questions.toReversed().map(({ q, parameters }) => JSON.stringify(askOf(other, q, parameters)))
      assert.deepEqual(back.toReversed(), there)
    }),
    { numRuns: 30 },
  )
})
