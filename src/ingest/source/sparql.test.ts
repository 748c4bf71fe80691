import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { SourceError } from './source-error.ts'
import { parseBindings } from './sparql.ts'

test('whatever a server answers to SPARQL, the result is rows or a SourceError', () => {
  const odd = fc.oneof(
    fc.string(),
    fc.json(),
    fc.jsonValue().map((value) => JSON.stringify({ results: { bindings: value } })),
    fc.array(fc.jsonValue()).map((list) => JSON.stringify({ results: { bindings: list.map((celex) => ({ celex })) } })),
    fc.constant('{"results":{"bindings":[{"__proto__":{"celex":{"value":"x"}}}]}}'),
  )
  fc.assert(
    fc.property(odd, (text) => {
      try {
        for (const row of parseBindings(text, ['celex'], 'host'))
          assert.ok(row.celex === undefined || typeof row.celex === 'string')
      } catch (error) {
        assert.ok(error instanceof SourceError, String(error))
      }
    }),
  )
  assert.deepEqual(parseBindings('{"results":{"bindings":[{}]}}', ['__proto__', 'constructor'], 'host'), [{}])
})
