import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { decodeLiteral } from './string-literal.ts'

const decode = (source: string): string | undefined => decodeLiteral(Buffer.from(source), 0)?.toString()

test('every escape is read as JavaScript reads it', () => {
  const escapes = [
    '\\n\\r\\t\\b\\f\\v\\0',
    '\\"\\\'\\\\\\/\\a\\ł',
    '\\x41\\u0142\\u{1F600}',
    '\\uD83D\\uDE00',
    'a\\\nb\\\r\nc',
  ]
  for (const body of [...escapes, '', 'zażółć 😀', '\t', '\\\\"'.slice(0, 2)]) {
    for (const quote of ['"', "'"]) {
      const literal = `${quote}${body}${quote}`
      assert.equal(decode(`${literal};x`), runInNewContext(literal), literal)
    }
  }
})

test('any text survives being written as a literal', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 })
  fc.assert(
    fc.property(text, (written) => {
      assert.equal(decode(JSON.stringify(written)), written)
    }),
  )
})

test('what is no literal, or does not end, is none', () => {
  for (const source of ['', 'abc', '`abc`', '"abc', '"abc\\"', "'"]) assert.equal(decode(source), undefined, source)
})
