import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { hasMoreParts } from './json-parts.ts'

/** Objects, lists, fields and members as the parsed value has them. */
function partsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const members = Object.values(value)
  const commas = Math.max(0, members.length - 1)
  const colons = Array.isArray(value) ? 0 : members.length
  return 1 + commas + colons + members.reduce((sum: number, member) => sum + partsOf(member), 0)
}

test('every JSON text is counted as its value has parts, whatever its texts hold', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = Buffer.from(JSON.stringify(value))
      const parts = partsOf(value)
      assert.equal(hasMoreParts(json, parts), false)
      assert.equal(hasMoreParts(json, parts - 1), parts > 0)
    }),
  )
})

test('brackets and quotes inside a text are no parts', () => {
  const json = Buffer.from(JSON.stringify(['{[,:"\\', 'ł\u0000"']))
  assert.equal(hasMoreParts(json, 2), false)
  assert.equal(hasMoreParts(json, 1), true)
})
