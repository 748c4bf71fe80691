import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask } from '../../../test/real-law.ts'
import { percent, timelineOf } from './timeline.ts'

test('measures and wind-downs, earliest first, each within the picture', () => {
  for (const q of ['7304 11 00', '2710', '8482', 'laptop']) {
    const timeline = timelineOf(ask(q, { limit: '500' }))
    assert.ok(timeline)
    const { spans, asOf } = timeline
    const measures = spans.filter(({ kind }) => kind !== 'winddown').map(({ from }) => from ?? '')
    assert.deepEqual(measures, measures.toSorted())
    for (const day of [asOf, ...spans.flatMap(({ from, to }) => [from, to])]) {
      if (day === null) continue
      assert.ok(percent(day, timeline) >= 0 && percent(day, timeline) <= 100, day)
    }
  }
})

test('the first and the last day of the calendar are drawn too', () => {
  for (const as_of of ['0001-01-01', '9999-12-31']) {
    const timeline = timelineOf(ask('7304 11 00', { as_of, include: 'history' }))
    assert.ok(timeline)
    const at = percent(timeline.asOf, timeline)
    assert.ok(at >= 0 && at <= 100, as_of)
  }
})

test('where nothing was found there is nothing to draw', () => {
  assert.equal(timelineOf(ask('0101 30 00')), null)
})

test('a bar is a ban only if its measure is', () => {
  const { spans } = timelineOf(ask('2710', { limit: '500' })) ?? { spans: [] }
  const capped = spans.find(({ article }) => article === '3n(6)(a)')
  assert.equal(capped?.kind ?? 'condition', 'condition')
})
