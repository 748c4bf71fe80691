import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { boundedMap } from './bounded-map.ts'

/** How many of the keys are in the map. */
const countIn = (map: ReturnType<typeof boundedMap<number>>, keys: Iterable<number>): number =>
  [...new Set(keys)].filter((key) => map.get(`k${key}`) !== undefined).length

test('the last half of what was set is always there, and never more than the bound', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 30 }), { maxLength: 300 }), (keys) => {
      const map = boundedMap<number>(10)
      for (const [at, key] of keys.entries()) {
        map.set(`k${key}`, at)
        assert.ok(countIn(map, keys) <= 10)
        for (const recent of keys.slice(Math.max(0, at - 4), at + 1)) {
          assert.equal(map.get(`k${recent}`), keys.lastIndexOf(recent, at))
        }
      }
    }),
  )
})

test('deleted and cleared entries are gone from both halves', () => {
  const map = boundedMap<number>(10)
  map.set('a', 1)
  map.age()
  map.set('a', 2)
  map.delete('a')
  assert.equal(map.get('a'), undefined)
  map.set('b', 3)
  map.clear()
  assert.equal(map.get('b'), undefined)
})
