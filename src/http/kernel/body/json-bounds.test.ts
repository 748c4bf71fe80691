import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Bounds, exceededBound, exceededInForm } from './json-bounds.ts'

const ANY: Bounds = { bytes: 1e9, parts: 1e9, depth: 1e9, textBytes: 1e9 }

/** The bounds that a value needs when it is written as JSON, worked out from the parsed value. */
function needs(value: unknown): Omit<Bounds, 'bytes'> {
  if (typeof value === 'string') return { parts: 0, depth: 0, textBytes: JSON.stringify(value).length - 2 }
  if (typeof value !== 'object' || value === null) return { parts: 0, depth: 0, textBytes: 0 }
  const members = Object.values(value).map(needs)
  const names = Array.isArray(value) ? [] : Object.keys(value).map(needs)
  const commas = Math.max(0, members.length - 1)
  return {
    parts: 1 + commas + names.length + members.reduce((sum, { parts }) => sum + parts, 0),
    depth: 1 + Math.max(0, ...members.map(({ depth }) => depth)),
    textBytes: Math.max(0, ...[...members, ...names].map(({ textBytes }) => textBytes)),
  }
}

test('every JSON text is measured as its value is, whatever its texts hold', () => {
  const ascii = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value).replace(/[^ -~]/g, '?')))
  fc.assert(
    fc.property(ascii, (value) => {
      const json = Buffer.from(JSON.stringify(value))
      const needed: Bounds = { bytes: json.length, ...needs(value) }
      assert.equal(exceededBound(json, needed), null)
      for (const bound of ['bytes', 'parts', 'depth', 'textBytes'] as const)
        if (needed[bound] > 0) assert.equal(exceededBound(json, { ...ANY, [bound]: needed[bound] - 1 }), bound)
    }),
  )
})

test('a text ends at the first quote that is not escaped, however long it is', () => {
  const piece = fc.constantFrom('x', 'x'.repeat(31), 'x'.repeat(40), '"', '\\', '\\"', '\\\\', '[{,:')
  const texts = fc.array(fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')))
  fc.assert(
    fc.property(texts, (value) => {
      const json = Buffer.from(JSON.stringify(value))
      const needed: Bounds = { bytes: json.length, ...needs(value) }
      assert.equal(exceededBound(json, needed), null)
      for (const bound of ['parts', 'depth', 'textBytes'] as const)
        if (needed[bound] > 0) assert.equal(exceededBound(json, { ...ANY, [bound]: needed[bound] - 1 }), bound)
    }),
  )
})

test('what never ends is measured too', () => {
  for (const json of ['"', '"\\', `"${'x'.repeat(100)}`, `"${'x'.repeat(100)}\\"`, '[['])
    assert.equal(exceededBound(Buffer.from(json), ANY), null)
  assert.equal(exceededBound(Buffer.from(`"${'x'.repeat(100)}`), { ...ANY, textBytes: 99 }), 'textBytes')
})

test('brackets and quotes inside a text are no parts, and lists beside each other are no deeper', () => {
  const json = Buffer.from(JSON.stringify(['{[,:"\\', 'ł\u0000"']))
  assert.equal(exceededBound(json, { ...ANY, parts: 2, depth: 1 }), null)
  assert.equal(exceededBound(json, { ...ANY, parts: 1 }), 'parts')
  assert.equal(exceededBound(Buffer.from('[[],[],[[]]]'), { ...ANY, depth: 3 }), null)
  assert.equal(exceededBound(Buffer.from('[[],[],[[]]]'), { ...ANY, depth: 2 }), 'depth')
})

test('a form is measured by its fields and the longest of them', () => {
  const form = Buffer.from('email=anna%40example.com&about=price&')
  assert.equal(exceededInForm(form, { ...ANY, parts: 3, textBytes: 24 }), null)
  assert.equal(exceededInForm(form, { ...ANY, parts: 2 }), 'parts')
  assert.equal(exceededInForm(form, { ...ANY, textBytes: 23 }), 'textBytes')
  assert.equal(exceededInForm(form, { ...ANY, bytes: 10 }), 'bytes')
})
