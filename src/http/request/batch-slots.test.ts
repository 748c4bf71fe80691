import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { batchSlots } from './batch-slots.ts'

test('a caller has its own bound, and all have one together', () => {
  const slots = batchSlots(2, 3)
  const free = slots.tryAcquire('a')
  assert.ok(free && slots.tryAcquire('a'))
  assert.equal(slots.tryAcquire('a'), null)
  assert.ok(slots.tryAcquire('b'))
  assert.equal(slots.tryAcquire('c'), null, 'three are taken')
  free()
  assert.ok(slots.tryAcquire('c'))
})

test('a slot is freed once, however often that is said', () => {
  const slots = batchSlots(1, 10)
  const free = slots.tryAcquire('a')
  free?.()
  assert.ok(slots.tryAcquire('a'))
  free?.()
  assert.equal(slots.tryAcquire('a'), null)
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
          const free = slots.tryAcquire(caller)
          assert.equal(free !== null, isFree)
          if (free) held.set(caller, [...(held.get(caller) ?? []), free])
        }
      }
    }),
  )
})
