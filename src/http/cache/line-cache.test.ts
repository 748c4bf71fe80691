import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { utf8 } from '../../terms/utf8.ts'
import { lineCache } from './line-cache.ts'

const pieces = (...texts: string[]) => texts.map(utf8)

test('a line is found for its question and its circumstances, and for no others', () => {
  const cache = lineCache()
  cache.about('today').set('7304', pieces('a', 'b'))
  assert.deepEqual(cache.about('today').get('7304'), pieces('a', 'b'))
  assert.equal(cache.about('tomorrow').get('7304'), undefined)
  assert.equal(cache.about('today').get('7305'), undefined)
})

test('what many lines have in common is counted once', () => {
  const long = 'x'.repeat(10_000)
  const cache = lineCache()
  const lines = cache.about('today')
  lines.set('1', pieces('a', long))
  const before = cache.bytes()
  for (let at = 2; at < 100; at++) lines.set(`${at}`, pieces('a', long))
  assert.ok(cache.bytes() - before < 98 * 300, `${cache.bytes() - before} bytes for 98 lines`)
})

test('a line that is used stays, one that is not makes room', () => {
  const cache = lineCache(20_000)
  const lines = cache.about('today')
  lines.set('used', pieces('u'.repeat(1_000)))
  lines.set('unused', pieces('n'.repeat(1_000)))
  for (let at = 0; at < 100; at++) {
    lines.set(`${at}`, pieces(`${at}`.padEnd(1_000)))
    assert.ok(lines.get('used'), `still there after ${at} others`)
  }
  assert.equal(lines.get('unused'), undefined)
})

test('whatever is stored, its bound holds and a line is found whole or not at all', () => {
  const text = fc.oneof(fc.string({ maxLength: 60 }), fc.constantFrom('shared '.repeat(20), 'ł'.repeat(100)))
  const line = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.string({ maxLength: 8 }), fc.array(text, { maxLength: 6 }))
  fc.assert(
    fc.property(fc.array(line, { maxLength: 100 }), (all) => {
      const most = 4_000
      const cache = lineCache(most)
      const stored = new Map<string, readonly string[]>()
      for (const [context, question, texts] of all) {
        const lines = cache.about(context)
        const known = lines.get(question)
        if (known) assert.deepEqual(known, stored.get(`${context} ${question}`))
        else {
          lines.set(question, pieces(...texts))
          stored.set(`${context} ${question}`, pieces(...texts))
        }
        assert.ok(cache.bytes() <= most)
      }
    }),
  )
})

test('more circumstances than it remembers are told apart all the same', () => {
  const cache = lineCache()
  for (let round = 0; round < 2; round++) {
    for (let at = 0; at < 1_000; at++) {
      const lines = cache.about(`day ${at}`)
      const known = lines.get('7304')
      if (known) assert.deepEqual(known, pieces(`answer of day ${at}`))
      lines.set('7304', pieces(`answer of day ${at}`))
    }
  }
})

test('circumstances as long as a caller likes to make them are not remembered', () => {
  const lines = lineCache().about('x'.repeat(100_000))
  lines.set('7304', pieces('a'))
  assert.equal(lines.get('7304'), undefined)
})
