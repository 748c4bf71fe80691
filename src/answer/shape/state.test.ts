import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DIRECTIONS } from '../../law/terms/law.ts'
import { ANSWERS, EXTENTS, KINDS } from '../response/terms.ts'
import { type AssessedState, isSameState, readState, writeState } from './state.ts'

const reach = fc.record(
  {
    country: fc.constantFrom('RU', 'BY', 'UA'),
    direction: fc.constantFrom(...DIRECTIONS, null),
    kind: fc.constantFrom(...KINDS),
    extent: fc.constantFrom(...EXTENTS),
  },
  { noNullPrototype: true },
)
const state: fc.Arbitrary<AssessedState> = fc.record(
  {
    answer: fc.constantFrom(...ANSWERS),
    verdict: fc.constantFrom('restricted' as const, 'no_match' as const),
    checked: fc.boolean(),
    extent: fc.constantFrom(...EXTENTS),
    reaches: fc.uniqueArray(reach, {
      maxLength: 8,
      selector: ({ country, direction, kind }) => `${country} ${direction} ${kind}`,
    }),
  },
  { noNullPrototype: true },
)

test('a state is read as it was written', () => {
  fc.assert(
    fc.property(state, (one) => {
      assert.deepEqual(readState(writeState(one)), one)
    }),
  )
})

test('the order in which an answer tells its reaches makes no difference', () => {
  fc.assert(
    fc.property(state, (one) => {
      assert.ok(isSameState(writeState({ ...one, reaches: one.reaches.toReversed() }), writeState(one)))
    }),
  )
})

test('states that differ are not the same', () => {
  assert.equal(
    isSameState(
      '3 prohibited restricted checked whole ban:RU:export:whole',
      '3 prohibited restricted checked whole ban:RU:import:whole',
    ),
    false,
  )
})

test('a text of another format is no state', () => {
  const text = '3 prohibited restricted checked whole ban:RU:export:whole'
  assert.notEqual(readState(text), null)
  for (const other of [
    '',
    '2 prohibited restricted checked whole ban:RU:export:whole',
    '3 prohibited allowed checked whole ',
    '3 prohibited restricted yes whole ',
    '3 prohibited restricted checked all ',
    '3 prohibited restricted checked whole ban:RU:export',
    '3 prohibited restricted checked whole ban:RU:up:whole',
    `${text} `,
  ])
    assert.equal(readState(other), null, other)
})
