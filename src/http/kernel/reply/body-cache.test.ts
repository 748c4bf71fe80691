import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodyCache } from './body-cache.ts'
import { responseBody } from './response-body.ts'

test('bodies are kept up to a number of bytes, those used last; one that is too large is not', () => {
  const cache = bodyCache(3_000)
  const body = (bytes: number) => responseBody('x'.repeat(bytes))
  cache.set('a', body(900)).set('b', body(900))
  cache.get('a')
  cache.set('c', body(900)).set('huge', body(2_500)).set('empty', body(0))
  assert.deepEqual([...cache.keys()].toSorted(), ['a', 'c', 'empty'])
})
