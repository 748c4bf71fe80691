import assert from 'node:assert/strict'
import { test } from 'node:test'
import { traceIdIn } from './trace-id.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

test('a traceparent header names a trace, also of a later version', () => {
  assert.equal(traceIdIn(`00-${TRACE}-${PARENT}-01`), TRACE)
  assert.equal(traceIdIn(`cc-${TRACE}-${PARENT}-01-what-comes-later`), TRACE)
})

test('what is not well formed names none', () => {
  const zeros = (count: number) => '0'.repeat(count)
  for (const header of [
    undefined,
    '',
    `ff-${TRACE}-${PARENT}-01`,
    `00-${TRACE.toUpperCase()}-${PARENT}-01`,
    `00-${zeros(32)}-${PARENT}-01`,
    `00-${TRACE}-${zeros(16)}-01`,
    `00-${TRACE}-${PARENT}`,
    `00-${TRACE}-${PARENT}-01\nx`,
    `00-${TRACE}-${PARENT}-01-${'x'.repeat(100)}`,
  ]) {
    assert.equal(traceIdIn(header), null, header)
  }
})
