import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { batchSlots } from './batch-slots.ts'

test('a caller has its own bound, and all have one together', () => {
  const slots = batchSlots(2, 3)
  const free = slots.take('a')
  assert.ok(free && slots.take('a'))
  assert.equal(slots.take('a'), null)
  assert.ok(slots.take('b'))
  assert.equal(slots.take('c'), null, 'three are taken')
  free()
  assert.ok(slots.take('c'))
})

test('a slot is freed once, however often that is said', () => {
  const slots = batchSlots(1, 10)
  const free = slots.take('a')
  free?.()
  assert.ok(slots.take('a'))
  free?.()
  assert.equal(slots.take('a'), null)
})

test('whatever comes and goes, no bound is passed and no slot is lost', () => {
  const steps = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.boolean()), { maxLength: 200 })
  fc.assert(
    fc.property(steps, (all) => {
      const slots = batchSlots(2, 5)
      const held = new Map<string, (() => void)[]>()
      const countOf = (caller: string) => held.get(caller)?.length ?? 0
      const total = () => [...held.values()].reduce((sum, { length }) => sum + length, 0)
      for (const [caller, comes] of all) {
        if (!comes) held.get(caller)?.pop()?.()
        else {
          const isFree = countOf(caller) < 2 && total() < 5
          const free = slots.take(caller)
          assert.equal(free !== null, isFree)
          if (free) held.set(caller, [...(held.get(caller) ?? []), free])
        }
      }
    }),
  )
})
