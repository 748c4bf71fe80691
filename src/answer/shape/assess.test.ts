import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerer, ask, askOf, TODAY } from '../../../test/real-law.ts'
import type { Day } from '../../base/day.ts'
import { buildAnswerer } from '../answer.ts'

test('exports travel: transit bans follow the rest, and say when they matter', () => {
  const { results, scope } = ask('8471 30 00', { direction: 'export' })
  const directions = results.map(({ restriction }) => restriction.direction?.slice(0, 3) ?? null)
  assert.ok(directions.includes('via'))
  assert.ok(directions.slice(directions.indexOf('via')).every((direction) => direction === 'via'))
  for (const { restriction } of results) {
    assert.equal(
      restriction.note?.startsWith('Concerns an export if') ?? false,
      restriction.direction?.startsWith('via'),
    )
  }
  assert.deepEqual(scope.directions, ['export', 'transit'])
  assert.ok(
    ask('8471 30 00', { direction: 'transit' }).results.every(
      ({ restriction }) => !restriction.note?.startsWith('Concerns an export if'),
    ),
  )
})

test('a day on which a listing may have begun makes a ban possible, never sure', () => {
  const from = '2099-01-01' as Day
  const late = { ...answerer.dataset.entries[0]!.validity, from, basis: 'at_latest' as const, possibleFrom: null }
  const entries = answerer.dataset.entries.map((entry) => ({ ...entry, validity: late }))
  const doubtful = buildAnswerer({ ...answerer.dataset, entries }, 'test')
  const { verdict, assessment } = askOf(doubtful, '7304 11 00', { as_of: TODAY })
  assert.equal(verdict, 'restricted')
  assert.equal(assessment.extent, 'possible')
  assert.equal(assessment.answer, 'prohibited')
  assert.match(assessment.reason, /not certain that it was in force on that day/)
})
