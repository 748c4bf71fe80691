import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerer, ask, askOf } from '../../test/real-law.ts'
import { digits } from '../terms/cn-code.ts'
import { buildAnswerer } from './answer.ts'

const codes = answerer.dataset.nomenclatures
  .of(2026)
  .lines.filter(({ kind }) => kind === 'cn8')
  .map(({ code }) => code)

/** A question in another language ends what questions in this one have in common. */
const askAlone = (...question: Parameters<typeof ask>) => {
  ask('0101 30 00', { lang: 'pl' })
  return ask(...question)
}

for (const [parameters, step] of [
  [{}, 1],
  [{ as_of: '2023-03-01', direction: 'export' }, 10],
  [{ contract_date: '2024-01-01' }, 10],
] as const) {
  test(`codes asked one after the other get what each alone gets: ${JSON.stringify(parameters)}`, () => {
    const together = codes.map((code) => ask(code, parameters))
    const shared = new Set(together.map(({ results }) => results))
    assert.ok(shared.size < codes.length / 3, `${shared.size} lists of results for ${codes.length} codes`)
    for (let at = 0; at < codes.length; at += step) assert.deepEqual(together[at], askAlone(codes[at]!, parameters))
  })
}

test('a code that never existed shares nothing with one that is not listed', () => {
  assert.equal(ask('0101 30 00').assessment.checked, true)
  assert.equal(ask('0101 30 99').assessment.checked, false)
  assert.equal(ask('0101 30 00').assessment.checked, true)
})

test('offset and limit choose results of a code asked before', () => {
  const { results } = ask('8471 30 00')
  assert.ok(results.length > 2)
  assert.deepEqual(ask('8471 30 00', { limit: '1', offset: '1' }).results, results.slice(1, 2))
  assert.deepEqual(ask('8471 30 00', { limit: '1' }).results, results.slice(0, 1))
})

test('a code of which an exception takes a part shares nothing with its neighbours', () => {
  const entries = answerer.dataset.entries
    .filter(({ code, partialBy, limits }) => code === '7304' && partialBy === null && limits !== 'any')
    .map((entry) => ({ ...entry, partialBy: 'codes' as const, except: [digits('7304395010')] }))
  assert.ok(entries.length > 0)
  const changed = buildAnswerer({ ...answerer.dataset, entries }, 'test')
  const covered = (code: string) => askOf(changed, code).results.map(({ covers_query }) => covers_query)
  assert.deepEqual(new Set(covered('7304 39 82')), new Set(['whole']))
  assert.deepEqual(new Set(covered('7304 39 50')), new Set(['part']))
})
