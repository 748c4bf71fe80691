import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { calendarDay } from '../../base/day.ts'
import { classifyActs } from './classify-acts.ts'

test('an act signed shortly before the pin may come into force after it: it is unknown until acts.yaml has it', () => {
  const listed = [
    { celex: '32010R0001', date: calendarDay('2010-01-05') },
    { celex: '32026R0513', date: calendarDay('2026-04-23') },
    { celex: '32026R9999', date: calendarDay('2026-07-20') },
    { celex: '32026R1817', date: calendarDay('2026-07-30') },
    { celex: '32026R2101', date: calendarDay('2026-10-20') },
    { celex: '32026R2222', date: null },
  ]
  const ours = [
    { celex: '32026R0513', status: 'pending' },
    { celex: '32026R1817', status: 'no_goods' },
  ] as const
  const { unknown, pending, known, older } = classifyActs(listed, ours, calendarDay('2026-07-24'))
  assert.deepEqual(
    [unknown, pending, known].map((acts) => acts.map(({ celex }) => celex)),
    [['32026R9999', '32026R2101', '32026R2222'], ['32026R0513'], ['32026R1817']],
  )
  assert.equal(older, 1)
})

test('every listed act that acts.yaml does not know is either told or counted', () => {
  const act = fc.record({
    celex: fc.constantFrom('32026R0001', '32026R0002', '32026R0003', '32026R0004'),
    date: fc.constantFrom(calendarDay('2014-01-01'), calendarDay('2026-07-01'), calendarDay('2026-08-01'), null),
  })
  fc.assert(
    fc.property(fc.array(act), (listed) => {
      const { unknown, older } = classifyActs(
        listed,
        [{ celex: '32026R0001', status: 'worked_in' }],
        calendarDay('2026-07-24'),
      )
      assert.equal(unknown.length + older, listed.filter(({ celex }) => celex !== '32026R0001').length)
    }),
  )
})
