import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerer, ask, askOf } from '../../../test/real-law.ts'
import { digits } from '../../base/cn-code.ts'
import { buildAnswerer } from '../answer.ts'

test('a ban of all goods names the goods asked about, whatever was asked before', () => {
  for (const regime of ['EU-UA-2022-263', 'EU-UA-692-2014']) {
    for (const [code, name] of [
      ['1511 10 10', /palm oil/i],
      ['0901 21 00', /coffee/i],
      ['0101 21 00', /horses/i],
    ] as const) {
      const [first] = ask(code, { regime }).results
      assert.equal(first?.cn_code, code, regime)
      assert.match(first.name, name)
    }
  }
})

test('offset and limit choose results of a code asked before', () => {
  const { results } = ask('8471 30 00')
  assert.ok(results.length > 2)
  assert.deepEqual(ask('8471 30 00', { limit: '1', offset: '1' }).results, results.slice(1, 2))
  assert.deepEqual(ask('8471 30 00', { limit: '1' }).results, results.slice(0, 1))
})

test('a code of which an exception takes a part is told apart from its neighbours', () => {
  const entries = answerer.dataset.entries
    .filter(({ code, partialBy, limits }) => code === '7304' && partialBy === null && limits !== 'any')
    .map((entry) => ({ ...entry, partialBy: 'codes' as const, except: [digits('7304395010')] }))
  assert.ok(entries.length > 0)
  const changed = buildAnswerer({ ...answerer.dataset, entries }, 'test')
  const covered = (code: string) => askOf(changed, code).results.map(({ covers_query }) => covers_query)
  assert.deepEqual(new Set(covered('7304 39 82')), new Set(['whole']))
  assert.deepEqual(new Set(covered('7304 39 50')), new Set(['part']))
})
