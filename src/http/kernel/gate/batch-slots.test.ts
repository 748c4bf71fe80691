import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { batchSlots, type SlotTaker } from './batch-slots.ts'

const taker = (caller: string, more: Partial<SlotTaker> = {}): SlotTaker => ({
  caller,
  networks: [],
  hasKey: false,
  evict: () => assert.fail(`${caller} was ended`),
  ...more,
})

const BOUNDS = { perCaller: 2, perNetwork: 2, inAll: 3, forKeys: 0 }

test('a caller has its own bound, and all have one together', () => {
  const slots = batchSlots(BOUNDS)
  const first = slots.tryAcquire(taker('a'))
  assert.ok(first && slots.tryAcquire(taker('a')))
  assert.equal(slots.tryAcquire(taker('a')), null)
  assert.ok(slots.tryAcquire(taker('b')))
  assert.equal(slots.tryAcquire(taker('c')), null, 'three are taken')
  first.release()
  assert.ok(slots.tryAcquire(taker('c')))
})

test('a slot is freed once, however often that is said', () => {
  const slots = batchSlots({ ...BOUNDS, perCaller: 1, inAll: 10 })
  const slot = slots.tryAcquire(taker('a'))
  slot?.release()
  assert.ok(slots.tryAcquire(taker('a')))
  slot?.release()
  assert.equal(slots.tryAcquire(taker('a')), null)
})

test('the networks around an address have a bound of their own', () => {
  const slots = batchSlots({ perCaller: 2, perNetwork: 3, inAll: 8, forKeys: 0 })
  const inNetwork = (at: number) =>
    taker(`2001:db8:aa:${at}::/64`, { networks: ['2001:db8:aa::/56', '2001:db8:aa::/48'] })
  assert.ok([1, 1, 2].every((at) => slots.tryAcquire(inNetwork(at))))
  assert.equal(slots.tryAcquire(inNetwork(3)), null)
  assert.ok(slots.tryAcquire(taker('192.0.2.1', { networks: ['192.0.2.0/24'] })))
})

test('some slots are kept for the holders of keys', () => {
  const slots = batchSlots({ perCaller: 2, perNetwork: 8, inAll: 4, forKeys: 1 })
  for (const caller of ['a', 'b', 'c']) assert.ok(slots.tryAcquire(taker(caller)))
  assert.equal(slots.tryAcquire(taker('d')), null)
  assert.ok(slots.tryAcquire(taker('key', { hasKey: true })))
  assert.equal(slots.tryAcquire(taker('key', { hasKey: true })), null, 'all are taken')
})

test('when none is free, the one that has waited longest for its reader is ended', () => {
  const clock = { ms: 0 }
  const slots = batchSlots(BOUNDS, () => clock.ms)
  const ended: string[] = []
  const [a, b, c] = ['a', 'b', 'c'].map((caller) =>
    slots.tryAcquire(taker(caller, { evict: () => ended.push(caller) })),
  )
  b!.waits()
  clock.ms = 1_000
  a!.waits()
  c!.waits()
  assert.equal(slots.tryAcquire(taker('d')), null, 'a reader may take its time')
  c!.goesOn()
  clock.ms = 3_000
  assert.ok(slots.tryAcquire(taker('d')))
  assert.deepEqual(ended, ['b'])
  assert.ok(slots.tryAcquire(taker('e')))
  assert.deepEqual(ended, ['b', 'a'])
  assert.equal(slots.tryAcquire(taker('f')), null, 'the others are at work')
  b!.release()
  assert.equal(slots.tryAcquire(taker('f')), null, 'a slot that was lost is not freed again')
})

test('a caller does not end its own batches', () => {
  const clock = { ms: 0 }
  const slots = batchSlots(BOUNDS, () => clock.ms)
  for (const slot of [1, 2].map(() => slots.tryAcquire(taker('a')))) slot!.waits()
  clock.ms = 60_000
  assert.equal(slots.tryAcquire(taker('a')), null)
})

test('whatever comes and goes, no bound is passed and no slot is lost', () => {
  const steps = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.boolean()), { maxLength: 200 })
  fc.assert(
    fc.property(steps, (all) => {
      const slots = batchSlots({ perCaller: 2, perNetwork: 9, inAll: 5, forKeys: 0 })
      const held = new Map<string, (() => void)[]>()
      const countOf = (caller: string) => held.get(caller)?.length ?? 0
      const total = () => [...held.values()].reduce((sum, { length }) => sum + length, 0)
      for (const [caller, comes] of all) {
        if (!comes) held.get(caller)?.pop()?.()
        else {
          const isFree = countOf(caller) < 2 && total() < 5
          const slot = slots.tryAcquire(taker(caller))
          assert.equal(slot !== null, isFree)
          if (slot) held.set(caller, [...(held.get(caller) ?? []), slot.release])
        }
      }
    }),
  )
})
