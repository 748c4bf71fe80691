import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { statusError } from './source-error.ts'

const NOW = Date.parse('2026-11-15T12:00:00Z')
const errorOf = (status: number, requested: 'page' | 'query' = 'page', headers: Record<string, string> = {}) =>
  statusError({ status, headers: new Headers(headers) }, 'host', NOW, requested)

test('Retry-After is seconds or a date, never a wait into the past', () => {
  const retryAfter = (value: string) => errorOf(503, 'page', { 'retry-after': value }).retryAfter
  assert.equal(retryAfter('5'), 5_000)
  assert.equal(retryAfter('Sun, 15 Nov 2026 11:00:00 GMT'), 0)
  assert.equal(retryAfter('soon'), null)
  assert.equal(errorOf(503).retryAfter, null)
  const printable = fc.string({ unit: 'grapheme-ascii' })
  fc.assert(fc.property(printable, (text) => (retryAfter(text) ?? 0) >= 0))
})

test('only a status that may pass is retried, and a page that is listed but absent is a hole', () => {
  assert.deepEqual(
    [400, 410, 429, 503].map((status) => errorOf(status).retryable),
    [false, false, true, true],
  )
  assert.deepEqual(
    [errorOf(404).kind, errorOf(406).kind, errorOf(404, 'query').kind, errorOf(500).kind],
    ['hole', 'hole', 'status', 'status'],
  )
})
